#pragma once
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "../schema/describe.hpp"
#include "../schema/nearest.hpp"
#include "../schema/node.hpp"
#include "toml_value.hpp"

namespace trainspec::inline v0 {

namespace detail {

/// Whether TOML reads a text as a float.
inline bool is_toml_float(std::string_view s) {
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  if (!s.empty() && s.front() == '-') s.remove_prefix(1);
  if (s.empty() || !digit(s.front()) || !digit(s.back()) || (s.size() > 1 && s[0] == '0' && digit(s[1]))) return false;
  const std::size_t dot = s.find('.');
  return dot == s.npos ? s.find_first_of("eE") != s.npos : digit(s[dot + 1]);
}
/// The integer that a float stands for; empty when it has a fraction or is not exact.
inline std::string whole(double d) {
  if (!(d > -9.007199254740992e15 && d < 9.007199254740992e15) || d != std::floor(d)) return {};
  return std::to_string(static_cast<std::int64_t>(d));
}

/// A value as a field wants it, where that is certain: "1000" without its quotes, 1e3 as 1000, 1 as true; else empty. `literal`
/// is the value as written.
inline std::string retyped(const node& n, field_kind wanted, const std::string& literal) {
  if (n.is == node::kind::string && wanted == field_kind::strings) return "[" + toml_text(n) + "]";
  if (n.is == node::kind::string) {
    const std::string s(trimmed(n.string));
    if (wanted == field_kind::boolean) {
      if (same_but_for_case(s, "true") || s == "1" || same_but_for_case(s, "yes") || same_but_for_case(s, "on")) return "true";
      if (same_but_for_case(s, "false") || s == "0" || same_but_for_case(s, "no") || same_but_for_case(s, "off")) return "false";
      return {};
    }
    const char* const end = s.data() + s.size();
    std::int64_t i = 0;
    if (auto [p, ec] = std::from_chars(s.data(), end, i); ec == std::errc{} && p == end) return std::to_string(i);
    double d = 0;
    const auto [p, ec] = std::from_chars(s.data(), end, d);
    if (ec != std::errc{} || p != end || !std::isfinite(d)) return {};
    if (wanted == field_kind::number) return is_toml_float(s) ? s : toml_number(d);
    return wanted == field_kind::integer ? whole(d) : std::string{};
  }
  if (n.is == node::kind::number && wanted == field_kind::integer) return whole(n.number);
  if (wanted == field_kind::boolean && n.is == node::kind::integer && (n.integer == 0 || n.integer == 1))
    return n.integer == 1 ? "true" : "false";
  if (!n.string.empty()) return {};  // a number that 64 bits do not hold
  const bool scalar_kind =
      n.is == node::kind::integer || n.is == node::kind::number || n.is == node::kind::boolean || n.is == node::kind::datetime;
  if (wanted == field_kind::string && scalar_kind) return "\"" + literal + "\"";
  const bool fits = (wanted == field_kind::integers && n.is == node::kind::integer) ||
                    (wanted == field_kind::numbers && (n.is == node::kind::integer || n.is == node::kind::number));
  return fits ? "[" + literal + "]" : std::string{};
}
}  // namespace detail

}  // namespace trainspec::inline v0
