#pragma once
#include <cstdint>
#include <optional>

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

/// Names and defaults: torchtitan 0.3 `DebugConfig`.
struct debug {
  std::optional<std::int64_t> seed{};
  bool deterministic = false;
  bool deterministic_warn_only = false;
  bool moe_force_load_balance = false;
  bool detect_anomaly = false;
  bool print_config = false;

  static constexpr void describe(auto& io) {
    io("seed", &debug::seed, "seed of all random numbers; absent: not seeded", {.min = 0});
    io("deterministic", &debug::deterministic, "only deterministic algorithms");
    io("deterministic_warn_only", &debug::deterministic_warn_only, "warn where there is none");
    io("moe_force_load_balance", &debug::moe_force_load_balance, "route tokens round robin");
    io("detect_anomaly", &debug::detect_anomaly, "find the operation that made a NaN");
    io("print_config", &debug::print_config, "print the configuration at start");
  }
  bool operator==(const debug&) const = default;
};

}  // namespace trainspec::inline v0
