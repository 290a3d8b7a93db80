// Jobs that went wrong in public, and their neighbours: tests/cases/NAME.toml or .json with NAME.toml.expect, a line for each
// issue: severity, code, line:column, path ("-": none) and, after "->", the fix. "good" alone: nothing is said. A folder is
// checked as a Hugging Face folder, or by the job.toml in it; places then name the file too. tests/public_jobs holds jobs that were
// written from the public documentation alone, each with a NAME.why: what is wrong or right, and the page that says so.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <trainspec/text/check_file.hpp>

using namespace trainspec;

namespace {
std::string content_of(const std::filesystem::path& path) {
  std::ostringstream s;
  s << std::ifstream(path, std::ios::binary).rdbuf();
  return s.str();
}
std::string escaped(std::string s) {
  for (std::size_t at = 0; (at = s.find('\n', at)) != s.npos;) s.replace(at, 1, "\\n");
  return s;
}
/// The lines that should have been expected; a fix only where `expected` has one for the issue.
std::string found(const report& r, const std::string& expected, bool with_files) {
  std::string all;
  for (const issue& i : r.issues) {
    const std::string file = with_files ? std::filesystem::path(i.at.file.view()).filename().string() + ":" : std::string{};
    std::string line = std::string(name_of(i.severity)) + " " + std::string(i.code.view()) + " " + file + std::to_string(i.at.line) + ":" +
                       std::to_string(i.at.column) + " " + (i.path.empty() ? "-" : std::string(i.path.view()));
    if (!i.fix.empty() && expected.find(line + " ->") != expected.npos) line += " -> " + escaped(std::string(i.fix.view()));
    all += line + "\n";
  }
  return all.empty() ? "good\n" : all;
}
}  // namespace

TEST_CASE("jobs written from public documentation are answered as it says") {
  for (const std::string folder : {"wrong", "right"}) {
    std::size_t jobs = 0;
    for (const auto& entry : std::filesystem::directory_iterator("tests/public_jobs/" + folder)) {
      const std::filesystem::path path = entry.path();
      if (path.extension() != ".toml" && path.extension() != ".json") continue;
      CAPTURE(path.string());
      ++jobs;
      std::filesystem::path why = path, expect = path;
      const std::string verdict = content_of(why.replace_extension(".why")), expected = content_of(expect.replace_extension(".expect"));
      const report r = check_string(content_of(path), path.filename().string()).problems;
      CHECK(found(r, expected, false) == expected);
      CHECK(r.ok() == (expected.find("error ") == expected.npos));
      CHECK((folder == "right") == verdict.starts_with("right: "));
      CHECK((folder == "right" ? r.ok() : !r.issues.empty()));
    }
    CHECK(jobs == (folder == "wrong" ? 40 : 20));
  }
}

TEST_CASE("every case is answered with its codes, places and fixes, and a good one with nothing") {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator("tests/cases"))
    if (entry.path().extension() != ".expect") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  CHECK(files.size() >= 40);
  for (const auto& path : files) {
    CAPTURE(path.string());
    const std::string expected = content_of(path.string() + ".expect");
    if (!std::filesystem::is_directory(path)) {
      CHECK(found(check_string(content_of(path), path.filename().string()).problems, expected, false) == expected);
      continue;
    }
    const std::filesystem::path job = path / "job.toml";
    CHECK(found(check_file(std::filesystem::exists(job) ? job.string() : path.string()).problems, expected, true) == expected);
  }
}
