#pragma once
#include <toml++/toml.h>

#include <algorithm>
#include <exception>
#include <map>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../schema/nearest.hpp"
#include "../schema/node.hpp"
#include "problem.hpp"
#include "toml_guard.hpp"
#include "toml_string.hpp"

namespace trainspec::inline v0 {

namespace detail {
// toml++ throws or returns its errors, as TOML_EXCEPTIONS says where it is first included. Both work; the namespace keeps two
// units that differ in it apart.
#if TOML_EXCEPTIONS
inline namespace toml_throws {
#else
inline namespace toml_returns {
#endif

inline toml_failure failure_of(const toml::parse_error& e) {
  return {e.source().begin.line, e.source().begin.column, std::string(e.description())};
}

inline std::optional<toml::table> read_toml(std::string_view content, toml_failure& failure) {
#if TOML_EXCEPTIONS
  try {
    return toml::parse(content);
  } catch (const toml::parse_error& e) {
    failure = failure_of(e);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    failure = {1, 1, e.what()};
  }
  return std::nullopt;
#else
  toml::parse_result result = toml::parse(content);
  if (result) return std::move(result).table();
  failure = failure_of(result.error());
  return std::nullopt;
#endif
}

/// Reads a text with toml++, which stops at the first error. Where the rest can still be read without the line in question,
/// that statement is blanked and reading starts again, so that one run reports them all.
class toml_reader {
 public:
  toml_reader(std::string_view content, std::string_view file, report& problems)
      : original_(content), text_(content), file_(file), problems_(problems) {}

  std::optional<node> read() {
    constexpr int most_errors = 50;
    for (int i = 0; i < most_errors; ++i) {
      // what was taken out may have changed how the rest is to be read: the guard looks at each text that toml++ sees
      toml_guard guard(text_, file_, problems_);
      if (!guard.ok()) {
        if (guard.failure.line == 0 || !recover(guard.failure)) return std::nullopt;
        continue;
      }
      escape(guard.to_escape);
      toml_failure failure;
      if (const std::optional<toml::table> root = read_toml(text_, failure)) {
        node n;
        n.is = node::kind::table;
        n.line = n.column = n.end_column = 1;
        table(*root, n);
        return n;
      }
      if (!recover(failure)) return std::nullopt;
    }
    add_problem(problems_, "TS1001", "not TOML: there are more errors of syntax after these", file_);
    return std::nullopt;
  }

 private:
  // -- what toml++ read ------------------------------------------------------------------------------------------------

  void table(const toml::table& t, node& into) {
    into.entries.reserve(t.size());
    for (const auto& [key, value] : t) {
      auto& [name, n] = into.entries.emplace_back(std::string(key.str()), node{});
      const toml::source_region& at = key.source();
      n.key_line = at.begin.line;
      n.key_column = at.begin.column;
      n.key_end_column = at.end.line == at.begin.line ? at.end.column : at.begin.column + 1;
      convert(value, n);
    }
    std::stable_sort(into.entries.begin(), into.entries.end(), [](const auto& a, const auto& b) {
      return std::pair(a.second.key_line, a.second.key_column) < std::pair(b.second.key_line, b.second.key_column);
    });
  }
  void convert(const toml::node& from, node& n) {
    const toml::source_region& at = from.source();
    n.line = at.begin.line;
    n.column = at.begin.column;
    n.end_column = at.end.line == at.begin.line ? at.end.column : at.begin.column + 1;
    if (const toml::table* t = from.as_table()) {
      n.is = node::kind::table;
      table(*t, n);
    } else if (const toml::array* a = from.as_array()) {
      n.is = node::kind::array;
      n.items.reserve(a->size());
      for (const toml::node& item : *a) convert(item, n.items.emplace_back());
    } else if (const auto* s = from.as_string()) {
      n.is = node::kind::string;
      n.string = s->get();
    } else if (const auto* i = from.as_integer()) {
      n.is = node::kind::integer;
      n.integer = i->get();
      if (const auto big = beyond_.find({n.line, n.column}); big != beyond_.end()) {
        n.string = big->second;
        n.end_column = n.column + static_cast<std::uint32_t>(n.string.size());
      }
    } else if (const auto* d = from.as_floating_point()) {
      n.is = node::kind::number;
      n.number = d->get();
    } else if (const auto* b = from.as_boolean()) {
      n.is = node::kind::boolean;
      n.boolean = b->get();
    } else {
      n.is = node::kind::datetime;
      const std::string_view line = line_of(original_, n.line);
      const std::size_t start = column_offset(line, n.column);
      n.string = line.substr(start, column_offset(line, n.end_column) - start);
    }
  }

  /// Writes characters as escapes, from the last to the first. This moves only what follows in the last line of a string of
  /// many lines.
  void escape(const std::vector<std::size_t>& offsets) {
    constexpr char digits[] = "0123456789ABCDEF";
    for (auto o = offsets.rbegin(); o != offsets.rend(); ++o) {
      const std::size_t length = utf8_length(text_, *o);
      std::uint32_t code = static_cast<unsigned char>(text_[*o]) & (0xFFu >> (length + 1));
      for (std::size_t i = 1; i < length; ++i) code = code << 6 | (static_cast<unsigned char>(text_[*o + i]) & 0x3Fu);
      std::string escaped = "\\U";
      for (int shift = 28; shift >= 0; shift -= 4) escaped += digits[code >> shift & 15];
      text_.replace(*o, length, escaped);
    }
  }

  // -- errors ----------------------------------------------------------------------------------------------------------

  /// Reports an error. True: what caused it was taken out of the text.
  bool recover(const toml_failure& f) {
    const std::size_t from = line_start(f.line);
    const std::string_view line = line_of(text_, f.line);
    const std::size_t at = column_offset(line, f.column);
    const auto has = [&](std::string_view s) { return f.message.find(s) != f.message.npos; };
    if (has("not representable in 64 bits") && take_integer(from, line, at, f)) return true;
    if (has("cannot redefine existing")) return duplicate(from, line, at, f);

    if (!problems_.issues.empty()) {  // an end that is missing is found missing again after its line was taken out
      const issue& last = problems_.issues.back();
      if (last.code == "TS1001" && last.at.line == f.line && last.at.column == f.column) return false;
    }
    issue& i = add_problem(problems_, "TS1001", "not TOML: " + shortened(f.message), file_, f.line, f.column, f.column + 1);
    const statement s = statement_around(from + at);
    const assignment a = assignment_of(line);
    if (s.from == from && a.alone) {
      i.value = a.value;
      if (a.quote != 0) {
        i.message = text("not TOML: the string is not closed");
        i.at.column = code_points(line.substr(0, a.opened)) + 1;
        i.at.end_column = code_points(line) + 1;
        i.fix = closed_fix(a);
        return blank(from, line.size());
      }
      i.fix = quoted_fix(a);
      if (!i.fix.empty() && i.fix.view().back() == '"') i.reason = text("strings stand in quotes");
      return blank(from, line.size());
    }
    if (s.line < f.line) i.related.push_back(begins_here(s));
    if (!s.header) return blank(s.from, s.to - s.from);
    const std::string mended = mended_header(line_of(text_, s.line));
    if (mended.empty()) return blank_table(s.from, s.to);
    i.fix = mended;
    text_.replace(s.from, line_of(text_, s.line).size(), mended);
    return true;
  }

  /// A key with its value, or the header of a table: offsets in the text, `to` at the end of its last line.
  struct statement {
    std::size_t from = 0, to = 0;
    std::uint32_t line = 1;
    bool header = false;
  };
  /// The statement around an error: up to there the text is TOML. Where it ends is a guess if something is not closed: before
  /// the first line that looks like another one.
  statement statement_around(std::size_t error) const {
    statement s;
    std::size_t depth = 0, i = 0;
    std::uint32_t line = 1;
    const auto step = [&](bool closed) {
      const char c = text_[i];
      const std::size_t before = i;
      if (c == '#')
        i = std::min(text_.find('\n', i), text_.size());
      else if (c == '"' || c == '\'')
        i = end_of_string(i, closed);
      else
        ++i;
      if (c == '[' || c == '{') ++depth;
      if ((c == ']' || c == '}') && depth > 0) --depth;
      line += static_cast<std::uint32_t>(
          std::count(text_.begin() + static_cast<std::ptrdiff_t>(before), text_.begin() + static_cast<std::ptrdiff_t>(i), '\n'));
      return c == '\n';
    };
    while (i < std::min(error, text_.size()))
      if (step(true) && depth == 0 && i <= error) s = {i, i, line, false};
    i = s.from;
    depth = 0;
    while (i < text_.size() && !(text_[i] == '\n' && (depth == 0 || looks_like_statement(i + 1)))) step(false);
    s.to = i;
    const std::size_t first = text_.find_first_not_of(" \t", s.from);
    s.header = first != text_.npos && text_[first] == '[';
    return s;
  }
  /// Behind the string that starts at `i`; one that is not closed ends with its line, or, of many lines, with the text: unless
  /// `closed`, before the first line that looks like a statement.
  std::size_t end_of_string(std::size_t i, bool closed) const {
    const std::string quotes(text_.compare(i, 3, std::string(3, text_[i])) == 0 ? 3 : 1, text_[i]);
    const std::size_t end = toml_string_end(text_, i);
    if (closed || quotes.size() == 1 || end < text_.size() || text_.ends_with(quotes)) return end;
    for (std::size_t at = text_.find('\n', i); at != text_.npos; at = text_.find('\n', at + 1))
      if (looks_like_statement(at + 1)) return at;
    return text_.size();
  }
  /// "key =" or "[table]": lines of an array hold no such thing.
  bool looks_like_statement(std::size_t at) const {
    constexpr std::string_view names = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789-.";
    std::string_view line(text_);
    line = line.substr(std::min(at, line.size()));
    line = trimmed(line.substr(0, line.find('\n')));
    const std::size_t brackets = std::min(line.find_first_not_of('['), line.size());
    line.remove_prefix(brackets);
    const std::size_t name = std::min(line.find_first_not_of(names), line.size());
    const std::string_view rest = trimmed(line.substr(name));
    if (name == 0 || (line[0] >= '0' && line[0] <= '9')) return false;
    return brackets == 0 ? rest.starts_with('=') : brackets < 3 && rest.starts_with(']');
  }
  related begins_here(const statement& s) const {
    const std::string_view first = line_of(text_, s.line);
    const std::string_view key = trimmed(first.substr(0, s.header ? first.size() : first.find('=')));
    const std::uint32_t column = code_points(first.substr(0, static_cast<std::size_t>(key.data() - first.data()))) + 1;
    related r;
    r.at = {file_, s.line, column, column + code_points(key)};
    r.origin = origin_text(file_, s.line, column);
    r.message = text("it begins here");
    return r;
  }
  /// "[name]" of a header that is not closed, or closed otherwise, unless there is such a table.
  std::string mended_header(std::string_view line) const {
    const std::size_t open = line.find('[');
    std::string_view name = trimmed(line.substr(std::min(line.find_first_not_of('[', open), line.size())));
    name = name.substr(0, name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789."));
    if (name.empty() || name.front() == '.' || name.back() == '.' || name.find("..") != name.npos) return {};
    const bool list = line.substr(open).starts_with("[[");
    const std::string mended = (list ? "[[" : "[") + std::string(name) + (list ? "]]" : "]");
    const bool is_there = text_.starts_with(mended) || text_.find("\n" + mended) != text_.npos || trimmed(line) == mended;
    return is_there ? std::string{} : mended;
  }
  static std::string shortened(const std::string& message) {
    constexpr std::string_view start = "Error while parsing ";
    const std::size_t colon = message.find(": ");
    if (message.compare(0, start.size(), start) != 0 || colon == message.npos) return message;
    return message.substr(colon + 2) + " (in a " + message.substr(start.size(), colon - start.size()) + ")";
  }
  std::size_t line_start(std::uint32_t line) const {
    std::size_t from = 0;
    for (std::uint32_t l = 1; l < line; ++l) {
      const std::size_t end = text_.find('\n', from);
      if (end == text_.npos) return text_.size();
      from = end + 1;
    }
    return from;
  }
  bool blank(std::size_t from, std::size_t size) {
    // what is blank already would be found again and again
    if (text_.find_first_not_of(" \t\r\n", from) >= from + size) return false;
    for (std::size_t i = from; i < from + size; ++i)
      if (text_[i] != '\n') text_[i] = ' ';
    return true;
  }

  /// Puts 0 in the place of an integer beyond 64 bits, whose literal the node keeps: the field it is for says what is wrong.
  bool take_integer(std::size_t from, std::string_view line, std::size_t end, const toml_failure& f) {
    std::size_t start = end;
    while (start > 0 && std::string_view("0123456789abcdefABCDEFxXo_+-.").find(line[start - 1]) != std::string_view::npos) --start;
    const std::string literal(line.substr(start, end - start));
    const bool hex = literal.find_first_of("xX") != literal.npos;
    if (literal.empty() || literal.find('.') != literal.npos || (!hex && literal.find_first_of("eE") != literal.npos)) return false;
    beyond_[{f.line, code_points(line.substr(0, start)) + 1}] = literal;
    text_.replace(from + start, literal.size(), "0" + std::string(literal.size() - 1, ' '));
    return true;
  }

  struct assignment {
    std::string key{}, value{};
    bool alone = false;      ///< the whole of it stands on this line
    char quote = 0;          ///< of the string that the line leaves open
    std::size_t opened = 0;  ///< where it starts
  };
  static assignment assignment_of(std::string_view line) {
    assignment a;
    const std::size_t start = line.find_first_not_of(" \t"), equals = line.find('=');
    if (start == line.npos || equals == line.npos || line[start] == '[' || line[start] == '#' || line[start] == '=') return a;
    a.key = line.substr(start, equals - start);
    while (!a.key.empty() && (a.key.back() == ' ' || a.key.back() == '\t')) a.key.pop_back();
    int open = 0;
    char& quote = a.quote;
    std::size_t end = equals + 1;
    for (; end < line.size() && (quote != 0 || line[end] != '#'); ++end) {
      const char c = line[end];
      if (quote != 0) {
        if (c == '\\' && quote == '"')
          ++end;
        else if (c == quote)
          quote = 0;
      } else if (c == '"' || c == '\'') {
        if (line.substr(end, 3) == "\"\"\"" || line.substr(end, 3) == "'''") return a;
        quote = c;
        a.opened = end;
      } else {
        open += (c == '[' || c == '{') - (c == ']' || c == '}');
      }
    }
    a.value = line.substr(equals + 1, std::min(end, line.size()) - equals - 1);
    a.value.erase(0, std::min(a.value.find_first_not_of(" \t"), a.value.size()));
    while (!a.value.empty() && (a.value.back() == ' ' || a.value.back() == '\t' || a.value.back() == '\r')) a.value.pop_back();
    a.alone = open == 0;
    return a;
  }
  /// The line with the quote that its only string lacks, which stands where the next comment starts.
  static std::string closed_fix(const assignment& a) {
    std::string value = a.value.substr(0, a.value.find(" #"));
    while (!value.empty() && (value.back() == ' ' || value.back() == '\t' || value.back() == '\r')) value.pop_back();
    if (value.size() < 2 || value[0] != a.quote || value.find_first_of("\"'\\", 1) != value.npos) return {};
    return a.key + " = " + value + a.quote;
  }
  /// The line with its value in quotes, if quotes are what it lacks.
  static std::string quoted_fix(const assignment& a) {
    if (a.value == "True" || a.value == "TRUE") return a.key + " = true";
    if (a.value == "False" || a.value == "FALSE") return a.key + " = false";
    if (a.value.empty() || a.value.find_first_of("\"'[]{}=,\\") != a.value.npos) return {};
    if (a.value.find_first_not_of("0123456789.eE+-_ \t") == a.value.npos) return {};  // a number that cannot be held, or two
    for (const char c : a.value)
      if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return a.key + " = \"" + a.value + "\"";
    return {};
  }

  bool duplicate(std::size_t from, std::string_view line, std::size_t at, const toml_failure& f) {
    const std::size_t first = line.find_first_not_of(" \t");
    const bool header = first != line.npos && line[first] == '[' && at <= first;
    const assignment a = assignment_of(line);
    std::size_t key = 0, size = 0;
    std::string name, message;
    if (header) {
      key = first;
      size = line.find(']', first);
      size = size == line.npos                                ? line.size() - key
             : line.find_first_not_of(']', size) == line.npos ? line.size() - key
                                                              : line.find_first_not_of(']', size) - key;
      name = line.substr(key, size);
      message = "the table " + name + " is given twice";
      if (f.message.find("existing table") == f.message.npos) message = name + " is already something else than a table";
    } else {
      const std::size_t quote = f.message.find('\''), end = f.message.rfind('\'');
      name = quote < end ? f.message.substr(quote + 1, end - quote - 1) : a.key;
      const std::size_t found = line.substr(0, at).rfind(name);
      key = found == line.npos ? std::min(first, line.size()) : found;
      size = found == line.npos ? 1 : name.size();
      message = "\"" + name + "\" is given twice in one table";
    }
    const std::uint32_t column = code_points(line.substr(0, key)) + 1, end_column = column + code_points(line.substr(key, size));
    issue& i = add_problem(problems_, "TS1002", message, file_, f.line, column, end_column);
    i.reason = text("a key may have one value only");
    const bool alone = header || (a.alone && key == first);
    if (alone)
      if (const std::uint32_t before = first_line_of(name, header, f.line); before > 0) {
        const std::string_view earlier = line_of(original_, before);
        const std::uint32_t c = code_points(earlier.substr(0, earlier.find(name))) + 1;
        related r;
        r.at = {file_, before, c, c + code_points(name)};
        r.origin = origin_text(file_, before, c);
        r.message = text("first given here");
        i.related.push_back(std::move(r));
      }
    if (!alone) {
      const statement s = statement_around(from + at);
      return blank(s.from, s.to - s.from);
    }
    return header ? blank_table(from, from + line.size()) : blank(from, line.size());
  }
  /// A table without its header would fall into the table before it: all of it goes.
  bool blank_table(std::size_t from, std::size_t end) {
    while (end < text_.size()) {
      const std::size_t next = text_.find_first_not_of(" \t", end + 1);
      if (next == text_.npos || text_[next] == '[') break;
      end = std::min(text_.find('\n', end + 1), text_.size());
    }
    return blank(from, end - from);
  }
  /// The line before `line` on which the same header, or the same key of the same table, stands; 0: not found.
  std::uint32_t first_line_of(const std::string& name, bool header, std::uint32_t line) const {
    std::uint32_t found = 0, l = 1;
    for (std::size_t from = 0; l < line && from < original_.size(); ++l) {
      const std::size_t end = std::min(original_.find('\n', from), original_.size());
      std::string_view s = original_.substr(from, end - from);
      from = end + 1;
      s.remove_prefix(std::min(s.find_first_not_of(" \t"), s.size()));
      if (!header && !s.empty() && s.front() == '[') found = 0;
      if (found != 0 || s.substr(0, name.size()) != name) continue;
      s.remove_prefix(name.size());
      s.remove_prefix(std::min(s.find_first_not_of(" \t\r"), s.size()));
      if (header ? s.empty() || s.front() == '#' : !s.empty() && s.front() == '=') found = l;
    }
    return found;
  }

  std::string_view original_;
  std::string text_;
  std::string_view file_;
  report& problems_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> beyond_{};  ///< literals of integers beyond 64 bits
};
}  // inline namespace
}  // namespace detail

#if TOML_EXCEPTIONS
inline namespace toml_throws {
#else
inline namespace toml_returns {
#endif
/// Reads TOML 1.0 through toml++, with the place of every key and value. An integer beyond 64 bits keeps its literal in
/// `node::string`: TOML has it an error, which assigning reports with the field's name.
/// Problems: TS1001 syntax, TS1002 duplicate key (with both places), TS1003 encoding, TS1004 nesting, TS1005 size. After an
/// error the rest is read and given all the same; nothing when that is not possible, and after 50 errors.
inline std::optional<node> parse_toml(std::string_view content, std::string_view file, report& problems) {
  if (!check_encoding(content, file, problems)) return std::nullopt;
  return detail::toml_reader(content, file, problems).read();
}

}  // inline namespace
}  // namespace trainspec::inline v0
