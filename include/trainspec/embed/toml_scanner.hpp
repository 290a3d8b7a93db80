#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "../schema/utf8.hpp"
#include "decimal.hpp"
#include "toml_items.hpp"

namespace trainspec::inline v0 {

namespace detail {

/// Reads the words of a TOML text: blanks, comments, keys, strings, numbers. The first mistake ends it: every function gives
/// false after `problem` was set.
class toml_scanner {
 public:
  toml_problem problem{};

 protected:
  std::string_view s_;
  char* decoded_;  ///< room for as many characters as the text has: a name or string ends in one that is not its own, here a zero
  std::size_t at_ = 0;
  std::uint32_t written_ = 0;  ///< decoded characters so far
  std::uint32_t line_ = 1;
  std::size_t line_start_ = 0, wide_ = 0;  ///< of this line: its first byte, and bytes that are no character of their own

  constexpr toml_scanner(std::string_view text, char* decoded) : s_(text), decoded_(decoded) {
    if (s_.substr(0, 3) == "\xEF\xBB\xBF") at_ = line_start_ = 3;
  }

  constexpr char ahead(std::size_t n = 0) const { return at_ + n < s_.size() ? s_[at_ + n] : '\0'; }
  constexpr bool ended() const { return at_ >= s_.size(); }
  constexpr std::uint32_t column() const { return static_cast<std::uint32_t>(at_ - line_start_ - wide_ + 1); }
  constexpr bool fail(std::string_view message, std::string_view code = "TS1001") {
    problem.code = code;
    problem.line = line_;
    problem.column = column();
    if (code == "TS1001") problem.message << "not TOML: ";
    problem.message << message;
    return false;
  }
  constexpr bool line_end() const { return ahead() == '\n' || (ahead() == '\r' && ahead(1) == '\n'); }
  constexpr void next_line() {
    at_ += ahead() == '\r' ? 2 : 1;
    ++line_;
    line_start_ = at_;
    wide_ = 0;
  }
  constexpr void blanks() {
    while (ahead() == ' ' || ahead() == '\t') ++at_;
  }
  /// One character of a comment or string that is no line end.
  constexpr bool character() {
    const auto c = static_cast<unsigned char>(ahead());
    if (c < 0x80) {
      if ((c < 0x20 && c != '\t') || c == 0x7f)
        return c == 0 ? fail("a NUL byte", "TS1003") : fail("a control character: escape it in a string");
      ++at_;
      return true;
    }
    const std::size_t length = utf8_length(s_, at_);
    if (length == 0) return fail("the text is not UTF-8 here", "TS1003");
    if (s_.substr(at_, 3) == "\xEF\xBB\xBF") return fail("a byte-order mark in the middle (invisible): delete it", "TS1003");
    at_ += length;
    wide_ += length - 1;
    return true;
  }
  constexpr bool comment() {
    if (ahead() != '#') return true;
    while (!ended() && !line_end())
      if (!character()) return false;
    return true;
  }
  /// Blanks, comments and line ends.
  constexpr bool gap() {
    for (;;) {
      blanks();
      if (!comment()) return false;
      if (!line_end()) return true;
      next_line();
    }
  }
  /// Nothing more stands on this line.
  constexpr bool rest_of_line() {
    blanks();
    if (!comment()) return false;
    if (ended()) return true;
    if (!line_end()) return fail("the end of the line is expected here");
    next_line();
    return true;
  }

  // -- keys ----------------------------------------------------------------------------------------------------------

