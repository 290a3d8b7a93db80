#pragma once
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../schema/node.hpp"
#include "limits.hpp"
#include "problem.hpp"

// A reader of its own because no installed library gives places, sees duplicate keys and is free of undefined behaviour:
// nlohmann has no places, RapidJSON 1.1 adds to a null pointer in its first push. tests/unit/test_json.cpp holds it against
// RapidJSON.

namespace trainspec::inline v0 {

namespace detail {

/// Reads JSON into nodes without recursion. Stops at the first error of syntax.
class json_reader {
 public:
  json_reader(std::string_view content, std::string_view file, report& problems)
      : s_(content), file_(file), problems_(problems), cursor_(content) {}

  std::optional<node> read() {
    if (!value()) return std::nullopt;
    while (!open_.empty()) {
      const bool table = open_.back().value->is == node::kind::table;
      const char end = table ? '}' : ']';
      blanks();
      if (peek() == end) {
        ++at_;
        open_.pop_back();
        continue;
      }
      if (!open_.back().empty) {
        if (peek() != ',') return fail(table ? "a comma or '}' is missing here" : "a comma or ']' is missing here");
        ++at_;
        blanks();
        if (peek() == end) return fail("JSON has no comma after the last item");
      }
      open_.back().empty = false;
      if (table && !key()) return std::nullopt;
      if (!value()) return std::nullopt;
    }
    blanks();
    if (at_ < s_.size()) return fail("something follows the end of the JSON value");
    return std::move(root_);
  }

 private:
  struct level {
    node* value = nullptr;
    bool empty = true;
    std::string key{};
    std::uint32_t key_line = 0, key_column = 0, key_end = 0;
    std::map<std::string, std::pair<std::uint32_t, std::uint32_t>> seen{};
  };

  char peek() const { return at_ < s_.size() ? s_[at_] : '\0'; }
  bool starts(std::string_view word) const { return s_.substr(at_, word.size()) == word; }
  void blanks() {
    while (at_ < s_.size() && (s_[at_] == ' ' || s_[at_] == '\t' || s_[at_] == '\n' || s_[at_] == '\r')) ++at_;
  }

  std::nullopt_t fail(std::string_view message, std::string_view code = "TS1001") {
    if (at_ >= s_.size()) message = "the file ends in the middle of a value";
    // What people write that JSON does not have says more than what is missing.
    else if (starts("//") || starts("/*") || starts("#"))
      message = "JSON has no comments";
    cursor_.move_to(at_);
    add_problem(problems_, code, message, file_, cursor_.line, cursor_.column, cursor_.column + 1);
    return std::nullopt;
  }

  bool key() {
    if (peek() != '"') return fail("a key in double quotes is missing here"), false;
    level& top = open_.back();
    const std::size_t from = at_;
    top.key.clear();
    if (!string(top.key)) return false;
    cursor_.move_to(from);
    top.key_line = cursor_.line;
    top.key_column = cursor_.column;
    cursor_.move_to(at_);
    top.key_end = cursor_.column;
    const auto [seen, fresh] = top.seen.try_emplace(top.key, top.key_line, top.key_column);
    if (!fresh) duplicate(top, seen->second.first, seen->second.second);
    blanks();
    if (peek() != ':') return fail("a colon is missing here"), false;
    ++at_;
    return true;
  }
  void duplicate(const level& top, std::uint32_t line, std::uint32_t column) {
    if (++duplicates_ > most_problems) {
      if (duplicates_ == most_problems + 1)
        add_problem(problems_, "TS1006", "more than 200 keys are given twice; the others are not shown", file_);
      return;
    }
    issue& i = add_problem(problems_, "TS1002", "\"" + top.key + "\" is given twice in one object", file_, top.key_line, top.key_column,
                           top.key_end);
    i.reason = text("readers differ in which of the two they take");
    related first;
    first.at = {file_, line, column, column + (top.key_end - top.key_column)};
    first.origin = origin_text(file_, line, column);
    first.message = text("first given here");
    i.related.push_back(std::move(first));
  }

  /// One scalar, or the start of an object or array.
  bool value() {
    blanks();
    const std::size_t from = at_;
    node n;
    switch (peek()) {
      case '{':
      case '[':
        if (open_.size() >= max_nesting) return fail("values are nested more than 100 deep", "TS1004"), false;
        n.is = peek() == '{' ? node::kind::table : node::kind::array;
        ++at_;
        break;
      case '"':
        n.is = node::kind::string;
        if (!string(n.string)) return false;
        break;
      case 't': n.is = node::kind::boolean, n.boolean = true; break;
      case 'f': n.is = node::kind::boolean; break;
      case 'n': break;
      default:
        if (!number(n)) return false;
    }
    if (at_ == from) {
      const std::string_view word = n.is == node::kind::null ? "null" : n.boolean ? "true" : "false";
      if (!starts(word)) return bad_value();
      at_ += word.size();
    }
    node* const made = add(std::move(n), from);
    if (made == nullptr) return false;
    if (made->is == node::kind::table || made->is == node::kind::array) open_.emplace_back().value = made;
    return true;
  }
  bool bad_value() {
    for (const std::string_view w : {"NaN", "nan", "Infinity", "-Infinity", "-NaN", "inf", "-inf"})
      if (starts(w)) return fail("JSON has no NaN and no Infinity"), false;
    for (const std::string_view w : {"True", "False", "None"})
      if (starts(w)) return fail("JSON writes true, false and null"), false;
    if (peek() == '\'') return fail("JSON strings stand in double quotes"), false;
    return fail("a JSON value is missing here"), false;
  }
  node* add(node n, std::size_t from) {
    if (++values_ > max_values) return fail("the file holds more than 2000000 values", "TS1005"), nullptr;
    cursor_.move_to(from);
    n.line = cursor_.line;
    n.column = cursor_.column;
    cursor_.move_to(at_);
    n.end_column = cursor_.column;
    if (open_.empty()) return &(root_ = std::move(n));
    level& top = open_.back();
    if (top.value->is == node::kind::array) return &top.value->items.emplace_back(std::move(n));
    n.key_line = top.key_line;
    n.key_column = top.key_column;
    n.key_end_column = top.key_end;
    return &top.value->entries.emplace_back(top.key, std::move(n)).second;
  }

