#pragma once
#include <cstdint>

#include "../schema/describe.hpp"

namespace trainspec::inline v0 {

/// Names and defaults: torchtitan 0.3 `Validator.Config`; `holdout` is the libtorch engine's.
struct validator {
  bool enable = false;
  std::int64_t freq = 10;
  std::int64_t steps = -1;
  double holdout = 0.1;

  static constexpr void describe(auto& io) {
    io("enable", &validator::enable, "measure the loss on text that is not trained on");
    io("freq", &validator::freq, "steps between validations", {.min = 1, .unit = "steps"});
    io("steps", &validator::steps, "batches of one validation; -1: all", {.min = -1, .unit = "batches"});
    io("holdout", &validator::holdout, "share of the text, at its end, that is held out (libtorch)", {.min = 0, .max = 0.5});
  }
  bool operator==(const validator&) const = default;
};

}  // namespace trainspec::inline v0
