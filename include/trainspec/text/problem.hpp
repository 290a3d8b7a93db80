#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "../report/reading_codes.hpp"
#include "../report/report.hpp"
#include "../schema/utf8.hpp"

namespace trainspec::inline v0 {

/// "job.toml:14:11": how a place is written as an origin.
inline std::string origin_text(std::string_view file, std::uint32_t line, std::uint32_t column) {
  std::string s(file);
  if (line > 0) s += ":" + std::to_string(line);
  if (line > 0 && column > 0) s += ":" + std::to_string(column);
  return s;
}

/// Adds an error with a place in a file. The reference is good until the next issue is added.
inline issue& add_problem(report& problems, std::string_view code, std::string_view message, std::string_view file, std::uint32_t line = 0,
                          std::uint32_t column = 0, std::uint32_t end_column = 0) {
  issue i;
  i.code = code;
  i.title = title_of_reading(code);
  i.message = message;
  i.at = {file, line, column, end_column};
  i.origin = origin_text(file, line, column);
  return problems.issues.emplace_back(std::move(i));
}

/// Sees that a content is UTF-8 without NUL bytes; gives it without a byte-order mark at its start. False: what is wrong
/// (TS1003, with its place) was added to `problems`. Sources: RFC 8259 section 8.1, TOML 1.0 section "Spec".
inline bool check_encoding(std::string_view& content, std::string_view file, report& problems) {
  const auto starts = [&](std::string_view s) { return content.substr(0, s.size()) == s; };
  const bool zero_first = content.size() >= 2 && content[0] == '\0' && content[1] != '\0';
  const bool zero_second = content.size() >= 2 && content[0] != '\0' && content[1] == '\0';
  if (starts("\xFF\xFE") || starts("\xFE\xFF") || zero_first || zero_second) {
    const bool little = starts("\xFF\xFE") || zero_second;
    issue& i =
        add_problem(problems, "TS1003",
                    std::string("the file is UTF-16 (") + (little ? "little" : "big") + " endian); it needs to be UTF-8", file, 1, 1, 2);
    i.reason = text("TOML and JSON files are UTF-8");
    i.fix = "iconv -f UTF-16 -t UTF-8";
    return false;
  }
  if (starts("\xEF\xBB\xBF")) content.remove_prefix(3);
  position_cursor at(content);
  for (std::size_t i = 0; i < content.size();) {
    const std::size_t length = utf8_length(content, i);
    const bool mark = length == 3 && content.substr(i, 3) == "\xEF\xBB\xBF";
    if (length != 0 && content[i] != '\0' && !mark) {
      i += length;
      continue;
    }
    at.move_to(i);
    const std::string where = " at line " + std::to_string(at.line) + " column " + std::to_string(at.column);
    std::string message;
    if (mark) {
      message = "byte-order mark" + where + " (invisible); delete it";
    } else if (length == 1) {
      message = "NUL byte" + where;
    } else {
      constexpr char digits[] = "0123456789ABCDEF";
      const auto byte = static_cast<unsigned char>(content[i]);
      message = std::string("byte 0x") + digits[byte >> 4] + digits[byte & 15] + where + " is not UTF-8";
    }
    issue& p = add_problem(problems, "TS1003", message, file, at.line, at.column, at.column + 1);
    p.reason = mark ? text("a byte-order mark may only stand at the start of a file") : text("TOML and JSON files are UTF-8 text");
    return false;
  }
  return true;
}

}  // namespace trainspec::inline v0
