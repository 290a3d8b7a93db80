#pragma once
#include <string>
#include <string_view>

#include "utf8.hpp"

namespace trainspec::inline v0 {

/// Appends a JSON string with its quotes. Non-ASCII text is kept; what is not UTF-8 becomes U+FFFD.
inline void json_quote(std::string& out, std::string_view s) {
  constexpr char digits[] = "0123456789abcdef";
  out += '"';
  for (std::size_t i = 0; i < s.size();) {
    const std::size_t length = utf8_length(s, i);
    if (length == 0) {
      out += "\xEF\xBF\xBD";
      ++i;
      continue;
    }
    if (length > 1) {
      // readers refuse a byte-order mark inside a file
      if (s.substr(i, length) == "\xEF\xBB\xBF")
        out += "\\ufeff";
      else
        out.append(s, i, length);
      i += length;
      continue;
    }
    const char c = s[i++];
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
          out += "\\u00";
          out += digits[static_cast<unsigned char>(c) >> 4];
          out += digits[c & 15];
        } else {
          out += c;
        }
    }
  }
  out += '"';
}

/// The same, as a string of its own.
inline std::string json_quoted(std::string_view s) {
  std::string out;
  json_quote(out, s);
  return out;
}

}  // namespace trainspec::inline v0
