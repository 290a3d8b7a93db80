#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "support/random_job.hpp"
#include "trainspec/spec/job.hpp"
#include "trainspec/text/json_write.hpp"
#include "trainspec/text/load.hpp"

namespace ts = trainspec;

namespace {
using loaded = ts::loaded<ts::job>;
using sets = std::vector<std::string>;

loaded read(const std::string& text, const std::string& name = "job.toml", const sets& s = {}) {
  return ts::load_string<ts::job>(text, name, s);
}
/// "TS1101 job.toml:2:1" for each issue.
std::vector<std::string> found(const loaded& l) {
  std::vector<std::string> out;
  for (const ts::issue& i : l.problems.issues) out.push_back(std::string(i.code.view()) + " " + std::string(i.origin.view()));
  return out;
}
using lines = std::vector<std::string>;
/// The only issue of a text.
ts::issue only(const std::string& text, const std::string& name = "job.toml", const sets& s = {}) {
  const loaded l = read(text, name, s);
  INFO(text);
  REQUIRE(l.problems.issues.size() == 1);
  return l.problems.issues[0];
}
ts::issue only_in(const std::string& text) { return only(text, text[0] == '{' ? "job.json" : "job.toml"); }
std::string message(const std::string& text) { return std::string(only_in(text).message.view()); }
std::string fix(const std::string& text) { return std::string(only_in(text).fix.view()); }

#if defined(__SANITIZE_ADDRESS__)
constexpr int many = 1000;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr int many = 1000;
#else
constexpr int many = 10000;
#endif
#else
constexpr int many = 10000;
#endif

struct foreign_section {
  std::uint8_t byte = 1;
  float real = 0.5f;
  std::string name = "x";
  std::vector<int> numbers{1, 2};
  std::vector<std::string> names{"a"};
  std::optional<std::string> maybe{};
  std::optional<unsigned> count{};
  static constexpr void describe(auto& io) {
    io("byte", &foreign_section::byte, "a byte", {.max = 200});
    io("real", &foreign_section::real);
    io("name", &foreign_section::name);
    io("numbers", &foreign_section::numbers);
    io("names", &foreign_section::names);
    io("maybe", &foreign_section::maybe);
    io("count", &foreign_section::count);
  }
  bool operator==(const foreign_section&) const = default;
};
struct small_job {
  foreign_section mine{};
  ts::training training{};
  static constexpr void describe(auto& io) {
    io("mine", &small_job::mine);
    io("training", &small_job::training);
  }
  bool operator==(const small_job&) const = default;
};
}  // namespace

TEST_CASE("what is written as TOML reads back as the same job, for random jobs") {
  ts::testing::random_values random(1);
  for (int i = 0; i < many; ++i) {
    const ts::job j = random.make<ts::job>();
    const std::string toml = ts::to_toml(j, {.with_defaults = i % 2 == 0, .with_origins = false});
    const loaded l = read(toml);
    if (!l.ok() || !(l.job.value == j)) {
      INFO(toml);
      INFO((l.problems.issues.empty() ? std::string() : std::string(l.problems.issues[0].message.view())));
      REQUIRE(l.ok());
      REQUIRE((l.job.value == j));
    }
  }
}

TEST_CASE("what is written as JSON reads back as the same job, for random jobs") {
  ts::testing::random_values random(2);
  for (int i = 0; i < many / 5; ++i) {
    const ts::job j = random.make<ts::job>();
    const std::string json = ts::to_json(j);
    const loaded l = read(json, "job.json");
    if (!l.ok() || !(l.job.value == j)) {
      INFO(json);
      INFO((l.problems.issues.empty() ? std::string() : std::string(l.problems.issues[0].message.view())));
      REQUIRE(l.ok());
      REQUIRE((l.job.value == j));
    }
  }
}

TEST_CASE("a job of a user's own types reads back, and TOML and JSON give the same") {
  ts::testing::random_values random(3);
  for (int i = 0; i < many / 10; ++i) {
    const small_job j = random.make<small_job>();
    const auto l = ts::load_string<small_job>(ts::to_toml(j), "x.toml");
    REQUIRE(l.ok());
    REQUIRE((l.job.value == j));
    const auto k = ts::load_string<small_job>(ts::to_json(j), "x.json");
    REQUIRE(k.ok());
    REQUIRE((k.job.value == j));
  }
  CHECK(ts::load_string<small_job>("[mine]\nbyte = 201", "x").problems.issues[0].code == "TS1301");
  CHECK(ts::load_string<small_job>("[mine]\nbyte = 256", "x").problems.issues[0].code == "TS1202");
  CHECK(ts::load_string<small_job>("[mine]\ncount = -1", "x").problems.issues[0].code == "TS1202");
}

