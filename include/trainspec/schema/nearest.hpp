#pragma once
#include <cstddef>
#include <string_view>

#include "facts.hpp"

namespace trainspec::inline v0 {

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

constexpr std::string_view trimmed(std::string_view s) {
  while (!s.empty() && (s.front() == ' ' || s.front() == '\t')) s.remove_prefix(1);
  while (!s.empty() && (s.back() == ' ' || s.back() == '\t')) s.remove_suffix(1);
  return s;
}

/// The last part of a dotted path: "seq_len" of "training.seq_len".
constexpr std::string_view last_name(std::string_view path) { return path.substr(path.rfind('.') + 1); }
/// Whether a path names something in a section, however deep.
constexpr bool is_inside(std::string_view path, std::string_view section) {
  return path.size() > section.size() && path.starts_with(section) && path[section.size()] == '.';
}

constexpr bool same_but_for_case(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (lower(a[i]) != lower(b[i])) return false;
  return true;
}

/// Characters to change, add, drop or swap with their neighbour to get from `a` to `b`, upper and lower case alike. Texts
/// beyond 63 bytes, and distances above `most`, give `most + 1`.
constexpr int edit_distance(std::string_view a, std::string_view b, int most = 63) {
  constexpr std::size_t longest = 63;
  const std::size_t apart = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (a.size() > longest || b.size() > longest || apart > static_cast<std::size_t>(most)) return most + 1;
  int rows[3][longest + 1]{};
  int *before = rows[0], *last = rows[1], *now = rows[2];
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = static_cast<int>(i);
    int best = now[0];
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      int d = last[j - 1] + (same ? 0 : 1);
      if (last[j] + 1 < d) d = last[j] + 1;
      if (now[j - 1] + 1 < d) d = now[j - 1] + 1;
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped && before[j - 2] + 1 < d) d = before[j - 2] + 1;
      now[j] = d;
      if (d < best) best = d;
    }
    if (best > most) return most + 1;
    int* const spare = before;
    before = last;
    last = now;
    now = spare;
  }
  return last[b.size()] <= most ? last[b.size()] : most + 1;
}

/// Finds, among names offered one by one, the one that was most likely meant. A name is only near if less than about a
/// third of it differs: a wrong guess is worse than none.
class nearest {
 public:
  constexpr explicit nearest(std::string_view written) : written_(trimmed(written)), distance_(static_cast<int>(written_.size() / 3) + 1) {
    if (distance_ > 5) distance_ = 5;
    if (written_.size() < 3) distance_ = 2;  // of a name this short one character may differ
  }
  constexpr void offer(std::string_view name) {
    if (name.empty()) return;
    const int d = edit_distance(written_, name, distance_ - 1);
    if (d >= distance_ || d >= static_cast<int>(name.size())) return;
    distance_ = d;
    best_ = name;
  }
  /// Empty when nothing is near.
  constexpr std::string_view best() const { return best_; }

 private:
  std::string_view written_;
  std::string_view best_{};
  int distance_;
};

/// Whether the characters of `part` come in this order in `whole`: "bf16" in "bfloat16", "cos" in "cosine".
constexpr bool abbreviates(std::string_view part, std::string_view whole) {
  std::size_t at = 0;
  for (const char c : whole)
    if (at < part.size() && lower(part[at]) == lower(c)) ++at;
  return at == part.size();
}

/// The choice that was most likely meant; empty when none is near. Blanks around it and upper or lower case do not count.
constexpr std::string_view nearest_choice(std::string_view choices, std::string_view written) {
  nearest n(written);
  for_each_choice(choices, [&](std::string_view c) { n.offer(c); });
  if (!n.best().empty() || trimmed(written).size() < 3) return n.best();
  std::string_view found;
  int count = 0;
  for_each_choice(choices, [&](std::string_view c) {
    if (!abbreviates(trimmed(written), c)) return;
    found = c;
    ++count;
  });
  return count == 1 ? found : std::string_view{};
}

}  // namespace trainspec::inline v0
