#pragma once
#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <system_error>

#include "../presets/resolve.hpp"
#include "../report/reading_codes.hpp"
#include "../rules/check.hpp"
#include "check_resume.hpp"
#include "hf_compare.hpp"
#include "load.hpp"
#include "locate.hpp"

namespace trainspec::inline v0 {

/// How a file is checked.
struct check_request {
  std::optional<trainspec::target> target{};  ///< absent: the job's own
  std::span<const std::string> settings{};    ///< "section.key=value", stronger than the file
  std::span<const std::string> allow{};       ///< codes of warnings that are not reported
  bool here = false;                          ///< the job is to run on this machine: input paths must exist
};

namespace detail {
/// Warns (`here`: refuses) of input paths that somebody gave and that are not on this machine.
template <described J>
void check_paths(const sourced<J>& j, bool here, report& into) {
  for (const row& r : rows_of<J>()) {
    const origin& o = j.from.of[r.number];
    if (!r.about.path || r.about.written || o.how == way::by_default || r.kind != field_kind::string) continue;
    const node value = r.load(r.member(std::addressof(j.value)));
    const std::string& path = value.string;
    if (path.empty() || path.find("://") != path.npos) continue;
    if (r.about.hub && !path.starts_with('/') && !path.starts_with('.')) continue;  // a name on the Hub
    std::error_code error;
    if (std::filesystem::exists(path, error)) continue;
    issue i;
    i.code = "TS1402";
    i.severity = here ? severity::error : severity::warning;
    i.title = title_of_reading(i.code);
    i.message = r.path + " = \"" + path + "\" is not on this machine";
    i.path = r.path;
    i.value = toml_text(value);
    i.reason = here ? "the job is to run here" : "fine if the job runs elsewhere";
    describe_origin(o, j.from.source_of(o), i.origin, i.at);
    into.issues.push_back(std::move(i));
  }
}

/// Of a Hugging Face model only the model is checked: what rules say of training, machine and layout waits for a job. What
/// they say of the model gets its fixes under the names of config.json.
inline void keep_model_rules(report& found) {
  std::erase_if(found.issues, [](const issue& i) {
    return !i.path.view().starts_with("model.") || i.path == "model.flavor" || !i.code.view().starts_with("TS2");
  });
  for (issue& i : found.issues) {
    const std::string_view fix = i.fix.view();
    const std::size_t equals = fix.find(" = ");
    const std::string_view key = equals == fix.npos ? std::string_view{} : hf_key_of("model." + std::string(fix.substr(0, equals)));
    i.fix = key.empty() ? text{} : text("\"" + std::string(key) + "\": " + std::string(fix.substr(equals + 3)));
  }
}
}  // namespace detail

/// Reads a job that was loaded to its end: presets filled in, rules applied. The report in `file.problems` then holds what
/// reading and checking found, in the order of the file; what an earlier check found is replaced. Gives the target. Never
/// throws.
template <described J, class Groups = decltype(rule_groups)>
target check_loaded(loaded<J>& file, const check_request& how = {}, const Groups& groups = rule_groups) {
  if (file.checked)
    file.problems.issues = file.reading;
  else
    file.reading = file.problems.issues;
  file.checked = true;
  const target t = how.target.value_or(target_of(file.job.value));
  resolve(file.job, t);
  // what could not be read has its default, about which nothing is to be said
  report found = check(file.job, t, groups);
  const bool job_file = file.from == loaded_from::job_file;
  if (!job_file) detail::keep_model_rules(found);
  if (!file.unread.empty()) {
    const auto unread = [&](std::string_view path) {
      return std::ranges::any_of(
          rows_of<J>(), [&](const row& r) { return r.path == path && std::ranges::find(file.unread, r.number) != file.unread.end(); });
    };
    std::erase_if(found.issues, [&](const issue& i) {
      return unread(i.path) || std::ranges::any_of(i.related, [&](const related& other) { return unread(other.path); });
    });
  }
  // a default may stand for something that the reader could not get to
  if (file.problems.find("TS1001") != nullptr || !file.whole)
    std::erase_if(found.issues, [](const issue& i) {
      return i.origin == "default" || std::ranges::any_of(i.related, [](const related& other) { return other.origin == "default"; });
    });
  detail::check_paths(file.job, how.here, found);
  if (job_file && features_of(t).torchtitan) detail::check_resume(file.job, found);
  if (job_file) compare_with_hf_folders(file.job, found);
  const auto allowed = [&](const issue& i) {
    return i.severity == severity::warning &&
           (std::ranges::any_of(how.allow, [&](const std::string& code) { return i.code == code; }) ||
            std::ranges::any_of(file.job.value.check.allow, [&](const text& code) { return i.code == code; }));
  };
  std::erase_if(found.issues, allowed);
  std::erase_if(file.problems.issues, allowed);
  if (!file.problems.files.empty()) {
    const source_file main = file.problems.files.front();
    for (issue& i : found.issues)
      if (i.at.file.empty() && job_file) i.at.file = main.name;  // nobody wrote the value
    const auto place = [&](const source_file& f, const node& root) {
      locate_elements(found, root, f.name);
      if (job_file) word_fixes(found, root, f.name, detail::looks_like_json(f.name, f.content));
    };
    for (const base_file& base : file.bases) place(base.file, base.root);
    place(main, file.root);
  }
  merge_issues(file.problems, found);
  finish_fixes(file.problems, rows_of<J>());
  file.problems.target = found.target;
  detail::sort_issues(file.problems);
  return t;
}

/// Reads and checks a job file ("-": standard input). A file that cannot be opened has `opened` false; one that cannot be
/// parsed is only reported as far as that. Never throws.
template <described J = job, class Groups = decltype(rule_groups)>
loaded<J> check_file(const std::string& path, const check_request& how = {}, const Groups& groups = rule_groups) {
  loaded<J> file = load_file<J>(path, how.settings);
  if (file.opened && file.parsed) check_loaded(file, how, groups);
  return file;
}
/// The same for a text; `name` is what places name.
template <described J = job, class Groups = decltype(rule_groups)>
loaded<J> check_string(std::string_view content, std::string_view name, const check_request& how = {}, const Groups& groups = rule_groups) {
  loaded<J> file = load_string<J>(content, name, how.settings);
  if (file.parsed) check_loaded(file, how, groups);
  return file;
}

/// The validated job of a file, or nothing and the reasons in `problems`: what a program that runs jobs asks for.
template <described J = job, class Groups = decltype(rule_groups)>
basic_validation<J> validate_file(const std::string& path, const check_request& how = {}, const Groups& groups = rule_groups) {
  loaded<J> file = check_file<J>(path, how, groups);
  basic_validation<J> result;
  if (file.ok() && file.parsed) {
    const target t = how.target.value_or(target_of(file.job.value));
    result = validate(std::move(file.job), t, groups);
  }
  result.problems = std::move(file.problems);
  return result;
}

}  // namespace trainspec::inline v0
