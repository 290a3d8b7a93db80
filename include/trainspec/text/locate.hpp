#pragma once
#include <cstddef>
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

}  // namespace trainspec::inline v0
