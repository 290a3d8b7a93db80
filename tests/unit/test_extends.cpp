#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support/temporary.hpp"
#include <trainspec/text/check_file.hpp>
#include <trainspec/text/explain.hpp>
#include <trainspec/text/show.hpp>

namespace ts = trainspec;

namespace {
class folder : public trainspec_test::temporary_folder {
 public:
  std::string name(const std::string& file) const { return (path() / file).string(); }
  void write(const std::string& file, const std::string& content) const {
    std::filesystem::create_directories((path() / file).parent_path());
    std::ofstream(path() / file, std::ios::binary) << content;
  }
  ts::loaded<ts::job> read(const std::string& file, const std::vector<std::string>& settings = {}) const {
    return ts::load_file<ts::job>(name(file), settings);
  }
  ts::loaded<ts::job> check(const std::string& file, const std::vector<std::string>& settings = {}) const {
    return ts::check_file<ts::job>(name(file), {.settings = settings});
  }
  /// "CODE file:line:column" of each issue, without the folder's own path.
  std::vector<std::string> said(const ts::loaded<ts::job>& l) const {
    std::vector<std::string> all;
    for (const ts::issue& i : l.problems.issues)
      all.push_back(std::string(i.code.view()) + " " + std::filesystem::path(i.at.file.view()).lexically_relative(path()).string() + ":" +
                    std::to_string(i.at.line) + ":" + std::to_string(i.at.column));
    return all;
  }
  std::string source(const ts::loaded<ts::job>& l, const void* field) const {
    return std::filesystem::path(l.job.from.source_of(l.job.origin_of(field))).lexically_relative(path()).string();
  }
};
using lines = std::vector<std::string>;
}  // namespace

TEST_CASE("a job is stronger than what it extends, and a later base than an earlier one") {
  const folder f;
  f.write("a.toml", "[training]\nsteps = 1\nseq_len = 1\nlocal_batch_size = 1\n");
  f.write("b.toml", "[training]\nsteps = 2\nseq_len = 2\n");
  f.write("job.toml", "extends = [\"a.toml\", \"b.toml\"]\n[training]\nsteps = 3\n");
  const auto l = f.read("job.toml");
  CHECK(l.ok());
  CHECK(l.whole);
  CHECK(l.job.value.training.steps == 3);
  CHECK(l.job.value.training.seq_len == 2);
  CHECK(l.job.value.training.local_batch_size == 1);
  CHECK(f.source(l, &l.job.value.training.steps) == "job.toml");
  CHECK(f.source(l, &l.job.value.training.seq_len) == "b.toml");
  CHECK(f.source(l, &l.job.value.training.local_batch_size) == "a.toml");
  CHECK(f.read("job.toml", {"training.seq_len=5"}).job.value.training.seq_len == 5);
}

TEST_CASE("a base is read once, before whatever extends it") {
  const folder f;
  f.write("base.toml", "[training]\nsteps = 1\nseq_len = 1\n");
  f.write("left.toml", "extends = \"base.toml\"\n[training]\nsteps = 2\n");
  f.write("right.toml", "extends = \"./x/../base.toml\"\n[training]\nlocal_batch_size = 7\n");
  f.write("job.toml", "extends = [\"left.toml\", \"right.toml\"]\n");
  const auto l = f.read("job.toml");
  CHECK(l.ok());
  CHECK(l.job.value.training.steps == 2);  // base.toml is not read again after left.toml
  CHECK(l.job.value.training.seq_len == 1);
  CHECK(l.job.value.training.local_batch_size == 7);
  CHECK(l.bases.size() == 3);
}

TEST_CASE("names and paths of a base are relative to its folder, and JSON extends TOML") {
  const folder f;
  f.write("common/data.json", "{\"extends\": \"more/model.toml\", \"dataloader\": {\"dataset_path\": \"corpus\"}}");
  f.write("common/more/model.toml", "[model]\nflavor = \"4B\"\nhf_assets_path = \"./tokenizer\"\n");
  f.write("job.toml", "extends = [\"common/data.json\"]\n");
  const auto l = f.read("job.toml");
  CHECK(l.ok());
  CHECK(l.job.value.dataloader.dataset_path == f.name("common/corpus"));
  CHECK(l.job.value.model.hf_assets_path == f.name("common/more/tokenizer"));
  CHECK(l.job.value.model.flavor == "4B");
}

