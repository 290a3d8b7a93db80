#pragma once
#include <optional>
#include <utility>

#include <boost/hana/for_each.hpp>

#include "../presets/resolve.hpp"
#include "../report/reading_codes.hpp"
#include "for_each_rule.hpp"
#include "ranges.hpp"

namespace trainspec::inline v0 {

namespace detail {
/// The words of an origin, and the place in a text if it has one.
constexpr void describe_origin(const origin& o, std::string_view source, text& words, place& where) {
  words = words_of(o, source);
  if (o.how == way::command_line) source = "--set";
  if (o.line > 0) where = {text::copy(source), o.line, o.column, o.end_column};
}

/// Finds the fields that issues name: their paths, values and numbers.
struct field_finder final : visitor {
  const std::vector<pending_field>& wanted;
  report& into;
  std::vector<int>& numbers;
  path_names path{};

  constexpr field_finder(const std::vector<pending_field>& w, report& r, std::vector<int>& n) : wanted(w), into(r), numbers(n) {}
  constexpr void enter(std::string_view name) override { path.push(name); }
  constexpr void leave() override { path.pop(); }
  constexpr void field(const leaf& l) override {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (wanted[i].address != l.address) continue;
      numbers[i] = l.number;
      issue& said = into.issues[wanted[i].issue];
      sentence name;
      path.write(l.name, [&](const word& w) { name << w; });
      name << wanted[i].suffix;
      if (wanted[i].related < 0) {
        said.path = text::copy(name.view());
        if (wanted[i].suffix.empty()) said.value = value_of(l);
        if (wanted[i].leads) said.message = led_by(name.view(), said);
        continue;
      }
      related& other = said.related[static_cast<std::size_t>(wanted[i].related)];
      other.path = text::copy(name.view());
      name << " = " << value_of(l);
      other.message = text::copy(name.view());
    }
  }
  static constexpr text led_by(std::string_view name, const issue& said) {
    sentence s;
    s << name;
    if (!said.value.empty()) s << " = " << said.value;
    s << " " << said.message;
    return text::copy(s.view());
  }
  /// As TOML would write a scalar; empty for what is absent or a list.
  static constexpr text value_of(const leaf& l) {
    sentence s;
    if (l.present) {
      if (l.kind == field_kind::boolean) s << (l.integer != 0 ? "true" : "false");
      if (l.kind == field_kind::integer) s << l.integer;
      if (l.kind == field_kind::number) s << l.number_value;
      if (l.kind == field_kind::string) s << "\"" << l.string << "\"";
    }
    return text::copy(s.view());
  }
};

/// Fields whose value is out of range or no choice get their defaults before the rules run: rules may count on ranges.
template <int N>
struct default_reader final : visitor {
  slots of[N]{};
  constexpr void field(const leaf& l) override { of[l.number] = l.at; }
};
template <int N>
struct default_writer final : visitor {
  const bool* bad;
  const default_reader<N>& fresh;
  constexpr default_writer(const bool* b, const default_reader<N>& f) : bad(b), fresh(f) {}
  constexpr void field(const leaf& l) override {
    if (!bad[l.number]) return;
    const slots& f = fresh.of[l.number];
    if (l.at.integer) *l.at.integer = *f.integer;
    if (l.at.number) *l.at.number = *f.number;
    if (l.at.string) *l.at.string = *f.string;
    if (l.at.optional_integer) *l.at.optional_integer = *f.optional_integer;
    if (l.at.optional_number) *l.at.optional_number = *f.optional_number;
  }
};

template <class Job, class Rule>
constexpr void apply_rule(const Job& job, const Rule& r, sayer& say) {
  if (!r.targets.has(say.target.target) || !r.check) return;
  const std::size_t before = say.into.issues.size();
  r.check(job, say);
  for (std::size_t i = before; i < say.into.issues.size(); ++i) {
    issue& said = say.into.issues[i];
    said.code = r.code;
    said.title = r.title;
    said.reason = r.reason;
    said.source = r.source;
    if (said.severity == severity::error) said.severity = r.severity;
  }
}

/// May a warning of this code be allowed? What is not of this library's form may be of other rules, and is left to them.
template <class Groups>
constexpr bool may_be_allowed(std::string_view code, const Groups& groups) {
  bool ours = code.size() >= 2 && (code[0] == 'T' || code[0] == 't') && (code[1] == 'S' || code[1] == 's');
  for (std::size_t i = 2; i < code.size(); ++i) ours = ours && code[i] >= '0' && code[i] <= '9';
  if (!ours && !code.empty()) return true;
  const reading_code* const read = find_reading_code(code);
  bool found = read != nullptr && read->may_warn();
  for_each_rule(groups, [&](const auto& each, std::string_view) { found = found || (each.code == code && each.may_warn()); });
  return found;
}
template <class Groups>
constexpr void check_allowed(const job& j, const Groups& groups, sayer& say) {
  for (std::size_t i = 0; i < j.check.allow.size(); ++i) {
    const text& code = j.check.allow[i];
    if (may_be_allowed(code.view(), groups)) continue;
    const std::size_t before = say.into.issues.size();
    say.element(j.check.allow, {"[", i, "]"}, {"check.allow: there is no warning of the code \"", code.view(), "\""});
    issue& said = say.into.issues[before];
    const reading_code& known = *find_reading_code("TS1303");
    said.code = known.code;
    said.title = known.title;
    said.reason = known.reason;
    said.value = code;
  }
}
}  // namespace detail

