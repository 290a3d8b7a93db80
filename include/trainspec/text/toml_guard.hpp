#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "limits.hpp"
#include "problem.hpp"

namespace trainspec::inline v0 {

namespace detail {

/// An error of syntax and its place.
struct toml_failure {
  std::uint32_t line = 0, column = 0;
  std::string message{};
};

/// Sees, before toml++ reads a text, that it comes to no harm. toml++ 3.3 limits the nesting of values but not that of dotted
/// keys, searches its tables one after the other, and has undefined behaviour (assertions, or assumptions where these are off)
/// where a character beyond ASCII stands outside strings (as it reads them) or after a line-ending backslash, where a table's header starts
/// with something else than a key, where an array holds a '}', and where no time follows a date and its T.
class toml_guard {
 public:
  static constexpr std::size_t most_separators = 200'000, most_headers = 10'000;

  toml_guard(std::string_view content, std::string_view file, report& problems) : s_(content), file_(file), problems_(problems) {}

  /// What toml++ must not see, if `ok` is false for an error of syntax; without a line when the text is refused as a whole.
  toml_failure failure{};
  /// Characters of good TOML that toml++ must be given as escapes: offsets, rising.
  std::vector<std::size_t> to_escape{};

  bool ok() {
    while (at_ < s_.size()) {
      const char c = s_[at_];
      const bool fine = c == '"' || c == '\'' ? string(c) : c == '#' ? comment() : plain(c);
      if (!fine) return false;
      if (nesting() > max_nesting) return fail("TS1004", "tables and arrays are nested more than 100 deep");
      if (separators_ > most_separators) return fail("TS1005", "more than 200000 values");
    }
    return true;
  }

 private:
  struct bracket {
    char opened;
    std::size_t levels;
  };

  std::size_t nesting() const { return nested_ + dots_ + (header_ ? 0 : header_dots_); }
  char ahead(std::size_t n) const { return at_ + n < s_.size() ? s_[at_ + n] : '\0'; }