TEST_CASE("lists of tables are replaced as a whole") {
  const folder f;
  f.write("base.toml", "[[override.imports]]\ntarget = \"a\"\n[[override.imports]]\ntarget = \"b\"\n");
  f.write("job.toml", "extends = \"base.toml\"\n[[override.imports]]\ntarget = \"c\"\n");
  const auto l = f.read("job.toml");
  REQUIRE(l.job.value.override_.imports.size() == 1);
  CHECK(l.job.value.override_.imports[0].target == "c");
  CHECK(ts::explain_field("override.imports[0].target", &l).find("\"c\"  (" + f.name("job.toml") + ":3:10)") != std::string::npos);
  CHECK(ts::explain_field("override.imports[1].target", &l).find("value") == std::string::npos);
  f.write("plain.toml", "extends = \"base.toml\"\n");
  const auto p = f.read("plain.toml");
  CHECK(ts::explain_field("override.imports[1].target", &p).find("\"b\"  (" + f.name("base.toml") + ":4:10)") != std::string::npos);
}

TEST_CASE("explain names every file that gave a value") {
  const folder f;
  f.write("base.toml", "[optimizer]\nlr = 1e-4\n");
  f.write("job.toml", "extends = \"base.toml\"\n[optimizer]\nlr = 3e-4\n");
  const auto l = f.read("job.toml", {"optimizer.lr=5e-4"});
  const std::string said = ts::explain_field("optimizer.lr", &l);
  const std::size_t first = said.find("5e-04  (--set"), second = said.find("over 3e-04  (" + f.name("job.toml") + ":3:6)"),
                    third = said.find("over 1e-04  (" + f.name("base.toml") + ":2:6)"), last = said.find("(default)");
  CHECK(first < second);
  CHECK(second < third);
  CHECK(third < last);
  CHECK(last != std::string::npos);
}

TEST_CASE("what is wrong in a base is reported at its place there") {
  const folder f;
  f.write("base.toml", "[training]\nstps = 5\nseq_len = \"x\"\n[parallelism]\ntensor_parallel_degree = 3\n");
  f.write("job.toml", "extends = \"base.toml\"\n[model]\nflavor = \"4B\"\n[job]\ntarget = \"torchtitan-0.3\"\n[machine]\ninstance = \"8xH100\"\n");
  const auto l = f.check("job.toml");
  const lines all = f.said(l);
  CHECK(std::find(all.begin(), all.end(), "TS1101 base.toml:2:1") != all.end());
  CHECK(std::find(all.begin(), all.end(), "TS1201 base.toml:3:11") != all.end());
  CHECK(std::find(all.begin(), all.end(), "TS3002 base.toml:5:26") != all.end());
}

TEST_CASE("a value that a base spoils is judged again once a stronger file gives it") {
  const folder f;
  f.write("base.toml", "[training]\nseq_len = \"x\"\n");
  f.write("job.toml", "extends = \"base.toml\"\n[model]\nflavor = \"4B\"\n[training]\nseq_len = 999999999\n");
  CHECK(f.read("job.toml").unread.empty());
  CHECK(f.said(f.check("job.toml")) == lines{"TS2104 job.toml:5:11", "TS1201 base.toml:2:11"});
}

TEST_CASE("a base that cannot be read is an error at its name, and nothing is said of what it may hold") {
  const folder f;
  f.write("job.toml", "extends = [\"bse.toml\"]\n[parallelism]\ntensor_parallel_degree = 3\n[training]\nsteps = 0\n");
  f.write("base.toml", "");
  const auto l = f.check("job.toml");
  CHECK(l.exit_code() == 1);
  CHECK_FALSE(l.whole);
  CHECK(f.said(l) == lines{"TS1403 job.toml:1:12", "TS1301 job.toml:5:9"});
  CHECK(l.problems.issues[0].fix == "extends = [\"base.toml\"]");
  CHECK(l.problems.issues[0].path == "extends");
}

TEST_CASE("what is no job file cannot be extended") {
  const folder f;
  const auto only = [&](const std::string& base, const std::string& quote = "\"") {
    f.write("job.toml", "extends = " + quote + base + quote + "\n");
    const auto l = f.check("job.toml");
    REQUIRE(l.problems.issues.size() == 1);
    return l.problems.issues[0];
  };
  REQUIRE(::mkfifo(f.name("pipe.toml").c_str(), 0600) == 0);
  f.write("sub/x.toml", "");
  f.write("config.json", "{\"model_type\": \"qwen3\", \"hidden_size\": 8}");
  f.write("model.safetensors", std::string("\x02\0\0\0\0\0\0\0{}", 10));
  for (const char* wrong : {"pipe.toml", "sub", "config.json", "model.safetensors", "nothing.at.all", "", "/dev/null", "~/x", "s3://b/x.toml"}) {
    CAPTURE(wrong);
    CHECK(only(wrong).code == "TS1403");
  }
  CHECK(only("a\\u0000b").code == "TS1403");
  ::unsetenv("TRAINSPEC_UNSET");
  CHECK(only("${TRAINSPEC_UNSET}/x.toml").code == "TS1401");
  CHECK(only("${").code == "TS1401");
  for (const char* wrong : {"3", "[3]", "[\"x.toml\", []]", "{a = 1}", "true"}) {
    CAPTURE(wrong);
    CHECK(only(wrong, "").code == "TS1201");
  }
  CHECK(only("[[]]", "").code == "TS1201");
}

