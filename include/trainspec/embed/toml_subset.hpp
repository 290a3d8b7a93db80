#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "toml_scanner.hpp"

namespace trainspec::inline v0 {

namespace detail {

/// Builds the tree of a TOML text: which table a key falls into, and what may be added to what.
class toml_subset_reader : public toml_scanner {
 public:
  static constexpr std::int32_t most_nesting = 100;

  /// `items` has `room_for_toml(text)` of them, `decoded` as many characters as the text.
  constexpr toml_subset_reader(std::string_view text, toml_item* items, char* decoded) : toml_scanner(text, decoded), items_(items) {}

  /// Items that were made; `problem` tells whether they are all.
  constexpr std::size_t read() {
    const std::int32_t root = items_made_++;
    items_[root].is = node_kind::table;
    items_[root].line = items_[root].column = items_[root].end_column = 1;
    std::int32_t table = root;
    while (gap() && !ended())
      if (!(ahead() == '[' ? header(table) : assignment(table, 0)) || !rest_of_line()) break;
    return static_cast<std::size_t>(items_made_);
  }

 private:
  using made = toml_item::made;

  toml_item* items_;
  std::int32_t items_made_ = 0;

  constexpr toml_items view() const { return {s_, items_, decoded_}; }
  constexpr std::int32_t add(std::int32_t parent) {
    const std::int32_t i = items_made_++;  // room_for_toml counted for it
    toml_item& holder = items_[parent];
    (holder.last < 0 ? holder.first : items_[holder.last].next) = i;
    holder.last = i;
    return i;
  }
  /// Where a name of a key stands.
  struct key_place {
    toml_piece name{};
    std::uint32_t line = 0, column = 0, end_column = 0;
  };
  constexpr bool name_here(key_place& k) {
    blanks();
    k.line = line_;
    k.column = column();
    if (!name(k.name)) return false;
    k.end_column = column();
    blanks();
    return true;
  }
  constexpr std::int32_t add(std::int32_t parent, const key_place& k) {
    const std::int32_t i = add(parent);
    toml_item& item = items_[i];
    item.key = k.name;
    item.line = item.key_line = k.line;
    item.column = item.key_column = k.column;
    item.end_column = item.key_end_column = k.end_column;
    return i;
  }
  constexpr std::int32_t find(std::int32_t parent, const key_place& k) const { return view().find(parent, view().of(k.name)); }
  constexpr bool refuse(const key_place& k, std::string_view before, std::string_view after) {
    problem.code = "TS1002";
    problem.line = k.line;
    problem.column = k.column;
    problem.message << before << view().of(k.name) << after;
    return false;
  }

  // -- headers -------------------------------------------------------------------------------------------------------

  constexpr bool header(std::int32_t& table) {
    const std::uint32_t start = column();
    const std::int32_t first_new = items_made_;
    const bool of_array = ahead(1) == '[';
    at_ += of_array ? 2 : 1;
    std::int32_t in = 0, depth = 1;
    key_place k;
    for (;; ++depth) {
      if (!name_here(k)) return false;
      if (depth > most_nesting) return too_deep();
      if (ahead() != '.') break;
      ++at_;
      if (!pass(in, k)) return false;
    }
    if (ahead() != ']' || (of_array && ahead(1) != ']')) return fail(of_array ? "']]' is expected here" : "']' is expected here");
    at_ += of_array ? 2 : 1;
    if (!(of_array ? append(in, k) : open(in, k))) return false;
    table = in;
    // the place of a table is its header
    for (std::int32_t i = first_new; i < items_made_; ++i) place(items_[i], start);
    place(items_[table], start);
    return true;
  }
  constexpr void place(toml_item& i, std::uint32_t start) const {
    i.line = line_;
    i.column = start;
    i.end_column = column();
  }
  /// Goes on to a table that a header names on its way.
  constexpr bool pass(std::int32_t& in, const key_place& k) {
    std::int32_t i = find(in, k);
    if (i < 0) {
      i = add(in, k);
      items_[i].is = node_kind::table;
      items_[i].how = made::on_the_way;
    }
    if (items_[i].is == node_kind::array && items_[i].how == made::by_header) i = items_[i].last;
    if (items_[i].is != node_kind::table || (items_[i].how == made::by_value))
      return refuse(k, "\"", "\" is already given and cannot hold a table");
    in = i;
    return true;
  }
  constexpr bool open(std::int32_t& in, const key_place& k) {
    std::int32_t i = find(in, k);
    if (i >= 0 && items_[i].is != node_kind::table) return refuse(k, "[", "] is already something else than a table");
    if (i >= 0 && items_[i].how != made::on_the_way) return refuse(k, "the table [", "] is given twice");
    if (i < 0) i = add(in, k);
    items_[i].is = node_kind::table;
    items_[i].how = made::by_header;
    in = i;
    return true;
  }
  constexpr bool append(std::int32_t& in, const key_place& k) {
    std::int32_t i = find(in, k);
    if (i >= 0 && (items_[i].is != node_kind::array || items_[i].how != made::by_header))
      return refuse(k, "[[", "]] is already something else than an array of tables");
    if (i < 0)
      i = add(in, k);
    else
      items_[i].end_column = items_[i].column + 1;  // it ends on another line
    items_[i].is = node_kind::array;
    items_[i].how = made::by_header;
    in = add(i);
    items_[in].is = node_kind::table;
    items_[in].how = made::by_header;
    return true;
  }

