#pragma once
#include <string_view>

#include <boost/hana/for_each.hpp>

#include "all.hpp"

namespace trainspec::inline v0 {

/// Calls `f(rule, subject)` for every rule of some groups.
constexpr void for_each_rule(const auto& groups, auto&& f) {
  boost::hana::for_each(groups, [&](const auto& group) {
    for (const auto& each : group) f(each, group.subject);
  });
}
constexpr void for_each_rule(auto&& f) { for_each_rule(rule_groups, f); }

}  // namespace trainspec::inline v0
