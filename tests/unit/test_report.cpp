#include <doctest/doctest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include <trainspec/report/write_json.hpp>
#include <trainspec/report/write_text.hpp>
#include <trainspec/text/check_file.hpp>
#include <trainspec/text/explain.hpp>
#include <trainspec/text/toml_write.hpp>

using namespace trainspec;

namespace {
const char* const nki = R"([model]
backend = "nki_moe"
flavor = "30B-A3B"
[machine]
instance = "trn2.48xlarge"
[training]
seq_len = 4000
)";
}

TEST_CASE("an error is shown with its place, a picture, what it depends on, why and a fix") {
  const loaded<job> file = check_string(nki, "job.toml");
  REQUIRE(file.problems.issues.size() == 1);
  CHECK(to_text(file.problems) ==
        "error[TS2103]: training.seq_len = 4000 is not a multiple of 256 (128 x LNC 2), which the NKI rotary kernel needs\n"
        "  --> job.toml:7:11\n"
        "   |\n"
        " 7 | seq_len = 4000\n"
        "   |           ^^^^ nearest: 3840 or 4096\n"
        "   |\n"
        "  ::: preset trn2.48xlarge sets machine.lnc = 2\n"
        "   = why: each logical core walks the sequence in tiles of 128 rows [nki-library core/embeddings/rope_hf.py]\n"
        "   = fix: seq_len = 4096\n\n");
}

TEST_CASE("the JSON report has every field of the contract, null where there is nothing") {
  const loaded<job> file = check_string(nki, "job.toml");
  const std::string json = to_json(file.problems);
  for (const char* part :
       {"\"version\": 1", "\"target\": \"neuron-2.33\"", "\"files\": [\"job.toml\"]", "\"code\": \"TS2103\"", "\"severity\": \"error\"",
        "\"path\": \"training.seq_len\"", "\"value\": \"4000\"", "\"file\": \"job.toml\"", "\"line\": 7", "\"column\": 11",
        "\"end_column\": 15", "\"origin\": \"job.toml:7:11\"", "\"origin\": \"preset trn2.48xlarge\"", "\"line\": null",
        "\"fix\": \"seq_len = 4096\"", "\"summary\": {\"errors\": 1, \"warnings\": 0}"}) {
    CAPTURE(part);
    CHECK(json.find(part) != std::string::npos);
  }
  report problems;
  CHECK(parse_json(json, "report.json", problems).has_value());
}

TEST_CASE("a report of a good job is an empty list") {
  const report r = check_string("[model]\nflavor = \"4B\"\n", "good.toml").problems;
  CHECK(r.issues.empty());
  CHECK(to_json(r).find("\"issues\": []") != std::string::npos);
  CHECK(summary_of(r) == "good");
}

TEST_CASE("hostile text in a file reaches a terminal without control characters") {
  const loaded<job> file = check_string("[model]\nflavor = \"4B\\u001b[31m\\u0007\"\n", "job.toml");
  const std::string text = to_text(file.problems);
  CHECK(text.find('\033') == std::string::npos);
  CHECK(text.find('\a') == std::string::npos);
}

TEST_CASE("a very long line is shown as a window around the place") {
  const std::string long_line = "[model]\nflavor = \"" + std::string(100000, 'x') + "\"\n";
  const std::string text = to_text(check_string(long_line, "job.toml").problems);
  CHECK(text.size() < 4000);
  CHECK(text.find("^^^") != std::string::npos);
}

TEST_CASE("explain tells the value's whole chain: command line over file over preset over default") {
  const std::string settings[] = {"model.n_layers=2"};
  loaded<job> file = load_string<job>("[model]\nflavor = \"4B\"\nn_layers = 3\n", "job.toml", settings);
  resolve(file.job);
  const std::string said = explain_field("model.n_layers", &file);
  const std::size_t set = said.find("2  (--set model.n_layers=2"), in_file = said.find("over 3  (job.toml:3:12)"),
                    preset = said.find("over 36  (preset 4B)"), none = said.find("over 0  (default)");
  CAPTURE(said);
  CHECK(set != said.npos);
  CHECK((set < in_file && in_file < preset && preset < none));
  CHECK(none != said.npos);
}