  // -- keys and values -----------------------------------------------------------------------------------------------

  /// "a.b = value" in a table.
  constexpr bool assignment(std::int32_t in, std::int32_t depth) {
    key_place k;
    for (;; ++depth) {
      if (!name_here(k)) return false;
      if (depth > most_nesting) return too_deep();
      if (ahead() != '.') break;
      ++at_;
      if (!dotted(in, k)) return false;
    }
    if (ahead() != '=') return fail("'=' is expected here");
    ++at_;
    blanks();
    if (find(in, k) >= 0) return refuse(k, "\"", "\" is given twice in one table");
    return value(add(in, k), depth + 1);
  }
  constexpr bool dotted(std::int32_t& in, const key_place& k) {
    std::int32_t i = find(in, k);
    if (i < 0) {
      i = add(in, k);
      items_[i].is = node_kind::table;
      items_[i].how = made::by_dots;
    }
    if (items_[i].is != node_kind::table || items_[i].how != made::by_dots)
      return refuse(k, "\"", "\" is already given and cannot be added to by a dotted key");
    in = i;
    return true;
  }
  constexpr bool value(std::int32_t i, std::int32_t depth) {
    if (depth > most_nesting) return too_deep();
    const std::uint32_t line = line_, start = column();
    const std::size_t from = at_;
    if (!value_at(i, depth)) return false;
    toml_item& item = items_[i];
    item.at = static_cast<std::uint32_t>(from);
    item.end = static_cast<std::uint32_t>(at_);
    item.line = line;
    item.column = start;
    item.end_column = line == line_ ? column() : start + 1;
    return true;
  }
  constexpr bool value_at(std::int32_t i, std::int32_t depth) {
    toml_item& item = items_[i];
    switch (ahead()) {
      case '[': return array(i, depth);
      case '{': return inline_table(i, depth);
      case '"':
      case '\'': item.is = node_kind::string; return string(item.string);
      case 't':
      case 'f':
        if (const bool yes = word("true"); yes || word("false")) {
          item.is = node_kind::boolean;
          item.boolean = yes;
          return value_ends();
        }
        return fail("a value is expected here: strings stand in quotes");
      default: return number(item) && value_ends();
    }
  }
  constexpr bool value_ends() {
    const char c = ahead();
    if (ended() || c == ' ' || c == '\t' || c == ',' || c == ']' || c == '}' || c == '#' || line_end()) return true;
    return fail("the value ends in what is no part of it: strings stand in quotes");
  }
  constexpr bool array(std::int32_t i, std::int32_t depth) {
    items_[i].is = node_kind::array;
    ++at_;
    for (;;) {
      if (!gap()) return false;
      if (ahead() == ']') break;
      if (!value(add(i), depth + 1) || !gap()) return false;
      if (ahead() == ']') break;
      if (ahead() != ',') return fail("',' or ']' is expected here");
      ++at_;
    }
    ++at_;
    return true;
  }
  constexpr bool inline_table(std::int32_t i, std::int32_t depth) {
    items_[i].is = node_kind::table;
    ++at_;
    blanks();
    for (bool more = ahead() != '}'; more;) {
      if (!assignment(i, depth)) return false;
      blanks();
      more = ahead() == ',';
      if (more) ++at_;
    }
    if (ahead() != '}') return fail("',' or '}' is expected here: an inline table stands on one line");
    ++at_;
    return true;
  }
  constexpr bool too_deep() { return fail("tables and arrays are nested more than 100 deep", "TS1004"); }
};

/// No text has more items than this.
constexpr std::size_t room_for_toml(std::string_view text) {
  std::size_t n = 2;
  for (const char c : text) n += c == '=' || c == '.' || c == ',' || c == '[';
  return n;
}
}  // namespace detail

/// A text that is read in a constant expression: TOML 1.0 but for dates and times, which no field holds, and numbers that a double
/// does not hold to its last bit; the first mistake ends it. Problems: TS1001 syntax, TS1002 given twice, TS1003 encoding, TS1004
/// nesting. There is room for as many items and decoded characters.
template <std::size_t Items, std::size_t Characters>
struct toml_document {
  toml_item items[Items]{};
  char decoded[Characters]{};
  toml_problem problem{};

  constexpr explicit toml_document(std::string_view text) {
    detail::toml_subset_reader reader(text, items, decoded);
    reader.read();
    problem = reader.problem;
  }
  constexpr bool ok() const { return problem.code.empty(); }
};

}  // namespace trainspec::inline v0
