#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "several.hpp"
#include "write_text.hpp"

namespace trainspec::inline v0 {

struct junit_options {
  bool deny_warnings = false;  ///< warnings are failures too
};

namespace detail {
/// Text that XML 1.0 may hold, in an element or, with `line_end` escaped, in an attribute. Control characters, U+FFFE and what is
/// not UTF-8 become '?'.
inline std::string xml_text(std::string_view s, std::string_view line_end = "\n") {
  std::string out;
  for (std::size_t i = 0; i < s.size();) {
    const std::size_t n = utf8_length(s, i);
    const std::string_view c = s.substr(i, n == 0 ? 1 : n);
    i += c.size();
    if (c == "&")
      out += "&amp;";
    else if (c == "<")
      out += "&lt;";
    else if (c == ">")
      out += "&gt;";
    else if (c == "\"")
      out += "&quot;";
    else if (c == "\n")
      out += line_end;
    else
      out += c == "\xEF\xBF\xBE" || c == "\xEF\xBF\xBF" ? "?" : printable(c);
  }
  return out;
}

inline std::string xml_attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + xml_text(value, "&#10;") + "\"";
}

class junit_writer {
 public:
  explicit junit_writer(const junit_options& options) : options_(options) {}

  std::string write(std::span<const file_report> files) {
    std::string suites;
    counts all;
    for (const file_report& f : files) {
      const counts one = suite(suites, f);
      all.tests += one.tests;
      all.failures += one.failures;
      all.errors += one.errors;
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"trainspec\"" + attributes(all) + ">\n" + suites +
           "</testsuites>\n";
  }

 private:
  struct counts {
    std::size_t tests = 0, failures = 0, errors = 0;
  };
  static std::string attributes(const counts& n) {
    return " tests=\"" + std::to_string(n.tests) + "\" failures=\"" + std::to_string(n.failures) + "\" errors=\"" +
           std::to_string(n.errors) + "\"";
  }
  bool fails(const issue& i) const { return i.severity == severity::error || (options_.deny_warnings && i.severity == severity::warning); }

  counts suite(std::string& out, const file_report& f) const {
    counts n;
    std::string cases, remarks;
    for (const issue& i : f.problems.issues) {
      if (fails(i))
        testcase(cases, n, f, i);
      else
        write_text(remarks, f.problems, i);
    }
    if (n.tests == 0) {
      ++n.tests;
      cases = "    <testcase" + xml_attribute("classname", f.name) + " name=\"check\"/>\n";
    }
    out += "  <testsuite" + xml_attribute("name", f.name) + attributes(n) + ">\n" + cases;
    if (!remarks.empty()) out += "    <system-out>" + xml_text(remarks) + "</system-out>\n";
    out += "  </testsuite>\n";
    return n;
  }
  void testcase(std::string& out, counts& n, const file_report& f, const issue& i) const {
    ++n.tests;
    // a job that cannot be opened was not judged
    const bool unread = i.code == "TS1007";
    ++(unread ? n.errors : n.failures);
    const std::string_view element = unread ? "error" : "failure";
    std::string picture;
    write_text(picture, f.problems, i);
    out += "    <testcase" + xml_attribute("classname", f.name) +
           xml_attribute("name", std::string(i.code.view()) + " " + std::string((i.path.empty() ? i.title : i.path).view()));
    if (is_real_file(i.at.file)) out += xml_attribute("file", i.at.file);
    if (is_real_file(i.at.file) && i.at.line > 0) out += xml_attribute("line", std::to_string(i.at.line));
    out += ">\n      <" + std::string(element) + xml_attribute("type", i.code) + xml_attribute("message", i.message) + ">" +
           xml_text(picture) + "</" + std::string(element) + ">\n    </testcase>\n";
  }

  junit_options options_;
};
}  // namespace detail

/// The reports of several files as JUnit XML: a suite for each file, and in it a failed test for each error, because many who
/// show JUnit show only the first failure of a test. A good file is one test that passed; warnings are its output.
inline std::string to_junit(std::span<const file_report> files, const junit_options& options = {}) {
  return detail::junit_writer(options).write(files);
}

}  // namespace trainspec::inline v0
