// Compiles code that must not compile and reads what the compiler says. The compiler is named by COMPILER.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

#include "support/rule_cases.hpp"

namespace {
struct outcome {
  int status = 0;
  std::string said;
};

std::string compiler() {
  const char* c = std::getenv("COMPILER");
  return c ? c : "g++";
}

outcome compile(const std::string& file) {
  std::string command =
      "LC_ALL=C " + compiler() + " -std=c++20 -fsyntax-only -fmessage-length=0 -I '" TRAINSPEC_INCLUDE "' -I '" TRAINSPEC_TESTS "'";
  if (std::string(HANA_INCLUDE) != "/usr/include") command += " -isystem '" HANA_INCLUDE "'";
  command += compiler().find("clang") == std::string::npos ? " -fmax-errors=0"
                                                           : " -ferror-limit=0 -fno-caret-diagnostics -fconstexpr-backtrace-limit=4";
  command += " '" + file + "' 2>&1";
  outcome o;
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> buffer{};
  while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe)) o.said.append(buffer.data(), n);
  o.status = pclose(pipe);
  return o;
}

void replace_all(std::string& s, const std::string& from, const std::string& to) {
  for (std::size_t at = s.find(from); at != std::string::npos; at = s.find(from, at + to.size())) s.replace(at, from.size(), to);
}

/// What the compiler printed as one text: clang's pieces joined, escapes undone.
std::string sentences(std::string said) {
  replace_all(said, "\"}, {\"", "");
  replace_all(said, "\\\"", "\"");
  replace_all(said, "\\'", "'");
  return said;
}
bool prints(const std::string& said, std::string_view sentence) {
  return said.find(sentence.substr(0, std::min<std::size_t>(sentence.size(), 280))) != std::string::npos;
}
}  // namespace

TEST_CASE("good code compiles: the control of everything below") {
  const outcome o = compile(TRAINSPEC_TESTS "/compile_fail/good.cpp");
  INFO(o.said);
  CHECK(o.status == 0);
}

TEST_CASE("wrong code does not compile, and the compiler prints the sentence with its numbers") {
  int snippets = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TRAINSPEC_TESTS "/compile_fail/snippets")) {
    std::ifstream in(entry.path());
    std::string line;
    std::getline(in, line);
    const std::string mark = "// expect: ";
    CAPTURE(entry.path().filename().string());
    REQUIRE(line.starts_with(mark));
    const outcome o = compile(entry.path().string());
    INFO(o.said.substr(0, 3000));
    CHECK(o.status != 0);
    CHECK(prints(sentences(o.said), line.substr(mark.size())));
    ++snippets;
  }
  CHECK(snippets >= 6);
}

TEST_CASE("a wrong TOML file does not compile, and the compiler names the file, the place, the code and the sentence") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / ("trainspec_compile_fail_" + std::to_string(getpid()));
  int files = 0;
  for (const auto& entry : fs::directory_iterator(TRAINSPEC_TESTS "/compile_fail/jobs")) {
    const std::string name = entry.path().filename().string(), header = (folder / "job.hpp").string();
    std::ifstream in(entry.path());
    std::string line;
    std::getline(in, line);
    const std::string mark = "# expect: ";
    CAPTURE(name);
    REQUIRE(line.starts_with(mark));
    const std::string embed = "'" CMAKE_COMMAND "' -DTOML='" + entry.path().string() + "' -DSHOWN='" + name + "' -DNAME=job -DOUTPUT='" +
                              header + "' -P '" TRAINSPEC_TESTS "/../cmake/trainspec_embed_job.cmake'";
    REQUIRE(std::system(embed.c_str()) == 0);
    std::ofstream(folder / "unit.cpp") << "#include \"job.hpp\"\n";
    const outcome o = compile((folder / "unit.cpp").string());
    INFO(o.said.substr(0, 3000));
    CHECK(o.status != 0);
    const std::string expected = line.substr(mark.size());
    CHECK(prints(sentences(o.said), name + (expected.starts_with("TS") ? ": " : ":") + expected));
    ++files;
  }
  fs::remove_all(folder);
  CHECK(files >= 12);
}

namespace {
/// The lines of docs/compile-time.md that start with `mark`.
std::vector<std::string> documented(const std::string& mark) {
  std::ifstream in(TRAINSPEC_TESTS "/../docs/compile-time.md");
  std::vector<std::string> found;
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(mark)) found.push_back(line);
  return found;
}
}  // namespace

TEST_CASE("docs/compile-time.md shows what the compilers print") {
  const outcome o = compile(TRAINSPEC_TESTS "/compile_fail/documented.cpp");
  CHECK(o.status != 0);
  const bool clang = compiler().find("clang") != std::string::npos;
  const std::vector<std::string> lines = documented(clang ? "note: in call to 'broken(" : "error: '__builtin_strcmp(");
  REQUIRE(lines.size() == 1);
  INFO(o.said);
  CHECK(o.said.find(lines[0]) != std::string::npos);
}

TEST_CASE("every rule stops the compiler with the sentence that it says at run time") {
  const outcome o = compile(TRAINSPEC_TESTS "/compile_fail/every_rule.cpp");
  CHECK(o.status != 0);
  const std::string said = sentences(o.said);
  std::size_t errors = 0;
  for (const trainspec_test::rule_case& c : trainspec_test::rule_cases) {
    CAPTURE(std::string(c.code));
    const trainspec::report r = c.broken().check(c.target);
    REQUIRE(r.find(c.code) != nullptr);
    if (r.ok()) continue;  // a warning stops nothing
    const trainspec::text line = trainspec::first_line(r);
    CAPTURE(std::string(line.view()));
    CHECK(prints(said, line));
    ++errors;
  }
  CHECK(errors > 45);
}
