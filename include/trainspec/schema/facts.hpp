#pragma once
#include <string_view>

namespace trainspec::inline v0 {

/// What is known of a field besides its name, type and doc: given in `describe` with designated initialisers, e.g.
/// `io("lr", &optimizer::lr, "peak learning rate", {.above = 0})`.
struct facts {
  static constexpr double none = 1e300;
  double min = -none;          ///< smallest value allowed
  double max = none;           ///< greatest value allowed
  double above = -none;        ///< must be greater than this
  bool infinite = false;       ///< +inf is allowed too
  std::string_view unit{};     ///< "tokens", "GiB", ...
  std::string_view choices{};  ///< the values allowed, divided by '|'
  bool path = false;           ///< a file or folder: relative to the file that holds it
  bool written = false;        ///< a path that the run makes
  bool hub = false;            ///< a path that may be a name on the Hugging Face Hub instead
  unsigned length = 0;         ///< a list must have exactly this many elements, if it has any

  constexpr bool has_min() const { return min > -none; }
  constexpr bool has_max() const { return max < none; }
  constexpr bool has_above() const { return above > -none; }
};

/// Calls `f(choice)` for each of the '|'-separated choices.
constexpr void for_each_choice(std::string_view choices, auto&& f) {
  for (std::size_t from = 0; from <= choices.size() && !choices.empty();) {
    const std::size_t bar = choices.find('|', from);
    const std::size_t to = bar == choices.npos ? choices.size() : bar;
    f(choices.substr(from, to - from));
    from = to + 1;
  }
}

constexpr bool is_choice(std::string_view choices, std::string_view value) {
  for (std::size_t from = 0; from <= choices.size() && !choices.empty();) {
    const std::size_t end = from + value.size();
    if ((end == choices.size() || (end < choices.size() && choices[end] == '|')) && choices.substr(from, value.size()) == value) return true;
    const std::size_t bar = choices.find('|', from);
    if (bar == choices.npos) return false;
    from = bar + 1;
  }
  return false;
}

}  // namespace trainspec::inline v0
