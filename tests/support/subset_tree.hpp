#pragma once
#include <trainspec/embed/toml_at_run_time.hpp>
#include <trainspec/schema/node.hpp>

#include <bit>
#include <cstdint>
#include <string>

// What the compiler's reader read, as the tree that toml++'s would be, and what differs between two trees.

namespace trainspec_tests {
using trainspec::node;

/// A subset tree as a node tree, with all places.
inline node tree(const trainspec::toml_items& t, std::int32_t i) {
  const trainspec::toml_item& item = t[i];
  node n;
  n.is = item.is;
  n.boolean = item.boolean;
  n.integer = item.integer;
  n.number = item.number;
  if (item.is == node::kind::string) n.string = t.of(item.string);
  if (item.beyond) n.string = t.literal(item);
  n.line = item.line;
  n.column = item.column;
  n.end_column = item.end_column;
  n.key_line = item.key_line;
  n.key_column = item.key_column;
  n.key_end_column = item.key_end_column;
  for (std::int32_t c = item.first; c >= 0; c = t[c].next) {
    if (item.is == node::kind::array)
      n.items.push_back(tree(t, c));
    else
      n.entries.emplace_back(t.of(t[c].key), tree(t, c));
  }
  return n;
}

/// What differs first, or nothing. Tables may hold their keys in another order.
inline std::string difference(const node& ours, const node& theirs, const std::string& path, bool places) {
  const auto show = [](const node& n) {
    return std::string(name_of(n.is)) + " " + n.string + " at " + std::to_string(n.line) + ":" + std::to_string(n.column) + "-" +
           std::to_string(n.end_column) + " key " + std::to_string(n.key_line) + ":" + std::to_string(n.key_column) + "-" +
           std::to_string(n.key_end_column);
  };
  const std::string both = path + ": " + show(ours) + ", toml++: " + show(theirs);
  if (ours.is != theirs.is || ours.boolean != theirs.boolean || ours.integer != theirs.integer || ours.string != theirs.string) return both;
  const bool nans = ours.number != ours.number && theirs.number != theirs.number;
  if (!nans && std::bit_cast<std::uint64_t>(ours.number) != std::bit_cast<std::uint64_t>(theirs.number)) return both;
  if (places && !path.empty() &&
      (ours.line != theirs.line || ours.column != theirs.column || ours.end_column != theirs.end_column ||
       ours.key_line != theirs.key_line || ours.key_column != theirs.key_column || ours.key_end_column != theirs.key_end_column))
    return both;
  if (ours.items.size() != theirs.items.size() || ours.entries.size() != theirs.entries.size()) return both + " (sizes)";
  for (std::size_t i = 0; i < ours.items.size(); ++i)
    if (std::string d = difference(ours.items[i], theirs.items[i], path + "[" + std::to_string(i) + "]", places); !d.empty()) return d;
  for (const auto& [key, value] : ours.entries) {
    const node* other = theirs.find(key);
    if (other == nullptr) return path + "." + key + " is not there";
    if (std::string d = difference(value, *other, path + "." + key, places); !d.empty()) return d;
  }
  return {};
}
}  // namespace trainspec_tests
