#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "../schema/node.hpp"
#include "../schema/utf8.hpp"
#include "toml_value.hpp"

namespace trainspec::inline v0 {

/// A file's text with its lines found, to show values as they were written.
class source_text {
 public:
  explicit source_text(std::string_view content) : content_(content) {
    starts_.push_back(0);
    for (std::size_t i = 0; i < content.size(); ++i)
      if (content[i] == '\n') starts_.push_back(i + 1);
    const std::size_t first = content.find_first_not_of(" \t\r\n");
    json_ = first != content.npos && content[first] == '{';
  }

  /// A job file that starts with '{' is JSON: no TOML file can.
  bool is_json() const { return json_; }

  /// A value as written, if it stands on one line; else as TOML would have it.
  std::string value(const node& n) const {
    if (n.line == 0 || n.line > starts_.size() || n.end_column <= n.column || n.column > 100000 || n.is == node::kind::table)
      return n.is == node::kind::table ? std::string{} : toml_text(n);
    const std::size_t from = starts_[n.line - 1];
    const std::size_t to = n.line < starts_.size() ? starts_[n.line] : content_.size();
    const std::string_view line = content_.substr(from, to - from);
    const std::size_t start = column_offset(line, n.column), end = column_offset(line, n.end_column);
    // an array's first line is not the whole of it
    if (n.is == node::kind::array && (end == start || line[end - 1] != ']')) return toml_text(n);
    const bool many_lines = line.substr(start, 3) == "\"\"\"" || line.substr(start, 3) == "'''";
    return many_lines ? toml_text(n) : std::string(line.substr(start, end - start));
  }

 private:
  std::string_view content_;
  std::vector<std::size_t> starts_{};
  bool json_ = false;
};

}  // namespace trainspec::inline v0
