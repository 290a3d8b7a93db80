// The rules at run time, from the table that the compiler is tested with too.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <boost/hana/append.hpp>
#include <trainspec/rules/for_each_rule.hpp>
#include <trainspec/schema/rows.hpp>

#include "support/rule_cases.hpp"

using namespace trainspec_test;

TEST_CASE("every rule has a case that breaks it and one just inside it, and every case has its rule") {
  std::set<std::string> cases, rules{"TS1203", "TS1301", "TS1302"};
  for (const rule_case& c : rule_cases) cases.emplace(c.code);
  for_each_rule([&](const rule& r, std::string_view) { rules.emplace(r.code); });
  CHECK(cases == rules);
  CHECK(rules.size() >= 30);
}

TEST_CASE("every rule speaks on the job that breaks it and is silent on the one just inside") {
  for (const rule_case& c : rule_cases) {
    CAPTURE(std::string(c.code));
    const report broken = c.broken().check(c.target);
    const issue* said = broken.find(c.code);
    REQUIRE(said != nullptr);
    CHECK(!said->message.empty());
    CHECK(!said->path.empty());
    CHECK(!said->title.empty());
    CHECK(!said->reason.empty());
    const report passing = c.passing().check(c.target);
    CHECK(passing.find(c.code) == nullptr);
    CHECK(passing.ok());
  }
}

TEST_CASE("codes are unique and stand in the thousands of their subject") {
  std::set<std::string> seen;
  for_each_rule([&](const rule& r, std::string_view) {
    CAPTURE(std::string(r.code));
    CHECK(seen.emplace(r.code).second);
    CHECK(r.code.size() == 6);
    CHECK(r.code.starts_with("TS"));
    CHECK(!r.source.empty());
    CHECK(!r.reason.empty());
    CHECK((r.check != nullptr));
  });
}

TEST_CASE("what the library refuses at run time is thrown by checked() with the whole report") {
  const auto build = [] { return qwen3_nki_moe_config("30B-A3B").seq_len(4000).max_norm(-1).checked(); };
  try {
    (void)build();
    FAIL("no error");
  } catch (const spec_error& e) {
    CHECK(e.report().errors() == 2);
    CHECK(e.report().find("TS2103") != nullptr);
    CHECK(e.report().find("TS1301") != nullptr);
    CHECK(std::string(e.what()).find("(and 1 more)") != std::string::npos);
  }
}

TEST_CASE("a flavor known only at run time is reported with the same code as in the compiler") {
  const report r = qwen3_config(run_time_flavor("72B")).check();
  REQUIRE(r.find("TS2002") != nullptr);
  CHECK(std::string(r.find("TS2002")->message).find("'72B'") != std::string::npos);
  CHECK(r.issues.size() == 1);
  CHECK(qwen3_config(run_time_flavor("4B")).check().ok());
}

TEST_CASE("origins name the line of each setter") {
  // clang-format off
  const unsigned line = __LINE__;
  const auto b = qwen3_config("4B")
                     .layers(4)
                     .seq_len(1024);
  // clang-format on
  const sourced<job> j = b.erase();
  CHECK(j.origin_of(&j.value.model.n_layers).line == line + 2);
  CHECK(j.origin_of(&j.value.training.seq_len).line == line + 3);
  CHECK(j.origin_of(&j.value.model.dim).how == way::preset);
  CHECK(j.origin_of(&j.value.optimizer.lr).how == way::by_default);
}

TEST_CASE("a setter leaves a builder that has a name as it is") {
  const job_builder base = qwen3_config("4B");
  const job_builder short_one = base.layers(2);
  CHECK(base.erase().value.model.n_layers == 36);
  CHECK(short_one.erase().value.model.n_layers == 2);
}

TEST_CASE("every published flavor is accepted for every target that can train it, at world sizes 1 to 512") {
  for (const qwen3_flavor& f : qwen3_flavors)
    for (std::int64_t devices = 1; devices <= 512; devices *= 2) {
      CAPTURE(std::string(f.name));
      CAPTURE(devices);
      const job_builder b = job_builder().flavor(f.name).devices_per_node(devices > 8 ? 8 : devices).nodes(devices > 8 ? devices / 8 : 1);
      CHECK(b.check(target::torchtitan_0_3).ok());
      CHECK(b.check(target::torchtitan_0_2).ok());
    }
}

TEST_CASE("a default that nobody wrote is not complained of") {
  CHECK(qwen3_config("4B").steps(10).check().issues.empty());
  const report r = qwen3_config("0.6B").dataset_path("text").check(target::libtorch);
  CHECK(r.issues.empty());
}

