#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "../report/json_object.hpp"
#include "../report/several.hpp"
#include "../report/write_text.hpp"
#include "conversion.hpp"

namespace trainspec::inline v0 {

namespace detail {
constexpr std::string_view meaning_of(fate f) {
  switch (f) {
    case fate::kept: return "as it was";
    case fate::moved: return "to another section";
    case fate::renamed: return "to another name";
    case fate::changed: return "the same said otherwise";
    case fate::dropped: return "it says what is so without it, or has no effect";
    case fate::lost: return "it is not in the new file";
  }
  return "";
}
inline std::string counted(std::size_t n, std::string_view what) {
  return std::to_string(n) + " " + std::string(what) + (n == 1 ? "" : "s");
}
/// The start of a line of the report: the line of the old file.
inline std::string at_line(std::uint32_t line) {
  const std::string number = std::to_string(line);
  return std::string(number.size() < 5 ? 5 - number.size() : 0, ' ') + number + "  ";
}
}  // namespace detail

/// The report of a conversion as people read it: every key under its fate, in the order of the old file; then comments that
/// were lost, remarks, and what `check` says of the new file, an issue a line. Of an unreadable file: why.
inline std::string to_text(const conversion& c, const text_style& style = {}) {
  using detail::printable;
  if (!c.readable) return to_text(c.problems, style);
  if (c.already) return printable(c.from) + ": a trainspec job file already (version = 1); left alone\n";
  std::string out = printable(c.from) + ": " + detail::counted(c.keys.size(), "key") + ", read as " + std::string(c.dialect) + "\n";
  for (const fate f : fates) {
    if (c.count(f) == 0) continue;
    out += "\n" + std::string(name_of(f)) + " (" + std::to_string(c.count(f)) + "): " + std::string(detail::meaning_of(f)) + "\n";
    for (const converted_key& k : c.keys) {
      if (k.is != f) continue;
      std::string line = detail::at_line(k.line) + k.path + " = " + k.value;
      if (!k.now.empty() && k.is != fate::kept) line += "  ->  " + k.now + " = " + k.new_value;
      out += printable(line) + "\n";
      if (!k.reason.empty()) out += "         why: " + printable(k.reason) + (k.hint.empty() ? "" : "; " + printable(k.hint)) + "\n";
    }
  }
  if (!c.lost.empty()) out += "\ncomments lost (" + std::to_string(c.lost.size()) + "): what they stood at is not in the new file\n";
  for (const lost_comment& l : c.lost) out += detail::at_line(l.line) + printable(l.text) + "\n";
  if (!c.remarks.empty()) out += "\nto decide\n";
  for (const std::string& r : c.remarks) out += "  - " + printable(r) + "\n";
  out += "\ncheck\n";
  for (const issue& i : c.findings.issues) {
    out += "  " + std::string(name_of(i.severity)) + "[" + std::string(i.code.view()) + "] ";
    if (i.at.line > 0) out += "line " + std::to_string(i.at.line) + ": ";
    out += printable(i.message) + "\n";
  }
  return out + printable(c.to) + ": " + summary_with_target(c.findings) + "\n";
}

/// {"from", "dialect", "already", "to", "toml", "keys": [{"path", "value", "line", "column", "fate", "now", "new_value", "reason",
/// "hint"}], "lost_comments": [{"line", "text"}], "remarks": [...], "check": {"errors", "warnings", "target", "issues": [{"code",
/// "severity", "line", "column", "message"}]}}; "toml" is null where the new file is written elsewhere. Of an unreadable file,
/// the report of its problems.
inline std::string to_json(const conversion& c, bool with_toml) {
  std::string out;
  detail::json_object o(out);
  const auto issues = [&](detail::json_object& in, const report& r) {
    in.key("errors");
    out += std::to_string(r.errors());
    in.key("warnings");
    out += std::to_string(r.warnings());
    in.text("target", r.target.view());
    in.key("issues");
    detail::json_array all(out, "\n  ");
    for (const issue& i : r.issues) {
      all.next();
      detail::json_object one(out);
      one.string("code", i.code.view());
      one.string("severity", name_of(i.severity));
      one.number("line", i.at.line);
      one.number("column", i.at.column);
      one.string("message", i.message.view());
      one.end();
    }
    all.end();
  };
  o.string("from", c.from);
  o.boolean("readable", c.readable);
  o.boolean("already", c.already);
  if (!c.readable) {
    issues(o, c.problems);
    o.end();
    return out + "\n";
  }
  o.text("dialect", c.dialect);
  o.text("to", c.to);
  o.text("toml", with_toml ? std::string_view(c.toml) : std::string_view{});
  o.key("counts");
  detail::json_object counts(out);
  for (const fate f : fates) {
    counts.key(name_of(f));
    out += std::to_string(c.count(f));
  }
  counts.end();
  o.key("keys");
  detail::json_array keys(out, "\n  ");
  for (const converted_key& k : c.keys) {
    keys.next();
    detail::json_object one(out);
    one.string("path", k.path);
    one.string("value", k.value);
    one.number("line", k.line);
    one.number("column", k.column);
    one.string("fate", name_of(k.is));
    one.text("now", k.now);
    one.text("new_value", k.new_value);
    one.text("reason", k.reason);
    one.text("hint", k.hint);
    one.end();
  }
  keys.end();
  o.key("lost_comments");
  detail::json_array lost(out, "\n  ");
  for (const lost_comment& l : c.lost) {
    lost.next();
    detail::json_object one(out);
    one.number("line", l.line);
    one.string("text", l.text);
    one.end();
  }
  lost.end();
  o.key("remarks");
  detail::json_array remarks(out, "\n  ");
  for (const std::string& r : c.remarks) {
    remarks.next();
    json_quote(out, r);
  }
  remarks.end();
  o.key("check");
  detail::json_object check(out);
  issues(check, c.findings);
  check.end();
  o.end();
  return out + "\n";
}

}  // namespace trainspec::inline v0
