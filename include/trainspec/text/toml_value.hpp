#pragma once
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

#include "../schema/json_quote.hpp"
#include "../schema/node.hpp"

namespace trainspec::inline v0 {

/// Appends a TOML basic string with its quotes. Its escapes are those of JSON.
inline void toml_quote(std::string& out, std::string_view s) { json_quote(out, s); }

/// Appends a key: bare where TOML allows it, else quoted.
inline void toml_key(std::string& out, std::string_view key) {
  bool bare = !key.empty();
  for (const char c : key)
    bare = bare && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-');
  if (bare)
    out += key;
  else
    toml_quote(out, key);
}

/// The shortest text that gives the same double back, and that TOML reads as a float.
inline std::string toml_number(double d) {
  if (std::isnan(d)) return "nan";
  if (std::isinf(d)) return d > 0 ? "inf" : "-inf";
  char buffer[40];
  const auto r = std::to_chars(buffer, buffer + sizeof buffer, d);
  std::string s(buffer, r.ptr);
  if (s.find_first_of(".e") == s.npos) s += ".0";
  return s;
}

/// Appends a value on one line: arrays and tables are written inline.
inline void toml_value(std::string& out, const node& n) {
  bool first = true;
  const auto comma = [&] {
    if (!first) out += ", ";
    first = false;
  };
  switch (n.is) {
    case node::kind::null: out += "null"; break;
    case node::kind::boolean: out += n.boolean ? "true" : "false"; break;
    case node::kind::integer: out += n.string.empty() ? std::to_string(n.integer) : n.string; break;
    case node::kind::number: out += n.string.empty() ? toml_number(n.number) : n.string; break;
    case node::kind::string: toml_quote(out, n.string); break;
    case node::kind::datetime: out += n.string; break;
    case node::kind::array:
      out += '[';
      for (const node& item : n.items) {
        comma();
        toml_value(out, item);
      }
      out += ']';
      break;
    case node::kind::table:
      out += n.entries.empty() ? "{" : "{ ";
      for (const auto& [key, value] : n.entries) {
        comma();
        toml_key(out, key);
        out += " = ";
        toml_value(out, value);
      }
      out += n.entries.empty() ? "}" : " }";
      break;
  }
}

/// The same, as a string of its own.
inline std::string toml_text(const node& n) {
  std::string s;
  toml_value(s, n);
  return s;
}

}  // namespace trainspec::inline v0