TEST_CASE("warnings that are allowed are not reported, errors always are") {
  const auto b = qwen3_config("4B").with([](job& j) {
    j.model.rope_scaling.factor = 4;
    j.check.allow.push_back("TS2105");
    j.check.allow.push_back("TS1402");
    j.check.allow.push_back("ACME001");  // another program's rule: its own concern
  });
  CHECK(b.check().issues.empty());
  CHECK(b.max_norm(-1).check().errors() == 1);
}

TEST_CASE("allowing what is no warning is an error") {
  for (const char* code : {"TS1301", "TS2101", "TS9999"}) {
    const report r = qwen3_config("4B").with([&](job& j) { j.check.allow.push_back(text(std::string_view(code))); }).check();
    REQUIRE(r.issues.size() == 1);
    CHECK(r.issues[0].code == "TS1303");
    CHECK(r.issues[0].path == "check.allow[0]");
    CHECK(r.issues[0].value == code);
  }
}

namespace {
/// Puts every number of a job at the greatest value its field allows.
struct greatest final : visitor {
  void field(const leaf& l) override {
    const double most = l.about.has_max() ? l.about.max : 9007199254740992.0;
    if (l.at.integer) *l.at.integer = static_cast<std::int64_t>(most);
    if (l.at.optional_integer) *l.at.optional_integer = static_cast<std::int64_t>(most);
    if (l.at.number) *l.at.number = most;
    if (l.at.optional_number) *l.at.optional_number = most;
  }
};
}  // namespace

TEST_CASE("a job whose every number is the greatest its field allows is checked without overflow") {
  for (const char* flavor : {"4B", "235B-A22B"})
    for (const target_features& t : targets) {
      job j;
      j.model.flavor = text(std::string_view(flavor));
      greatest all;
      walk(j, all);
      sourced<job> s = given(j);
      resolve(s);
      const report r = check(s, t.target);
      CHECK(!r.ok());
      CHECK(r.find("TS1301") == nullptr);
      CHECK(count_parameters(s.value.model).unique > 0);
      CHECK(tokens_per_step(s.value) > 0);
    }
}

TEST_CASE("a builder is checked by rules that are handed to it") {
  constexpr static rule strict[] = {{.code = "ACME001", .title = "small", .check = [](const job& j, sayer& say) {
                                       if (j.training.steps > 10) say(j.training.steps, {"too long"});
                                     }}};
  constexpr auto groups = boost::hana::append(rule_groups, rule_group("acme", strict));
  const auto b = qwen3_config("4B").steps(100);
  CHECK(b.check(target::torchtitan_0_3).ok());
  CHECK(b.check(target::torchtitan_0_3, groups).find("ACME001") != nullptr);
  CHECK(!b.validate(target::torchtitan_0_3, groups));
  CHECK(b.steps(10).checked(target::torchtitan_0_3, groups).job().training.steps == 10);
}

TEST_CASE("what rests on a value out of range is not said twice") {
  const report r = qwen3_nki_moe_config("30B-A3B").seq_len(-5).check();
  CHECK(r.issues.size() == 1);
  const report s = qwen3_config("4B").tensor_parallel(0).heads(-3).with([](job& j) { j.model.n_layers = std::int64_t{1} << 60; }).check();
  CHECK(s.find("TS1301") != nullptr);
}

TEST_CASE("const jobs and rules are read from many threads at once") {
  const sourced<job> j = qwen3_nki_moe_config("30B-A3B").seq_len(4000).erase();
  std::vector<std::thread> threads;
  std::vector<std::size_t> found(8, 0);
  for (std::size_t t = 0; t < found.size(); ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) found[t] += check(j).errors();
    });
  for (std::thread& t : threads) t.join();
  for (std::size_t n : found) CHECK(n == 50);
}

