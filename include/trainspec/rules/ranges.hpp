#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "../report/reading_codes.hpp"
#include "../report/report.hpp"
#include "../schema/describe.hpp"
#include "../schema/nearest.hpp"
#include "../schema/origins.hpp"
#include "../schema/sentence.hpp"

// Ranges and choices of `facts`, with the same sentences for a job built in C++ (in a constant expression too) and for one
// read from a file.

namespace trainspec::inline v0 {

/// One value that facts may limit.
struct scalar {
  field_kind kind = field_kind::other;  ///< integer, number or string; others have no limits
  std::int64_t integer = 0;
  double number = 0;
  std::string_view string{};

  /// As TOML would have it.
  constexpr void write(sentence& s) const {
    if (kind == field_kind::integer) s << integer;
    if (kind == field_kind::number) s << number;
    if (kind == field_kind::string) s << "\"" << string << "\"";
  }
};

namespace detail {
/// An integer that a double holds exactly.
constexpr bool is_whole(double d) {
  return d >= -9007199254740992.0 && d <= 9007199254740992.0 && static_cast<double>(static_cast<std::int64_t>(d)) == d;
}
constexpr word bound(double d) { return is_whole(d) ? word(static_cast<std::int64_t>(d)) : word(d); }
constexpr bool within(const facts& f, double v) {
  if (v - v != 0) return (v > 0 && f.infinite) || (!f.has_min() && !f.has_max() && !f.has_above());  // inf, nan
  return !(f.has_min() && v < f.min) && !(f.has_max() && v > f.max) && !(f.has_above() && !(v > f.above));
}
constexpr void write_bounds(sentence& s, const facts& f) {
  if (f.has_min() && f.has_max() && f.min == f.max)
    s << "must be " << bound(f.min);
  else if (f.has_min() && f.has_max())
    s << "must be from " << bound(f.min) << " to " << bound(f.max);
  else if (f.has_min())
    s << "must be at least " << bound(f.min);
  else if (f.has_above())
    s << "must be greater than " << bound(f.above);
  if (f.has_max() && !f.has_min()) s << (f.has_above() ? " and at most " : "must be at most ") << bound(f.max);
}
constexpr void write_choices(sentence& s, std::string_view choices) {
  bool first = true;
  for_each_choice(choices, [&](std::string_view c) {
    if (!first) s << ", ";
    first = false;
    if (c.empty())
      s << "\"\"";
    else
      s << c;
  });
}
constexpr text owned(const sentence& s) { return text::copy(s.view()); }
}  // namespace detail

/// The issue of one value, if it breaks what is known of its field: TS1301 out of range, TS1302 none of the choices.
/// `path` is the whole path ("optimizer.betas[1]"), `key` what a fix assigns to; empty: no fix is offered.
constexpr std::optional<issue> range_issue(std::string_view path, std::string_view key, const facts& about, const scalar& v,
                                           std::string_view doc = {}) {
  const bool numeric = v.kind == field_kind::integer || v.kind == field_kind::number;
  const double d = v.kind == field_kind::integer ? static_cast<double>(v.integer) : v.number;
  const bool bad_number = numeric && !detail::within(about, d);
  const bool bad_choice = v.kind == field_kind::string && !about.choices.empty() && !is_choice(about.choices, v.string);
  if (!bad_number && !bad_choice) return std::nullopt;

  issue i;
  sentence value, message, fix;
  v.write(value);
  message << path << " = " << value.view();
  i.path = text::copy(path);
  i.value = detail::owned(value);
  i.reason = text::copy(doc);
  if (bad_number) {
    i.code = text("TS1301");
    i.title = title_of_reading(i.code);
    message << (d - d != 0 && d == d && !about.infinite ? " is not finite: it " : " is out of range: it ");
    detail::write_bounds(message, about);
    if (!about.unit.empty()) message << " (" << about.unit << ")";
    if (about.has_min() && d < about.min)
      fix << key << " = " << detail::bound(about.min);
    else if (about.has_max() && d > about.max)
      fix << key << " = " << detail::bound(about.max);
  } else {
    i.code = text("TS1302");
    i.title = title_of_reading(i.code);
    message << " is not one of: ";
    detail::write_choices(message, about.choices);
    const std::string_view near = nearest_choice(about.choices, v.string);
    if (!near.empty()) {
      sentence hint;
      hint << "nearest: \"" << near << "\"";
      i.hint = detail::owned(hint);
      fix << key << " = \"" << near << "\"";
    }
  }
  i.message = detail::owned(message);
  if (!key.empty()) i.fix = detail::owned(fix);
  return i;
}

/// A list whose length is not the one that facts ask for: TS1203. An empty list stands for "not given".
constexpr std::optional<issue> length_issue(std::string_view path, const facts& about, std::size_t size, std::string_view doc = {}) {
  if (about.length == 0 || size == about.length || size == 0) return std::nullopt;
  issue i;
  sentence message;
  message << path << " has " << size << (size == 1 ? " element" : " elements") << "; it needs exactly " << about.length;
  i.code = text("TS1203");
  i.title = title_of_reading(i.code);
  i.path = text::copy(path);
  i.message = detail::owned(message);
  i.reason = text::copy(doc);
  return i;
}

/// Calls `found(issue&&)` for everything that is out of range in a leaf: the value, or each element of a list.
constexpr void for_each_range_issue(std::string_view path, const leaf& l, auto&& found) {
  if (!l.present) return;
  const auto see = [&](std::optional<issue> i) {
    if (i) found(std::move(*i));
  };
  if (l.kind == field_kind::integer || l.kind == field_kind::number || l.kind == field_kind::string) {
    see(range_issue(path, l.name, l.about, {l.kind, l.integer, l.number_value, l.string}, l.doc));
    return;
  }
  see(length_issue(path, l.about, l.size, l.doc));
  if (!l.has_items) return;
  for (std::size_t i = 0; i < l.size; ++i) {
    scalar v;
    if (l.kind == field_kind::integers) v = {field_kind::integer, l.integers[i], 0, {}};
    if (l.kind == field_kind::numbers) v = {field_kind::number, 0, l.numbers[i], {}};
    if (l.kind == field_kind::strings) v = {field_kind::string, 0, 0, l.strings[i].view()};
    if (!range_issue({}, {}, l.about, v)) continue;
    sentence element;
    element << path << "[" << i << "]";
    see(range_issue(element.view(), {}, l.about, v, l.doc));
  }
}

namespace detail {
struct range_visitor final : visitor {
  report& into;
  bool* bad;
  const origin* from;
  const source_names* sources;
  sentence path{};
  std::size_t sizes[16]{};  ///< of the path, where each open section starts
  int depth = 0;