TEST_CASE("every code that can be reported is explained") {
  for_each_rule([](const rule& r, std::string_view) { CHECK(!explain_code(r.code).empty()); });
  for (const reading_code& c : reading_codes) CHECK(!explain_code(c.code).empty());
  CHECK(explain_code("TS9999").empty());
  CHECK(explain_field("training.seqlen").empty());
}

TEST_CASE("a type error keeps rules from complaining of the default in its place") {
  const loaded<job> file =
      check_string("[model]\nflavor = \"4B\"\n[training]\nsteps = \"ten\"\n[lr_scheduler]\nwarmup_steps = 20000\n", "job.toml");
  CHECK(file.problems.find("TS1201") != nullptr);
  CHECK(file.problems.find("TS4002") == nullptr);
}

TEST_CASE("syntax, type, range and rule errors come in one report, in the order of the file") {
  const loaded<job> file = check_string(
      "[model]\nflavor = \"4B\"\nn_heads = 30\n[training]\nseq_len = \"long\"\nstepz = 5\n[lr_scheduler]\ndecay_type = "
      "\"cosin\"\n[optimizer]\nlr = -1\n",
      "job.toml");
  std::string codes;
  for (const issue& i : file.problems.issues) codes += std::string(i.code) + " ";
  CHECK(codes == "TS2101 TS1201 TS1101 TS1302 TS1301 ");
}

TEST_CASE("input paths on other machines are warned of, and refused where the job is to run") {
  const std::string content = "[model]\nflavor = \"4B\"\n[dataloader]\ndataset_path = \"/nowhere/at/all\"\n";
  CHECK(check_string(content, "job.toml").problems.find("TS1402")->severity == severity::warning);
  CHECK(check_string(content, "job.toml", {.here = true}).problems.find("TS1402")->severity == severity::error);
  const std::string allow[] = {"TS1402"};
  CHECK(check_string(content, "job.toml", {.allow = allow}).problems.issues.empty());
}

TEST_CASE("an issue of an element of a list points to that element") {
  const loaded<job> file = check_string(
      "[model]\nflavor = \"4B\"\n[[override.imports]]\ntarget = \"a.b\"\nfqns = [\"*.layers.0.attention.rope\"]\n[[override.imports]]\n"
      "target = \"a.c\"\nfqns = [\"*.layers.1.attention.rope\",\n  \"layers.1[0-9].attention.rope\"]\n",
      "job.toml");
  REQUIRE(file.problems.issues.size() == 1);
  const issue& i = file.problems.issues[0];
  CHECK(i.code == "TS6001");
  CHECK(i.path == "override.imports[1].fqns[1]");
  CHECK(i.at.line == 9);
  CHECK(i.at.column == 3);
  CHECK(i.origin == "job.toml:9:3");
  CHECK(i.fix == "\"*.layers.1[0-9].attention.rope\"");
}

TEST_CASE("a user's allow list in the file and on the command line silence warnings") {
  const std::string content = "[model]\nflavor = \"4B\"\n[model.rope_scaling]\nfactor = 2.0\n";
  CHECK(check_string(content, "job.toml").problems.warnings() == 1);
  CHECK(check_string(content + "[check]\nallow = [\"TS2105\"]\n", "job.toml").problems.issues.empty());
}

TEST_CASE("a fix of a rule is written as the text that it goes into") {
  const auto fix = [](std::string_view content, std::string_view name, std::vector<std::string> settings) {
    const loaded<job> file = check_string(content, name, {.settings = settings});
    const issue* const i = file.problems.find("TS4001");
    REQUIRE(i != nullptr);
    return std::string(i->fix);
  };
  CHECK(fix("[model]\nflavor = \"4B\"\n[training]\nglobal_batch_size = 9\n", "a.toml", {}) == "global_batch_size = 8");
  CHECK(fix("{\"model\": {\"flavor\": \"4B\"}, \"training\": {\"global_batch_size\": 9}}", "a.json", {}) == "\"global_batch_size\": 8");
  CHECK(fix("[model]\nflavor = \"4B\"\n", "a.toml", {"training.global_batch_size=9"}) == "--set training.global_batch_size=8");
}

