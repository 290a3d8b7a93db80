#pragma once
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../presets/machines.hpp"
#include "../presets/qwen3.hpp"
#include "../presets/renames.hpp"
#include "../rules/ranges.hpp"
#include "../schema/rows.hpp"
#include "extends.hpp"
#include "json_write.hpp"

namespace trainspec::inline v0 {

namespace detail {

/// Makes the parts of a JSON Schema, draft 4, from rows and sections.
class schema_maker {
 public:
  schema_maker(const std::vector<row>& rows, const std::vector<section_row>& sections) : rows_(rows), sections_(sections) {}

  /// A section, the root (""), or an element of a list of tables (the root of its own rows).
  node object(std::string_view section, node type = string("object")) const {
    node properties = table();
    for (const row& r : rows_)
      if (r.section == section) put(properties, r.name, leaf(r));
    for (const section_row& s : sections_)
      if (s.parent == section) {
        node inner = object(s.path, array({string("object"), string("null")}));  // null in JSON: nothing is said
        put(inner, "description", string(s.doc));
        put(properties, s.name, std::move(inner));
      }
    node n = table();
    put(n, "type", std::move(type));
    put(n, "additionalProperties", boolean(false));
    put(n, "properties", std::move(properties));
    return n;
  }

  /// The names of files that a job extends.
  static node extends() {
    node name = table();
    put(name, "type", string("string"));
    put(name, "minLength", integer(1));
    node names = table();
    put(names, "type", string("array"));
    put(names, "items", name);
    put(names, "uniqueItems", boolean(true));
    put(names, "maxItems", integer(static_cast<std::int64_t>(max_bases)));
    node n = table();
    put(n, "description",
        string("job files whose values hold unless this file says otherwise, the later stronger than the earlier; relative to this file"));
    put(n, "anyOf", array({std::move(name), std::move(names)}));
    return n;
  }

  static node table() {
    node n;
    n.is = node::kind::table;
    return n;
  }
  static node string(std::string_view s) { return load_value(std::string(s)); }
  static void put(node& into, std::string_view key, node value) { into.entries.emplace_back(std::string(key), std::move(value)); }

 private:
  static node boolean(bool b) { return load_value(b); }
  static node integer(std::int64_t i) { return load_value(i); }
  static node number(double d) { return is_whole(d) ? integer(static_cast<std::int64_t>(d)) : load_value(d); }
  static node array(std::vector<node> items) {
    node n;
    n.is = node::kind::array;
    n.items = std::move(items);
    return n;
  }

  node leaf(const row& r) const {
    node n;
    switch (r.kind) {
      case field_kind::boolean:
      case field_kind::integer:
      case field_kind::number:
      case field_kind::string: n = scalar_of(r, r.kind); break;
      case field_kind::integers: n = list_of(r, scalar_of(r, field_kind::integer)); break;
      case field_kind::numbers: n = list_of(r, scalar_of(r, field_kind::number)); break;
      case field_kind::strings: n = list_of(r, scalar_of(r, field_kind::string)); break;
      case field_kind::tables: n = list_of(r, schema_maker(r.elements.rows(), r.elements.sections()).object("")); break;
      case field_kind::table: {
        node value = table();
        put(value, "type", array({string("string"), string("integer"), string("number"), string("boolean")}));
        n = table();
        put(n, "type", string("object"));
        put(n, "additionalProperties", std::move(value));
        if (r.capacity > 0) put(n, "maxProperties", integer(static_cast<std::int64_t>(r.capacity)));
        break;
      }
      case field_kind::other: n = table(); break;
    }
    if (r.optional)
      for (auto& [key, value] : n.entries)
        if (key == "type") value = array({value, string("null")});
    std::string said(r.doc);
    if (!r.about.unit.empty()) said += " (" + std::string(r.about.unit) + ")";
    put(n, "description", string(said));
    return n;
  }

  static node list_of(const row& r, node items) {
    node n = table();
    put(n, "type", string("array"));
    put(n, "items", std::move(items));
    if (r.about.length > 0) {
      put(n, "minItems", integer(r.about.length));
      put(n, "maxItems", integer(r.about.length));
    } else if (r.capacity > 0) {
      put(n, "maxItems", integer(static_cast<std::int64_t>(r.capacity)));
    }
    return n;
  }

  node scalar_of(const row& r, field_kind kind) const {
    const facts& about = r.about;
    node n = table();
    if (kind == field_kind::boolean) {
      put(n, "type", string("boolean"));
    } else if (kind == field_kind::string) {
      strings(n, r);
    } else {
      const bool whole = kind == field_kind::integer;
      put(n, "type", string(whole ? "integer" : "number"));
      if (about.has_above()) {
        put(n, "minimum", number(about.above));
        put(n, "exclusiveMinimum", boolean(true));
      } else if (about.has_min()) {
        put(n, "minimum", number(about.min));
      } else if (whole) {
        put(n, "minimum", integer(std::numeric_limits<std::int64_t>::min()));
      }
      if (about.has_max() && !about.infinite)
        put(n, "maximum", number(about.max));
      else if (whole)
        put(n, "maximum", integer(std::numeric_limits<std::int64_t>::max()));
    }
    return n;
  }

  void strings(node& n, const row& r) const {
    node known = array({});
    for_each_choice(r.about.choices, [&](std::string_view c) { known.items.push_back(string(c)); });
    for (const value_alias& a : value_aliases)
      if (a.path == r.path) known.items.push_back(string(a.old));
    if (!known.items.empty()) {
      put(n, "type", string("string"));
      put(n, "enum", std::move(known));
      return;
    }
    // names of presets are offered; that a name is none of them is for the rules to say, which know other spellings too
    if (r.path == "model.flavor")
      for (const qwen3_flavor& f : qwen3_flavors) known.items.push_back(string(f.name));
    if (r.path == "machine.instance")
      for (const machine_preset& m : machine_presets) known.items.push_back(string(m.name));
    if (known.items.empty()) {
      put(n, "type", string("string"));
      return;
    }
    node offered = table(), any = table();
    put(offered, "enum", std::move(known));
    put(any, "type", string("string"));
    put(n, "anyOf", array({std::move(offered), std::move(any)}));
  }

  const std::vector<row>& rows_;
  const std::vector<section_row>& sections_;
};
}  // namespace detail

/// A JSON Schema of the files that describe a `J`, for editors and validators: draft 4, which taplo and the Even Better TOML
/// extension read. It refuses unknown keys, wrong types, values out of range and none of the choices, and lists of the wrong
/// length (TS1101, TS1102, TS1201, TS1202, TS1203, TS1301, TS1302), and accepts every file in which the reader finds none of
/// them. What fields mean for each other it cannot say: that is for `check`. Ends with a line end.
/// Source: JSON Schema draft 4 (json-schema.org/draft-04).
template <described J>
std::string to_json_schema() {
  using make = detail::schema_maker;
  node root = make::table();
  make::put(root, "$schema", make::string("http://json-schema.org/draft-04/schema#"));
  make::put(root, "title", make::string("trainspec job file"));
  node body = make(rows_of<J>(), sections_of<J>()).object("");
  for (auto& [key, value] : body.entries) {
    if (key == "properties") value.entries.insert(value.entries.begin(), {"extends", make::extends()});
    make::put(root, key, std::move(value));
  }
  std::string out;
  json_value(out, root);
  out += '\n';
  return out;
}

}  // namespace trainspec::inline v0