TEST_CASE("every setter sets its field and says so") {
  const sourced<job> s = job_builder()
                             .flavor("0.6B")
                             .hf_model("m")
                             .layers(1)
                             .experts(2)
                             .top_k(3)
                             .expert_dim(4)
                             .dim(5)
                             .hidden_dim(6)
                             .heads(7)
                             .kv_heads(8)
                             .head_dim(9)
                             .vocab_size(10)
                             .rope_theta(11)
                             .tied(true)
                             .attn_backend("flex")
                             .hf_assets_path("a")
                             .name("n")
                             .target("libtorch")
                             .dump_folder("d")
                             .machine("8xH100")
                             .nodes(12)
                             .devices_per_node(13)
                             .lnc(1)
                             .seq_len(14)
                             .steps(15)
                             .local_batch_size(16)
                             .global_batch_size(17)
                             .max_norm(18)
                             .dtype("bfloat16")
                             .mixed_precision_param("float32")
                             .lr(19)
                             .weight_decay(20)
                             .warmup_steps(21)
                             .decay_type("sqrt")
                             .seed(22)
                             .dataset("text")
                             .dataset_path("p")
                             .activation_checkpoint("full")
                             .compile(true)
                             .compile_backend("eager")
                             .data_parallel_shard(23)
                             .data_parallel_replicate(24)
                             .tensor_parallel(25)
                             .pipeline_parallel(26)
                             .context_parallel(27)
                             .expert_parallel(28)
                             .checkpoint_every(29)
                             .load_hf("w")
                             .save_hf()
                             .set(&job::metrics, &metrics::log_freq, 30)
                             .erase();
  const job& j = s.value;
  CHECK((j.model.flavor == "0.6B" && j.model.hf_model == "m" && j.model.n_layers == 1 && j.model.num_experts == 2 && j.model.top_k == 3));
  CHECK((j.model.moe_inter_dim == 4 && j.model.dim == 5 && j.model.hidden_dim == 6 && j.model.n_heads == 7 && j.model.n_kv_heads == 8));
  CHECK((j.model.head_dim == 9 && j.model.vocab_size == 10 && j.model.rope_theta == 11 && j.model.enable_weight_tying &&
         j.model.attn_backend == "flex"));
  CHECK((j.model.hf_assets_path == "a" && j.info.name == "n" && j.info.target == "libtorch" && j.info.dump_folder == "d"));
  CHECK((j.machine.instance == "8xH100" && j.machine.nodes == 12 && j.machine.devices_per_node == 13 && j.machine.lnc == 1));
  CHECK((j.training.seq_len == 14 && j.training.steps == 15 && j.training.local_batch_size == 16 && j.training.global_batch_size == 17));
  CHECK((j.training.max_norm == 18 && j.training.dtype == "bfloat16" && j.training.mixed_precision_param == "float32"));
  CHECK(
      (j.optimizer.lr == 19 && j.optimizer.weight_decay == 20 && j.lr_scheduler.warmup_steps == 21 && j.lr_scheduler.decay_type == "sqrt"));
  CHECK(
      (j.debug.seed == 22 && j.dataloader.dataset == "text" && j.dataloader.dataset_path == "p" && j.activation_checkpoint.mode == "full"));
  CHECK((j.compile.enable && j.compile.backend == "eager" && j.parallelism.data_parallel_shard_degree == 23));
  CHECK((j.parallelism.data_parallel_replicate_degree == 24 && j.parallelism.tensor_parallel_degree == 25 &&
         j.parallelism.pipeline_parallel_degree == 26));
  CHECK((j.parallelism.context_parallel_degree == 27 && j.parallelism.expert_parallel_degree == 28 && j.checkpoint.enable &&
         j.checkpoint.interval == 29));
  CHECK((j.checkpoint.initial_load_path == "w" && j.checkpoint.initial_load_in_hf && j.checkpoint.last_save_in_hf &&
         j.metrics.log_freq == 30));
  int written = 0;
  for (const origin& o : s.from.of) written += o.how == way::code;
  CHECK(written == 52);
}

TEST_CASE("a plain job is checked with what its presets stand for") {
  job j;
  j.model.flavor = text("4B");
  CHECK(check(j).issues.empty());
  CHECK(validate(j, target::torchtitan_0_3).ok());
}

TEST_CASE("a layer that is kept dense is counted once") {
  job once = qwen3_moe_config("30B-A3B").with([](job& j) { j.model.mlp_only_layers.push_back(3); }).erase().value, twice = once;
  twice.model.mlp_only_layers.push_back(3);
  CHECK(count_parameters(once.model).unique == count_parameters(twice.model).unique);
}

TEST_CASE("a fix assigns a field of the section that its issue is in, and what it depends on has a name") {
  const auto& rows = rows_of<job>();
  for (const rule_case& c : rule_cases) {
    const report r = c.broken().check(c.target);
    for (const issue& i : r.issues) {
      CAPTURE(std::string(i.code));
      CAPTURE(std::string(i.fix));
      CHECK(i.message.view().find("...") == std::string_view::npos);  // no sentence is cut
      for (const related& other : i.related) CHECK(!other.path.empty());
      const std::string fix(i.fix), path(i.path);
      const std::size_t equals = fix.find(" = ");
      if (equals == fix.npos || path.find('[') != path.npos) continue;
      const std::string named = path.substr(0, path.rfind('.') + 1) + fix.substr(0, equals);
      CHECK(std::any_of(rows.begin(), rows.end(), [&](const row& x) { return x.path == named; }));
    }
    for_each_rule([&](const rule& rule, std::string_view) {
      if (rule.code != c.code) return;
      for (const issue& i : r.issues)
        if (i.code == rule.code && i.severity == severity::warning) CHECK(rule.may_warn());
    });
  }
}
