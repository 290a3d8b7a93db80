#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "../schema/node_kind.hpp"
#include "../schema/sentence.hpp"

// The tree of a TOML text as a flat table, which a `constexpr` variable can hold.

namespace trainspec::inline v0 {

/// A name or string: a piece of the decoded characters, with a zero behind it.
struct toml_piece {
  std::uint32_t from = 0, size = 0;
};

/// A key with its value, or an element of an array. Places count as those of `node` do.
struct toml_item {
  /// How a table or an array came to be, which says what may still be added to it.
  enum class made : unsigned char { by_value, by_header, on_the_way, by_dots };

  node_kind is = node_kind::null;
  made how = made::by_value;
  bool boolean = false;
  bool beyond = false;  ///< an integer that 64 bits do not hold
  std::int64_t integer = 0;
  double number = 0;
  toml_piece key{}, string{};
  std::uint32_t at = 0, end = 0;  ///< bytes of a scalar
  std::uint32_t line = 0, column = 0, end_column = 0;
  std::uint32_t key_line = 0, key_column = 0, key_end_column = 0;
  std::int32_t first = -1, last = -1, next = -1;  ///< first and last child, next sibling; -1: none
};

/// What is wrong with a text.
struct toml_problem {
  std::string_view code{};
  std::uint32_t line = 0, column = 0;
  sentence message{};
};

/// A text that was read; item 0 is its root.
struct toml_items {
  std::string_view text{};
  const toml_item* items = nullptr;
  const char* decoded = nullptr;

  constexpr const toml_item& operator[](std::int32_t i) const { return items[i]; }
  constexpr std::string_view of(const toml_piece& p) const { return {decoded + p.from, p.size}; }
  constexpr std::string_view literal(const toml_item& i) const { return text.substr(i.at, i.end - i.at); }
  /// The child of this name, or -1.
  constexpr std::int32_t find(std::int32_t parent, std::string_view key) const {
    for (std::int32_t i = items[parent].first; i >= 0; i = items[i].next)
      if (of(items[i].key) == key) return i;
    return -1;
  }
  constexpr std::size_t children(std::int32_t parent) const {
    std::size_t n = 0;
    for (std::int32_t i = items[parent].first; i >= 0; i = items[i].next) ++n;
    return n;
  }
};

}  // namespace trainspec::inline v0
