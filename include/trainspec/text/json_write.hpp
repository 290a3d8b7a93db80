#pragma once
#include <cmath>
#include <memory>
#include <string>

#include "../schema/json_quote.hpp"
#include "../schema/origins.hpp"
#include "toml_write.hpp"

namespace trainspec::inline v0 {

/// Appends a tree as JSON, indented by two blanks a level; arrays of scalars stand on one line. JSON has no infinity and no
/// NaN: they become the strings "inf", "-inf" and "nan", which do not read back as numbers.
inline void json_value(std::string& out, const node& n, int indent = 0) {
  const auto line = [&](int level) {
    out += '\n';
    out.append(static_cast<std::size_t>(level) * 2, ' ');
  };
  bool first = true;
  const auto comma = [&](std::string_view with) {
    if (!first) out += with;
    first = false;
  };
  switch (n.is) {
    case node::kind::null: out += "null"; return;
    case node::kind::number:
      if (!n.string.empty())
        out += n.string;
      else if (!std::isfinite(n.number))
        out += "\"" + toml_number(n.number) + "\"";
      else
        out += toml_number(n.number);
      return;
    case node::kind::string:
    case node::kind::datetime: json_quote(out, n.string); return;
    case node::kind::array: {
      bool scalars = true;
      for (const node& item : n.items) scalars = scalars && item.is != node::kind::table && item.is != node::kind::array;
      out += '[';
      for (const node& item : n.items) {
        comma(scalars ? ", " : ",");
        if (!scalars) line(indent + 1);
        json_value(out, item, indent + 1);
      }
      if (!scalars) line(indent);
      out += ']';
      return;
    }
    case node::kind::table:
      out += '{';
      for (const auto& [key, value] : n.entries) {
        comma(",");
        line(indent + 1);
        json_quote(out, key);
        out += ": ";
        json_value(out, value, indent + 1);
      }
      if (!first) line(indent);
      out += '}';
      return;
    default: toml_value(out, n);
  }
}

namespace detail {
inline void prepare_for_json(node& table, const std::vector<row>& rows, const std::string& section) {
  for (auto& [key, value] : table.entries) {
    const std::string path = section.empty() ? key : section + "." + key;
    bool leaf = false;
    for (const row& r : rows) {
      if (r.path != path) continue;
      leaf = true;
      if (r.kind == field_kind::tables)
        for (node& element : value.items) prepare_for_json(element, r.elements.rows(), "");
      else
        escape_environment(r, value);
    }
    if (!leaf && value.is == node::kind::table) prepare_for_json(value, rows, path);
  }
  // an empty list may stand for "as everywhere": where a length is asked for, none cannot be written
  std::erase_if(table.entries, [&](const auto& entry) {
    const std::string path = section.empty() ? entry.first : section + "." + entry.first;
    for (const row& r : rows)
      if (r.path == path && r.about.length > 0) return entry.second.items.empty();
    return false;
  });
}
}  // namespace detail

/// A job as JSON of the same shape as its TOML; absent optionals are left out. Ends with a line end.
template <described J>
std::string to_json(const J& job) {
  node root = tree_of(job);
  detail::prepare_for_json(root, rows_of<J>(), "");
  std::string out;
  json_value(out, root);
  out += '\n';
  return out;
}
template <described J>
std::string to_json(const sourced<J>& job) {
  return to_json(job.value);
}

}  // namespace trainspec::inline v0