  static constexpr bool bare(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  }
  /// One name of a key.
  constexpr bool name(toml_piece& out) {
    if (ahead() == '"' || ahead() == '\'') {
      if (ahead(1) == ahead() && ahead(2) == ahead()) return fail("a key is no string of many lines");
      return string(out);
    }
    const std::uint32_t from = written_;
    while (bare(ahead())) write(s_[at_++]);
    if (written_ == from)
      return fail(static_cast<unsigned char>(ahead()) >= 0x80 ? "a key with this character stands in quotes" : "a key is expected here");
    out = piece(from);
    return true;
  }
  constexpr void write(char c) { decoded_[written_++] = c; }
  /// What was written since `from`, ended with a zero: a field's `c_str()` is a C string.
  constexpr toml_piece piece(std::uint32_t from) {
    const std::uint32_t size = written_ - from;
    write('\0');
    return {from, size};
  }

  // -- strings -------------------------------------------------------------------------------------------------------

  constexpr bool string(toml_piece& out) {
    const char quote = ahead();
    const bool many = ahead(1) == quote && ahead(2) == quote;
    at_ += many ? 3 : 1;
    if (many && line_end()) next_line();
    const std::uint32_t from = written_;
    for (;;) {
      if (ended()) return fail("the string has no end");
      if (ahead() == quote && (!many || (ahead(1) == quote && ahead(2) == quote))) break;
      if (many && line_end())
        line_in_string();
      else if (!(quote == '"' && ahead() == '\\' ? escape(many) : plain()))
        return false;
    }
    if (many)  // up to two quotes more belong to the string
      for (int i = 0; i < 2 && ahead(3) == quote; ++i)
        if (!plain()) return false;
    out = piece(from);
    at_ += many ? 3 : 1;
    return true;
  }

  // -- numbers -------------------------------------------------------------------------------------------------------

  static constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static constexpr int digit_of(char c) {
    return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
  }
  constexpr bool word(std::string_view w) {
    if (s_.substr(at_, w.size()) != w) return false;
    at_ += w.size();
    return true;
  }
  constexpr bool number(toml_item& into) {
    if (date()) return fail("a date or time: no field of a job holds one");
    const bool minus = ahead() == '-';
    const bool sign = minus || ahead() == '+';
    if (sign) ++at_;
    if (word("inf") || word("nan")) {
      into.is = node_kind::number;
      const double infinite = __builtin_inf();
      into.number = s_[at_ - 1] == 'f' ? (minus ? -infinite : infinite) : __builtin_nan("");
      return true;
    }
    if (!is_digit(ahead())) return fail("a value is expected here: strings stand in quotes");
    // toml++ reads no longer ones: what the compiler accepts is to be read at run time too
    constexpr std::string_view written = "0123456789abcdefABCDEFxoXO_.+-";
    if (s_.substr(at_, 121).find_first_not_of(written) == s_.npos && s_.size() - at_ > 120)
      return fail("a number of more than 120 characters");
    if (!sign && ahead() == '0' && (ahead(1) == 'x' || ahead(1) == 'o' || ahead(1) == 'b'))
      return based(into, ahead(1) == 'x' ? 16 : ahead(1) == 'o' ? 8 : 2);
    if (ahead() == '0' && (is_digit(ahead(1)) || ahead(1) == '_')) return fail("a number starts with no 0 before its digits");
    return decimal_number(into, minus);
  }