TEST_CASE("circles, repetitions and too many files are refused where they are written") {
  const folder f;
  f.write("self.toml", "extends = \"./self.toml\"\n");
  CHECK(f.said(f.check("self.toml")) == lines{"TS1404 self.toml:1:11"});
  f.write("a.toml", "extends = \"b.toml\"\n");
  f.write("b.toml", "\nextends = \"c.toml\"\n");
  f.write("c.toml", "\n\nextends = \"b.toml\"\n");
  const auto l = f.check("a.toml");
  CHECK(f.said(l) == lines{"TS1404 c.toml:3:11"});
  CHECK(l.problems.issues[0].message ==
        "extends: " + f.name("b.toml") + " extends " + f.name("c.toml") + " extends " + f.name("b.toml") + ": a circle");
  std::filesystem::create_symlink("self.toml", f.path() / "link.toml");
  CHECK(f.said(f.check("link.toml")) == lines{"TS1404 link.toml:1:11"});
  f.write("twice.toml", "extends = [\"x.toml\", \"x.toml\"]\n");
  f.write("x.toml", "");
  CHECK(f.said(f.check("twice.toml")) == lines{"TS1405 twice.toml:1:22"});

  std::string most = "extends = [";
  for (std::size_t i = 0; i < ts::max_bases; ++i) {
    f.write("n" + std::to_string(i) + ".toml", "[training]\nsteps = " + std::to_string(i + 1) + "\n");
    most += "\"n" + std::to_string(i) + ".toml\", ";
  }
  f.write("most.toml", most + "]\n");
  const auto m = f.check("most.toml", {"training.seq_len=4096"});
  CHECK(m.problems.find("TS1405") == nullptr);
  CHECK(m.job.value.training.steps == static_cast<std::int64_t>(ts::max_bases));
  CHECK(m.job.from.source_of(m.job.origin_of(&m.job.value.training.seq_len)) == "--set training.seq_len=4096");
  f.write("more.toml", most + "\"x.toml\"]\n");
  CHECK(f.said(f.check("more.toml")) == lines{"TS1405 more.toml:1:" + std::to_string(most.size() + 1)});
}

TEST_CASE("extends is for files: --set does not take it, and show prints the whole job") {
  const folder f;
  f.write("base.toml", "[training]\nsteps = 7\n");
  f.write("job.toml", "extends = \"base.toml\"\n");
  const auto l = f.check("job.toml", {"extends=base.toml"});
  CHECK(l.problems.find("TS1403") != nullptr);
  const auto good = f.read("job.toml");
  const std::string shown = ts::to_toml(good.job);
  CHECK(shown.find("extends") == std::string::npos);
  CHECK(ts::load_string<ts::job>(shown, "shown.toml").job.value == good.job.value);
}

TEST_CASE("what a stronger layer switches off is no mistake of the weaker one") {
  const folder f;
  f.write("base.toml", "[checkpoint]\nenable = true\ninterval = 50\n[model]\nflavor = \"4B\"\n");
  f.write("job.toml", "extends = \"base.toml\"\n[checkpoint]\nenable = false\n");
  CHECK(f.check("job.toml").problems.find("TS5009") == nullptr);
  CHECK(f.check("base.toml", {"checkpoint.enable=false"}).problems.find("TS5009") == nullptr);
  f.write("both.toml", "extends = \"base.toml\"\n[checkpoint]\nenable = false\ninterval = 60\n");
  CHECK(f.check("both.toml").problems.find("TS5009") != nullptr);
  f.write("weak.toml", "[checkpoint]\nenable = false\n[model]\nflavor = \"4B\"\n");
  f.write("strong.toml", "extends = \"weak.toml\"\n[checkpoint]\ninterval = 60\n");
  CHECK(f.check("strong.toml").problems.find("TS5009") != nullptr);
}