TEST_CASE("an origin names file, line and columns of each value") {
  const loaded l = read("version = 1\n[training]\n  seq_len = 4096 # comment\n[model]\nflavor = \"4B\"\n");
  REQUIRE(l.ok());
  const ts::origin& o = l.job.origin_of(&l.job.value.training.seq_len);
  CHECK(o.how == ts::way::file);
  CHECK(l.job.from.source_of(o) == "job.toml");
  CHECK(o.line == 3);
  CHECK(o.column == 13);
  CHECK(o.end_column == 17);
  CHECK(l.job.origin_of(&l.job.value.training.steps).how == ts::way::by_default);
  CHECK(l.job.origin_of(&l.job.value.model.flavor).end_column == 14);
}

TEST_CASE("columns count code points in TOML and JSON, with CRLF line ends and a byte-order mark at the start") {
  const loaded l = read("\xEF\xBB\xBF[job]\r\ndescription = \"\xF0\x9F\x98\x80\"\r\nkwargs = {a = \"\xC3\xA9\", b = 1}\r\n");
  REQUIRE(l.problems.issues.size() == 1);
  CHECK(l.job.origin_of(&l.job.value.info.description).end_column == 18);
  const loaded k = read("{\"job\": {\"description\": \"\xF0\x9F\x98\x80\", \"nam\": 1}}", "job.json");
  REQUIRE(k.problems.issues.size() == 1);
  CHECK(k.problems.issues[0].at.column == 30);
  CHECK(k.problems.issues[0].at.end_column == 35);
  CHECK(k.job.origin_of(&k.job.value.info.description).column == 25);
  CHECK(k.job.origin_of(&k.job.value.info.description).end_column == 28);
}

TEST_CASE("every old name leads to a field or section that there is, or says why it has none") {
  for (const ts::rename& r : ts::renames) {
    INFO(std::string(r.old));
    if (r.now.empty()) {
      CHECK_FALSE(r.note.empty());
      continue;
    }
    bool known = false;
    for (const ts::row& row : ts::rows_of<ts::job>()) known = known || row.path == r.now;
    for (const ts::section_row& s : ts::sections_of<ts::job>()) known = known || s.path == r.now;
    CHECK(known);
  }
}

TEST_CASE("no old name is the name of a field") {
  for (const ts::rename& r : ts::renames) {
    INFO(std::string(r.old));
    for (const ts::row& row : ts::rows_of<ts::job>()) CHECK(row.path != r.old);
    for (const ts::section_row& s : ts::sections_of<ts::job>()) CHECK(s.path != r.old);
  }
}

TEST_CASE("an unknown key is told the nearest name, the section it belongs in, or its new name") {
  CHECK(message("[training]\nseq_ln = 1") == "unknown key training.seq_ln; did you mean seq_len?");
  CHECK(fix("[training]\nseq_ln = 4000") == "seq_len = 4000");
  CHECK(message("[training]\nlr = 1e-4") == "unknown key training.lr; it belongs in [optimizer]");
  CHECK(fix("seq_len = 4000") == "[training]\nseq_len = 4000");
  CHECK(fix("{\"seq_len\": 4000}") == "\"training\": {\"seq_len\": 4000}");
  CHECK(message("[optimizer]\nbeta1 = 0.9") == "unknown key optimizer.beta1; here it is optimizer.betas");
  CHECK(fix("[optimizer]\nbeta1 = 0.8") == "betas = [0.8, 0.95]");
  CHECK(fix("[model]\nhidden_size = 2560") == "dim = 2560");
  CHECK(fix("[model]\nnum_experts_per_tok = 8") == "top_k = 8");
  CHECK(fix("[parallelism]\ntp = 8") == "tensor_parallel_degree = 8");
  CHECK(fix("[training]\ndataset = \"c4\"") == "[dataloader]\ndataset = \"c4\"");
  CHECK(fix("[training]\nseq_len = 4096\nnum_tokens_per_train_step = 32768") == "global_batch_size = 8");
  CHECK(message("[activation_checkpoint]\nselective_ac_option = \"op\"") ==
        "unknown key activation_checkpoint.selective_ac_option; it has no counterpart here");
  CHECK(message("[training]\nxyzzy = 1") == "unknown key training.xyzzy");
  CHECK(message("[debug]\n\"a.b\\n\" = 1") == "unknown key debug.a.b\n");
}

