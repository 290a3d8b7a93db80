#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "../schema/utf8.hpp"
#include "report.hpp"

namespace trainspec::inline v0 {

struct text_style {
  bool color = false;
};

namespace detail {
/// Text from a file, safe for a terminal: control characters become '?', tabs blanks, bytes that are not UTF-8 '?'.
inline std::string printable(std::string_view s) {
  std::string out;
  for (std::size_t i = 0; i < s.size();) {
    const std::size_t n = utf8_length(s, i);
    const auto c = static_cast<unsigned char>(s[i]);
    if (n == 0 || (n == 1 && (c < 0x20 || c == 0x7f)) || (n == 2 && c == 0xC2 && static_cast<unsigned char>(s[i + 1]) < 0xA0))
      out += c == '\t' ? ' ' : '?';
    else
      out.append(s.substr(i, n));
    i += n == 0 ? 1 : n;
  }
  return out;
}

/// Code points `from` (counted from 0) up to `count` of them.
inline std::string_view slice(std::string_view s, std::size_t from, std::size_t count) {
  std::size_t at = 0;
  const auto skip = [&](std::size_t n) {
    for (; n > 0 && at < s.size(); --n) {
      const std::size_t length = utf8_length(s, at);
      at += length == 0 ? 1 : length;
    }
  };
  skip(from);
  const std::size_t first = at;
  skip(count);
  return s.substr(first, at - first);
}

inline void write_picture(std::string& out, const report& r, const issue& i) {
  std::string_view content;
  bool known = false;
  for (const source_file& f : r.files)
    if (f.name == i.at.file) {
      content = f.content;
      known = true;
    }
  std::string_view line = known ? line_of(content, i.at.line) : std::string_view{};
  const std::string number = std::to_string(i.at.line);
  const std::string margin(number.size(), ' ');
  if (!known || line.empty()) {
    if (!i.hint.empty()) out += "   = hint: " + printable(i.hint) + "\n";
    return;
  }
  // a window of a long line, so that the place is seen
  constexpr std::size_t width = 160;
  std::size_t column = i.at.column > 0 ? i.at.column - 1 : 0;
  std::size_t from = column > width - 60 ? column - 40 : 0;
  const std::string shown = printable(slice(line, from, width));
  out += " " + margin + " |\n " + number + " | " + shown + "\n " + margin + " | ";
  if (i.at.column > 0) {
    std::size_t length = i.at.end_column > i.at.column ? i.at.end_column - i.at.column : 1;
    const std::size_t room = from + width > column ? from + width - column : 1;
    if (length > room) length = room;
    out += std::string(column - from, ' ') + std::string(length, '^');
    if (!i.hint.empty()) out += " " + printable(i.hint);
  }
  out += "\n " + margin + " |\n";
}
}  // namespace detail

/// One issue with its place, a picture of the line, what it depends on, why and the fix.
inline void write_text(std::string& out, const report& r, const issue& i, const text_style& style = {}) {
  using detail::printable;
  const char* color = i.severity == severity::error ? "\033[1;31m" : i.severity == severity::warning ? "\033[1;33m" : "\033[1;36m";
  if (style.color) out += color;
  out += name_of(i.severity);
  out += "[";
  out += i.code;
  out += "]";
  if (style.color) out += "\033[0m";
  out += ": " + printable(i.message) + "\n";
  if (i.at.line > 0) {
    const bool argument = i.at.file == "--set";  // its lines are the settings
    out += "  --> " + printable(i.at.file) + (argument ? " argument " : ":") + std::to_string(i.at.line);
    if (i.at.column > 0) out += (argument ? ", column " : ":") + std::to_string(i.at.column);
    out += "\n";
    detail::write_picture(out, r, i);
  } else {
    std::string where(i.at.file.view());
    if (where.empty())
      where = i.origin.view();
    else if (!i.origin.empty() && i.origin != i.at.file.view())
      where += " (" + std::string(i.origin.view()) + ")";
    if (!where.empty()) out += "  --> " + printable(where) + "\n";
    if (!i.hint.empty()) out += "   = hint: " + printable(i.hint) + "\n";
  }
  for (const related& other : i.related) {
    if (other.message.empty() || other.origin == "default") continue;
    if (other.at.line == i.at.line && other.at.column == i.at.column && other.at.file == i.at.file && other.at.line > 0) continue;
    out += "  ::: " + printable(other.origin) + (other.at.line > 0 ? ": " : " sets ") + printable(other.message) + "\n";
  }
  if (!i.reason.empty()) {
    out += "   = why: " + printable(i.reason);
    if (!i.source.empty()) out += " [" + printable(i.source) + "]";
    out += "\n";
  }
  if (!i.fix.empty()) {
    std::string fix;
    for (std::string_view rest = i.fix; !rest.empty();) {
      const std::size_t end = rest.find('\n');
      fix += (fix.empty() ? "" : "\n          ") + printable(rest.substr(0, end));
      rest = end == rest.npos ? std::string_view{} : rest.substr(end + 1);
    }
    out += "   = fix: " + fix + "\n";
  }
}

/// The whole report as people read it; empty when there is nothing to say.
inline std::string to_text(const report& r, const text_style& style = {}) {
  std::string out;
  for (const issue& i : r.issues) {
    write_text(out, r, i, style);
    out += "\n";
  }
  return out;
}

/// "2 errors, 1 warning", or "good".
inline std::string summary_of(const report& r) {
  const auto many = [](std::size_t n, const char* what) { return std::to_string(n) + " " + what + (n == 1 ? "" : "s"); };
  if (r.errors() == 0 && r.warnings() == 0) return "good";
  std::string s;
  if (r.errors() > 0) s = many(r.errors(), "error");
  if (r.warnings() > 0) s += (s.empty() ? "" : ", ") + many(r.warnings(), "warning");
  return s;
}
/// "2 errors (for torchtitan-0.3)".
inline std::string summary_with_target(const report& r) {
  std::string s = summary_of(r);
  if (!r.target.empty()) s += " (for " + std::string(r.target.view()) + ")";
  return s;
}

}  // namespace trainspec::inline v0
