#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "../schema/nearest.hpp"
#include "../schema/utf8.hpp"
#include "report.hpp"

namespace trainspec::inline v0 {

/// A fix that a program can apply: the text at a place, replaced.
struct replacement {
  place at{};
  std::string text{};
};

namespace detail {
constexpr std::string_view unquoted(std::string_view s) {
  return s.size() >= 2 && s.front() == '"' && s.back() == '"' ? s.substr(1, s.size() - 2) : s;
}
}  // namespace detail

/// The fix of an issue as a replacement, where it is certain: a new value for the value at the issue's place, or the right
/// spelling of the key there. A fix that adds or moves a line is not one. The file has to be among `r.files`.
inline std::optional<replacement> replacement_of(const report& r, const issue& i) {
  const std::string_view fix = i.fix;
  const auto file = std::ranges::find_if(r.files, [&](const source_file& f) { return f.name == i.at.file; });
  if (fix.empty() || fix.find('\n') != fix.npos || i.at.file == "--set" || file == r.files.end()) return std::nullopt;
  if (i.at.line == 0 || i.at.column == 0 || i.at.end_column <= i.at.column) return std::nullopt;

  const bool json = fix.front() == '"';
  const std::string_view between = json ? "\": " : " = ";
  const std::size_t end = fix.find(between);
  if (end == fix.npos) return std::nullopt;
  const std::string_view key = fix.substr(json ? 1 : 0, end - (json ? 1 : 0)), value = fix.substr(end + between.size());

  const std::string_view line = line_of(file->content, i.at.line);
  const std::size_t from = column_offset(line, i.at.column), to = column_offset(line, i.at.end_column);
  const std::string_view before = trimmed(line.substr(0, from)), written = line.substr(from, to - from), after = trimmed(line.substr(to));

  const bool is_value = before.ends_with('=') || before.ends_with(':');
  if (is_value && last_name(key) == last_name(i.path)) return replacement{i.at, std::string(value)};

  const bool is_key = after.starts_with('=') || after.starts_with(':');
  const bool misspelt = i.hint == "did you mean " + std::string(key) + "?";  // in this table: else the line has to move
  if (!is_key || !misspelt || detail::unquoted(written) != last_name(i.path)) return std::nullopt;
  return replacement{i.at, written.starts_with('"') ? "\"" + std::string(key) + "\"" : std::string(key)};
}

}  // namespace trainspec::inline v0