  /// A character outside of strings and comments.
  bool plain(char c) {
    if (static_cast<unsigned char>(c) >= 0x80) return syntax(at_, "a character beyond ASCII outside of quotes");
    if (!printable()) return syntax(at_, "a control character");
    if (c == '\n') {
      if (open_.empty() || header_) {
        value_ = false;
        open_.clear();
        nested_ = 0;
        header_ = false;
        line_start_ = true;
      }
      separate();
    } else if (c == '[' || c == '{') {
      if (line_start_ && c == '[' && !header()) return false;
      line_start_ = false;
      value_ = c == '[' && !header_;
      open_.push_back({c, dots_ + 1});
      nested_ += dots_ + 1;
      dots_ = 0;
    } else if (c == ']' || c == '}') {
      line_start_ = false;
      if (open_.empty() || open_.back().opened != (c == ']' ? '[' : '{')) return syntax(at_, std::string("'") + c + "' closes nothing");
      if (header_ && dots_ > header_dots_) header_dots_ = dots_;
      nested_ -= open_.back().levels;
      open_.pop_back();
      dots_ = 0;
      value_ = true;
    } else if (c == '=') {
      value_ = true;
      line_start_ = false;
    } else if (c == ',') {
      value_ = open_.empty() || open_.back().opened == '[';
      separate();
    } else if (c == '.') {
      ++dots_;
    } else if (broken_time(c)) {
      return syntax(at_, "a time is missing after the date");
    } else if (c != ' ' && c != '\t' && c != '\r') {
      line_start_ = false;
    }
    ++at_;
    return true;
  }
  bool header() {
    header_ = true;
    header_dots_ = 0;
    if (++headers_ > most_headers) return fail("TS1005", "more than 10000 tables");
    std::size_t key = ahead(1) == '[' ? 2 : 1;
    while (ahead(key) == ' ' || ahead(key) == '\t') ++key;
    return starts_key(ahead(key)) || syntax(at_ + key, "a name is missing in the table's header");
  }
  void separate() {
    dots_ = 0;
    ++separators_;
  }
  /// Control characters are no TOML, but for tabs and line ends.
  bool printable() const {
    const auto c = static_cast<unsigned char>(s_[at_]);
    return (c >= 0x20 && c != 0x7f) || c == '\t' || c == '\n' || (c == '\r' && ahead(1) == '\n');
  }
  bool comment() {
    for (; at_ < s_.size() && s_[at_] != '\n'; ++at_)
      if (!printable()) return syntax(at_, "a control character in a comment");
    return true;
  }
  bool string(char quote) {
    line_start_ = false;
    // elsewhere toml++ takes a quote for a part of the value before it, and what follows for no string
    const char before = at_ == 0 ? '\n' : s_[at_ - 1];
    if (std::string_view(value_ ? " \t\n=,[{" : " \t\n=,[{.").find(before) == std::string_view::npos)
      return syntax(at_, "a quote in the middle of a value");
    const std::string_view three = quote == '"' ? "\"\"\"" : "'''";
    const bool many = s_.substr(at_, 3) == three;
    at_ += many ? 3 : 1;
    while (at_ < s_.size()) {
      if (!printable()) return syntax(at_, "a control character in a string: escape it");
      if (quote == '"' && s_[at_] == '\\') {
        if (!(many ? continued() : escape())) return false;
      } else if (many && s_.substr(at_, 3) == three) {
        at_ += 3;
        // up to two quotes more belong to the string
        for (int i = 0; i < 2 && ahead(0) == quote; ++i) ++at_;
        return true;
      } else if (!many && (s_[at_] == quote || s_[at_] == '\n')) {
        at_ += s_[at_] == quote;
        return true;
      } else {
        ++at_;
      }
    }
    return true;
  }
  bool escape() {
    if (ahead(1) == '\n' || ahead(1) == '\r') {
      ++at_;
      return true;
    }
    if (static_cast<unsigned char>(ahead(1)) >= 0x80) return syntax(at_, "no such escape in TOML");
    at_ += 2;
    return true;
  }
  /// A backslash in a string of many lines: an escape, or the end of a line that goes on at the next character that is no blank.
  bool continued() {
    std::size_t n = 1;
    while (ahead(n) == ' ' || ahead(n) == '\t') ++n;
    if (ahead(n) != '\n' && !(ahead(n) == '\r' && ahead(n + 1) == '\n'))
      return n == 1 ? escape() : syntax(at_, "a backslash that ends a line must be the last character on it");
    while (std::string_view(" \t\r\n").find(ahead(n)) != std::string_view::npos && at_ + n < s_.size()) ++n;
    at_ += n;
    if (static_cast<unsigned char>(ahead(0)) >= 0x80) to_escape.push_back(at_);
    return true;
  }

  static bool digit(char c) { return c >= '0' && c <= '9'; }
  /// Behind "1979-05-27".
  bool behind_date() const {
    if (at_ < 10) return false;
    bool date = true;
    for (std::size_t i = 0; i < 10; ++i) {
      const char c = s_[at_ - 10 + i];
      date = date && (i == 4 || i == 7 ? c == '-' : digit(c));
    }
    return date;
  }
  /// At what stands between a date and a time, where no time of two digits follows. (A date may stand alone before a blank.)
  bool broken_time(char c) const {
    const bool letter = c == 'T' || c == 't', blank = c == ' ' && digit(ahead(1));
    return value_ && (letter || blank) && !(digit(ahead(1)) && digit(ahead(2))) && behind_date();
  }
  static bool starts_key(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '"' || c == '\'';
  }
  bool syntax(std::size_t offset, const std::string& message) {
    position_cursor at(s_);
    at.move_to(offset);
    failure = {at.line, at.column, message};
    return false;
  }
  bool fail(std::string_view code, std::string_view message) {
    position_cursor at(s_);
    at.move_to(at_);
    add_problem(problems_, code, message, file_, at.line, at.column, at.column + 1);
    return false;
  }

  std::string_view s_, file_;
  report& problems_;
  std::vector<bracket> open_{};
  std::size_t at_ = 0, nested_ = 0, dots_ = 0, header_dots_ = 0, headers_ = 0, separators_ = 0;
  bool header_ = false, line_start_ = true;
  bool value_ = false;  ///< behind a '=' or in an array: where no key may stand
};
}  // namespace detail

}  // namespace trainspec::inline v0
