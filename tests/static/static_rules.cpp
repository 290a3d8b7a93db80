// Every rule speaks in a constant expression, and is silent on the job just inside it.
#include "../support/rule_cases.hpp"

namespace {
using namespace trainspec_test;

constexpr bool says(const report& r, std::string_view code) {
  for (const issue& i : r.issues)
    if (i.code == code) return true;
  return false;
}
// variables, not functions: each is an evaluation of its own, with the compiler's whole budget of steps
template <std::size_t I>
constexpr bool speaks = says(rule_cases[I].broken().check(rule_cases[I].target), rule_cases[I].code);
template <std::size_t I>
constexpr bool accepts = [] {
  const report r = rule_cases[I].passing().check(rule_cases[I].target);
  return r.ok() && !says(r, rule_cases[I].code);
}();

template <std::size_t I>
struct case_holds {
  static_assert(speaks<I>, "the rule is silent on the job that breaks it");
  static_assert(accepts<I>, "the job just inside the rule is refused");
  static constexpr bool value = true;
};
template <std::size_t... I>
constexpr bool all_hold(std::index_sequence<I...>) {
  return (case_holds<I>::value && ...);
}
static_assert(all_hold(std::make_index_sequence<rule_case_count>{}));
}  // namespace
