#pragma once
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "../schema/node.hpp"
#include "json_read.hpp"
#include "read_file.hpp"

namespace trainspec::inline v0 {

/// A JSON file of a model folder.
struct hf_document {
  std::string name{};     ///< as places name it
  std::string content{};  ///< without a byte-order mark
  node root{};
};

/// Whether a name leads to something that is a folder.
inline bool is_folder(const std::string& path) {
  std::error_code ignored;
  return path.find('\0') == path.npos && std::filesystem::is_directory(path, ignored);
}
inline bool is_there(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}
inline std::string in_folder(std::string_view folder, std::string_view name) {
  std::string path(folder);
  if (!path.empty() && path.back() != '/') path += '/';
  return path += name;
}

/// Reads one JSON object of a folder, if the folder has it. Nothing, with what is wrong in `problems`, when it is no JSON
/// object. The text goes to the report's files, for pictures.
inline std::optional<hf_document> read_hf_document(std::string_view folder, std::string_view name, report& problems) {
  hf_document d;
  d.name = in_folder(folder, name);
  if (!is_there(d.name)) return std::nullopt;
  bool opened = true;
  if (!detail::read_file(d.name, d.content, opened, problems)) return std::nullopt;
  if (d.content.starts_with("\xEF\xBB\xBF")) d.content.erase(0, 3);
  problems.files.push_back({text(d.name), text(d.content)});
  std::optional<node> root = parse_json(d.content, d.name, problems);
  if (!root) return std::nullopt;
  if (root->is != node::kind::table) {
    add_problem(problems, "TS1201", d.name + " holds " + std::string(name_of(root->is)) + "; it needs an object", d.name, root->line,
                root->column, root->end_column);
    return std::nullopt;
  }
  d.root = std::move(*root);
  return d;
}

}  // namespace trainspec::inline v0
