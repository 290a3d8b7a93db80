// A job that names its first weights while its folder already holds a run.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include <trainspec/text/check_file.hpp>

#include "support/temporary.hpp"

using namespace trainspec;
namespace fs = std::filesystem;

namespace {
void write_checkpoint(const fs::path& folder, const std::string& step) {
  fs::create_directories(folder / step);
  std::ofstream(folder / step / ".metadata") << "x";
}
std::string job_in(const fs::path& folder, const std::string& more) {
  return "[job]\ndump_folder = \"" + folder.string() +
         "\"\n[model]\nflavor = \"0.6B\"\n[training]\nsteps = 100\n[checkpoint]\nenable = true\n" + more;
}
}  // namespace

TEST_CASE("weights that a checkpoint in the folder would replace are an error, unless the job says that it goes on") {
  const trainspec_test::temporary_folder here;
  const std::string load = "initial_load_path = \"/weights\"\n";
  const std::string allow[] = {"TS1402"};
  const check_request quiet{.allow = allow};
  CHECK(check_string(job_in(here.path(), load), "job.toml", quiet).problems.issues.empty());

  fs::create_directories(here.path() / "checkpoint" / "step-30");  // not whole
  write_checkpoint(here.path() / "checkpoint", "step-x");          // no step
  CHECK(check_string(job_in(here.path(), load), "job.toml", quiet).problems.issues.empty());

  write_checkpoint(here.path() / "checkpoint", "step-9");
  write_checkpoint(here.path() / "checkpoint", "step-10");
  const loaded<job> found = check_string(job_in(here.path(), load), "job.toml", quiet);
  REQUIRE(found.problems.issues.size() == 1);
  const issue& said = found.problems.issues[0];
  CHECK(said.code == "TS5301");
  CHECK(said.severity == severity::error);
  CHECK(said.at.line == 9);
  CHECK(std::string(said.message).find("step-10 exists") != std::string::npos);
  CHECK(said.fix == "resume = true");

  const loaded<job> in_hf = check_string(job_in(here.path(), "initial_load_in_hf = true\ninitial_load_path = \"\"\n"), "job.toml", quiet);
  REQUIRE(in_hf.problems.find("TS5301") != nullptr);
  CHECK(in_hf.problems.find("TS5301")->path == "checkpoint.initial_load_in_hf");
  for (const char* more : {"resume = true\n", "load_step = 10\n", "folder = \"another\"\n"}) {
    CAPTURE(more);
    CHECK(check_string(job_in(here.path(), load + more), "job.toml", quiet).problems.issues.empty());
  }
  CHECK(check_string(job_in(here.path(), ""), "job.toml", quiet).problems.issues.empty());
}