TEST_CASE("what nobody wrote is reported with the file's name, and a fix with its table") {
  const loaded<job> file = check_string("[training]\nsteps = 10\n", "job.toml");
  REQUIRE(file.problems.issues.size() == 1);
  const issue& i = file.problems.issues[0];
  CHECK(i.code == "TS2001");
  CHECK(i.at.file == "job.toml");
  CHECK(i.at.line == 0);
  CHECK(i.fix == "[model]\nflavor = \"4B\"");
  CHECK(to_text(file.problems).find("--> job.toml (default)\n") != std::string::npos);
}

TEST_CASE("an unknown table of a setting is answered with a setting") {
  const std::string settings[] = {"traning.steps=4"};
  const loaded<job> file = check_string("[model]\nflavor = \"4B\"\n", "job.toml", {.settings = settings});
  REQUIRE(file.problems.issues.size() == 1);
  CHECK(file.problems.issues[0].fix == "--set training.steps=4");
}

TEST_CASE("sections and what lists of tables hold are explained") {
  CHECK(explain_field("model.rope_scaling").find("  rope_type ") != std::string::npos);
  CHECK(explain_field("optimizer.param_groups").find("  pattern ") != std::string::npos);
  const std::string inside = explain_field("optimizer.param_groups[3].optimizer_kwargs.lr");
  CHECK(inside.find("range     greater than 0") != std::string::npos);
  CHECK(inside ==
        "optimizer.param_groups[3].optimizer_kwargs.lr" + explain_field("optimizer.param_groups.optimizer_kwargs.lr").substr(45 - 3));
  for (const char* none :
       {"optimizer.param_groups[", "optimizer.param_groups[]", "optimizer.param_groups.", "", ".", "model.", "optimizer.param_groupsx.lr"})
    CHECK(explain_field(none).empty());
}

TEST_CASE("what show prints is checked as the job it was made from") {
  for (const char* content :
       {"[job]\ntarget = \"libtorch\"\n[model]\nflavor = \"0.6B\"\n[training]\nsteps = 60\n[dataloader]\ndataset_path = \"tests\"\n",
        "[model]\nflavor = \"30B-A3B\"\nbackend = \"nki_moe\"\n[machine]\ninstance = \"trn2.48xlarge\"\n[compile]\nenable = true\n[check]\n"
        "allow = [\"TS3205\"]\n"}) {
    loaded<job> file = check_string(content, "job.toml");
    CHECK(file.problems.issues.empty());
    const loaded<job> again = check_string(to_toml(file.job), "shown.toml");
    CHECK(to_text(again.problems) == "");
    CHECK(again.job.value == file.job.value);
  }
}

TEST_CASE("defaults depend on the target, and follow when the job is checked for another") {
  loaded<job> file =
      check_string("[model]\nflavor = \"0.6B\"\n[training]\nsteps = 60\n[dataloader]\ndataset_path = \"tests\"\n", "job.toml");
  CHECK(file.job.value.training.mixed_precision_param == "bfloat16");
  CHECK(file.job.value.lr_scheduler.warmup_steps == 60);
  CHECK(explain_field("lr_scheduler.warmup_steps", &file).find("60  (derived from training.steps)") != std::string::npos);
  check_loaded(file, {.target = target::libtorch});
  CHECK(file.problems.issues.empty());
  CHECK(file.job.value.training.mixed_precision_param == "float32");
  CHECK(file.job.value.activation_checkpoint.mode == "none");
  CHECK(explain_field("dataloader.dataset", &file).find("\"text\"  (preset libtorch)") != std::string::npos);
  check_loaded(file, {.target = target::torchtitan_0_3});
  CHECK(file.job.value.training.mixed_precision_param == "bfloat16");
  CHECK(explain_field("dataloader.dataset", &file).find("value     \"c4_test\"  (default)") != std::string::npos);
}