  constexpr range_visitor(report& r, bool* b, const origin* o, const source_names* s) : into(r), bad(b), from(o), sources(s) {}
  constexpr bool wants_elements() const override { return true; }
  constexpr void open() {
    if (depth < 16) sizes[depth] = path.size();
    ++depth;
  }
  constexpr void enter(std::string_view name) override {
    open();
    path << name << ".";
  }
  constexpr void enter_element(std::string_view list, std::size_t index) override {
    open();
    path << list << "[" << index << "].";
  }
  constexpr void leave() override {
    --depth;
    if (depth < 16) path.size_ = sizes[depth];
  }
  constexpr void field(const leaf& l) override {
    // most values are good: nothing is put together for them
    if (good(l)) return;
    const std::size_t size = path.size();
    path << l.name;
    for_each_range_issue(path.view(), l, [&](issue&& i) {
      if (bad != nullptr) bad[l.number] = true;
      if (from != nullptr) locate(i, from[l.number]);
      into.issues.push_back(std::move(i));
    });
    path.size_ = size;
  }
  static constexpr bool good(const leaf& l) {
    if (l.kind == field_kind::boolean || !l.present) return true;
    if (l.kind == field_kind::integer) return within(l.about, static_cast<double>(l.integer));
    if (l.kind == field_kind::number) return within(l.about, l.number_value);
    if (l.kind == field_kind::string) return l.about.choices.empty() || is_choice(l.about.choices, l.string);
    return l.size == 0;
  }
  constexpr void locate(issue& i, const origin& o) const {
    const std::string_view name = source_of(o, *sources);
    i.origin = words_of(o, name);
    if (o.line > 0) i.at = {text::copy(o.how == way::command_line ? std::string_view("--set") : name), o.line, o.column, o.end_column};
  }
};
}  // namespace detail

namespace detail {
/// Whether all values are in range: the walk without paths or origins, for the many jobs that are good. A type that it does
/// not know counts as out of range, so that the whole walk looks.
template <class T>
struct range_probe {
  const T& object;
  bool good = true;

  template <class V>
  static constexpr bool holds(const V& v, const facts& about) {
    if constexpr (std::is_same_v<V, bool>) {
      return true;
    } else if constexpr (std::is_arithmetic_v<V>) {
      return within(about, static_cast<double>(v));
    } else if constexpr (std::is_same_v<V, text>) {
      return about.choices.empty() || is_choice(about.choices, v);
    } else if constexpr (described<V>) {
      range_probe<V> inner{v};
      description<V>::of(inner);
      return inner.good;
    } else if constexpr (is_list<V>) {
      bool all = v.empty() || about.length == 0 || v.size() == about.length;
      for (const auto& element : v) all = all && holds(element, about);
      return all;
    } else if constexpr (requires { v.has_value(); }) {
      return !v || holds(*v, about);
    } else {
      return false;
    }
  }
  template <class P>
  constexpr void operator()(std::string_view, P p, std::string_view = {}, const facts& about = {}) {
    good = good && holds(member(object, p), about);
  }
};
}  // namespace detail

/// Whether no value of a job is out of range, none of its choices, or a list of the wrong length. `false` may also be said
/// of fields of types that are not this library's: `check_ranges` then finds nothing.
template <described J>
constexpr bool ranges_hold(const J& job) {
  return detail::range_probe<J>::holds(job, {});
}

/// Reports every value of a job that is out of range (TS1301), none of its choices (TS1302) or a list of the wrong length
/// (TS1203), in the order of the fields. `bad`, if given, has `field_count<J>` flags: those of the fields concerned are set.
template <described J>
constexpr void check_ranges(const J& job, report& out, bool* bad = nullptr) {
  detail::range_visitor v(out, bad, nullptr, nullptr);
  walk(job, v);
}

/// The same, with the place of each value.
template <described J>
constexpr void check_ranges(const sourced<J>& job, report& out, bool* bad = nullptr) {
  if (ranges_hold(job.value)) return;
  detail::range_visitor v(out, bad, job.from.of, &job.from.sources);
  walk(job.value, v);
}

}  // namespace trainspec::inline v0
