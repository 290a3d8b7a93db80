#pragma once
#include <algorithm>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assign.hpp"
#include "json_read.hpp"
#include "locate.hpp"
#include "set.hpp"
#include "toml_read.hpp"

namespace trainspec::inline v0 {

/// A job that was read, with everything that was wrong with its text.
template <described J>
struct loaded {
  sourced<J> job{};
  report problems{};
  bool opened = true;                 ///< false: the file could not be opened or read
  bool parsed = false;                ///< false: the text is no TOML or JSON, and the job has only defaults
  std::vector<overridden> history{};  ///< values that a stronger layer replaced, in the order of replacing
  std::vector<int> unread{};          ///< numbers of fields that were given but could not be read: the job has their defaults

  std::vector<issue> reading{};  ///< of `problems`, those that reading found; set by check_loaded
  bool checked = false;

  node root{};  ///< what was read, with all places; null when nothing was

  bool ok() const { return opened && problems.ok(); }
  /// 0 good, 1 errors in the job, 2 the file cannot be opened.
  int exit_code() const { return !opened ? 2 : problems.ok() ? 0 : 1; }
};

/// Adds the issues that are not in a report yet (same code, field and place), in the order of the file.
inline void merge_issues(report& into, const report& more) {
  const std::size_t had = into.issues.size();
  for (const issue& i : more.issues) {
    const auto same = [&](const issue& o) {
      return o.code == i.code && o.path == i.path && o.at.file == i.at.file && o.at.line == i.at.line;
    };
    if (std::none_of(into.issues.begin(), into.issues.begin() + static_cast<std::ptrdiff_t>(had), same)) into.issues.push_back(i);
  }
  for (const source_file& f : more.files)
    if (std::none_of(into.files.begin(), into.files.end(), [&](const source_file& o) { return o.name == f.name; })) into.files.push_back(f);
  if (into.target.empty()) into.target = more.target;
}

namespace detail {
/// By line and column; what has no place goes last, and settings after files.
inline void sort_issues(report& r) {
  const auto rank = [](const issue& i) { return i.at.line == 0 ? 2 : i.at.file == "--set" ? 1 : 0; };
  std::stable_sort(r.issues.begin(), r.issues.end(), [&](const issue& a, const issue& b) {
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    if (rank(a) == 2) return false;
    return a.at.line != b.at.line ? a.at.line < b.at.line : a.at.column < b.at.column;
  });
}

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

/// Reads a job from a text, TOML or JSON, then applies command-line settings. `name` is what places name; relative paths in
/// the text are relative to its folder, if it has one.
template <described J>
loaded<J> load_string(std::string_view content, std::string_view name, std::span<const std::string> settings = {}) {
  loaded<J> out;
  if (content.size() > max_file_size) {
    detail::too_large(name, out.problems);
    return out;
  }
  std::string_view shown = content;
  if (shown.substr(0, 3) == "\xEF\xBB\xBF") shown.remove_prefix(3);
  const source_file file{text(name), text(shown)};
  out.problems.files.push_back(file);
  const bool json = detail::looks_like_json(name, content);
  std::optional<node> root = json ? parse_json(content, name, out.problems) : parse_toml(content, name, out.problems);
  out.parsed = root.has_value();
  if (root) {
    assign_options options;
    options.folder = folder_of(name);
    options.history = &out.history;
    options.unread = &out.unread;
    assign(*root, out.job, out.problems, file, options);
    out.root = std::move(*root);
  }
  apply_settings(settings, out.job, out.problems, &out.history, &out.unread);
  finish_fixes(out.problems, rows_of<J>());
  detail::sort_issues(out.problems);
  return out;
}

/// Reads a job from a file; "-" is standard input. Never throws; what cannot be opened has `opened` false and TS1007.
template <described J>
loaded<J> load_file(const std::string& path, std::span<const std::string> settings = {}) {
  loaded<J> out;
  std::string content;
  if (!detail::read_file(path, content, out.opened, out.problems)) return out;
  return load_string<J>(content, detail::name_of_file(path), settings);
}

}  // namespace trainspec::inline v0
