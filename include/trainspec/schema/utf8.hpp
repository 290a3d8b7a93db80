#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trainspec::inline v0 {

/// Bytes of the UTF-8 sequence that starts at `at`; 0 where none is valid (overlong forms, surrogates and values beyond
/// U+10FFFF included).
constexpr std::size_t utf8_length(std::string_view s, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned { return i < s.size() ? static_cast<unsigned char>(s[i]) : 0u; };
  const unsigned a = byte(at);
  const auto tail = [&](std::size_t i) { return (byte(at + i) & 0xC0u) == 0x80u; };
  if (a < 0x80) return 1;
  if (a >= 0xC2 && a <= 0xDF) return tail(1) ? 2 : 0;
  if (a >= 0xE0 && a <= 0xEF) {
    if (!tail(1) || !tail(2)) return 0;
    const unsigned b = byte(at + 1);
    if ((a == 0xE0 && b < 0xA0) || (a == 0xED && b > 0x9F)) return 0;
    return 3;
  }
  if (a >= 0xF0 && a <= 0xF4) {
    if (!tail(1) || !tail(2) || !tail(3)) return 0;
    const unsigned b = byte(at + 1);
    if ((a == 0xF0 && b < 0x90) || (a == 0xF4 && b > 0x8F)) return 0;
    return 4;
  }
  return 0;
}

constexpr bool is_utf8(std::string_view s) {
  for (std::size_t i = 0; i < s.size();) {
    const std::size_t n = utf8_length(s, i);
    if (n == 0) return false;
    i += n;
  }
  return true;
}

/// Gives `put` the bytes of a code point (not a surrogate, at most U+10FFFF), one by one.
constexpr void encode_utf8(unsigned code, auto&& put) {
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xC0 | code >> 6);
  } else if (code < 0x10000) {
    put(0xE0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3F));
  } else {
    put(0xF0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3F));
    put(0x80 | (code >> 6 & 0x3F));
  }
  put(0x80 | (code & 0x3F));
}

/// Code points of a text; a byte that is no UTF-8 counts as one.
constexpr std::uint32_t code_points(std::string_view s) {
  std::uint32_t n = 0;
  for (std::size_t i = 0; i < s.size(); ++n) {
    const std::size_t length = utf8_length(s, i);
    i += length == 0 ? 1 : length;
  }
  return n;
}

/// Turns byte offsets into lines and columns (code points, from 1). Offsets asked for in rising order cost one pass in
/// all; an earlier offset starts over.
class position_cursor {
 public:
  constexpr explicit position_cursor(std::string_view content) : content_(content) {}

  constexpr void move_to(std::size_t offset) {
    if (offset > content_.size()) offset = content_.size();
    if (offset < at_) {
      at_ = 0;
      line = 1;
      column = 1;
    }
    while (at_ < offset) {
      if (content_[at_] == '\n') {
        ++at_;
        ++line;
        column = 1;
        continue;
      }
      const std::size_t length = utf8_length(content_, at_);
      at_ += length == 0 ? 1 : length;
      ++column;
    }
  }

  std::uint32_t line = 1, column = 1;

 private:
  std::string_view content_;
  std::size_t at_ = 0;
};

/// The text of one line (counted from 1), without its line end.
constexpr std::string_view line_of(std::string_view content, std::uint32_t line) {
  std::size_t from = 0;
  for (std::uint32_t l = 1; l < line; ++l) {
    const std::size_t end = content.find('\n', from);
    if (end == content.npos) return {};
    from = end + 1;
  }
  std::size_t to = content.find('\n', from);
  if (to == content.npos) to = content.size();
  if (to > from && content[to - 1] == '\r') --to;
  return content.substr(from, to - from);
}

/// The byte at which a column (code points, from 1) of a line starts.
constexpr std::size_t column_offset(std::string_view line, std::uint32_t column) {
  std::size_t at = 0;
  for (std::uint32_t c = 1; c < column && at < line.size(); ++c) {
    const std::size_t length = utf8_length(line, at);
    at += length == 0 ? 1 : length;
  }
  return at < line.size() ? at : line.size();
}

}  // namespace trainspec::inline v0
