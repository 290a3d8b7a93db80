// Jobs of texts that the compiler's reader reads, beside those that the library reads at run time.
#include <doctest/doctest.h>
#include <jobs/native_4b.hpp>
#include <jobs/nki_moe_30b_a3b.hpp>
#include <jobs/qwen3_tiny.hpp>
#include <jobs/transformers_4b.hpp>
#include <trainspec/embed/job.hpp>
#include <trainspec/embed/toml_at_run_time.hpp>
#include <trainspec/text/check_file.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace {
using namespace trainspec;

struct both {
  sourced<job> ours{};
  report said{};
  bool read = false;
  loaded<job> theirs{};
};
both read_both(const std::string& content) {
  both b;
  b.theirs = load_string<job>(content, "job.toml");
  const toml_subset read = read_toml_subset(content);
  b.read = read.ok();
  if (b.read) assign_items(read.view(content), read.items.size(), "job.toml", b.ours, b.said);
  return b;
}
std::string line_of_issue(const issue& i) {
  return std::to_string(i.at.line) + ":" + std::to_string(i.at.column) + "-" + std::to_string(i.at.end_column) + " " +
         std::string(i.code.view()) + " " + std::string(i.path.view()) + ": " + std::string(i.message.view());
}
bool is_range(const issue& i) {
  return i.code == "TS1301" || i.code == "TS1302" || (i.code == "TS1203" && i.message.view().find(" has ") != std::string_view::npos);
}
}  // namespace

TEST_CASE("a job that the compiler's reader reads is the one that is read at run time, with its origins and problems") {
  std::size_t good = 0, bad = 0;
  for (const char* folder : {"examples", "tests/cases"})
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".toml") continue;
      std::ifstream in(entry.path(), std::ios::binary);
      const std::string content{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
      CAPTURE(entry.path().string());
      if (content.find("\nextends") != content.npos) continue;  // the compiler opens no other file
      const both b = read_both(content);
      // the reader at run time reads on after an error of syntax
      const auto found = [&](const char* code) { return b.theirs.problems.find(code) != nullptr; };
      CHECK(b.read == (b.theirs.parsed && !found("TS1001") && !found("TS1002")));
      if (!b.read) continue;
      CHECK((b.ours.value == b.theirs.job.value));
      for (int i = 0; i < field_count<job>; ++i) {
        CAPTURE(i);
        const origin &one = b.ours.from.of[i], &two = b.theirs.job.from.of[i];
        CHECK((one.how == two.how && one.line == two.line && one.column == two.column && one.end_column == two.end_column));
      }
      std::vector<std::string> ours, theirs;
      for (const issue& i : b.said.issues) ours.push_back(line_of_issue(i));
      for (const issue& i : b.theirs.problems.issues)
        if (!is_range(i)) theirs.push_back(line_of_issue(i));
      for (const std::string& s : ours) {
        CAPTURE(s);
        CHECK(std::ranges::find(theirs, s) != theirs.end());
      }
      // the first is the one that the compiler shows
      std::ranges::sort(ours);
      if (!theirs.empty()) {
        CAPTURE(theirs.front());
        CHECK(std::ranges::find(ours, theirs.front()) != ours.end());
      }
      (b.theirs.problems.ok() ? good : bad) += 1;
    }
  CHECK(good > 25);
  CHECK(bad > 5);
}