TEST_CASE("an unknown table is told the nearest name, and its keys are looked at") {
  CHECK(message("[trainning]\nseq_len = 1") == "unknown table [trainning]; did you mean training?");
  CHECK(message("[rope_scaling]\nfactor = 2.0") == "unknown table [rope_scaling]; it is [model.rope_scaling]");
  CHECK(message("[profiling]\nenable_profiling = true") == "unknown table [profiling]; it has no counterpart here");
  CHECK(found(read("[validation]\nenable = true\nfreq = 0\nseq_len = 3\n")) ==
        lines{"TS1102 job.toml:1:2", "TS1301 job.toml:3:8", "TS1101 job.toml:4:1"});
  CHECK(message("[[optimizer.param_group]]\npattern = \"a\"") == "unknown table [optimizer.param_group]; did you mean param_groups?");
  CHECK(found(read("[[optimizer.param_groups]]\nlr = 1.0\n")) == lines{"TS1101 job.toml:2:1"});
  CHECK(fix("[[optimizer.param_groups]]\nlr = 1.0\n") == "optimizer_kwargs.lr = 1.0");
}

TEST_CASE("a value of the wrong type is told what it needs, and the value where that is certain") {
  CHECK(message("[training]\nsteps = \"1000\"") == "training.steps is a string (\"1000\"); it needs an integer");
  CHECK(fix("[training]\nsteps = \"1000\"") == "steps = 1000");
  CHECK(fix("[training]\nsteps = 1e3") == "steps = 1000");
  CHECK(fix("[training]\nsteps = 100.5") == "");
  CHECK(fix("[optimizer]\nlr = \"1e-5\"") == "lr = 1e-5");
  CHECK(fix("[compile]\nenable = \"true\"") == "enable = true");
  CHECK(fix("[compile]\nenable = 1") == "enable = true");
  CHECK(fix("[model]\nflavor = 4") == "flavor = \"4\"");
  CHECK(fix("[compile]\ncomponents = \"model\"") == "components = [\"model\"]");
  CHECK(fix("{\"training\": {\"steps\": \"7\"}}") == "\"steps\": 7");
  CHECK(message("training = 3") == "training is an integer; it needs a table");
  CHECK(message("[optimizer]\nbetas = [0.9, \"x\"]") == "optimizer.betas[1] is a string (\"x\"); it needs a number");
  CHECK(message("[optimizer.param_groups]\npattern = \"x\"") == "optimizer.param_groups is a table; it needs an array of tables");
  CHECK(message("[training]\nsteps = 1979-05-27") == "training.steps is a date or time; it needs an integer");
  CHECK(message("[training]\nsteps = []") == "training.steps is an array; it needs an integer");
  CHECK(found(read("[1, 2]")) == lines{"TS1102 job.toml:1:2", "TS1001 job.toml:1:3"});
  CHECK(only("[1]", "job.json").code == "TS1201");
  CHECK(read("[optimizer]\nlr = 1").ok());
  CHECK(read("{\"debug\": {\"seed\": null}}", "job.json").ok());
  CHECK(only("{\"training\": {\"seq_len\": null}}", "job.json").code == "TS1201");
}

TEST_CASE("integers and lists beyond what a field holds are errors with their place") {
  CHECK(message("[training]\nsteps = 99999999999999999999999") == "training.steps = 99999999999999999999999 is beyond 64 bits");
  CHECK(only("[training]\nsteps = 99999999999999999999999").code == "TS1202");
  CHECK(only("[training]\nsteps = 99999999999999999999999").at.end_column == 32);
  CHECK(message("{\"training\": {\"steps\": 99999999999999999999999}}") == "training.steps = 99999999999999999999999 is beyond 64 bits");
  CHECK(fix("[optimizer]\nlr = 99999999999999999999999") == "lr = 99999999999999999999999.0");
  CHECK(read("{\"training\": {\"max_norm\": 99999999999999999999999}}", "job.json").ok());
  CHECK(only("[optimizer]\nbetas = [0.1, 0.2, 0.3]").code == "TS1203");
  CHECK(only("[optimizer]\nbetas = [0.1]").code == "TS1203");
  CHECK(only("[optimizer]\nbetas = []").code == "TS1203");
}