 private:
  constexpr bool plain() {
    if (line_end()) return fail("the string has no end on its line");
    const std::size_t from = at_;
    if (!character()) return false;
    for (std::size_t i = from; i < at_; ++i) write(s_[i]);
    return true;
  }
  /// A line end of a string is '\n', however the file writes it.
  constexpr void line_in_string() {
    write('\n');
    next_line();
  }
  constexpr bool escape(bool many) {
    if (many && continued()) return true;
    const char c = ahead(1);
    if (c == 'u' || c == 'U') return code_point(c == 'u' ? 4 : 8);
    constexpr std::string_view names = "btnfr\"\\", means = "\b\t\n\f\r\"\\";
    const std::size_t found = names.find(c);
    if (found == names.npos) return fail("no such escape: a backslash is written \\\\");
    write(means[found]);
    at_ += 2;
    return true;
  }
  /// A backslash at the end of a line: the string goes on at the next character that is no blank.
  constexpr bool continued() {
    std::size_t n = 1;
    while (ahead(n) == ' ' || ahead(n) == '\t') ++n;
    if (ahead(n) != '\n' && !(ahead(n) == '\r' && ahead(n + 1) == '\n')) return false;
    at_ += n;
    while (line_end() || ahead() == ' ' || ahead() == '\t')
      if (line_end())
        next_line();
      else
        ++at_;
    return true;
  }
  constexpr bool code_point(std::size_t digits) {
    std::uint32_t code = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      const int d = digit_of(ahead(2 + i));
      if (d > 15) return fail(digits == 4 ? "\\u needs four hexadecimal digits" : "\\U needs eight hexadecimal digits");
      code = code << 4 | static_cast<std::uint32_t>(d);
    }
    if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return fail("the escape is no character");
    at_ += 2 + digits;
    const auto put = [&](std::uint32_t byte) { write(static_cast<char>(byte)); };
    encode_utf8(code, put);
    return true;
  }

  constexpr bool date() const {
    const auto digits = [&](std::size_t n) {
      for (std::size_t i = 0; i < n; ++i)
        if (!is_digit(ahead(i))) return false;
      return true;
    };
    return (digits(4) && ahead(4) == '-') || (digits(2) && ahead(2) == ':');
  }
  /// Digits with single underscores between them go to `digit`. False: there was none, or an underscore stands alone.
  constexpr bool digits(int base, auto&& digit) {
    if (digit_of(ahead()) >= base) return fail("a digit is expected here");
    for (;;) {
      while (digit_of(ahead()) < base) digit(s_[at_++]);
      if (ahead() != '_') return true;
      ++at_;
      if (digit_of(ahead()) >= base) return fail("an underscore stands between digits");
    }
  }
  constexpr bool based(toml_item& into, unsigned base) {
    at_ += 2;
    std::uint64_t value = 0;
    bool beyond = false;
    const auto digit = [&](char c) {
      beyond = beyond || value > (static_cast<std::uint64_t>(INT64_MAX) - static_cast<unsigned>(digit_of(c))) / base;
      value = value * base + static_cast<unsigned>(digit_of(c));
    };
    if (!digits(static_cast<int>(base), digit)) return false;
    into.is = node_kind::integer;
    into.beyond = beyond;
    into.integer = beyond ? 0 : static_cast<std::int64_t>(value);
    return true;
  }
  constexpr bool decimal_number(toml_item& into, bool minus) {
    decimal exact;
    std::uint64_t whole = 0;
    bool beyond = false, is_float = false, fraction = false;
    const auto digit = [&](char c) {
      exact.digit(c, fraction);
      const auto d = static_cast<unsigned>(c - '0');
      beyond = beyond || whole > (static_cast<std::uint64_t>(INT64_MAX) + minus - d) / 10;
      whole = whole * 10 + d;
    };
    if (!digits(10, digit)) return false;
    if (ahead() == '.') {
      is_float = fraction = true;
      ++at_;
      if (!digits(10, digit)) return false;
    }
    if (ahead() == 'e' || ahead() == 'E') {
      is_float = true;
      ++at_;
      const bool down = ahead() == '-';
      if (down || ahead() == '+') ++at_;
      int power = 0;
      if (!digits(10, [&](char c) { power = power < 10000 ? power * 10 + (c - '0') : power; })) return false;
      exact.shift(down ? -power : power);
    }
    if (!is_float) {
      into.is = node_kind::integer;
      into.beyond = beyond;
      into.integer = beyond ? 0 : static_cast<std::int64_t>(minus ? 0 - whole : whole);
      return true;
    }
    const std::optional<double> value = exact.value();
    if (!value) return fail("a number that a double does not hold");
    into.is = node_kind::number;
    into.number = minus ? -*value : *value;
    return true;
  }
};
}  // namespace detail

}  // namespace trainspec::inline v0
