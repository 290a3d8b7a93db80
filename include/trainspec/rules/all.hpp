#pragma once
#include <boost/hana/tuple.hpp>

#include "checkpoint.hpp"
#include "kernels.hpp"
#include "machine.hpp"
#include "model.hpp"
#include "neuron.hpp"
#include "optimizer.hpp"
#include "overrides.hpp"
#include "parallelism.hpp"
#include "targets.hpp"
#include "training.hpp"

namespace trainspec::inline v0 {

/// All rules of the library, by subject, in the order of their codes. A user's own groups (for `job` or a type derived
/// from it) are appended with Boost.Hana: `boost::hana::append(rule_groups, rule_group{"site", my_rules})`.
inline constexpr auto rule_groups = boost::hana::make_tuple(
    rule_group{"model", model_rules}, rule_group{"parallelism", parallelism_rules}, rule_group{"machine", machine_rules},
    rule_group{"neuron", neuron_rules}, rule_group{"training", training_rules}, rule_group{"optimizer", optimizer_rules},
    rule_group{"checkpoint", checkpoint_rules}, rule_group{"override", override_rules}, rule_group{"kernel", kernel_rules},
    rule_group{"target", target_rules});

}  // namespace trainspec::inline v0