TEST_CASE("ranges and choices are those of check_ranges, with the place in the file") {
  const ts::issue i = only("[training]\nseq_len = 0");
  CHECK(i.code == "TS1301");
  CHECK(i.message == "training.seq_len = 0 is out of range: it must be from 1 to 2147483647 (tokens)");
  CHECK(i.origin == "job.toml:2:11");
  CHECK(i.fix == "seq_len = 1");
  ts::job j;
  j.training.seq_len = 0;
  ts::report r;
  ts::check_ranges(j, r);
  REQUIRE(r.issues.size() == 1);
  CHECK(r.issues[0].message == i.message);
  CHECK(only("[optimizer]\nlr = nan").code == "TS1301");
  CHECK(only("[optimizer]\nlr = -inf").code == "TS1301");
  CHECK(read("[training]\nmax_norm = inf").ok());
  CHECK(fix("version = 2") == "version = 1");
  CHECK(fix("[parallelism]\npipeline_parallel_schedule = \"1f1b\"") == "pipeline_parallel_schedule = \"1F1B\"");
  CHECK(fix("[parallelism]\npipeline_parallel_schedule = \" 1F1Bx\"") == "pipeline_parallel_schedule = \"1F1B\"");
  CHECK(only("[activation_checkpoint]\nmode = \"sellective\"").hint == "nearest: \"selective\"");
  CHECK(only("[compile]\ncomponents = [\"model\", \"los\"]").at.column == 24);
  CHECK(message("[[optimizer.param_groups]]\noptimizer_kwargs = {lr = -1}") ==
        "optimizer.param_groups[0].optimizer_kwargs.lr = -1 is out of range: it must be greater than 0");
}

TEST_CASE("an alias is stored as the value it stands for") {
  CHECK(read("[model]\nbackend = \"huggingface_v5\"").job.value.model.backend == "transformers");
  CHECK(read("", "job.toml", {"model.backend=huggingface_v5"}).job.value.model.backend == "transformers");
}

TEST_CASE("all problems are reported in one pass, in the order of the file") {
  const loaded l = read(
      "[training]\nsteps = 100.5\nlog_evry = 1e3\nseq_len = \"42\"\ngc_freq = 99999999999999999999999\nsteps = 3\n[model]\nflavor = "
      "4B\n[zzz]\n");
  CHECK(found(l) == lines{"TS1201 job.toml:2:9", "TS1101 job.toml:3:1", "TS1201 job.toml:4:11", "TS1202 job.toml:5:11",
                          "TS1002 job.toml:6:1", "TS1001 job.toml:8:11", "TS1102 job.toml:9:2"});
  CHECK(l.unread.size() == 3);
}

TEST_CASE("relative paths are relative to the file that holds them, Hub names and addresses stay") {
  const auto model = [](const std::string& text, const std::string& name) { return read("[model]\n" + text, name).job.value.model; };
  CHECK(model("hf_assets_path = \"./tokenizer\"", "jobs/a.toml").hf_assets_path == "jobs/tokenizer");
  CHECK(model("hf_assets_path = \"../t\"", "/x/jobs/a.toml").hf_assets_path == "/x/t");
  CHECK(model("hf_assets_path = \"/t\"", "jobs/a.toml").hf_assets_path == "/t");
  CHECK(model("hf_assets_path = \"./t\"", "a.toml").hf_assets_path == "./t");
  CHECK(model("hf_assets_path = \"s3://bucket/t\"", "jobs/a.toml").hf_assets_path == "s3://bucket/t");
  CHECK(model("hf_model = \"Qwen/Qwen3-4B\"", "jobs/a.toml").hf_model == "Qwen/Qwen3-4B");
  CHECK(model("hf_model = \"./Qwen3-4B\"", "jobs/a.toml").hf_model == "./jobs/Qwen3-4B");
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "trainspec_hub_test";
  std::filesystem::create_directories(folder / "mine" / "model");
  CHECK(model("hf_model = \"mine/model\"", (folder / "a.toml").string()).hf_model.view() == (folder / "mine" / "model").string());
  std::filesystem::remove_all(folder);
  CHECK(read("", "jobs/a.toml").job.value.info.dump_folder == "./outputs");
  CHECK(read("", "jobs/a.toml", {"job.dump_folder=./here"}).job.value.info.dump_folder == "./here");
}

