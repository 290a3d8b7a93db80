// One error for each rule.
#include "support/rule_cases.hpp"

namespace {
using namespace trainspec_test;
template <std::size_t I>
constexpr auto refused = rule_cases[I].broken().checked(rule_cases[I].target);
template <std::size_t... I>
constexpr auto all(std::index_sequence<I...>) {
  return (refused<I>.job().version + ...);
}
auto n = all(std::make_index_sequence<rule_case_count>{});
}  // namespace