  static bool digit(char c) { return c >= '0' && c <= '9'; }
  bool digits() {
    if (!digit(peek())) return bad_value();
    while (digit(peek())) ++at_;
    return true;
  }
  bool number(node& n) {
    const std::size_t from = at_;
    if (peek() != '-' && !digit(peek())) return bad_value();
    if (starts("-I") || starts("-N") || starts("-i")) return bad_value();
    if (peek() == '-') ++at_;
    const bool zero = peek() == '0';
    const std::size_t first = at_;
    if (!digits()) return false;
    if (zero && at_ > first + 1) {
      at_ = first;
      return fail("a number does not start with 0"), false;
    }
    bool whole = true;
    if (peek() == '.') {
      whole = false;
      ++at_;
      if (!digits()) return false;
    }
    if (peek() == 'e' || peek() == 'E') {
      whole = false;
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      if (!digits()) return false;
    }
    const std::string_view literal = s_.substr(from, at_ - from);
    const char* const end = literal.data() + literal.size();
    n.is = node::kind::integer;
    if (whole && std::from_chars(literal.data(), end, n.integer).ec == std::errc{}) return true;
    n.is = node::kind::number;
    if (whole) n.string = literal;
    if (std::from_chars(literal.data(), end, n.number).ec == std::errc{}) return true;
    // Too great or too small for a double: 0 has no digit but zeros in front of its exponent.
    const std::size_t exponent = literal.find_first_of("eE");
    const bool small = exponent != literal.npos ? literal.find('-', exponent) != literal.npos
                                                : literal.substr(0, literal.find('.')).find_first_of("123456789") == literal.npos;
    if (small) {
      n.number = literal[0] == '-' ? -0.0 : 0.0;
      return true;
    }
    at_ = from;
    return fail("the number is too great for a 64-bit float"), false;
  }

  bool hex4(unsigned& out) {
    out = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      const char c = peek();
      const int d = digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
      if (d < 0) return fail("four hexadecimal digits are missing after \\u"), false;
      out = out * 16 + static_cast<unsigned>(d);
    }
    return true;
  }
  bool escape(std::string& out) {
    const std::size_t from = at_ - 1;
    const char c = peek();
    constexpr std::string_view from_chars = "\"\\/bfnrt", to_chars = "\"\\/\b\f\n\r\t";
    if (const std::size_t i = from_chars.find(c); c != '\0' && i != from_chars.npos) {
      ++at_;
      out += to_chars[i];
      return true;
    }
    if (c != 'u') return fail("no such escape in JSON"), false;
    ++at_;
    unsigned code = 0, low = 0;
    if (!hex4(code)) return false;
    if (code >= 0xD800 && code < 0xDC00 && starts("\\u")) {
      at_ += 2;
      if (!hex4(low)) return false;
      if (low >= 0xDC00 && low < 0xE000) code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    if (code >= 0xD800 && code < 0xE000) {
      at_ = from;
      return fail("half of a surrogate pair is no character"), false;
    }
    encode_utf8(code, [&](unsigned byte) { out += static_cast<char>(byte); });
    return true;
  }
  bool string(std::string& out) {
    ++at_;
    for (;;) {
      if (at_ >= s_.size()) return fail(""), false;
      const char c = s_[at_];
      if (static_cast<unsigned char>(c) < 0x20)
        return fail(c == '\n' || c == '\r' ? "the string does not end on its line" : "a control character in a string: escape it"), false;
      ++at_;
      if (c == '"') return true;
      if (c != '\\')
        out += c;
      else if (!escape(out))
        return false;
    }
  }

  std::string_view s_, file_;
  std::size_t duplicates_ = 0;
  report& problems_;
  position_cursor cursor_;
  node root_{};
  std::vector<level> open_{};
  std::size_t at_ = 0;
  std::size_t values_ = 0;
};
}  // namespace detail

/// Reads JSON (RFC 8259) with the place of every key and value. Integers are exact within 64 bits; one beyond them is a
/// number whose literal is kept in `node::string`.
/// Nothing when the text is not JSON: TS1001 syntax, TS1003 encoding, TS1004 nesting, TS1005 size. A duplicate key
/// (TS1002, with both places) is reported and reading goes on.
inline std::optional<node> parse_json(std::string_view content, std::string_view file, report& problems) {
  if (!check_encoding(content, file, problems)) return std::nullopt;
  return detail::json_reader(content, file, problems).read();
}

}  // namespace trainspec::inline v0
