#pragma once
#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assign.hpp"
#include "extends.hpp"
#include "hf_folder.hpp"
#include "json_read.hpp"
#include "locate.hpp"
#include "read_file.hpp"
#include "set.hpp"
#include "toml_read.hpp"

namespace trainspec::inline v0 {

/// What was read: a job file, the config.json of a Hugging Face model, which gives `[model]` alone, or the index of its
/// weights, which gives nothing.
enum class loaded_from : unsigned char { job_file, hugging_face, hugging_face_index };

/// A job that was read, with everything that was wrong with its text.
template <described J>
struct loaded {
  sourced<J> job{};
  report problems{};
  loaded_from from = loaded_from::job_file;
  bool opened = true;                 ///< false: the file could not be opened or read
  bool parsed = false;                ///< false: the text is no TOML or JSON, and the job has only defaults
  std::vector<overridden> history{};  ///< values that a stronger layer replaced, in the order of replacing
  std::vector<int> unread{};          ///< numbers of fields that were given but could not be read: the job has their defaults

  std::vector<issue> reading{};  ///< of `problems`, those that reading found; set by check_loaded
  bool checked = false;

  node root{};                     ///< what was read, with all places; null when nothing was
  std::vector<base_file> bases{};  ///< the files that it extends, the weakest first
  bool whole = true;               ///< false: one of them could not be read, and its values are missing

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
/// File by file, by line and column; what has no place goes last, and settings after files.
inline void sort_issues(report& r) {
  const std::size_t files = r.files.size();
  const auto rank = [&](const issue& i) {
    if (i.at.line == 0) return files + 2;
    if (i.at.file == "--set") return files + 1;
    std::size_t n = 0;
    while (n < files && !(r.files[n].name == i.at.file)) ++n;
    return n;
  };
  std::stable_sort(r.issues.begin(), r.issues.end(), [&](const issue& a, const issue& b) {
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    if (rank(a) == files + 2) return false;
    return a.at.line != b.at.line ? a.at.line < b.at.line : a.at.column < b.at.column;
  });
}

}  // namespace detail

/// Reads a job from a text, TOML or JSON, and the files that it extends, then applies command-line settings. `name` is what
/// places name; relative paths in the text, and the names of files that it extends, are relative to its folder, if it has one.
template <described J>
loaded<J> load_string(std::string_view content, std::string_view name, std::span<const std::string> settings = {}) {
  loaded<J> out;
  if (looks_like_safetensors(content)) {
    wrong_hf_file(hf_kind::weights, name, out.problems);
    return out;
  }
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
  const hf_kind kind = json && root ? hf_kind_of(*root) : hf_kind::none;
  if (kind == hf_kind::config) {
    out.from = loaded_from::hugging_face;
    out.parsed = read_hf_config(*root, out.job, out.problems, file, out.unread);
    out.root = std::move(*root);
  } else if (kind != hf_kind::none) {
    out.parsed = false;
    if (kind == hf_kind::index) out.from = loaded_from::hugging_face_index;
    wrong_hf_file(kind, name, out.problems);
  } else if (root) {
    const auto assign_file = [&](const node& n, const source_file& f) {
      assign_options options;
      options.folder = folder_of(f.name.view());
      options.history = &out.history;
      options.unread = &out.unread;
      assign(n, out.job, out.problems, f, options);
    };
    const auto is_extends = [](const auto& known) { return known.path == "extends"; };
    if (!std::ranges::any_of(rows_of<J>(), is_extends) && !std::ranges::any_of(sections_of<J>(), is_extends))
      out.whole = detail::base_reader(out.problems, out.bases).read(*root, file, assign_file);
    assign_file(*root, file);
    out.root = std::move(*root);
  }
  apply_settings(settings, out.job, out.problems, &out.history, &out.unread);
  finish_fixes(out.problems, rows_of<J>());
  detail::sort_issues(out.problems);
  return out;
}

/// Reads a job from a file, or the model of a Hugging Face folder; "-" is standard input. Never throws; what cannot be
/// opened has `opened` false and TS1007.
template <described J>
loaded<J> load_file(const std::string& path, std::span<const std::string> settings = {}) {
  const bool folder = path != "-" && is_folder(path);
  const std::string file = folder ? in_folder(path, "config.json") : path;
  loaded<J> out;
  if (detail::ends_with(file, ".safetensors")) {
    wrong_hf_file(hf_kind::weights, file, out.problems);
    return out;
  }
  std::string content;
  if (!detail::read_file(file, content, out.opened, out.problems)) return out;
  out = load_string<J>(content, detail::name_of_file(file), settings);
  if (out.from == loaded_from::hugging_face_index) {
    report shards;
    const std::size_t slash = file.rfind('/') + 1;
    check_hf_shards(folder_of(file), std::string_view(file).substr(slash), shards);
    merge_issues(out.problems, shards);
  }
  if (folder && out.from == loaded_from::hugging_face && out.parsed) {
    check_hf_folder(path, out.root, out.job.value.model, out.problems);
    detail::sort_issues(out.problems);
  }
  return out;
}

}  // namespace trainspec::inline v0
