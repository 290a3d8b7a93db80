#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace trainspec::inline v0::detail {

/// Behind the TOML string whose first quote stands at `at`. One that is not closed ends before the end of its line or, of many
/// lines, with the text.
inline std::size_t toml_string_end(std::string_view s, std::size_t at) {
  const char quote = s[at];
  const bool many = s.substr(at, 3) == std::string(3, quote);
  for (at += many ? 3 : 1; at < s.size(); ++at) {
    if (s[at] == '\\' && quote == '"') {
      ++at;
    } else if (!many && s[at] == '\n') {
      return at;
    } else if (!many && s[at] == quote) {
      return at + 1;
    } else if (many && s.substr(at, 3) == std::string(3, quote)) {
      at += 3;
      // up to two quotes more belong to the string
      for (int more = 0; more < 2 && at < s.size() && s[at] == quote; ++more) ++at;
      return at;
    }
  }
  return s.size();
}

}  // namespace trainspec::inline v0::detail
