#pragma once
#include <string>
#include <string_view>

#include "../report/reading_codes.hpp"
#include "../rules/check.hpp"
#include "../rules/for_each_rule.hpp"

namespace trainspec::inline v0 {

namespace detail {
/// "warning; only neuron-2.33": what is not so of every rule.
template <class Rule>
std::string marks_of(const Rule& r) {
  std::string marks = r.severity == severity::warning ? "warning" : r.warns ? "in some cases a warning" : "";
  std::string with, without;
  int n = 0;
  for (const target_features& t : targets) {
    const bool has = r.targets.has(t.target);
    std::string& names = has ? with : without;
    names += (names.empty() ? "" : ", ") + std::string(t.name);
    n += has;
  }
  if (without.empty()) return marks;
  return marks + (marks.empty() ? "" : "; ") + (n <= 2 ? "only " + with : "not " + without);
}
constexpr std::string_view marks_of(reading_code::level level) {
  return level == reading_code::level::error ? "" : level == reading_code::level::warning ? "warning" : "in some cases a warning";
}
inline std::string cell(std::string_view s) {
  std::string out;
  for (char c : s) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}
}  // namespace detail

/// A page of Markdown that lists every code: what reading can find, then the rules by subject. `docs/rules.md` is this page.
template <class Groups = decltype(rule_groups)>
std::string rules_page(const Groups& groups = rule_groups) {
  std::string page =
      "# Codes\n\nWritten by `trainspec explain --all`; a test fails when it is stale. A code never changes its meaning. All are errors "
      "but "
      "those\nmarked. `trainspec explain CODE` tells one of them; a warning is switched off by `[check] allow = [\"CODE\"]` or `--allow "
      "CODE`.\n\n"
      "## Reading\n\n| code | what must hold | why | |\n|---|---|---|---|\n";
  for (const reading_code& c : reading_codes)
    page += "| " + std::string(c.code) + " | " + detail::cell(c.title) + " | " + detail::cell(c.reason) + " | " +
            std::string(detail::marks_of(c.is)) + " |\n";
  std::string_view last;
  for_each_rule(groups, [&](const auto& r, std::string_view subject) {
    if (subject != last)
      page += "\n## Rules of the subject " + std::string(subject) +
              "\n\n| code | what must hold | why | known from | |\n|---|---|---|---|---|\n";
    last = subject;
    page += "| " + std::string(r.code) + " | " + detail::cell(r.title) + " | " + detail::cell(r.reason) + " | " + detail::cell(r.source) +
            " | " + detail::marks_of(r) + " |\n";
  });
  return page;
}

}  // namespace trainspec::inline v0
