#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <trainspec/text/diff.hpp>

using namespace trainspec;

namespace {
loaded<job> of(const std::string& content, const std::string& name = "a.toml") {
  loaded<job> l = load_string<job>(content, name);
  REQUIRE(l.ok());
  return l;
}
std::vector<std::string> paths(const comparison& c) {
  std::vector<std::string> all;
  for (const difference& d : c.differences) all.push_back(d.path);
  return all;
}
std::vector<std::string> between(const std::string& a, const std::string& b) { return paths(compare(of(a), of(b, "b.toml"))); }
using names = std::vector<std::string>;
}  // namespace

TEST_CASE("a field that differs is named with both values and where they come from") {
  const comparison c = compare(of("[model]\nflavor = \"4B\"\n[training]\nsteps = 10\n"), of("[model]\nflavor = \"4B\"\n", "b.toml"));
  CHECK(c.same_model);
  CHECK_FALSE(c.same());
  REQUIRE(paths(c) == names{"training.steps", "lr_scheduler.warmup_steps"});  // cut to the run
  CHECK(c.differences[0].a.value.integer == 10);
  CHECK(c.differences[0].a.origin == "a.toml:4:9");
  CHECK(c.differences[0].b.value.integer == 10000);
  CHECK(c.differences[0].b.origin == "default");
  CHECK(to_text(c) == R"(the same model: 4,022,468,096 parameters
training.steps
  - 10  (a.toml:4:9)
  + 10000  (default)
lr_scheduler.warmup_steps
  - 10  (derived from training.steps)
  + 200  (default)
2 values differ
)");
}

TEST_CASE("two ways to say the same thing are no difference") {
  const std::string base = "[model]\nflavor = \"4B\"\n[machine]\ninstance = \"8xH100\"\n";
  CHECK(between(base, "[model]\nflavor = \"Qwen/Qwen3-4B\"\n[machine]\ninstance = \"8xH100\"\ndevices_per_node = 8\nlnc = 0\n").empty());
  CHECK(between(base, base + "[parallelism]\ndata_parallel_shard_degree = 8\n").empty());
  CHECK(between(base, base + "[training]\nglobal_batch_size = 64\n").empty());
  CHECK(between(base, base + "[lr_scheduler]\ntotal_steps = 10000\n").empty());
  CHECK(between(base, base + "[job]\nname = \"x\"\ndescription = \"y\"\n[check]\nallow = [\"TS1402\"]\n").empty());
  CHECK(between(base, base + "[optimizer]\nlr = 0.0008\n").empty());
  CHECK(between("[model]\nhf_model = \"Qwen/Qwen3-4B\"\n", "[model]\nflavor = \"4B\"\n").empty());
  CHECK(between("[model]\nhf_model = \"Qwen/Qwen3-4B\"\nbackend = \"transformers\"\n",
                "[model]\nflavor = \"4B\"\nbackend = \"transformers\"\n") == names{"model.hf_model"});
  // and one that looks alike but is not
  CHECK(between(base, base + "[parallelism]\ndata_parallel_shard_degree = 4\n") ==
        names{"parallelism.data_parallel_shard_degree"});
  CHECK(between(base, base + "[training]\nglobal_batch_size = 128\n") == names{"training.global_batch_size"});
  CHECK(between(base, base + "[lr_scheduler]\ntotal_steps = 9999\n") == names{"lr_scheduler.total_steps"});
}

TEST_CASE("what follows from a field that differs is not listed again") {
  CHECK(between("[training]\nsteps = 500\n", "[training]\nsteps = 600\n") == names{"training.steps"});
  CHECK(between("[machine]\nnodes = 1\n", "[machine]\nnodes = 2\n") == names{"machine.nodes"});
}

