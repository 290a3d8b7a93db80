#pragma once
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "../report/report.hpp"
#include "../rules/ranges.hpp"
#include "../schema/nearest.hpp"
#include "../schema/node.hpp"
#include "../schema/origins.hpp"
#include "../schema/rows.hpp"
#include "../schema/utf8.hpp"

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

/// "--set section.key=value" as a shell takes it.
inline std::string set_argument(const std::string& setting) {
  if (setting.find_first_of(" \"'\\[]{}()<>|&;*?~#$`!\n\t") == setting.npos) return "--set " + setting;
  std::string quoted = "--set '";
  for (const char c : setting) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

/// Gives issues of a job that was read a fix that can be pasted where the value stands, be that TOML, JSON or a setting of
/// the command line. `root` is of the text `file`, whose issues are looked at, with those of settings.
inline void word_fixes(report& r, const node& root, std::string_view file, bool json) {
  for (issue& i : r.issues) {
    if (!(i.at.file == file) && !(i.at.file == "--set")) continue;
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
      i.fix = set_argument((section.empty() ? key : section + "." + key) + "=" + value);
    else if (json && (section.empty() || table != nullptr))
      i.fix = "\"" + key + "\": " + value;
    else if (json)
      i.fix = "\"" + section + "\": {\"" + key + "\": " + value + "}";
    else if (!section.empty() && table == nullptr)
      i.fix = "[" + section + "]\n" + key + " = " + value;
  }
}

namespace detail {
/// Whether a field could take a value that a fix gives it, as far as its description tells.
inline bool field_takes(const row& r, std::string_view value) {
  scalar s;
  const char* const end = value.data() + value.size();
  if (value.size() >= 2 && value.front() == '"' && value.back() == '"') {
    s = {field_kind::string, 0, 0, value.substr(1, value.size() - 2)};
  } else if (auto [p, ec] = std::from_chars(value.data(), end, s.integer); ec == std::errc{} && p == end) {
    s.kind = field_kind::integer;
  } else if (auto [q, failed] = std::from_chars(value.data(), end, s.number); failed == std::errc{} && q == end) {
    s.kind = field_kind::number;
  } else {
    return true;
  }
  return !range_issue(r.path, {}, r.about, s);
}
}  // namespace detail

/// The last look at fixes, of reading and of rules: one that its field would refuse goes, and one for a key that the file
/// writes with dots ("model.flavor = ...") gets them too.
inline void finish_fixes(report& r, const std::vector<row>& rows) {
  constexpr std::string_view name_characters = "abcdefghijklmnopqrstuvwxyz_0123456789";
  for (issue& i : r.issues) {
    const std::string fix(i.fix.view()), path(i.path.view());
    const std::size_t equals = fix.find(" = ");
    if (equals == fix.npos || fix.find('\n') != fix.npos || fix.substr(0, equals).find_first_not_of(name_characters) != fix.npos) continue;
    const std::size_t dot = path.rfind('.');
    const std::string section = dot == path.npos ? std::string{} : path.substr(0, dot);
    const std::string named = section.empty() ? fix.substr(0, equals) : section + "." + fix.substr(0, equals);
    const auto field = std::find_if(rows.begin(), rows.end(), [&](const row& x) { return x.path == named; });
    if (field != rows.end() && !detail::field_takes(*field, std::string_view(fix).substr(equals + 3))) {
      i.fix = text{};
      continue;
    }
    const auto file = std::find_if(r.files.begin(), r.files.end(), [&](const source_file& f) { return f.name == i.at.file; });
    if (file == r.files.end() || i.at.line == 0) continue;
    std::string_view key = line_of(file->content, i.at.line);
    key = trimmed(key.substr(0, key.find('=')));
    const std::size_t last = key.rfind('.');
    if (last == key.npos || key.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789.-") != key.npos)
      continue;
    const std::string_view before = key.substr(0, last);
    if (section == before || section.ends_with("." + std::string(before))) i.fix = std::string(before) + "." + fix;
  }
}

}  // namespace trainspec::inline v0
