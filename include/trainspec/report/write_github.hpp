#pragma once
#include <string>
#include <string_view>

#include "several.hpp"
#include "write_text.hpp"

namespace trainspec::inline v0 {

namespace detail {
/// Workflow commands end at a line end, and their properties at a comma or colon.
inline std::string github_data(std::string_view s, bool property) {
  std::string out;
  for (const char c : s) {
    switch (c) {
      case '%': out += "%25"; break;
      case '\r': out += "%0D"; break;
      case '\n': out += "%0A"; break;
      case ':': out += property ? "%3A" : ":"; break;
      case ',': out += property ? "%2C" : ","; break;
      default: out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
    }
  }
  return out;
}
}  // namespace detail

/// The report as GitHub workflow commands, a line an issue: printed by a step of GitHub Actions, each becomes an annotation
/// of the line it names. What was read from standard input or the command line has no file there.
inline std::string to_github(const report& r) {
  std::string out;
  const auto property = [](std::string_view s) { return detail::github_data(s, true); };
  for (const issue& i : r.issues) {
    out += i.severity == severity::error ? "::error " : i.severity == severity::warning ? "::warning " : "::notice ";
    if (is_real_file(i.at.file)) {
      out += "file=" + property(i.at.file) + ",";
      const std::string line = std::to_string(i.at.line);
      if (i.at.line > 0) out += "line=" + line + ",endLine=" + line + ",";
      if (i.at.line > 0 && i.at.column > 0) out += "col=" + std::to_string(i.at.column) + ",";
      if (i.at.line > 0 && i.at.end_column > i.at.column) out += "endColumn=" + std::to_string(i.at.end_column) + ",";
    }
    out += "title=" + property(i.code) + property(": ") + property(i.title) + "::" + detail::github_data(sentences_of(i), false) + "\n";
  }
  return out;
}

}  // namespace trainspec::inline v0
