#pragma once
#include <string>
#include <string_view>

#include "json_object.hpp"
#include "report.hpp"

namespace trainspec::inline v0 {

/// The report as JSON, version 1:
/// `{"version": 1, "target": ..., "files": [...], "issues": [...], "summary": {"errors": n, "warnings": n}}`.
inline std::string to_json(const report& r) {
  std::string out;
  detail::json_object top(out);
  top.key("version");
  out += "1";
  top.text("target", r.target);
  top.key("files");
  out += "[";
  for (std::size_t i = 0; i < r.files.size(); ++i) {
    if (i > 0) out += ", ";
    json_quote(out, r.files[i].name);
  }
  out += "]";
  top.key("issues");
  out += "[";
  for (std::size_t k = 0; k < r.issues.size(); ++k) {
    const issue& i = r.issues[k];
    out += k > 0 ? ",\n " : "\n ";
    detail::json_object o(out);
    o.text("code", i.code);
    o.text("severity", name_of(i.severity));
    o.text("title", i.title);
    o.text("message", i.message);
    o.text("path", i.path);
    o.text("value", i.value);
    o.text("file", i.at.file);
    o.number("line", i.at.line);
    o.number("column", i.at.column);
    o.number("end_column", i.at.end_column);
    o.text("origin", i.origin);
    o.key("related");
    out += "[";
    for (std::size_t n = 0; n < i.related.size(); ++n) {
      const related& other = i.related[n];
      if (n > 0) out += ", ";
      detail::json_object rel(out);
      rel.text("path", other.path);
      rel.text("origin", other.origin);
      rel.text("file", other.at.file);
      rel.number("line", other.at.line);
      rel.number("column", other.at.column);
      rel.text("message", other.message);
      rel.end();
    }
    out += "]";
    o.text("reason", i.reason);
    o.text("source", i.source);
    o.text("fix", i.fix);
    o.text("hint", i.hint);
    o.end();
  }
  out += r.issues.empty() ? "]" : "\n]";
  top.key("summary");
  out += "{\"errors\": " + std::to_string(r.errors()) + ", \"warnings\": " + std::to_string(r.warnings()) + "}";
  top.end();
  out += "\n";
  return out;
}

}  // namespace trainspec::inline v0
