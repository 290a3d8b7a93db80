#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace trainspec::inline v0 {

/// A regular expression of Python's `re`, searched for in ASCII names in time linear in the name, whatever the pattern. It
/// knows literals, `.`, sets, escapes, `^ $ \b \B`, groups, `|` and `* + ? {m,n}` with their lazy forms. What else Python
/// knows (look-around, back-references, flags, possessive repetition) is not judged.
class regex {
 public:
  enum class verdict : unsigned char { good, wrong, not_judged };

  constexpr explicit regex(std::string_view pattern) : pattern_(pattern) {
    alternatives();
    if (verdict_ == verdict::good && at_ < pattern_.size()) fail("unbalanced parenthesis");
    emit({op::match});
  }

  constexpr verdict judged() const { return verdict_; }
  /// Why the pattern is wrong, in Python's words; and where, counted from 0.
  constexpr std::string_view problem() const { return problem_; }
  constexpr std::size_t position() const { return at_; }

  /// Whether the pattern is found anywhere in a name. Only for a pattern that is good.
  constexpr bool found_in(std::string_view name) const {
    std::vector<std::uint32_t> now, next, seen(code_.size(), 0);
    std::uint32_t mark = 0;
    for (std::size_t i = 0;; ++i) {
      ++mark;
      for (const std::uint32_t s : now) seen[s] = mark;
      if (follow(0, name, i, now, seen, mark)) return true;
      if (i == name.size()) return false;
      next.clear();
      ++mark;
      for (const std::uint32_t s : now)
        if (code_[s].what == op::set && code_[s].has(name[i]) && follow(s + 1, name, i + 1, next, seen, mark)) return true;
      now.swap(next);
    }
  }

 private:
  enum class op : unsigned char { set, split, jump, begin, end, boundary, no_boundary, match };
  struct instruction {
    op what = op::match;
    std::uint32_t x = 0, y = 0;       ///< split: both ways; jump: x
    std::uint64_t low = 0, high = 0;  ///< set: characters below 64, from 64 to 127
    constexpr bool has(char c) const {
      const auto b = static_cast<unsigned char>(c);
      return b < 64 ? (low >> b & 1U) != 0 : b < 128 && (high >> (b - 64) & 1U) != 0;
    }
    constexpr void add(unsigned first, unsigned last) {
      for (unsigned b = first; b <= last && b < 128; ++b) (b < 64 ? low : high) |= std::uint64_t{1} << (b & 63U);
    }
    constexpr void add(const instruction& other) {
      low |= other.low;
      high |= other.high;
    }
    constexpr void invert() {
      low = ~low;
      high = ~high;
    }
  };

  static constexpr std::size_t most_code = 4096;
  static constexpr int most_depth = 64;

  std::string_view pattern_{};
  std::vector<instruction> code_{};
  std::string_view problem_{};
  std::size_t at_ = 0;
  int depth_ = 0;
  verdict verdict_ = verdict::good;

  constexpr bool more() const { return verdict_ == verdict::good && at_ < pattern_.size(); }
  constexpr bool next_is(char c) const { return more() && pattern_[at_] == c; }
  constexpr void fail(std::string_view why) {
    if (verdict_ != verdict::good) return;
    verdict_ = verdict::wrong;
    problem_ = why;
  }
  constexpr void give_up() {
    if (verdict_ == verdict::good) verdict_ = verdict::not_judged;
  }
  constexpr std::uint32_t emit(const instruction& i) {
    if (code_.size() >= most_code)
      give_up();
    else
      code_.push_back(i);
    return static_cast<std::uint32_t>(code_.size() - 1);
  }
  constexpr std::uint32_t here() const { return static_cast<std::uint32_t>(code_.size()); }
  /// Code that starts at `from` is moved one further, for a split in front of it.
  constexpr void insert_split(std::uint32_t from) {
    if (code_.size() >= most_code) return give_up();
    code_.insert(code_.begin() + from, instruction{op::split});
    for (std::size_t i = from + 1; i < code_.size(); ++i) {
      if (code_[i].what != op::split && code_[i].what != op::jump) continue;
      if (code_[i].x >= from) ++code_[i].x;
      if (code_[i].what == op::split && code_[i].y >= from) ++code_[i].y;
    }
  }

