#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "node_kind.hpp"

namespace trainspec::inline v0 {

/// A value read from a file of any format, with its place in that file.
struct node {
  using kind = node_kind;
  kind is = kind::null;
  bool boolean = false;
  std::int64_t integer = 0;
  double number = 0;
  std::string string{};  ///< kind string; the literal of a datetime, and of an integer beyond 64 bits (kind integer, or number in JSON)
  std::vector<node> items{};                                       ///< kind array
  std::vector<std::pair<std::string, node>> entries{};             ///< kind table, in the order of the file
  std::uint32_t line = 0, column = 0, end_column = 0;              ///< of the value; columns in code points from 1
  std::uint32_t key_line = 0, key_column = 0, key_end_column = 0;  ///< of the key that holds it, if any

  const node* find(std::string_view key) const {
    for (const auto& [name, value] : entries)
      if (name == key) return &value;
    return nullptr;
  }
};

}  // namespace trainspec::inline v0
