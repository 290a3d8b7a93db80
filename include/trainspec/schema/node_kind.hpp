#pragma once
#include <string_view>

namespace trainspec::inline v0 {

/// What a value of a file is.
enum class node_kind : unsigned char { null, boolean, integer, number, string, array, table, datetime };

/// What a kind is called in a message: "an integer", "a string", ...
constexpr std::string_view name_of(node_kind k) {
  switch (k) {
    case node_kind::null: return "null";
    case node_kind::boolean: return "a boolean";
    case node_kind::integer: return "an integer";
    case node_kind::number: return "a float";
    case node_kind::string: return "a string";
    case node_kind::array: return "an array";
    case node_kind::table: return "a table";
    case node_kind::datetime: return "a date or time";
  }
  return "";
}

}  // namespace trainspec::inline v0
