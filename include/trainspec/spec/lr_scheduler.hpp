#pragma once
#include <cstdint>
#include <optional>

#include "../schema/describe.hpp"

namespace trainspec::inline v0 {

/// Names and defaults: torchtitan `LRSchedulersContainer.Config` (warm-up, stable, decay).
struct lr_scheduler {
  std::int64_t warmup_steps = 200;
  std::optional<std::int64_t> total_steps{};
  std::optional<double> decay_ratio{};
  text decay_type = "linear";
  double min_lr_factor = 0.0;

  static constexpr void describe(auto& io) {
    io("warmup_steps", &lr_scheduler::warmup_steps, "steps of linear warm-up", {.min = 0, .max = 9007199254740992, .unit = "steps"});
    io("total_steps", &lr_scheduler::total_steps, "steps the schedule is made for; absent: training.steps",
       {.min = 1, .max = 9007199254740992, .unit = "steps"});
    io("decay_ratio", &lr_scheduler::decay_ratio, "share of the steps spent in decay; absent: all after warm-up", {.min = 0, .max = 1});
    io("decay_type", &lr_scheduler::decay_type, "shape of the decay", {.choices = "linear|sqrt|cosine"});
    io("min_lr_factor", &lr_scheduler::min_lr_factor, "the last rate as a share of the peak", {.min = 0, .max = 1});
  }
  bool operator==(const lr_scheduler&) const = default;
};

}  // namespace trainspec::inline v0
