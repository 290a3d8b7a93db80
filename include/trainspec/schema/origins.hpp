#pragma once
#include <cstdint>
#include <initializer_list>

#include "describe.hpp"
#include "sentence.hpp"

namespace trainspec::inline v0 {

/// Who gave a field its value, from the weakest to the strongest.
enum class way : unsigned char { by_default, preset, derived, code, file, command_line };

/// Whether a value was filled in, and may be filled in anew.
constexpr bool filled_in(way w) { return w == way::by_default || w == way::preset || w == way::derived; }

/// One field's origin: a way and, in the source it names, a place.
struct origin {
  way how = way::by_default;
  std::uint8_t source = 0;  ///< index into `origins::sources`
  std::uint32_t line = 0, column = 0, end_column = 0;
};

/// Whether a value is of a stronger layer than another: files count in the order in which they were read.
constexpr bool stronger(const origin& a, const origin& b) {
  return a.how != b.how ? a.how > b.how : a.how == way::file && a.source > b.source;
}

/// Names of files, presets and command-line arguments.
using source_names = list<text, 16>;
constexpr std::string_view source_of(const origin& o, const source_names& names) {
  return o.source < names.size() ? names[o.source].view() : std::string_view{};
}

/// An origin in words, the name of its source given: "job.toml:14:11", "preset 4B", "--set training.steps=10", "default".
constexpr text words_of(const origin& o, std::string_view source) {
  sentence s;
  switch (o.how) {
    case way::by_default: s << "default"; break;
    case way::preset: s << "preset " << source; break;
    case way::derived: s << "derived from " << source; break;
    case way::command_line: s << source; break;
    case way::code:
    case way::file:
      s << (source.empty() ? std::string_view("code") : source);
      if (o.line > 0) s << ":" << o.line;
      if (o.line > 0 && o.column > 0) s << ":" << o.column;
      break;
  }
  return text::copy(s.view());
}

/// The origins of all fields of a job, beside the job and indexed as `describe` numbers them.
template <int Fields>
struct origins {
  origin of[Fields > 0 ? Fields : 1]{};
  source_names sources{};

  /// The index of a source, added when new. Beyond the capacity the last one is shared.
  constexpr std::uint8_t source(std::string_view name) {
    for (std::size_t i = 0; i < sources.size(); ++i)
      if (sources[i] == name) return static_cast<std::uint8_t>(i);
    sources.push_back(text(name));  // false when full
    return static_cast<std::uint8_t>(sources.size() - 1);
  }
  constexpr std::string_view source_of(const origin& o) const { return trainspec::source_of(o, sources); }
};

namespace detail {
struct numbers_of final : visitor {
  const void* const* wanted;
  int* found;
  int count;
  constexpr numbers_of(const void* const* w, int* f, int n) : wanted(w), found(f), count(n) {}
  constexpr void field(const leaf& l) override {
    for (int i = 0; i < count; ++i)
      if (wanted[i] == l.address) found[i] = l.number;
  }
};
}  // namespace detail

/// The number of the field at an address, or -1.
template <described T>
constexpr int field_number(const T& object, const void* address) {
  int found = -1;
  detail::numbers_of n(&address, &found, 1);
  walk(object, n);
  return found;
}

/// A job and where each of its values came from.
template <described Job>
struct sourced {
  Job value{};
  origins<field_count<Job>> from{};

  // one function that sets all defaults, not a copy of them wherever a job is made
  constexpr sourced() {}

  /// Records an origin for fields of `value`, given by their addresses.
  constexpr void mark(std::initializer_list<const void*> fields, origin o) {
    constexpr int most = 48;
    const void* wanted[most]{};
    int found[most]{};
    int n = 0;
    for (const void* f : fields)
      if (n < most) {
        wanted[n] = f;
        found[n++] = -1;
      }
    detail::numbers_of numbers(wanted, found, n);
    walk(value, numbers);
    for (int i = 0; i < n; ++i)
      if (found[i] >= 0) from.of[found[i]] = o;
  }
  /// "default" for an address that is no field's.
  constexpr origin origin_of(const void* field) const {
    const int n = field_number(value, field);
    return n < 0 ? origin{} : from.of[n];
  }
};

namespace detail {
/// A leaf's value, to be compared with another's later.
struct value_snapshot {
  field_kind kind{};
  bool present = true;
  std::int64_t integer = 0;
  double number = 0;
  std::string_view string{};
  const text* strings = nullptr;
  const std::int64_t* integers = nullptr;
  const double* numbers = nullptr;
  std::size_t size = 0;

  constexpr value_snapshot() = default;
  constexpr explicit value_snapshot(const leaf& l)
      : kind(l.kind),
        present(l.present),
        integer(l.integer),
        number(l.number_value),
        string(l.string),
        strings(l.strings),
        integers(l.integers),
        numbers(l.numbers),
        size(l.size) {}

  constexpr bool same(const value_snapshot& o) const {
    if (present != o.present || size != o.size) return false;
    for (std::size_t i = 0; i < size; ++i) {
      if (strings ? !(strings[i] == o.strings[i]) : integers ? integers[i] != o.integers[i] : numbers ? numbers[i] != o.numbers[i] : true)
        return false;
    }
    return integer == o.integer && (number == o.number || (number != number && o.number != o.number)) && string == o.string;
  }
};
template <int N>
struct value_reader final : visitor {
  value_snapshot of[N > 0 ? N : 1]{};
  constexpr void field(const leaf& l) override { of[l.number] = value_snapshot(l); }
};
}  // namespace detail

/// Gives the fields of `after` that differ from `before` an origin. Lists of tables differ unless both are empty.
template <described Job>
constexpr void mark_changes(sourced<Job>& after, const Job& before, const origin& o) {
  detail::value_reader<field_count<Job>> was, is;
  walk(before, was);
  walk(after.value, is);
  for (int i = 0; i < field_count<Job>; ++i)
    if (!is.of[i].same(was.of[i])) after.from.of[i] = o;
}

/// A plain job with origins: what differs from the defaults was given in code, at a place unknown.
template <described Job>
constexpr sourced<Job> given(const Job& value) {
  sourced<Job> j;
  j.value = value;
  mark_changes(j, Job{}, {way::code});
  return j;
}

}  // namespace trainspec::inline v0
