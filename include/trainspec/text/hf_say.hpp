#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "../schema/node.hpp"
#include "problem.hpp"
#include "source_text.hpp"

namespace trainspec::inline v0 {

namespace detail {
/// Adds issues of one JSON file to a report. Paths are JSON pointers: "/rope_parameters/rope_theta".
class hf_say {
 public:
  hf_say(std::string_view file, std::string_view content, report& problems) : file_(file), written_(content), problems_(problems) {}

  issue& operator()(severity how, std::string_view code, const std::string& message, std::string_view pointer, const node& at,
                    bool at_key = false) {
    issue& i = add_problem(problems_, code, message, file_, at_key ? at.key_line : at.line, at_key ? at.key_column : at.column,
                           at_key ? at.key_end_column : at.end_column);
    i.severity = how;
    i.path = std::string(pointer);
    i.value = written_.value(at);
    return i;
  }
  issue& error(std::string_view code, const std::string& message, std::string_view pointer, const node& at) {
    return (*this)(severity::error, code, message, pointer, at);
  }
  issue& warning(std::string_view code, const std::string& message, std::string_view pointer, const node& at) {
    return (*this)(severity::warning, code, message, pointer, at);
  }
  /// A second place of an issue, in this file.
  void also(issue& i, std::string_view pointer, const node& at) const { add_related(i, file_, pointer, at, written_.value(at)); }
  static void add_related(issue& i, std::string_view file, std::string_view pointer, const node& at, const std::string& value) {
    related other;
    other.path = std::string(pointer);
    other.at = {text::copy(file), at.line, at.column, at.end_column};
    other.origin = origin_text(file, at.line, at.column);
    other.message = std::string(pointer) + " = " + value;
    i.related.push_back(std::move(other));
  }
  std::string value(const node& n) const { return written_.value(n); }
  std::string_view file() const { return file_; }
  report& problems() { return problems_; }

 private:
  std::string_view file_;
  source_text written_;
  report& problems_;
};
}  // namespace detail

}  // namespace trainspec::inline v0
