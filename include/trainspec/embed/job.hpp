#pragma once
#include <cstddef>
#include <string_view>

#include "../presets/resolve.hpp"
#include "../report/stop.hpp"
#include "../rules/check.hpp"
#include "assign.hpp"
#include "toml_subset.hpp"

namespace trainspec::inline v0 {

/// A TOML text in a program, and what places in it name.
struct toml_source {
  std::string_view name{}, content{};

  template <std::size_t N>
  constexpr toml_source(std::string_view n, const char (&literal)[N]) : name(n), content(literal, N - 1) {}
};

namespace detail {
/// "job.toml:12:3: TS2103: ..." of the first error in the order of the text.
constexpr text first_place_and_line(report& r, std::string_view name) {
  std::size_t first = r.issues.size();
  for (std::size_t i = 0; i < r.issues.size(); ++i) {
    if (r.issues[i].severity != severity::error) continue;
    const auto rank = [&](std::size_t n) {
      return r.issues[n].at.line == 0 ? UINT64_MAX : std::uint64_t{r.issues[n].at.line} << 32 | r.issues[n].at.column;
    };
    if (first == r.issues.size() || rank(i) < rank(first)) first = i;
  }
  if (first == r.issues.size()) return {};
  const place at = r.issues[first].at;
  if (first > 0) std::swap(r.issues[0], r.issues[first]);
  sentence s;
  s << name;
  if (at.line > 0) s << ":" << at.line << ":" << at.column;
  s << ": " << first_line(r).view();
  return text::copy(s.view());
}

/// What is done with a text, each step a constant of its own: compilers limit the steps of one.
template <described Job, class Source>
struct embedded {
  static constexpr toml_source source = Source{}();
  static constexpr toml_document<room_for_toml(source.content), source.content.size() + 1> document{source.content};
  static constexpr toml_items items{source.content, document.items, document.decoded};

  struct filled {
    sourced<Job> job{};
    sentence problem{};
  };
  static constexpr filled fill() {
    filled f;
    if (!document.ok()) {
      const toml_problem& p = document.problem;
      f.problem << source.name << ":" << p.line << ":" << p.column << ": " << p.code << ": " << p.message.view();
      return f;
    }
    report problems;
    assign_items(items, room_for_toml(source.content), source.name, f.job, problems);
    f.problem << first_place_and_line(problems, source.name).view();
    if (f.problem.empty()) resolve(f.job);
    return f;
  }
  static constexpr filled job = fill();
};
}  // namespace detail

/// The validated job of a text that a callable type gives (a `toml_source`). What is wrong with it is a compile error that names the
/// place in the text, the code and the sentence. Dates, `extends` and `${NAME}` are refused: the compiler opens no file and has no
/// environment. Relative paths stay as written.
template <described Job, class Source, class Groups = decltype(rule_groups)>
constexpr basic_validated<Job> embedded_job(Source, const Groups& groups = rule_groups) {
  using text_of = detail::embedded<Job, Source>;
  if (!text_of::job.problem.empty()) stop_with(text_of::job.problem.view());
  basic_validation<Job> v = validate(text_of::job.job, target_of(text_of::job.job.value), groups);
  if (!v) stop_with(detail::first_place_and_line(v.problems, text_of::source.name));
  return std::move(*v.job);
}

}  // namespace trainspec::inline v0

/// Declares `name`, a constexpr `validated_job` made of a TOML text: `TRAINSPEC_JOB(pretrain, R"(...)")`.
#define TRAINSPEC_JOB(name, ...)                                      \
  [[maybe_unused]] static constexpr ::trainspec::validated_job name = \
      ::trainspec::embedded_job<::trainspec::job>([] { return ::trainspec::toml_source(#name, __VA_ARGS__); })
