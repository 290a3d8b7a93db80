#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "../report/report.hpp"
#include "../schema/node.hpp"
#include "../schema/origins.hpp"

namespace trainspec::inline v0 {

/// The value at a path such as "override.imports[1].fqns[0]", or null.
inline const node* find_path(const node& root, std::string_view path) {
  const node* at = &root;
  while (at != nullptr && !path.empty()) {
    if (path.front() == '.') path.remove_prefix(1);
    if (!path.empty() && path.front() == '[') {
      std::size_t index = 0, i = 1;
      for (; i < path.size() && path[i] >= '0' && path[i] <= '9'; ++i) index = index * 10 + static_cast<std::size_t>(path[i] - '0');
      if (i == 1 || i >= path.size() || path[i] != ']' || index >= at->items.size()) return nullptr;
      at = &at->items[index];
      path.remove_prefix(i + 1);
      continue;
    }
    const std::size_t end = path.find_first_of(".[");
    at = at->find(path.substr(0, end));
    path = end == path.npos ? std::string_view{} : path.substr(end);
  }
  return at;
}

/// Gives issues that name an element of a list the place of that element in the file: origins know only whole fields.
inline void locate_elements(report& r, const node& root, std::string_view file) {
  for (issue& i : r.issues) {
    if (i.at.line == 0 || !(i.at.file == file) || i.path.view().find('[') == std::string_view::npos) continue;
    const node* element = find_path(root, i.path);
    if (element == nullptr || element->line == 0) continue;
    i.at.line = element->line;
    i.at.column = element->column;
    i.at.end_column = element->end_column;
    i.origin = words_of({way::file, 0, element->line, element->column, element->end_column}, file);
  }
}

/// Gives issues of a job that was read what belongs to its text: the file's name where nobody wrote the value, and a fix
/// that can be pasted where the value stands, be that TOML, JSON or a setting of the command line.
inline void word_fixes(report& r, const node& root, std::string_view file, bool json) {
  for (issue& i : r.issues) {
    if (i.at.file.empty()) i.at.file = text::copy(file);
    const std::string_view fix = i.fix, path = i.path;
    const std::size_t equals = fix.find(" = ");
    const std::size_t dot = path.rfind('.');
    const bool setting = equals != fix.npos && fix.find('\n') == fix.npos &&
                         fix.substr(0, equals).find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789") == fix.npos;
    if (!setting || path.empty() || path.find('[') != path.npos) continue;
    const std::string key(fix.substr(0, equals)), value(fix.substr(equals + 3));
    const std::string section(dot == path.npos ? std::string_view{} : path.substr(0, dot));
    const node* const table = find_path(root, section);
    if (i.at.file == "--set")
      i.fix = "--set " + (section.empty() ? key : section + "." + key) + "=" + value;
    else if (json && (section.empty() || table != nullptr))
      i.fix = "\"" + key + "\": " + value;
    else if (json)
      i.fix = "\"" + section + "\": {\"" + key + "\": " + value + "}";
    else if (!section.empty() && table == nullptr)
      i.fix = "[" + section + "]\n" + key + " = " + value;
  }
}

}  // namespace trainspec::inline v0
