#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "limits.hpp"
#include "problem.hpp"

namespace trainspec::inline v0 {

namespace detail {

/// Sees, before toml++ reads a text, that it can neither exhaust the stack nor run for minutes: toml++ 3.3 limits the nesting
/// of values but not that of dotted keys, and searches its tables one after the other.
class toml_guard {
 public:
  static constexpr std::size_t most_separators = 200'000, most_headers = 10'000;

  toml_guard(std::string_view content, std::string_view file, report& problems) : s_(content), file_(file), problems_(problems) {}

  bool ok() {
    while (at_ < s_.size()) {
      const char c = s_[at_];
      if (c == '"' || c == '\'') {
        line_start_ = false;
        string(c);
        continue;
      }
      if (c == '#') {
        while (at_ < s_.size() && s_[at_] != '\n') ++at_;
        continue;
      }
      if (c == '\n') {
        line_start_ = open_.empty();
        if (open_.empty() || header_) {
          open_.clear();
          nested_ = 0;
          header_ = false;
          line_start_ = true;
        }
        separate();
      } else if (c == '[' || c == '{') {
        if (line_start_ && c == '[') {
          header_ = true;
          header_dots_ = 0;
          if (++headers_ > most_headers) return fail("TS1005", "file too large", "more than 10000 tables");
        }
        line_start_ = false;
        open_.push_back(dots_ + 1);
        nested_ += dots_ + 1;
        dots_ = 0;
      } else if (c == ']' || c == '}') {
        if (header_) header_dots_ = dots_ > header_dots_ ? dots_ : header_dots_;
        if (!open_.empty()) {
          nested_ -= open_.back();
          open_.pop_back();
        }
        dots_ = 0;
      } else if (c == ',' || c == '=') {
        // an inline table belongs to the key before its '=', whose dots count as long as it is open
        if (c == ',') separate();
      } else if (c == '.') {
        ++dots_;
      } else if (c != ' ' && c != '\t' && c != '\r') {
        line_start_ = false;
      }
      if (nested_ + dots_ + (header_ ? 0 : header_dots_) > max_nesting)
        return fail("TS1004", "nested too deeply", "tables and arrays are nested more than 100 deep");
      if (separators_ > most_separators) return fail("TS1005", "file too large", "more than 200000 values");
      ++at_;
    }
    return true;
  }

 private:
  void separate() {
    dots_ = 0;
    ++separators_;
  }
  void string(char quote) {
    const std::string_view three = quote == '"' ? "\"\"\"" : "'''";
    const bool many = s_.substr(at_, 3) == three;
    at_ += many ? 3 : 1;
    while (at_ < s_.size()) {
      if (quote == '"' && s_[at_] == '\\' && at_ + 1 < s_.size() && (many || s_[at_ + 1] != '\n')) {
        at_ += 2;
      } else if (many && s_.substr(at_, 3) == three) {
        at_ += 3;
        while (at_ < s_.size() && s_[at_] == quote) ++at_;
        return;
      } else if (!many && (s_[at_] == quote || s_[at_] == '\n')) {
        at_ += s_[at_] == quote;
        return;
      } else {
        ++at_;
      }
    }
  }
  bool fail(std::string_view code, std::string_view title, std::string_view message) {
    position_cursor at(s_);
    at.move_to(at_);
    add_problem(problems_, code, title, message, file_, at.line, at.column, at.column + 1);
    return false;
  }

  std::string_view s_, file_;
  report& problems_;
  std::vector<std::size_t> open_{};
  std::size_t at_ = 0, nested_ = 0, dots_ = 0, header_dots_ = 0, headers_ = 0, separators_ = 0;
  bool header_ = false, line_start_ = true;
};
}  // namespace detail

}  // namespace trainspec::inline v0