TEST_CASE("every kind of misfit is said in the words of the run-time reader") {
  const char* const texts[] = {
      "training = 3",
      "[training]\nseq_len = \"4096\"",
      "[training]\nsteps = 1.5",
      "[training]\nsteps = 99999999999999999999",
      "[training]\nseq_length = 1",
      "[trainig]\nsteps = 1",
      "seq_len = 1",
      "[optimizer]\nbetas = 0.9",
      "[optimizer]\nbetas = []",
      "[optimizer]\nbetas = [0.9, 0.9, 0.9]",
      "[optimizer]\nbetas = [0.9, \"x\"]",
      "[optimizer]\nlearning_rate = 1e-3",
      "[optimizer]\nparam_groups = 3",
      "[[optimizer.param_groups]]\npatern = \"x\"",
      "[[optimizer.param_groups]]\npattern = 'a'\n[optimizer.param_groups.optimizer_kwargs]\nlr = true\nepps = 1",
      "[compile]\nenable = 1",
      "[override]\nimports = [{target = 'a.b', kwargs = {x = 1, y = [1]}}]",
      "[override]\nimports = [{kwargs = {a = 1, b = 2, c = 3, d = 4, e = 5}}]",
      "[check]\nallow = [1]",
      "[model.moe_args]",
      "[model]\nmoe_enabled = 'yes'",
      "[job]\nname = 3\ntarget = true",
      "[nothing_like_it]\nx = 1",
      "zzz = 1",
      "[job]\nconfig_file = 'x'",
      "[[training]]\nsteps = 1",
      "[training]\n\"seq.len\" = 1",
      "[[optimizer.param_groups]]\n[[optimizer.param_groups]]\n[[optimizer.param_groups]]\n[[optimizer.param_groups]]\n[[optimizer.param_"
      "groups]]\n"
      "[[optimizer.param_groups]]\n[[optimizer.param_groups]]\n[[optimizer.param_groups]]\n[[optimizer.param_groups]]\n",
  };
  for (const std::string content : texts) {
    CAPTURE(content);
    const both b = read_both(content);
    REQUIRE(b.read);
    REQUIRE_FALSE(b.said.issues.empty());
    std::vector<std::string> ours, theirs;
    for (const issue& i : b.said.issues) ours.push_back(line_of_issue(i));
    for (const issue& i : b.theirs.problems.issues) theirs.push_back(line_of_issue(i));
    std::ranges::sort(ours);
    std::ranges::sort(theirs);
    REQUIRE(ours.size() == theirs.size());
    for (std::size_t i = 0; i < ours.size(); ++i) CHECK(ours[i] == theirs[i]);
  }
}

namespace {
struct odd_section {
  int narrow = 0;
  list<int, 2> numbers{};
  static constexpr void describe(auto& io) {
    io("narrow", &odd_section::narrow, "an int");
    io("numbers", &odd_section::numbers, "ints");
  }
};
}  // namespace

TEST_CASE("a field of a type that the compiler does not fill is refused, not left out") {
  const std::string content = "narrow = 3\nnumbers = [1]";
  const toml_subset read = read_toml_subset(content);
  sourced<odd_section> odd;
  report said;
  assign_items(read.view(content), read.items.size(), "odd.toml", odd, said);
  REQUIRE(said.issues.size() == 2);
  CHECK(line_of_issue(said.issues[0]) ==
        "1:10-11 TS1409 narrow: narrow has a C++ type that is not filled in the compiler: it needs std::int64_t, double, bool, text, or a "
        "list of these");
  CHECK(said.issues[1].path == "numbers");
}

TEST_CASE("what needs files or the environment is refused") {
  const both extends = read_both("extends = ['base.toml']");
  REQUIRE(extends.said.issues.size() == 1);
  CHECK(line_of_issue(extends.said.issues[0]) ==
        "1:1-8 TS1409 extends: extends names other files, and the compiler opens none: write their keys into this text");
  const both environment = read_both("[job]\ndump_folder = \"${HOME}/out\"");
  REQUIRE(environment.said.issues.size() == 1);
  CHECK(line_of_issue(environment.said.issues[0]) ==
        "2:15-28 TS1409 job.dump_folder: job.dump_folder = \"${HOME}/out\" asks for the environment, which the compiler does not read");
}

TEST_CASE("an example that the compiler read is the job that the program reads from its file") {
  const auto same = [](const validated_job& ours, const char* file) {
    CAPTURE(file);
    std::ifstream in(std::string("examples/") + file, std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    const loaded<job> theirs = check_string(content, file);  // without a folder: paths stay as written
    CHECK(theirs.ok());
    CHECK((ours.job() == theirs.job.value));
    CHECK(ours.target() == target_of(theirs.job.value));
  };
  same(jobs::native_4b, "native_4b.toml");
  same(jobs::nki_moe_30b_a3b, "nki_moe_30b_a3b.toml");
  same(jobs::qwen3_tiny, "qwen3_tiny.toml");
  same(jobs::transformers_4b, "transformers_4b.toml");
}
