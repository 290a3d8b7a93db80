#pragma once
// What every fuzz target asks of a report, beside not to crash, hang or leak.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <trainspec/report/write_json.hpp>
#include <trainspec/report/write_text.hpp>
#include <trainspec/text/check_file.hpp>
#include <trainspec/text/toml_write.hpp>

namespace trainspec_fuzz {
using namespace trainspec;

inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

/// Every issue has a code, a sentence and a place that exists; the report can be written.
inline void inspect(const report& r) {
  for (const issue& i : r.issues) {
    require(i.code.size() == 6 && !i.message.empty(), "an issue has a code and a sentence");
    require(i.at.line > 0 || i.at.column == 0, "a column has a line");
    require(i.at.end_column == 0 || i.at.end_column >= i.at.column, "a place does not end before it begins");
  }
  require(!to_json(r).empty(), "the report is written");
  (void)to_text(r);
}

/// A job that is good is the same after it was written and read again; one of a Hugging Face config is judged by more rules
/// then, as it has a target.
inline void check_text(std::string_view content, std::string_view name) {
  const loaded<job> file = check_string(content, name);
  inspect(file.problems);
  require(file.parsed || !file.problems.ok(), "what is not parsed is an error");
  if (!file.parsed || !file.ok()) return;
  const loaded<job> again = check_string(to_toml(file.job), "again.toml");
  inspect(again.problems);
  require(again.ok() || file.from != loaded_from::job_file, "a good job is good when it is written and read again");
  require(again.parsed && again.job.value == file.job.value, "a good job is the same when it is written and read again");
}
}  // namespace trainspec_fuzz
