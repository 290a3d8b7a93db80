#pragma once
#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "report.hpp"

namespace trainspec::inline v0 {

/// What was found in one of several files that were checked.
struct file_report {
  std::string name{};
  report problems{};
};

/// One report for several files, in their order. It has a target only if that is the same for all.
inline report merge_reports(std::span<const file_report> files) {
  report all;
  if (!files.empty()) all.target = files.front().problems.target;
  for (const file_report& file : files) {
    const report& one = file.problems;
    if (!(all.target == one.target)) all.target = text{};
    for (const source_file& f : one.files)
      if (std::ranges::none_of(all.files, [&](const source_file& other) { return other.name == f.name; })) all.files.push_back(f);
    all.issues.insert(all.issues.end(), one.issues.begin(), one.issues.end());
  }
  return all;
}

/// Whether a source is a file that others can open, not standard input or the command line.
constexpr bool is_real_file(std::string_view name) { return !name.empty() && name != "<stdin>" && name != "--set"; }

/// An issue in plain lines, for those who show no picture: the sentence with its hint, then why and the fix.
inline std::string sentences_of(const issue& i) {
  std::string s(i.message.view());
  // of a misspelt name the sentence holds the hint already
  if (!i.hint.empty() && s.find(i.hint.view()) == s.npos) s += "; " + std::string(i.hint.view());
  if (!i.reason.empty()) s += "\nwhy: " + std::string(i.reason.view());
  if (!i.reason.empty() && !i.source.empty()) s += " [" + std::string(i.source.view()) + "]";
  if (!i.fix.empty()) s += "\nfix: " + std::string(i.fix.view());
  return s;
}

}  // namespace trainspec::inline v0
