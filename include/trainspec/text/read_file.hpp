#pragma once
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "limits.hpp"
#include "problem.hpp"

namespace trainspec::inline v0 {

namespace detail {
inline bool ends_with(std::string_view s, std::string_view end) { return s.size() >= end.size() && s.substr(s.size() - end.size()) == end; }
/// By the name's ending, else by the first character: no TOML file starts with '{'.
inline bool looks_like_json(std::string_view name, std::string_view content) {
  if (ends_with(name, ".json")) return true;
  if (ends_with(name, ".toml")) return false;
  if (content.substr(0, 3) == "\xEF\xBB\xBF") content.remove_prefix(3);
  const std::size_t first = content.find_first_not_of(" \t\r\n");
  return first != content.npos && content[first] == '{';
}

inline void too_large(std::string_view name, report& problems) {
  issue& i = add_problem(problems, "TS1005", std::string(name) + " is larger than 64 MiB: not a job file", name);
  i.reason = text("a job file has a few thousand bytes");
}

/// What places call a file.
inline std::string name_of_file(const std::string& path) { return path == "-" ? "<stdin>" : path; }

/// The bytes of a file or of standard input ("-"). False: it cannot be read, or is larger than 64 MiB; `opened` tells which.
inline bool read_file(const std::string& path, std::string& content, bool& opened, report& problems) {
  const std::string name = name_of_file(path);
  const auto close = [](std::FILE* file) {
    if (file != stdin) std::fclose(file);
  };
  const std::unique_ptr<std::FILE, decltype(close)> opened_file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"), close);
  std::FILE* const f = opened_file.get();
  bool good = f != nullptr;
  if (f != nullptr) {
    char buffer[1 << 14];
    std::size_t n = 0;
    while (content.size() <= max_file_size && (n = std::fread(buffer, 1, sizeof buffer, f)) > 0) content.append(buffer, n);
    good = std::ferror(f) == 0;
  }
  if (!good) {
    opened = false;
    add_problem(problems, "TS1007", name + (f == nullptr ? " cannot be opened" : " cannot be read"), name);
    return false;
  }
  if (content.size() > max_file_size) {
    too_large(name, problems);
    return false;
  }
  return true;
}
}  // namespace detail

}  // namespace trainspec::inline v0
