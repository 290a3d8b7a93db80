#pragma once
#include "../schema/describe.hpp"

namespace trainspec::inline v0 {

/// torchtitan 0.3's SelectiveAC, FullAC, MemoryBudgetAC or none, chosen by `mode`.
struct activation_checkpoint {
  text mode = "selective";
  double memory_budget = 0.5;
  list<text, 16> force_recompute_mm_shapes_by_fqns{text("moe.router.gate")};
  bool preserve_rng_state = true;
  text determinism_check = "default";
  bool debug = false;

  static constexpr void describe(auto& io) {
    io("mode", &activation_checkpoint::mode, "what is recomputed in backward", {.choices = "none|selective|full|memory_budget"});
    io("memory_budget", &activation_checkpoint::memory_budget, "mode memory_budget: share of activations kept", {.min = 0, .max = 1});
    io("force_recompute_mm_shapes_by_fqns", &activation_checkpoint::force_recompute_mm_shapes_by_fqns,
       "mode selective: modules whose matrix products are always recomputed");
    io("preserve_rng_state", &activation_checkpoint::preserve_rng_state, "recompute with the same random numbers");
    io("determinism_check", &activation_checkpoint::determinism_check, "compare recomputed tensors", {.choices = "default|none"});
    io("debug", &activation_checkpoint::debug, "keep debugging information");
  }
  bool operator==(const activation_checkpoint&) const = default;
};

}  // namespace trainspec::inline v0
