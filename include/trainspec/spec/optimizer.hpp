#pragma once
#include <optional>

#include "../schema/describe.hpp"

namespace trainspec::inline v0 {

/// What a parameter group may set for its parameters; absent: as `[optimizer]` says.
struct optimizer_kwargs {
  std::optional<double> lr{}, eps{}, weight_decay{};
  list<double, 2> betas{};

  static constexpr void describe(auto& io) {
    io("lr", &optimizer_kwargs::lr, "peak learning rate", {.above = 0});
    io("betas", &optimizer_kwargs::betas, "decay of the two moments", {.min = 0, .max = 1, .length = 2});
    io("eps", &optimizer_kwargs::eps, "added to the square root of the second moment", {.above = 0});
    io("weight_decay", &optimizer_kwargs::weight_decay, "decoupled weight decay", {.min = 0});
  }
  bool operator==(const optimizer_kwargs&) const = default;
};

/// Names: torchtitan 0.3 `ParamGroupConfig`. The first group whose pattern is found in a parameter's name takes it.
struct param_group {
  text pattern{};
  text optimizer_name = "AdamW";
  trainspec::optimizer_kwargs optimizer_kwargs{};

  static constexpr void describe(auto& io) {
    io("pattern", &param_group::pattern, "regular expression searched for in parameter names");
    io("optimizer_name", &param_group::optimizer_name, "optimizer of the group", {.choices = "Adam|AdamW|DistMuon"});
    io("optimizer_kwargs", &param_group::optimizer_kwargs, "its settings");
  }
  bool operator==(const param_group&) const = default;
};

/// Defaults: torchtitan's `default_adamw`.
struct optimizer {
  text name = "AdamW";
  double lr = 8e-4;
  list<double, 2> betas{0.9, 0.95};
  double eps = 1e-8;
  double weight_decay = 0.1;
  text implementation = "fused";
  list<param_group, 8> param_groups{};

  static constexpr void describe(auto& io) {
    io("name", &optimizer::name, "optimizer of all parameters that no group takes", {.choices = "Adam|AdamW"});
    io("lr", &optimizer::lr, "peak learning rate", {.above = 0});
    io("betas", &optimizer::betas, "decay of the two moments", {.min = 0, .max = 1, .length = 2});
    io("eps", &optimizer::eps, "added to the square root of the second moment", {.above = 0});
    io("weight_decay", &optimizer::weight_decay, "decoupled weight decay, of every parameter", {.min = 0});
    io("implementation", &optimizer::implementation, "how torch runs it", {.choices = "fused|foreach|for-loop|fused_opt_states_bf16"});
    io("param_groups", &optimizer::param_groups, "groups with settings of their own");
  }
  bool operator==(const optimizer&) const = default;
};

}  // namespace trainspec::inline v0
