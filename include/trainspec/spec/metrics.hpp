#pragma once
#include <cstdint>

#include "../schema/describe.hpp"

namespace trainspec::inline v0 {

/// Names and defaults: torchtitan 0.3 `MetricsProcessor.Config`.
struct metrics {
  std::int64_t log_freq = 10;
  bool enable_tensorboard = false;
  bool disable_color_printing = false;
  text save_tb_folder = "tb";
  bool save_for_all_ranks = false;
  bool enable_wandb = false;

  static constexpr void describe(auto& io) {
    io("log_freq", &metrics::log_freq, "steps between log lines", {.min = 1, .unit = "steps"});
    io("enable_tensorboard", &metrics::enable_tensorboard, "write TensorBoard event files");
    io("disable_color_printing", &metrics::disable_color_printing, "log without colours");
    io("save_tb_folder", &metrics::save_tb_folder, "folder of the event files, inside job.dump_folder");
    io("save_for_all_ranks", &metrics::save_for_all_ranks, "every rank writes its metrics");
    io("enable_wandb", &metrics::enable_wandb, "log to Weights & Biases");
  }
  bool operator==(const metrics&) const = default;
};

}  // namespace trainspec::inline v0