TEST_CASE("environment variables are read once, in paths and names only") {
  ::setenv("TRAINSPEC_TEST", "a/${HOME}", 1);
  ::unsetenv("TRAINSPEC_UNSET");
  CHECK(read("[job]\nname = \"x-${TRAINSPEC_TEST}-$$-$5\"").job.value.info.name == "x-a/${HOME}-$-$5");
  CHECK(read("[job]\ndescription = \"${TRAINSPEC_TEST} $$\"").job.value.info.description == "${TRAINSPEC_TEST} $$");
  CHECK(read("[dataloader]\ndataset_path = \"${TRAINSPEC_TEST}\"", "d/a.toml").job.value.dataloader.dataset_path == "d/a/${HOME}");
  const ts::issue i = only("[job]\nname = \"${TRAINSPEC_UNSET}\"");
  CHECK(i.code == "TS1401");
  CHECK(i.message == "job.name: environment variable TRAINSPEC_UNSET is not set");
  CHECK(i.origin == "job.toml:2:8");
  CHECK(only("[job]\nname = \"${\"").code == "TS1401");
  CHECK(only("[job]\nname = \"${}\"").code == "TS1401");
}

TEST_CASE("settings override the file, and the replaced values are kept") {
  const loaded l =
      read("[training]\nseq_len = 4096\n", "job.toml",
           {"training.seq_len=2048", "training.seq_len = 1024", "model.flavor=4B", "job.name=123", "optimizer.betas=[0.8, 0.9]"});
  REQUIRE(l.ok());
  CHECK(l.job.value.training.seq_len == 1024);
  CHECK(l.job.value.model.flavor == "4B");
  CHECK(l.job.value.info.name == "123");
  CHECK(l.job.value.optimizer.betas[0] == 0.8);
  const ts::origin& o = l.job.origin_of(&l.job.value.training.seq_len);
  CHECK(o.how == ts::way::command_line);
  CHECK(l.job.from.source_of(o) == "--set training.seq_len = 1024");
  CHECK(o.line == 2);
  CHECK(o.column == 20);
  REQUIRE(l.history.size() == 2);
  CHECK(l.history[0].value == "4096");
  CHECK(l.history[0].source == "job.toml");
  CHECK(l.history[0].from.line == 2);
  CHECK(l.history[1].value == "2048");
  CHECK(l.history[1].source == "--set training.seq_len=2048");
}

TEST_CASE("errors of a setting point into the argument") {
  const auto bad = [](const std::string& s) { return only("", "job.toml", {s}); };
  const ts::issue i = bad("training.steps=abc");
  CHECK(i.code == "TS1201");
  CHECK(i.at.file == "--set");
  CHECK(i.at.line == 1);
  CHECK(i.at.column == 16);
  CHECK(i.at.end_column == 19);
  CHECK(i.origin == "--set training.steps=abc");
  CHECK(bad("a=1").code == "TS1101");
  CHECK(bad("training.stps=1").at.end_column == 14);
  CHECK(bad("training.stps=1").fix == "--set training.steps=1");
  CHECK(bad("training.seq_len=0").fix == "--set training.seq_len=1");
  CHECK(bad("training.seq_len").code == "TS1001");
  CHECK(bad("=1").code == "TS1001");
  CHECK(bad("a..b=1").code == "TS1001");
  CHECK(bad("training.steps=1\nseq_len = 2").code == "TS1201");
  CHECK(bad("training.steps=99999999999999999999").code == "TS1202");
  CHECK(bad("job.name=\xFF").code == "TS1001");
  CHECK(bad(std::string(1000, '.') + "=1").code == "TS1001");
  const loaded l = read("[training]\nsteps = 0\n", "job.toml", {"training.seq_len=0", "training.gc_freq=0"});
  CHECK(found(l) == lines{"TS1301 job.toml:2:9", "TS1301 --set training.seq_len=0", "TS1301 --set training.gc_freq=0"});
  CHECK(l.problems.issues[2].at.line == 2);
}

