// Published facts that the tables and formulas must reproduce.
#include <optional>
#include <trainspec/trainspec.hpp>
#include <type_traits>

namespace {
using namespace trainspec;

constexpr model flavor(std::string_view name) {
  model m;
  apply(*find_qwen3_flavor(name), m);
  return m;
}
constexpr parameter_count count(std::string_view name) { return count_parameters(flavor(name)); }

// unique, non-embedding, active (0: all) and tensors of the nine published models
constexpr bool published(std::string_view name, std::int64_t unique, std::int64_t non_embedding, std::int64_t active,
                         std::int64_t tensors) {
  const parameter_count n = count(name);
  return n.unique == unique && n.non_embedding == non_embedding && n.active == (active == 0 ? unique : active) && n.tensors == tensors;
}
static_assert(published("0.6B", 596'049'920, 440'467'456, 0, 310));
static_assert(published("1.7B", 1'720'574'976, 1'409'410'048, 0, 310));
static_assert(published("4B", 4'022'468'096, 3'633'511'936, 0, 398));
static_assert(published("8B", 8'190'735'360, 6'946'075'648, 0, 399));
static_assert(published("14B", 14'768'307'200, 13'212'482'560, 0, 443));
static_assert(published("32B", 32'762'123'264, 31'206'298'624, 0, 707));
static_assert(published("30B-A3B", 30'532'122'624, 29'909'792'768, 3'353'032'704, 18'867));
static_assert(published("235B-A22B", 235'093'634'560, 233'848'974'848, 22'190'763'520, 36'945));
static_assert(published("Coder-480B-A35B", 480'154'875'392, 478'287'885'824, 35'474'765'312, 30'321));
static_assert(count("0.6B").stored == 751'632'384, "as stored with a copy of the head");

// names
static_assert(find_qwen3_flavor("Qwen/Qwen3-4B-Instruct-2507")->rope_theta == 5e6);
static_assert(find_qwen3_flavor("235B-A22B")->rope_theta == 1e6, "torchtitan's 5e6 is the 2507 value");
static_assert(find_qwen3_flavor("72B") == nullptr);

// machines
static_assert(find_machine("trn2.48xlarge")->devices(2) == 64 && find_machine("trn2.48xlarge")->devices(1) == 128);
static_assert(find_machine("trn2.48xlarge")->memory(2) == 24);

// fnmatch
static_assert(matches("*.layers.1[0-9].attention.rope", "model_spec.model.layers.10.attention.rope"));
static_assert(!matches("*.layers.1[0-9].attention.rope", "model_spec.model.layers.1.attention.rope"));
static_assert(!matches("layers.1[0-9].attention.rope", "model_spec.model.layers.10.attention.rope"), "the whole path is matched");
static_assert(matches("a?c", "abc") && !matches("a?c", "ac") && matches("[!a]b", "cb") && !matches("[!a]b", "ab"));
static_assert(matches("[]a]", "]") && matches("[", "[") && matches("*", "") && matches("**a", "xa") && !matches("a", "ab"));
static_assert(count_matches(flavor("4B"), naming::torchtitan, "*.layers.1[0-9].attention.rope") == 10);
static_assert(count_matches(flavor("4B"), naming::hugging_face, "model.layers.*.self_attn.q_proj") == 36);
static_assert(count_matches(flavor("30B-A3B"), naming::torchtitan, "*.feed_forward") == 0);
static_assert(count_matches(flavor("30B-A3B"), naming::torchtitan, "*.moe.router.gate") == 48);

// the schedule: shapes as torchtitan makes them
constexpr schedule_shape shape(std::int64_t steps, std::int64_t warmup, std::optional<double> ratio) {
  lr_scheduler s;
  s.warmup_steps = warmup;
  s.decay_ratio = ratio;
  training t;
  t.steps = steps;
  return shape_of_schedule(s, t);
}
static_assert(shape(1000, 200, {}).decay == 800 && shape(1000, 200, {}).stable == 1);
static_assert(shape(1000, 200, 0.1).decay == 100 && shape(1000, 200, 0.1).stable == 701);
static_assert(shape(5, 0, 0.5).decay == 2, "2.5 is rounded to even, as Python does");

// batch arithmetic: the derived checks of public configurations
constexpr std::int64_t tokens(job_builder b) { return tokens_per_step(b.erase().value); }
static_assert(tokens(qwen3_config("8B").devices_per_node(32).tensor_parallel(8).local_batch_size(1).global_batch_size(32).seq_len(4096)) ==
              131'072);
static_assert(accumulation_steps(
                  qwen3_config("8B").devices_per_node(32).tensor_parallel(8).local_batch_size(1).global_batch_size(32).erase().value) == 8);
static_assert(world_size(qwen3_nki_moe_config("30B-A3B").erase().value) == 64);
static_assert(degrees_of(qwen3_nki_moe_config("30B-A3B").erase().value).dp_shard == 64);

// the loss of random weights: facts of Qwen3-4B's shape
static_assert(half_logit_variance(flavor("4B")) > 0.511 && half_logit_variance(flavor("4B")) < 0.513);

// the largest presets are checked within every compiler's budget of steps
constexpr auto largest = qwen3_moe_config("235B-A22B")
                             .machine("8xH100")
                             .nodes(16)
                             .seq_len(8192)
                             .tensor_parallel(4)
                             .pipeline_parallel(2)
                             .expert_parallel(8)
                             .checked();
static_assert(world_size(largest.job()) == 128);
constexpr auto neuron = qwen3_nki_moe_config("30B-A3B").layers(4).experts(64).top_k(4).seq_len(4096).checked();
static_assert(neuron.target() == target::neuron_2_33 && count_parameters(neuron.job().model).unique > 1'900'000'000);

// a setter takes what loses nothing
template <class T, class U>
constexpr bool takes = std::is_constructible_v<located<T>, U>;
static_assert(takes<std::int64_t, int> && takes<double, int> && takes<double, double> && takes<bool, bool> && takes<text, const char*>);
static_assert(takes<std::optional<std::int64_t>, int> && takes<std::optional<double>, int>);
static_assert(!takes<std::int64_t, double> && !takes<std::int64_t, bool> && !takes<bool, const char*> && !takes<bool, int> &&
              !takes<double, bool>);

// another name brings other numbers, and another target other defaults
constexpr auto renamed = job_builder::from(qwen3_config("4B").erase()).flavor("8B").erase();
static_assert(renamed.value.model.dim == 4096 && !renamed.value.model.enable_weight_tying);
static_assert(qwen3_config("4B").erase(target::libtorch).value.training.mixed_precision_param == "float32");
static_assert(qwen3_moe_config("30B-A3B").machine("8xH100").expert_parallel(8).erase().value.training.disable_cuda_graphs);

// what is written twice is the same: the choices of job.target are the targets, those of model.backend and attn_backend theirs
struct choices_of final : visitor {
  std::string_view wanted, found{};
  constexpr explicit choices_of(std::string_view name) : wanted(name) {}
  constexpr void field(const leaf& l) override {
    if (l.name == wanted && !l.about.choices.empty()) found = l.about.choices;
  }
};
constexpr std::string_view choices(std::string_view field) {
  job j;
  choices_of c(field);
  walk(j, c);
  return c.found;
}
constexpr bool same_targets() {
  std::size_t named = 0;
  for_each_choice(choices("target"), [&](std::string_view c) { named += !c.empty() && find_target(c) != nullptr; });
  return named == std::size(targets);
}
static_assert(same_targets());
constexpr bool all_choices(std::string_view field, std::string_view target_features::*of) {
  bool all = true;
  for (const target_features& t : targets) for_each_choice(t.*of, [&](std::string_view c) { all = all && is_choice(choices(field), c); });
  return all;
}
static_assert(all_choices("backend", &target_features::backends));
static_assert(all_choices("attn_backend", &target_features::attn_backends));
static_assert(all_choices("rope_type", &target_features::rope_types));
}  // namespace