  // a | b
  constexpr void alternatives() {
    if (++depth_ > most_depth) give_up();
    const std::uint32_t start = here();
    sequence();
    if (next_is('|')) {
      ++at_;
      insert_split(start);
      const std::uint32_t over = emit({op::jump});
      if (verdict_ == verdict::good) {
        code_[start].x = start + 1;
        code_[start].y = here();
        alternatives();
        if (verdict_ == verdict::good) code_[over].x = here();
      }
    }
    --depth_;
  }
  constexpr void sequence() {
    while (more() && pattern_[at_] != '|' && pattern_[at_] != ')') repeated();
  }
  constexpr void repeated() {
    const std::size_t from = at_;
    const std::uint32_t start = here();
    if (is_repeat()) return fail("nothing to repeat");
    const bool anchor = atom();
    if (!more() || !is_repeat()) return;
    if (anchor) return give_up();  // Python refuses some of these and repeats others
    std::int64_t least = 0, most = -1;
    const std::size_t after_atom = at_;
    bounds(least, most);
    if (verdict_ != verdict::good) return;
    if (next_is('+')) return give_up();
    if (next_is('?')) ++at_;
    if (more() && is_repeat()) return fail("multiple repeat");
    const std::size_t end = at_;
    // the atom once is there; it is read again for each further one
    const auto again = [&] {
      at_ = from;
      const std::uint32_t s = here();
      (void)atom();
      at_ = after_atom;
      return s;
    };
    if (least == 0 && most == 0) {
      code_.resize(start);
    } else if (most < 0) {
      std::uint32_t loop = start;
      for (std::int64_t i = 1; i < least && verdict_ == verdict::good; ++i) loop = again();
      if (least == 0) insert_split(start);
      if (least == 0) {
        const std::uint32_t back = emit({op::jump, start});
        if (verdict_ == verdict::good) code_[start] = {op::split, start + 1, back + 1};
      } else {
        const std::uint32_t back = emit({op::split, loop});
        if (verdict_ == verdict::good) code_[back].y = back + 1;
      }
    } else {
      std::vector<std::uint32_t> skips;
      if (least == 0) {
        insert_split(start);
        skips.push_back(start);
      }
      for (std::int64_t i = 1; i < most && verdict_ == verdict::good; ++i) {
        if (i >= least) skips.push_back(emit({op::split}));
        again();
      }
      if (verdict_ == verdict::good)
        for (const std::uint32_t s : skips) code_[s] = {op::split, s + 1, here()};
    }
    at_ = end;
  }
  /// `* + ?`, or braces that are bounds: other braces are literal.
  constexpr bool is_repeat() const {
    const char c = pattern_[at_];
    if (c == '*' || c == '+' || c == '?') return true;
    if (c != '{') return false;
    std::size_t i = at_ + 1, digits = 0, commas = 0;
    for (; i < pattern_.size() && pattern_[i] != '}'; ++i) {
      const bool digit = pattern_[i] >= '0' && pattern_[i] <= '9';
      if (!digit && (pattern_[i] != ',' || commas > 0)) return false;
      digits += digit;
      commas += !digit;
    }
    return i < pattern_.size() && (digits > 0 || commas > 0);
  }
  constexpr void bounds(std::int64_t& least, std::int64_t& most) {
    const char c = pattern_[at_++];
    if (c == '+') least = 1;
    if (c == '?') most = 1;
    if (c != '{') return;
    const auto number = [&](std::int64_t otherwise) {
      std::int64_t n = -1;
      while (at_ < pattern_.size() && pattern_[at_] >= '0' && pattern_[at_] <= '9') {
        n = (n < 0 ? 0 : n) * 10 + (pattern_[at_++] - '0');
        if (n > 100000) n = 100000;
      }
      return n < 0 ? otherwise : n;
    };
    least = number(0);
    most = least;
    if (pattern_[at_] == ',') {
      ++at_;
      most = number(-1);
    }
    if (most >= 0 && most < least) return fail("min repeat greater than max repeat");
    ++at_;  // }
  }
  /// Whether it was an anchor.
  constexpr bool atom() {
    instruction one{op::set};
    const char c = pattern_[at_++];
    switch (c) {
      case '(': group(); return false;
      case '[': set(); return false;
      case '^': emit({op::begin}); return true;
      case '$': emit({op::end}); return true;
      case '.': one.add(0, 127); break;
      case '\\':
        if (at_ == pattern_.size()) {
          fail("bad escape (end of pattern)");
          return false;
        }
        if (const char e = pattern_[at_]; e == 'b' || e == 'B' || e == 'A' || e == 'Z') {
          ++at_;
          emit({e == 'b' ? op::boundary : e == 'B' ? op::no_boundary : e == 'A' ? op::begin : op::end});
          return true;
        }
        escape(one, false);
        break;
      default:
        if (static_cast<unsigned char>(c) >= 128) give_up();
        one.add(static_cast<unsigned char>(c), static_cast<unsigned char>(c));
    }
    emit(one);
    return false;
  }
  constexpr void group() {
    if (next_is('?')) {
      const std::string_view rest = pattern_.substr(at_);
      const std::size_t name_end = rest.find('>');
      if (rest.starts_with("?:"))
        at_ += 2;
      else if (rest.starts_with("?P<") && name_end != rest.npos)
        at_ += name_end + 1;
      else
        return give_up();
    }
    alternatives();
    if (verdict_ != verdict::good) return;
    if (!next_is(')')) return fail("missing ), unterminated subpattern");
    ++at_;
  }
  constexpr void set() {
    instruction all{op::set};
    const bool inverted = next_is('^');
    if (inverted) ++at_;
    for (bool first = true; more() && (first || pattern_[at_] != ']'); first = false) {
      instruction from{op::set};
      const unsigned a = member(from);
      if (verdict_ != verdict::good) return;
      if (!next_is('-') || at_ + 1 >= pattern_.size() || pattern_[at_ + 1] == ']') {
        all.add(from);
        continue;
      }
      ++at_;
      instruction to{op::set};
      const unsigned b = member(to);
      if (verdict_ != verdict::good) return;
      if (a > 127 || b > 127 || a > b) return fail("bad character range");
      all.add(a, b);
    }
    if (verdict_ != verdict::good) return;
    if (!next_is(']')) return fail("unterminated character set");
    ++at_;
    if (inverted) all.invert();
    emit(all);
  }
  /// One member of a set; the character, or 128 for a class such as \d.
  constexpr unsigned member(instruction& into) {
    const char c = pattern_[at_++];
    if (c == '\\') {
      if (at_ == pattern_.size()) {
        fail("unterminated character set");
        return 128;
      }
      return escape(into, true);
    }
    const auto b = static_cast<unsigned char>(c);
    if (b >= 128) give_up();
    into.add(b, b);
    return b;
  }
  /// After the backslash. The character, or 128 for a class.
  constexpr unsigned escape(instruction& into, bool in_set) {
    const char e = pattern_[at_++];
    const auto is = [&](std::string_view of) { return of.find(e) != of.npos; };
    if (is("dD")) into.add('0', '9');
    if (is("sS")) {
      into.add(9, 13);
      into.add(28, 32);
    }
    if (is("wW")) {
      into.add('0', '9');
      into.add('A', 'Z');
      into.add('_', '_');
      into.add('a', 'z');
    }
    if (is("DSW")) into.invert();
    if (is("dDsSwW")) return 128;
    unsigned c = static_cast<unsigned char>(e);
    if (is("xuUN0123456789")) {
      give_up();  // codes of characters and back-references
    } else if (is("abfnrtv")) {
      constexpr std::string_view letters = "abfnrtv", meaning = "\a\b\f\n\r\t\v";
      c = static_cast<unsigned char>(meaning[letters.find(e)]);
      (void)in_set;  // outside a set \b is a boundary, which atom() has taken
    } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
      --at_;
      fail("bad escape");
    }
    into.add(c, c);
    return c;
  }

  static constexpr bool is_word(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
  /// Adds what can be reached from `from` without a character. Whether that is a match.
  constexpr bool follow(std::uint32_t from, std::string_view name, std::size_t i, std::vector<std::uint32_t>& into,
                        std::vector<std::uint32_t>& seen, std::uint32_t mark) const {
    std::vector<std::uint32_t> open{from};
    while (!open.empty()) {
      const std::uint32_t s = open.back();
      open.pop_back();
      if (seen[s] == mark) continue;
      seen[s] = mark;
      const instruction& one = code_[s];
      const bool edge = (i > 0 && is_word(name[i - 1])) != (i < name.size() && is_word(name[i]));
      switch (one.what) {
        case op::match: return true;
        case op::set: into.push_back(s); break;
        case op::jump: open.push_back(one.x); break;
        case op::split:
          open.push_back(one.y);
          open.push_back(one.x);
          break;
        case op::begin:
          if (i == 0) open.push_back(s + 1);
          break;
        case op::end:
          if (i == name.size()) open.push_back(s + 1);
          break;
        case op::boundary:
          if (edge) open.push_back(s + 1);
          break;
        case op::no_boundary:
          if (!edge) open.push_back(s + 1);
          break;
      }
    }
    return false;
  }
};

}  // namespace trainspec::inline v0