/// Checks a job for a target against `groups` of rules (a Hana tuple). Everything that is wrong is reported, ranges and
/// choices first. Never throws; usable in a constant expression.
template <described Job, class Groups = decltype(rule_groups)>
constexpr report check(const sourced<Job>& j, target t, const Groups& groups = rule_groups) {
  constexpr int fields = field_count<Job>;
  report r;
  const target_features& features = features_of(t);
  r.target = features.name;

  sayer say(r, features);
  bool bad[fields]{};
  check_ranges(j, r, bad);
  const std::size_t range_issues = r.issues.size();

  std::vector<int> numbers;
  const auto run = [&](const Job& value) {
    boost::hana::for_each(groups, [&](const auto& group) {
      for (const auto& each : group) detail::apply_rule(value, each, say);
    });
    if constexpr (std::is_convertible_v<const Job&, const job&>) detail::check_allowed(value, groups, say);
    if (say.pending.empty()) return;
    numbers.assign(say.pending.size(), -1);
    detail::field_finder finder(say.pending, r, numbers);
    walk(value, finder);
  };
  if (range_issues > 0) {
    Job tame = j.value;
    Job fresh{};  // not const: g++ 12 cannot construct a const one here
    detail::default_reader<fields> defaults;
    walk(fresh, defaults);
    detail::default_writer<fields> writer(bad, defaults);
    walk(tame, writer);
    run(tame);
  } else {
    run(j.value);
  }

  // origins; what rests on a value out of range, and warnings that are allowed, go
  std::vector<char> drop(r.issues.size(), 0);
  for (std::size_t i = 0; i < say.pending.size(); ++i) {
    const detail::pending_field& p = say.pending[i];
    if (numbers[i] < 0) continue;
    const origin& o = j.from.of[numbers[i]];
    issue& said = r.issues[p.issue];
    if (bad[numbers[i]]) drop[p.issue] = 1;
    for (std::size_t k = i + 1; p.idle && k < say.pending.size() && say.pending[k].issue == p.issue; ++k)
      if (numbers[k] >= 0 && stronger(j.from.of[numbers[k]], o)) drop[p.issue] = 1;
    if (p.related < 0) {
      detail::describe_origin(o, j.from.source_of(o), said.origin, said.at);
    } else {
      related& other = said.related[static_cast<std::size_t>(p.related)];
      detail::describe_origin(o, j.from.source_of(o), other.origin, other.at);
    }
  }
  for (issue& said : r.issues) {
    // nobody wrote the value: point to one it depends on that somebody did write
    for (const related& other : said.related)
      if (said.at.line == 0 && other.at.line > 0) said.at = other.at;
  }
  std::vector<issue> kept;
  for (std::size_t i = 0; i < r.issues.size(); ++i) {
    issue& said = r.issues[i];
    bool allowed = false;
    if constexpr (std::is_convertible_v<const Job&, const job&>)
      for (const text& code : j.value.check.allow) allowed = allowed || (said.severity == severity::warning && said.code == code);
    if (!drop[i] && !allowed) kept.push_back(std::move(said));
  }
  r.issues = std::move(kept);
  return r;
}