TEST_CASE("how a model is run and trained does not make it another model") {
  const auto same = [](const std::string& a, const std::string& b) {
    return compare(of("[model]\n" + a), of("[model]\n" + b, "b.toml")).same_model;
  };
  CHECK(same("flavor = \"4B\"\n", "flavor = \"4B\"\nattn_backend = \"flex\"\nhf_assets_path = \"./x\"\n"));
  CHECK(same("flavor = \"30B-A3B\"\n",
             "flavor = \"30B-A3B\"\nbackend = \"nki_moe\"\nload_balance_coeff = 0.0\nrouter_aux_loss_coef = 0.0\n"));
  CHECK_FALSE(same("flavor = \"4B\"\n", "flavor = \"4B\"\nn_layers = 35\n"));
  CHECK_FALSE(same("flavor = \"4B\"\n", "flavor = \"4B\"\nrope_theta = 10000.0\n"));
  CHECK_FALSE(same("flavor = \"4B\"\n", "flavor = \"4B\"\nenable_weight_tying = false\n"));
}

TEST_CASE("a config.json of Transformers 4 and one of 5 of the same model do not differ") {
  const auto config = [](const char* name) { return load_file<job>(std::string("tests/cases/") + name); };
  for (const auto& [four, five] : {std::pair{"config_of_transformers_4.json", "config_of_transformers_5.json"},
                                   std::pair{"config_of_a_mixture_4.json", "config_of_a_mixture_5.json"}}) {
    CAPTURE(four);
    const comparison c = compare(config(four), config(five));
    CHECK(c.same());
    CHECK(c.models_only);
    CHECK(c.parameters_a > 0);
    CHECK(to_text(c).ends_with("no difference, of the model\n"));
  }
}

TEST_CASE("of a job and a Hugging Face model only what config.json gives is compared") {
  const auto hf = load_file<job>("examples/hf_qwen3_0.6b");
  REQUIRE(hf.ok());
  const std::string flavor = "[model]\nflavor = \"0.6B\"\n";
  const comparison same = compare(of(flavor + "attn_backend = \"flex\"\n[training]\nsteps = 3\n"), hf);
  CHECK(same.same());
  const comparison other = compare(hf, of(flavor + "head_dim = 64\n", "b.toml"));
  CHECK(paths(other) == names{"model.head_dim"});
  CHECK_FALSE(other.same_model);
}

TEST_CASE("lists of tables are compared whole, and the JSON form has everything") {
  const std::string group = "[[optimizer.param_groups]]\npattern = \"norm\"\n";
  CHECK(between(group, group).empty());
  CHECK(between(group, "") == names{"optimizer.param_groups"});
  const std::string json = to_json(compare(of(""), of("[lr_scheduler]\ndecay_ratio = 0.5\n", "b \"quoted\".toml")));
  report problems;
  const std::optional<node> root = parse_json(json, "diff.json", problems);
  REQUIRE(root);
  CHECK(root->find("b")->string == "b \"quoted\".toml");
  CHECK(root->find("same")->boolean == false);
  REQUIRE(root->find("differences")->items.size() == 1);
  const node& d = root->find("differences")->items[0];
  CHECK(d.find("path")->string == "lr_scheduler.decay_ratio");
  CHECK(d.find("a")->find("value")->is == node::kind::null);
  CHECK(d.find("b")->find("value")->number == 0.5);
  CHECK(d.find("b")->find("origin")->string == "b \"quoted\".toml:2:15");
}

TEST_CASE("no example or case differs from itself, or from what show prints of it") {
  std::size_t good = 0;
  for (const char* folder : {"examples", "tests/cases"})
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      const std::string file = entry.path().string();
      if (entry.path().extension() != ".toml") continue;
      CAPTURE(file);
      loaded<job> l = load_file<job>(file);
      if (!l.ok()) continue;
      ++good;
      CHECK(compare(l, l).same());
      loaded<job> shown = l;
      resolve(shown.job);
      const loaded<job> again = load_string<job>(to_toml(shown.job), "shown.toml");
      const comparison c = compare(l, again);
      CHECK(paths(c) == names{});
    }
  CHECK(good > 20);
}