TEST_CASE("more settings than there are places for sources keep their values and lines") {
  sets s;
  for (int i = 0; i < 30; ++i) s.push_back("training.steps=" + std::to_string(i + 1));
  const loaded l = read("", "job.toml", s);
  CHECK(l.ok());
  CHECK(l.job.value.training.steps == 30);
  const ts::origin& o = l.job.origin_of(&l.job.value.training.steps);
  CHECK(o.line == 30);
  CHECK(l.job.from.source_of(o) == "--set");
}

TEST_CASE("a file is read as TOML or JSON by its ending, else by its first character") {
  CHECK(read("{\"training\": {\"steps\": 7}}", "x").job.value.training.steps == 7);
  CHECK(read(" \n{\"training\": {\"steps\": 7}}", "x.json").job.value.training.steps == 7);
  CHECK(read("[training]\nsteps = 7", "x").job.value.training.steps == 7);
  CHECK(only("{\"training\": {\"steps\": 7}}", "x.toml").code == "TS1001");
}

TEST_CASE("a file that cannot be opened is told apart from one that is wrong") {
  CHECK(ts::load_file<ts::job>("/nonexistent/job.toml").exit_code() == 2);
  CHECK(ts::load_file<ts::job>("/tmp").exit_code() == 2);
  CHECK(ts::load_file<ts::job>("/nonexistent/job.toml").problems.issues[0].code == "TS1007");
  const loaded endless = ts::load_file<ts::job>("/dev/zero");
  CHECK(endless.exit_code() == 1);
  CHECK(endless.problems.issues[0].code == "TS1005");
  CHECK(ts::load_file<ts::job>("/dev/null").exit_code() == 0);
  const std::filesystem::path path = std::filesystem::temp_directory_path() / "trainspec_load_test.toml";
  std::FILE* f = std::fopen(path.c_str(), "wb");
  REQUIRE(f != nullptr);
  std::fputs("[training]\nsteps = 5\n", f);
  std::fclose(f);
  const sets s{"training.seq_len=256"};
  const loaded l = ts::load_file<ts::job>(path.string(), s);
  std::filesystem::remove(path);
  CHECK(l.ok());
  CHECK(l.job.value.training.steps == 5);
  CHECK(l.job.value.training.seq_len == 256);
}

TEST_CASE("more than 200 problems are cut short") {
  std::string text = "[training]\n";
  for (int i = 0; i < 5000; ++i) text += "k" + std::to_string(i) + "_ = 1\n";
  const loaded l = read(text);
  CHECK(l.problems.issues.size() == 201);
  CHECK(l.problems.issues.back().code == "TS1006");
}

TEST_CASE("origins are written as comments that do not change what is read") {
  loaded l = read("[training]\nseq_len = 4096\n", "job\n.toml", {"training.steps=7"});
  REQUIRE(l.ok());
  const std::string toml = ts::to_toml(l.job, {.with_defaults = true, .with_origins = true});
  CHECK(toml.find("seq_len = 4096  # job .toml:2:11\n") != std::string::npos);
  CHECK(toml.find("steps = 7  # --set training.steps=7\n") != std::string::npos);
  CHECK(toml.find("version = 1  # default\n") == 0);
  CHECK((read(toml).job.value == l.job.value));
}

TEST_CASE("numbers are written as floats, shortest first") {
  CHECK(ts::toml_number(1) == "1.0");
  CHECK(ts::toml_number(0.1) == "0.1");
  CHECK(ts::toml_number(-0.0) == "-0.0");
  CHECK(ts::toml_number(1e300) == "1e+300");
  CHECK(ts::toml_number(std::numeric_limits<double>::infinity()) == "inf");
  CHECK(ts::toml_number(std::nan("")) == "nan");
}

TEST_CASE("reports are merged without saying a thing twice") {
  ts::report a = read("[training]\nseq_len = 0\n").problems;
  const ts::report b = a;
  ts::merge_issues(a, b);
  CHECK(a.issues.size() == 1);
  CHECK(a.files.size() == 1);
}