namespace detail {
template <described Job>
constexpr sourced<Job> given_and_resolved(const Job& value, target t) {
  sourced<Job> j = given(value);
  if constexpr (std::is_convertible_v<Job*, job*>) resolve(j, t);
  return j;
}
}  // namespace detail

/// Checks a plain job, which has no origins: what differs from the defaults counts as given, the rest may come from presets.
template <described Job, class Groups = decltype(rule_groups)>
constexpr report check(const Job& value, target t, const Groups& groups = rule_groups) {
  return check(detail::given_and_resolved(value, t), t, groups);
}
template <described Job>
constexpr report check(const Job& value) {
  return check(value, target_of(value));
}
template <described Job>
constexpr report check(const sourced<Job>& j) {
  return check(j, target_of(j.value));
}

template <described Job>
class basic_validated;

/// What `validate` gives: the job, or why not.
template <described Job>
struct [[nodiscard]] basic_validation {
  std::optional<basic_validated<Job>> job{};
  report problems{};  ///< warnings too when the job is good
  constexpr bool ok() const { return job.has_value(); }
  constexpr explicit operator bool() const { return ok(); }
};

/// A job that has been checked and may be given to a backend. Nothing else makes one.
template <described Job>
class [[nodiscard]] basic_validated {
 public:
  /// Checks, and gives the job only if nothing is an error. Never throws.
  template <class Groups = decltype(rule_groups)>
  static constexpr basic_validation<Job> of(sourced<Job> j, trainspec::target t, const Groups& groups = rule_groups) {
    basic_validation<Job> result{{}, check(j, t, groups)};
    if (result.problems.ok()) result.job.emplace(basic_validated(std::move(j), t));
    return result;
  }

  constexpr const Job& job() const noexcept { return sourced_.value; }
  constexpr const sourced<Job>& with_origins() const noexcept { return sourced_; }
  constexpr trainspec::target target() const noexcept { return target_; }

 private:
  sourced<Job> sourced_;
  trainspec::target target_;
  constexpr basic_validated(sourced<Job>&& j, trainspec::target t) : sourced_(std::move(j)), target_(t) {}
};
using validated_job = basic_validated<job>;
using validation = basic_validation<job>;

/// Checks a job; gives the validated job or the report. Never throws.
template <described Job, class Groups = decltype(rule_groups)>
constexpr basic_validation<Job> validate(sourced<Job> j, target t, const Groups& groups = rule_groups) {
  return basic_validated<Job>::of(std::move(j), t, groups);
}
template <described Job>
constexpr basic_validation<Job> validate(sourced<Job> j) {
  const target t = target_of(j.value);
  return validate(std::move(j), t);
}
template <described Job, class Groups = decltype(rule_groups)>
constexpr basic_validation<Job> validate(const Job& value, target t, const Groups& groups = rule_groups) {
  return validate(detail::given_and_resolved(value, t), t, groups);
}
template <described Job>
constexpr basic_validation<Job> validate(const Job& value) {
  return validate(value, target_of(value));
}

}  // namespace trainspec::inline v0
