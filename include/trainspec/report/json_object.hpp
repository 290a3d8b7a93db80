#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "../schema/json_quote.hpp"

namespace trainspec::inline v0::detail {

/// Appends a JSON object member by member; `end()` closes it.
class json_object {
  std::string& out_;
  bool first_ = true;

 public:
  explicit json_object(std::string& out) : out_(out) { out_ += "{"; }
  void key(std::string_view name) {
    out_ += first_ ? "" : ", ";
    first_ = false;
    json_quote(out_, name);
    out_ += ": ";
  }
  void string(std::string_view name, std::string_view value) {
    key(name);
    json_quote(out_, value);
  }
  /// Empty text is absent: null.
  void text(std::string_view name, std::string_view value) {
    if (!value.empty()) return string(name, value);
    key(name);
    out_ += "null";
  }
  /// Zero is absent: null.
  void number(std::string_view name, std::uint32_t value) {
    key(name);
    out_ += value == 0 ? "null" : std::to_string(value);
  }
  void boolean(std::string_view name, bool value) {
    key(name);
    out_ += value ? "true" : "false";
  }
  void end() { out_ += "}"; }
};

/// Appends a JSON array: `next()` before each element, `end()` closes it.
class json_array {
  std::string& out_;
  std::string_view between_;
  bool first_ = true;

 public:
  /// `between` stands before every element, after the comma: a blank, or a new line.
  explicit json_array(std::string& out, std::string_view between = "") : out_(out), between_(between) { out_ += "["; }
  void next() {
    if (!first_) out_ += between_.empty() ? ", " : ",";
    out_ += between_;
    first_ = false;
  }
  void end() { out_ += "]"; }
};

}  // namespace trainspec::inline v0::detail
