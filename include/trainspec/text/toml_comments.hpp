#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "toml_string.hpp"

namespace trainspec::inline v0 {

/// A key with its value, or the header of a table: the lines it stands on.
struct toml_statement {
  std::uint32_t line = 1, last_line = 1;
  bool header = false;
  std::string name{};  ///< of a header: "training.dataloader"
};

/// A comment of a TOML text, and what it belongs to.
struct toml_comment {
  enum class where : unsigned char { top, above, beside, below, end };
  std::uint32_t line = 1;
  std::string text{};  ///< from '#' to the end of the line
  where is = where::above;
  std::size_t statement = 0;  ///< its index; for top and end without meaning
};

struct toml_outline {
  std::vector<toml_statement> statements{};
  std::vector<toml_comment> comments{};  ///< in the order of the text
};

namespace detail {

/// Walks a text that is TOML, which it does not check: what is not TOML gives some outline.
class toml_outliner {
 public:
  explicit toml_outliner(std::string_view s) : s_(s) {
    while (at_ < s_.size()) step();
    close();
    place();
  }
  toml_outline out{};

 private:
  void step() {
    const char c = s_[at_];
    if (c == '\n') {
      if (depth_ == 0) close();
      ++at_;
      ++line_;
    } else if (c == '#') {
      std::size_t end = std::min(s_.find('\n', at_), s_.size());
      const std::size_t next = end;
      while (end > at_ && s_[end - 1] == '\r') --end;
      const bool beside = open_ && depth_ == 0;
      out.comments.push_back({line_, std::string(s_.substr(at_, end - at_)),
                              beside ? toml_comment::where::beside : toml_comment::where::above, open_ ? out.statements.size() - 1 : free});
      at_ = next;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++at_;
    } else {
      begin(c == '[');
      if (out.statements.back().header) {
        header();
      } else if (c == '"' || c == '\'') {
        string();
      } else {
        depth_ += c == '[' || c == '{';
        depth_ -= (c == ']' || c == '}') && depth_ > 0;
        ++at_;
      }
    }
  }
  void begin(bool header) {
    if (open_) return;
    open_ = true;
    out.statements.push_back({line_, line_, header, {}});
  }
  void close() {
    if (open_) out.statements.back().last_line = line_;
    open_ = false;
    depth_ = 0;
  }
  /// The name in brackets, without blanks and quotes.
  void header() {
    std::string& name = out.statements.back().name;
    char quote = 0;
    for (; at_ < s_.size() && s_[at_] != '\n' && (quote != 0 || s_[at_] != '#'); ++at_) {
      const char c = s_[at_];
      if (quote != 0 && c == quote)
        quote = 0;
      else if (quote == 0 && (c == '"' || c == '\''))
        quote = c;
      else if (quote != 0 || std::string_view("[] \t\r").find(c) == std::string_view::npos)
        name += c;
    }
  }
  void string() {
    const std::size_t end = toml_string_end(s_, at_);
    line_ += static_cast<std::uint32_t>(std::ranges::count(s_.substr(at_, end - at_), '\n'));
    at_ = end;
  }

  /// Comments on lines of their own: a block that a blank line parts from what follows, but not from what precedes, belongs to
  /// that; every other to what follows.
  void place() {
    std::size_t next = 0;  // the first statement behind the block
    for (std::size_t i = 0; i < out.comments.size();) {
      if (out.comments[i].statement != free) {
        ++i;
        continue;
      }
      std::size_t stop = i + 1;
      while (stop < out.comments.size() && out.comments[stop].statement == free &&
             out.comments[stop].line == out.comments[stop - 1].line + 1)
        ++stop;
      while (next < out.statements.size() && out.statements[next].line < out.comments[i].line) ++next;
      const std::uint32_t last = out.comments[stop - 1].line;
      const bool touches_next = next < out.statements.size() && out.statements[next].line == last + 1;
      const bool touches_previous = next > 0 && out.statements[next - 1].last_line + 1 == out.comments[i].line;
      using enum toml_comment::where;
      const toml_comment::where is = touches_next                    ? above
                                     : touches_previous              ? below
                                     : next == 0                     ? top
                                     : next == out.statements.size() ? end
                                                                     : above;
      for (; i < stop; ++i) {
        out.comments[i].is = is;
        out.comments[i].statement = is == below ? next - 1 : is == above ? next : 0;
      }
    }
  }

  static constexpr std::size_t free = static_cast<std::size_t>(-1);
  std::string_view s_;
  std::size_t at_ = 0, depth_ = 0;
  std::uint32_t line_ = 1;
  bool open_ = false;
};
}  // namespace detail

/// The statements of a TOML text, and its comments with what they belong to: the statement that they stand above, beside,
/// inside or, where a blank line follows, below; the top or the end of the text.
inline toml_outline outline_of(std::string_view content) { return detail::toml_outliner(content).out; }

}  // namespace trainspec::inline v0
