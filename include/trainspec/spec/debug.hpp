#pragma once
#include <cstdint>
#include <optional>

#include "../schema/describe.hpp"

namespace trainspec::inline v0 {

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