TEST_CASE("a second check replaces what the first one found") {
  loaded<job> file = check_string("[model]\nflavor = \"4B\"\nn_heads = 30\nsize = 3\n", "job.toml");
  const std::size_t first = file.problems.issues.size();
  CHECK(first == 2);
  check_loaded(file);
  CHECK(file.problems.issues.size() == first);
}

TEST_CASE("what could not be read to its end is not complained of") {
  for (const char* content : {"[model]\nflavor = \"4B\n", "[model\nflavor = \"4B\"\n"}) {
    const loaded<job> file = check_string(content, "job.toml");
    REQUIRE(file.problems.issues.size() == 1);
    CHECK(file.problems.issues[0].code == "TS1001");
  }
}

TEST_CASE("an unknown key inside a list of tables is answered without a guess about the whole job") {
  const auto first = [](std::string_view groups) {
    const loaded<job> file = check_string("[model]\nflavor = \"4B\"\n[[optimizer.param_groups]]\n" + std::string(groups), "job.toml");
    REQUIRE(file.problems.issues.size() == 1);
    CHECK(file.problems.issues[0].code == "TS1101");
    return std::string(file.problems.issues[0].fix);
  };
  CHECK(first("pattern = \"norm\"\noptimizer_kwargs = { learning_rate = 1e-4 }\n") == "lr = 1e-4");
  CHECK(first("pattern = \"norm\"\noptimizer_kwargs = { pattern = \"x\" }\n") == "");
  CHECK(first("pattern = \"norm\"\nseq_len = 3\n") == "");
}

TEST_CASE("fixes do not repeat what is there") {
  const auto fix = [](std::string_view content, std::vector<std::string> settings = {}) {
    const loaded<job> file = check_string("[model]\nflavor = \"4B\"\n" + std::string(content), "job.toml", {.settings = settings});
    REQUIRE(file.problems.issues.size() == 1);
    return std::string(file.problems.issues[0].fix);
  };
  CHECK(fix("layers = 5\n") == "n_layers = 5");
  CHECK(fix("layers = 5\nn_layers = 4\n") == "");
  CHECK(fix("[training]\nlr = 1e-4\n") == "[optimizer]\nlr = 1e-4");
  CHECK(fix("[optimizer]\neps = 1e-6\n[training]\nlr = 1e-4\n") == "lr = 1e-4");
  CHECK(fix("[training]\nmax_norm = 1e400\n") == "");
  CHECK(fix("[optimizer]\nbetas = 0.9\n") == "");
  CHECK(fix("[training]\ndtype = \"bf16\"\n") == "dtype = \"bfloat16\"");
  CHECK(fix("[machine]\ninstance = \"8xh100\"\n") == "instance = \"8xH100\"");
  CHECK(fix("", {"check.allow=TS1402"}) == "--set 'check.allow=[\"TS1402\"]'");
  CHECK(fix("", {"optimizer.param_groups=[{pattern = \"norm\", optimizer_kwargs = {lr = \"1e-3\"}}]"}) == "");
}

TEST_CASE("numbers are finite where they have a range, but for a norm that is only to be measured") {
  const loaded<job> file =
      check_string("[model]\nflavor = \"4B\"\n[optimizer]\nlr = inf\neps = nan\n[training]\nmax_norm = inf\n", "job.toml");
  REQUIRE(file.problems.issues.size() == 2);
  CHECK(file.problems.issues[0].message == "optimizer.lr = inf is not finite: it must be greater than 0");
  CHECK(file.problems.issues[1].code == "TS1301");
}

TEST_CASE("a preset keeps its name however many settings there are") {
  std::vector<std::string> settings;
  for (int i = 0; i < 40; ++i) settings.push_back("training.gc_freq=" + std::to_string(i + 1));
  settings.push_back("machine.instance=trn2.48xlarge");
  loaded<job> file = check_string("[model]\nflavor = \"4B\"\n", "job.toml", {.settings = settings});
  CHECK(explain_field("machine.lnc", &file).find("(preset trn2.48xlarge)") != std::string::npos);
  CHECK(explain_field("model.dim", &file).find("(preset 4B)") != std::string::npos);
}
