#pragma once
#include <cstddef>
#include <string_view>

namespace trainspec::inline v0 {

namespace detail {
/// Whether `c` is in the set that starts after '[' at `p`; `next` is where the pattern goes on. A set without its end is
/// a plain '['.
constexpr bool in_set(std::string_view pattern, std::size_t p, char c, std::size_t& next, bool& closed) {
  std::size_t i = p;
  bool negated = false, found = false;
  if (i < pattern.size() && pattern[i] == '!') {
    negated = true;
    ++i;
  }
  const std::size_t first = i;
  while (i < pattern.size() && (pattern[i] != ']' || i == first)) {
    if (i + 2 < pattern.size() && pattern[i + 1] == '-' && pattern[i + 2] != ']') {
      found = found || (pattern[i] <= c && c <= pattern[i + 2]);
      i += 3;
    } else {
      found = found || pattern[i] == c;
      ++i;
    }
  }
  closed = i < pattern.size();
  next = i + 1;
  return found != negated;
}
}  // namespace detail

/// Python's fnmatch.fnmatchcase: `*` any characters (dots too), `?` one, `[a-z]` and `[!a-z]` sets; the whole name must
/// match. Linear in pattern x name: only the last `*` is ever returned to.
constexpr bool matches(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0, star = std::string_view::npos, mark = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      mark = n;
      continue;
    }
    if (p < pattern.size() && pattern[p] == '[') {
      std::size_t next = 0;
      bool closed = false;
      const bool hit = detail::in_set(pattern, p + 1, name[n], next, closed);
      if (closed && hit) {
        p = next;
        ++n;
        continue;
      }
      if (!closed && name[n] == '[') {
        ++p;
        ++n;
        continue;
      }
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p;
      ++n;
      continue;
    }
    if (star == std::string_view::npos) return false;
    p = star + 1;
    n = ++mark;
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace trainspec::inline v0
