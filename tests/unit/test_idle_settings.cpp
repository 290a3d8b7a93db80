// Settings that nothing reads: each is named once, with its value and what it waits for, and not when that is on.
#include <doctest/doctest.h>

#include <string>

#include <trainspec/trainspec.hpp>

using namespace trainspec;

namespace {
struct setting {
  const char* path = "";
  const char* code = "";
  void (*set)(job&) = nullptr;
  void (*use)(job&) = nullptr;  ///< makes it read
  trainspec::target target = target::torchtitan_0_3;
};

void on_two_stages(job& j) {
  j.machine.instance = text("8xH100");
  j.model.flavor = text("8B");
  j.parallelism.pipeline_parallel_degree = 2;
}
void with_experts(job& j) { j.model.flavor = text("30B-A3B"); }

const setting settings[] = {
    {"parallelism.pipeline_parallel_first_stage_less_layers", "TS3015",
     [](job& j) { j.parallelism.pipeline_parallel_first_stage_less_layers = 0; }, on_two_stages},
    {"parallelism.pipeline_parallel_last_stage_less_layers", "TS3015",
     [](job& j) { j.parallelism.pipeline_parallel_last_stage_less_layers = 2; }, on_two_stages},
    {"parallelism.pipeline_parallel_layers_per_stage", "TS3015", [](job& j) { j.parallelism.pipeline_parallel_layers_per_stage = 19; },
     on_two_stages},
    {"parallelism.pipeline_parallel_schedule", "TS3015", [](job& j) { j.parallelism.pipeline_parallel_schedule = text("GPipe"); },
     on_two_stages},
    {"parallelism.pipeline_parallel_schedule_csv", "TS3015",
     [](job& j) { j.parallelism.pipeline_parallel_schedule_csv = text("/schedule.csv"); }, on_two_stages},
    {"parallelism.pipeline_parallel_microbatch_size", "TS3015", [](job& j) { j.parallelism.pipeline_parallel_microbatch_size = 4; },
     on_two_stages},
    {"parallelism.context_parallel_load_balancer", "TS3015", [](job& j) { j.parallelism.context_parallel_load_balancer = text("ptrr"); },
     [](job& j) {
       j.machine.instance = text("8xH100");
       j.model.attn_backend = text("flex");
       j.parallelism.context_parallel_degree = 2;
     }},
    {"parallelism.expert_parallel_comm_backend", "TS3015", [](job& j) { j.parallelism.expert_parallel_comm_backend = text("deepep"); },
     [](job& j) {
       with_experts(j);
       j.machine.instance = text("8xH100");
       j.parallelism.expert_parallel_degree = 2;
     }},
    {"parallelism.enable_sequence_parallel", "TS3015", [](job& j) { j.parallelism.enable_sequence_parallel = false; },
     [](job& j) {
       j.machine.instance = text("8xH100");
       j.parallelism.tensor_parallel_degree = 2;
     }},
    {"model.rope_scaling.original_max_position_embeddings", "TS2105",
     [](job& j) { j.model.rope_scaling.original_max_position_embeddings = 32768; },
     [](job& j) { j.model.rope_scaling.rope_type = text("yarn"); }},
    {"model.rope_scaling.beta_fast", "TS2105", [](job& j) { j.model.rope_scaling.beta_fast = 16; },
     [](job& j) { j.model.rope_scaling.rope_type = text("yarn"); }},
    {"model.rope_scaling.beta_slow", "TS2105", [](job& j) { j.model.rope_scaling.beta_slow = 2; },
     [](job& j) { j.model.rope_scaling.rope_type = text("yarn"); }},
    {"model.score_func", "TS2205", [](job& j) { j.model.score_func = text("sigmoid"); }, with_experts},
    {"model.route_norm", "TS2205", [](job& j) { j.model.route_norm = false; }, with_experts},
    {"model.route_scale", "TS2205", [](job& j) { j.model.route_scale = 2; }, with_experts},
    {"model.load_balance_coeff", "TS2205", [](job& j) { j.model.load_balance_coeff = 0.5; }, with_experts},
    {"model.decoder_sparse_step", "TS2205", [](job& j) { j.model.decoder_sparse_step = 2; }, with_experts},
    {"model.mlp_only_layers", "TS2205", [](job& j) { j.model.mlp_only_layers.push_back(1); }, with_experts},
    {"debug.moe_force_load_balance", "TS2205", [](job& j) { j.debug.moe_force_load_balance = true; }, with_experts},
    {"lr_scheduler.min_lr_factor", "TS4007",
     [](job& j) {
       j.lr_scheduler.min_lr_factor = 0.1;
       j.lr_scheduler.decay_ratio = 0.0;
     },
     [](job& j) { j.lr_scheduler.decay_ratio = 0.1; }},
    {"lr_scheduler.decay_type", "TS4007",
     [](job& j) {
       j.lr_scheduler.decay_type = text("cosine");
       j.lr_scheduler.decay_ratio = 0.0;
     },
     [](job& j) { j.lr_scheduler.decay_ratio = 0.1; }},
    {"validator.freq", "TS4007", [](job& j) { j.validator.freq = 5; }, [](job& j) { j.validator.enable = true; }},
    {"validator.steps", "TS4007", [](job& j) { j.validator.steps = 5; }, [](job& j) { j.validator.enable = true; }},
    {"validator.holdout", "TS4007", [](job& j) { j.validator.holdout = 0.2; }, [](job& j) { j.validator.enable = true; }},
    {"activation_checkpoint.memory_budget", "TS4204", [](job& j) { j.activation_checkpoint.memory_budget = 0.25; },
     [](job& j) {
       j.activation_checkpoint.mode = text("memory_budget");
       j.compile.enable = true;
     }},
    {"activation_checkpoint.force_recompute_mm_shapes_by_fqns", "TS4204",
     [](job& j) {
       j.activation_checkpoint.force_recompute_mm_shapes_by_fqns.clear();
       j.activation_checkpoint.mode = text("full");
     },
     [](job& j) { j.activation_checkpoint.mode = text("selective"); }},
    {"activation_checkpoint.preserve_rng_state", "TS4204",
     [](job& j) {
       j.activation_checkpoint.preserve_rng_state = false;
       j.activation_checkpoint.mode = text("none");
     },
     [](job& j) { j.activation_checkpoint.mode = text("full"); }},
    {"activation_checkpoint.determinism_check", "TS4204",
     [](job& j) {
       j.activation_checkpoint.determinism_check = text("none");
       j.activation_checkpoint.mode = text("none");
     },
     [](job& j) { j.activation_checkpoint.mode = text("selective"); }},
    {"activation_checkpoint.debug", "TS4204",
     [](job& j) {
       j.activation_checkpoint.debug = true;
       j.activation_checkpoint.mode = text("none");
     },
     [](job& j) { j.activation_checkpoint.mode = text("selective"); }},
    {"compile.components", "TS4205", [](job& j) { j.compile.components = {text("loss")}; }, [](job& j) { j.compile.enable = true; }},
    {"compile.backend", "TS4205", [](job& j) { j.compile.backend = text("aot_eager"); }, [](job& j) { j.compile.enable = true; }},
    {"compile.enable_async_tensor_parallel", "TS4205",
     [](job& j) {
       j.compile.enable = true;
       j.compile.enable_async_tensor_parallel = true;
     },
     [](job& j) {
       j.machine.instance = text("8xH100");
       j.parallelism.tensor_parallel_degree = 2;
     }},
    {"dataloader.persistent_workers", "TS4102", [](job& j) { j.dataloader.persistent_workers = true; },
     [](job& j) { j.dataloader.num_workers = 1; }},
    {"dataloader.prefetch_factor", "TS4102", [](job& j) { j.dataloader.prefetch_factor = 2; },
     [](job& j) { j.dataloader.num_workers = 1; }},
    {"metrics.save_tb_folder", "TS4401", [](job& j) { j.metrics.save_tb_folder = text("events"); },
     [](job& j) { j.metrics.enable_tensorboard = true; }},
    {"metrics.save_for_all_ranks", "TS4401", [](job& j) { j.metrics.save_for_all_ranks = true; },
     [](job& j) { j.metrics.enable_tensorboard = true; }},
    {"debug.deterministic_warn_only", "TS4401", [](job& j) { j.debug.deterministic_warn_only = true; },
     [](job& j) { j.debug.deterministic = true; }},
    {"checkpoint.folder", "TS5009", [](job& j) { j.checkpoint.folder = text("ckpt"); }, [](job& j) { j.checkpoint.enable = true; }},
    {"checkpoint.interval", "TS5009", [](job& j) { j.checkpoint.interval = 100; }, [](job& j) { j.checkpoint.enable = true; }},
    {"checkpoint.async_mode", "TS5009", [](job& j) { j.checkpoint.async_mode = text("async"); },
     [](job& j) { j.checkpoint.enable = true; }},
    {"checkpoint.keep_latest_k", "TS5009", [](job& j) { j.checkpoint.keep_latest_k = 0; }, [](job& j) { j.checkpoint.enable = true; }},
    {"checkpoint.load_step", "TS5009", [](job& j) { j.checkpoint.load_step = 10; }, [](job& j) { j.checkpoint.enable = true; }},
    {"checkpoint.exclude_from_loading", "TS5009", [](job& j) { j.checkpoint.exclude_from_loading.push_back("dataloader"); },
     [](job& j) { j.checkpoint.enable = true; }},
    {"checkpoint.load_only", "TS5009", [](job& j) { j.checkpoint.load_only = true; }, [](job& j) { j.checkpoint.enable = true; }},
    {"checkpoint.resume", "TS5009", [](job& j) { j.checkpoint.resume = true; }, [](job& j) { j.checkpoint.enable = true; }},
    {"checkpoint.export_dtype", "TS5009", [](job& j) { j.checkpoint.export_dtype = text("bfloat16"); },
     [](job& j) { j.checkpoint.enable = true; }},
    {"model.load_balance_coeff", "TS2206",
     [](job& j) {
       with_experts(j);
       j.model.load_balance_coeff = 0.5;
     },
     [](job& j) { j.model.load_balance_coeff = 1e-3; }, target::torchtitan_0_2},
    {"checkpoint.async_mode", "TS3204",
     [](job& j) {
       j.checkpoint.enable = true;
       j.checkpoint.async_mode = text("async_with_pinned_mem");
     },
     [](job& j) { j.checkpoint.async_mode = text("async"); }, target::neuron_2_33},
    {"parallelism.enable_fsdp_symm_mem", "TS3204", [](job& j) { j.parallelism.enable_fsdp_symm_mem = true; },
     [](job& j) { j.parallelism.enable_fsdp_symm_mem = false; }, target::neuron_2_33},
    {"dataloader.pin_memory", "TS3204", [](job& j) { j.dataloader.pin_memory = true; }, [](job& j) { j.dataloader.pin_memory = false; },
     target::neuron_2_33},
};
}  // namespace

TEST_CASE("a setting that nothing reads is named once, and not when something reads it") {
  for (const setting& s : settings) {
    CAPTURE(s.path);
    CAPTURE(s.code);
    const auto base = qwen3_config("4B").steps(1000).with(s.set);
    const report idle = base.check(s.target);
    REQUIRE(idle.issues.size() == 1);
    CHECK(idle.issues[0].code == s.code);
    CHECK(idle.issues[0].path == s.path);
    CHECK(idle.issues[0].severity == severity::warning);
    CHECK(std::string_view(idle.issues[0].message).starts_with(s.path));
    CHECK(!idle.issues[0].related.empty());
    const report used = qwen3_config("4B").steps(1000).with(s.set).with(s.use).check(s.target);
    CAPTURE(used.issues.empty() ? std::string() : std::string(used.issues[0].message));
    CHECK(used.issues.empty());
  }
}
