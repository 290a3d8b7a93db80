#pragma once
// For every rule a job that breaks it and one just inside it. From this one table come the run-time test, the static
// test and the compile-fail test; a test fails when a rule has no row here.
#include <trainspec/trainspec.hpp>

namespace trainspec_test {
using namespace trainspec;

struct rule_case {
  std::string_view code;
  trainspec::target target = trainspec::target::torchtitan_0_3;
  job_builder (*broken)() = nullptr;
  job_builder (*passing)() = nullptr;
};

constexpr job_builder dense() { return qwen3_config("4B").steps(1000); }
constexpr job_builder untied() { return qwen3_config("8B").steps(1000); }
constexpr job_builder moe() { return qwen3_moe_config("30B-A3B").steps(1000); }
constexpr job_builder nki() { return qwen3_nki_moe_config("30B-A3B").steps(1000).seq_len(4096); }
constexpr job_builder gpus(job_builder b) { return b.machine("8xH100"); }
constexpr job_builder recorded(job_builder b) { return gpus(b).set(&job::training, &training::disable_cuda_graphs, false); }
constexpr job_builder on_libtorch() { return qwen3_config("0.6B").target("libtorch").dataset_path("text").steps(1000); }
constexpr job_builder replacing(std::string_view first, std::string_view second = {}) {
  return dense().with([=](job& j) {
    override_import o;
    o.target = text("kernels.rope");
    o.fqns.push_back(text(first));
    j.override_.imports.push_back(o);
    if (second.empty()) return;
    o.target = text("kernels.attention");
    o.fqns.clear();
    o.fqns.push_back(text(second));
    j.override_.imports.push_back(o);
  });
}
constexpr job_builder stretched(double fast, double slow) {
  return dense().with([=](job& j) {
    j.model.rope_scaling.rope_type = text("yarn");
    j.model.rope_scaling.beta_fast = fast;
    j.model.rope_scaling.beta_slow = slow;
  });
}
constexpr job_builder exporting(bool only_weights) {
  return dense().checkpoint_every(100).with([=](job& j) {
    j.checkpoint.export_dtype = text("bfloat16");
    j.checkpoint.last_save_model_only = only_weights;
  });
}

constexpr job_builder grouped(std::string_view first, std::string_view second = {}) {
  return dense().with([=](job& j) {
    param_group g;
    g.pattern = text(first);
    j.optimizer.param_groups.push_back(g);
    if (second.empty()) return;
    g.pattern = text(second);
    j.optimizer.param_groups.push_back(g);
  });
}
constexpr job_builder recomputing(std::string_view name) {
  return dense().with([=](job& j) { j.activation_checkpoint.force_recompute_mm_shapes_by_fqns = {text(name)}; });
}
constexpr job_builder experts_over_tensor_ranks(std::int64_t ep, std::int64_t tp) {
  return gpus(moe()).expert_parallel(ep).tensor_parallel(tp).with([](job& j) {
    j.parallelism.enable_sequence_parallel = false;
    j.parallelism.spmd_backend = text("partial_dtensor");
  });
}
constexpr job_builder balanced(std::string_view how) {
  return gpus(untied()).context_parallel(2).attn_backend("sdpa").with([=](job& j) {
    j.parallelism.context_parallel_load_balancer = text(how);
    j.parallelism.spmd_backend = text("partial_dtensor");
  });
}

using enum trainspec::target;
inline constexpr rule_case rule_cases[] = {
    {.code = "TS1203",
     .broken = [] { return dense().with([](job& j) { j.optimizer.betas = {0.9}; }); },
     .passing = [] { return dense().with([](job& j) {
                       j.optimizer.betas = {0.9, 0.99};
                     }); }},
    {.code = "TS1301", .broken = [] { return dense().max_norm(-1); }, .passing = [] { return dense().max_norm(0.001); }},
    {.code = "TS1302", .broken = [] { return dense().decay_type("cosin"); }, .passing = [] { return dense().decay_type("cosine"); }},
    {.code = "TS2001",
     .broken = [] { return job_builder().dim(64).layers(2).heads(4).kv_heads(2).vocab_size(256); },
     .passing = [] { return job_builder().dim(64).layers(2).heads(4).kv_heads(2).vocab_size(256).hidden_dim(128); }},
    {.code = "TS2002",
     .broken = [] { return job_builder().set(&job::model, &model::flavor, text("72B")); },
     .passing = [] { return job_builder().set(&job::model, &model::flavor, text("32B")); }},
    {.code = "TS2003",
     .target = neuron_2_33,
     .broken = [] { return nki().set(&job::model, &model::flavor, text("4B")); },
     .passing = [] { return nki(); }},
    {.code = "TS2101", .broken = [] { return dense().heads(30); }, .passing = [] { return dense().heads(24); }},
    {.code = "TS2102", .broken = [] { return dense().head_dim(63); }, .passing = [] { return dense().head_dim(62); }},
    {.code = "TS2103", .target = neuron_2_33, .broken = [] { return nki().seq_len(4000); }, .passing = [] { return nki().seq_len(3840); }},
    {.code = "TS2104", .broken = [] { return dense().seq_len(40961); }, .passing = [] { return dense().seq_len(40960); }},
    {.code = "TS2105",
     .broken = [] { return dense().with([](job& j) { j.model.rope_scaling.factor = 4; }); },
     .passing =
         [] {
           return dense().with([](job& j) {
             j.model.rope_scaling.factor = 4;
             j.model.rope_scaling.rope_type = text("yarn");
           });
         }},
    {.code = "TS2201", .broken = [] { return moe().experts(4).top_k(5); }, .passing = [] { return moe().experts(4).top_k(4); }},
    {.code = "TS2202", .broken = [] { return dense().experts(64); }, .passing = [] { return moe().experts(64); }},
    {.code = "TS2203", .broken = [] { return moe().expert_dim(0); }, .passing = [] { return moe().expert_dim(16); }},
    {.code = "TS2204",
     .broken = [] { return moe().with([](job& j) { j.model.mlp_only_layers.push_back(48); }); },
     .passing = [] { return moe().with([](job& j) { j.model.mlp_only_layers.push_back(47); }); }},
    {.code = "TS3001",
     .broken = [] { return gpus(untied()).data_parallel_shard(3); },
     .passing = [] { return gpus(untied()).data_parallel_shard(8); }},
    {.code = "TS3002", .broken = [] { return gpus(moe()).tensor_parallel(8); }, .passing = [] { return gpus(moe()).tensor_parallel(4); }},
    {.code = "TS3003",
     .broken = [] { return gpus(moe()).experts(100).expert_parallel(8); },
     .passing = [] { return gpus(moe()).experts(96).expert_parallel(8); }},
    {.code = "TS3004", .broken = [] { return gpus(moe()).expert_parallel(16); }, .passing = [] { return gpus(moe()).expert_parallel(8); }},
    {.code = "TS3005",
     .broken = [] { return gpus(untied()).expert_parallel(2); },
     .passing = [] { return gpus(moe()).expert_parallel(2); }},
    {.code = "TS3006",
     .broken = [] { return gpus(dense()).pipeline_parallel(2); },
     .passing = [] { return gpus(untied()).pipeline_parallel(2); }},
    {.code = "TS3007",
     .broken = [] { return gpus(untied()).tensor_parallel(4).seq_len(4098); },
     .passing = [] { return gpus(untied()).tensor_parallel(4).seq_len(4100); }},
    {.code = "TS3008",
     .broken =
         [] {
           return gpus(untied()).pipeline_parallel(2).local_batch_size(8).set(&job::parallelism,
                                                                              &parallelism::pipeline_parallel_microbatch_size, 3);
         },
     .passing =
         [] {
           return gpus(untied()).pipeline_parallel(2).local_batch_size(9).set(&job::parallelism,
                                                                              &parallelism::pipeline_parallel_microbatch_size, 3);
         }},
    {.code = "TS3009",
     .broken = [] { return gpus(untied()).layers(5).pipeline_parallel(8); },
     .passing = [] { return gpus(untied()).layers(6).pipeline_parallel(8); }},
    {.code = "TS3009",
     .broken =
         [] {
           return gpus(untied()).pipeline_parallel(8).set(&job::parallelism, &parallelism::pipeline_parallel_first_stage_less_layers, 6);
         },
     .passing =
         [] {
           return gpus(untied()).pipeline_parallel(8).set(&job::parallelism, &parallelism::pipeline_parallel_first_stage_less_layers, 5);
         }},
    {.code = "TS3010",
     .broken = [] { return recorded(untied()).pipeline_parallel(2).local_batch_size(2); },
     .passing = [] { return gpus(untied()).pipeline_parallel(2).local_batch_size(2); }},
    {.code = "TS3010",
     .broken = [] { return recorded(moe()).expert_parallel(2); },
     .passing = [] { return gpus(moe()).expert_parallel(2); }},
    {.code = "TS3011",
     .broken = [] { return gpus(untied()).context_parallel(2).attn_backend("sdpa"); },
     .passing = [] { return gpus(untied()).context_parallel(2).attn_backend("flex"); }},
    {.code = "TS3011",
     .broken =
         [] {
           return gpus(untied()).context_parallel(2).attn_backend("varlen").set(&job::parallelism, &parallelism::spmd_backend,
                                                                                text("partial_dtensor"));
         },
     .passing =
         [] {
           return gpus(untied()).context_parallel(2).attn_backend("sdpa").set(&job::parallelism, &parallelism::spmd_backend,
                                                                              text("partial_dtensor"));
         }},
    {.code = "TS3012",
     .broken =
         [] { return gpus(untied()).pipeline_parallel(2).set(&job::parallelism, &parallelism::pipeline_parallel_layers_per_stage, 18); },
     .passing =
         [] { return gpus(untied()).pipeline_parallel(2).set(&job::parallelism, &parallelism::pipeline_parallel_layers_per_stage, 19); }},
    {.code = "TS3014",
     .broken =
         [] {
           return gpus(untied())
               .pipeline_parallel(2)
               .set(&job::parallelism, &parallelism::pipeline_parallel_schedule, text("ZBVZeroBubble"))
               .set(&job::parallelism, &parallelism::pipeline_parallel_layers_per_stage, 5);
         },
     .passing =
         [] {
           return gpus(untied())
               .pipeline_parallel(2)
               .set(&job::parallelism, &parallelism::pipeline_parallel_schedule, text("LoopedBFS"))
               .set(&job::parallelism, &parallelism::pipeline_parallel_layers_per_stage, 5);
         }},
    {.code = "TS3013",
     .broken = [] { return gpus(untied()).pipeline_parallel(4).local_batch_size(3); },
     .passing = [] { return gpus(untied()).pipeline_parallel(4).local_batch_size(4); }},
    {.code = "TS3013",
     .broken =
         [] {
           return gpus(untied())
               .pipeline_parallel(2)
               .set(&job::parallelism, &parallelism::pipeline_parallel_schedule, text("Interleaved1F1B"))
               .local_batch_size(9);
         },
     .passing =
         [] {
           return gpus(untied())
               .pipeline_parallel(2)
               .set(&job::parallelism, &parallelism::pipeline_parallel_schedule, text("Interleaved1F1B"))
               .local_batch_size(8);
         }},
    {.code = "TS3101", .broken = [] { return dense().machine("trn9.48xlarge"); }, .passing = [] { return gpus(dense()); }},
    {.code = "TS3102",
     .target = neuron_2_33,
     .broken = [] { return nki().layers(4).devices_per_node(8); },
     .passing = [] { return nki().layers(4).devices_per_node(8).set(&job::machine, &machine::visible_cores, 8); }},
    {.code = "TS3103",
     .target = torchtitan_0_3,
     .broken = [] { return dense().machine("trn1.32xlarge").lnc(2); },
     .passing = [] { return dense().machine("trn1.32xlarge").lnc(1); }},
    {.code = "TS3104",
     .target = neuron_2_33,
     .broken = [] { return dense().machine("trn1.32xlarge"); },
     .passing = [] { return dense().machine("trn2.3xlarge"); }},
    {.code = "TS3105",
     .target = neuron_2_33,
     .broken = [] { return nki().set(&job::machine, &machine::visible_cores, 24); },
     .passing = [] { return nki().set(&job::machine, &machine::visible_cores, 32); }},
    {.code = "TS4001",
     .broken = [] { return gpus(dense()).local_batch_size(4).global_batch_size(100); },
     .passing = [] { return gpus(dense()).local_batch_size(4).global_batch_size(96); }},
    {.code = "TS4002",
     .broken = [] { return dense().steps(1000).warmup_steps(1001); },
     .passing = [] { return dense().steps(1000).warmup_steps(1000); }},
    {.code = "TS4003",
     .broken = [] { return dense().set(&job::lr_scheduler, &lr_scheduler::total_steps, 999); },
     .passing = [] { return dense().set(&job::lr_scheduler, &lr_scheduler::total_steps, 1000); }},
    {.code = "TS4004",
     .broken = [] { return dense().warmup_steps(300).set(&job::lr_scheduler, &lr_scheduler::decay_ratio, 0.8); },
     .passing = [] { return dense().warmup_steps(200).set(&job::lr_scheduler, &lr_scheduler::decay_ratio, 0.8); }},
    {.code = "TS4005",
     .broken = [] { return dense().with([](job& j) {
                      j.optimizer.betas = {0.9, 1.0};
                    }); },
     .passing = [] { return dense().with([](job& j) {
                       j.optimizer.betas = {0.0, 0.999};
                     }); }},
    {.code = "TS4005",
     .broken =
         [] {
           return dense().with([](job& j) {
             j.optimizer.param_groups.push_back(param_group());
             j.optimizer.param_groups[0].optimizer_kwargs.betas = {1.0, 0.9};
           });
         },
     .passing =
         [] {
           return dense().with([](job& j) {
             j.optimizer.param_groups.push_back(param_group());
             j.optimizer.param_groups[0].optimizer_kwargs.betas = {0.99, 0.9};
           });
         }},
    {.code = "TS4006",
     .broken = [] { return dense().set(&job::validator, &validator::enable, true).set(&job::validator, &validator::steps, 0); },
     .passing = [] { return dense().set(&job::validator, &validator::enable, true).set(&job::validator, &validator::steps, 1); }},
    {.code = "TS4101",
     .target = libtorch,
     .broken = [] { return on_libtorch().dataset_path(""); },
     .passing = [] { return on_libtorch(); }},
    {.code = "TS4201",
     .broken = [] { return dense().activation_checkpoint("memory_budget"); },
     .passing = [] { return dense().activation_checkpoint("memory_budget").compile(true); }},
    {.code = "TS4202",
     .broken = [] { return dense().set(&job::compile, &compile::enable_async_tensor_parallel, true); },
     .passing = [] { return dense().compile(true).set(&job::compile, &compile::enable_async_tensor_parallel, true); }},
    {.code = "TS4203",
     .broken = [] { return dense().compile(true).with([](job& j) { j.compile.components.clear(); }); },
     .passing = [] { return dense().compile(true); }},
    {.code = "TS5001",
     .broken = [] { return dense().set(&job::checkpoint, &checkpoint::initial_load_path, text("/weights")); },
     .passing = [] { return dense().checkpoint_every(100).set(&job::checkpoint, &checkpoint::initial_load_path, text("/weights")); }},
    {.code = "TS5002",
     .broken = [] { return dense().load_hf("/weights").set(&job::checkpoint, &checkpoint::initial_load_model_only, false); },
     .passing = [] { return dense().load_hf("/weights"); }},
    {.code = "TS5003",
     .broken = [] { return dense().save_hf().set(&job::checkpoint, &checkpoint::last_save_model_only, false); },
     .passing = [] { return dense().save_hf(); }},
    {.code = "TS5004",
     .broken = [] { return dense().checkpoint_every(10).set(&job::checkpoint, &checkpoint::initial_load_in_hf_quantized, true); },
     .passing = [] { return dense().load_hf("/weights").set(&job::checkpoint, &checkpoint::initial_load_in_hf_quantized, true); }},
    {.code = "TS5005",
     .broken = [] { return dense().checkpoint_every(10).set(&job::checkpoint, &checkpoint::keep_latest_k, 1); },
     .passing = [] { return dense().checkpoint_every(10).set(&job::checkpoint, &checkpoint::keep_latest_k, 2); }},
    {.code = "TS5006",
     .broken = [] { return dense().load_hf(""); },
     .passing = [] { return dense().load_hf("").hf_assets_path("/assets"); }},
    {.code = "TS5007",
     .broken = [] { return dense().set(&job::checkpoint, &checkpoint::last_save_in_hf, true); },
     .passing = [] { return dense().save_hf(); }},
    {.code = "TS5008",
     .broken = [] { return dense().with([](job& j) { j.checkpoint.exclude_from_loading.push_back("optimizer"); }); },
     .passing =
         [] {
           return dense().with([](job& j) {
             j.checkpoint.exclude_from_loading.push_back("optimizer");
             j.checkpoint.exclude_from_loading.push_back("lr_scheduler");
           });
         }},
    {.code = "TS6003",
     .broken =
         [] {
           return dense().with([](job& j) {
             j.override_.imports.push_back(override_import());
             j.override_.imports[0].target = text("kernels");
           });
         },
     .passing =
         [] {
           return dense().with([](job& j) {
             j.override_.imports.push_back(override_import());
             j.override_.imports[0].target = text("kernels.rope");
           });
         }},
    {.code = "TS6001",
     .broken = [] { return replacing("layers.1[0-9].attention.rope"); },
     .passing = [] { return replacing("*.layers.1[0-9].attention.rope"); }},
    {.code = "TS6002",
     .broken = [] { return replacing("*.layers.1[0-9].attention.rope", "*.layers.19.attention"); },
     .passing = [] { return replacing("*.layers.1[0-9].attention.rope", "*.layers.20.attention"); }},
    {.code = "TS7001",
     .target = libtorch,
     .broken = [] { return transformers_config("Qwen/Qwen3-0.6B").dataset("text").dataset_path("text"); },
     .passing = [] { return on_libtorch(); }},
    {.code = "TS7002",
     .target = torchtitan_0_2,
     .broken = [] { return dense().attn_backend("varlen"); },
     .passing = [] { return dense().attn_backend("flex"); }},
    {.code = "TS7003",
     .target = libtorch,
     .broken = [] { return on_libtorch().devices_per_node(2); },
     .passing = [] { return on_libtorch().devices_per_node(1); }},
    {.code = "TS7009",
     .target = libtorch,
     .broken = [] { return on_libtorch().set(&job::metrics, &metrics::enable_wandb, true); },
     .passing = [] { return on_libtorch().set(&job::metrics, &metrics::enable_wandb, false); }},
    {.code = "TS7010",
     .broken = [] { return dense().with([](job& j) { j.model.rope_scaling.rope_type = text("linear"); }); },
     .passing = [] { return dense().with([](job& j) { j.model.rope_scaling.rope_type = text("yarn"); }); }},
    {.code = "TS7011",
     .broken = [] { return transformers_config("Qwen/Qwen3-4B").flavor("8B"); },
     .passing = [] { return transformers_config("Qwen/Qwen3-4B"); }},
    {.code = "TS7004",
     .target = torchtitan_0_2,
     .broken = [] { return gpus(untied()).pipeline_parallel(2); },
     .passing = [] { return gpus(untied()).pipeline_parallel(1); }},
    {.code = "TS7005",
     .target = neuron_2_33,
     .broken = [] { return nki().compile(true).compile_backend("inductor"); },
     .passing = [] { return nki().compile(true); }},
    {.code = "TS7006", .broken = [] { return gpus(nki()).seq_len(4096); }, .passing = [] { return gpus(moe()); }},
    {.code = "TS7007",
     .target = torchtitan_0_2,
     .broken = [] { return replacing("*.layers.1[0-9].attention.rope"); },
     .passing = [] { return dense(); }},
    {.code = "TS7008",
     .broken = [] { return dense().set(&job::model, &model::backend, text("transformers")); },
     .passing = [] { return transformers_config("Qwen/Qwen3-4B"); }},
    {.code = "TS2105",
     .broken = [] { return dense().with([](job& j) { j.model.rope_scaling.beta_fast = 16; }); },
     .passing =
         [] {
           return dense().with([](job& j) {
             j.model.rope_scaling.beta_fast = 16;
             j.model.rope_scaling.rope_type = text("yarn");
           });
         }},
    {.code = "TS2106", .broken = [] { return stretched(1, 2); }, .passing = [] { return stretched(2, 2); }},
    {.code = "TS2205",
     .broken = [] { return dense().with([](job& j) { j.model.route_scale = 2; }); },
     .passing = [] { return moe().with([](job& j) { j.model.route_scale = 2; }); }},
    {.code = "TS2206",
     .broken = [] { return moe().with([](job& j) { j.model.router_aux_loss_coef = 0.5; }); },
     .passing = [] { return moe().with([](job& j) { j.model.router_aux_loss_coef = 0; }); }},
    {.code = "TS2206",
     .target = torchtitan_0_2,
     .broken = [] { return moe().with([](job& j) { j.model.load_balance_coeff = 0.01; }); },
     .passing = [] { return moe(); }},
    {.code = "TS3015",
     .broken = [] { return untied().set(&job::parallelism, &parallelism::pipeline_parallel_microbatch_size, 2); },
     .passing =
         [] { return gpus(untied()).pipeline_parallel(2).set(&job::parallelism, &parallelism::pipeline_parallel_microbatch_size, 2); }},
    {.code = "TS3016",
     .target = torchtitan_0_2,
     .broken = [] { return gpus(dense()).data_parallel_replicate(8).data_parallel_shard(1); },
     .passing = [] { return gpus(dense()).data_parallel_replicate(4).data_parallel_shard(2); }},
    {.code = "TS3201",
     .target = neuron_2_33,
     .broken = [] { return nki().expert_parallel(2); },
     .passing = [] { return nki().expert_parallel(4); }},
    {.code = "TS3202",
     .target = neuron_2_33,
     .broken = [] { return nki().layers(4).machine("trn2.3xlarge").nodes(2).set(&job::machine, &machine::visible_cores, 3).tensor_parallel(2); },
     .passing = [] { return nki().layers(4).machine("trn2.3xlarge").nodes(2).tensor_parallel(2); }},
    {.code = "TS3203",
     .target = neuron_2_33,
     .broken = [] { return nki().set(&job::training, &training::dtype, text("bfloat16")); },
     .passing = [] { return nki().set(&job::training, &training::mixed_precision_param, text("bfloat16")); }},
    {.code = "TS3204",
     .target = neuron_2_33,
     .broken = [] { return nki().set(&job::dataloader, &dataloader::pin_memory, true); },
     .passing = [] { return nki(); }},
    {.code = "TS3205",
     .target = neuron_2_33,
     .broken = [] { return nki().layers(1).compile(true); },
     .passing = [] { return nki().layers(1).compile(true).data_parallel_replicate(64); }},
    {.code = "TS3206",
     .target = neuron_2_33,
     .broken = [] { return nki().context_parallel(2); },
     .passing = [] { return nki().context_parallel(1); }},
    {.code = "TS4007",
     .broken = [] { return dense().with([](job& j) { j.validator.freq = 5; }); },
     .passing =
         [] {
           return dense().with([](job& j) {
             j.validator.freq = 5;
             j.validator.enable = true;
           });
         }},
    {.code = "TS4102",
     .broken = [] { return dense().set(&job::dataloader, &dataloader::persistent_workers, true); },
     .passing =
         [] {
           return dense().set(&job::dataloader, &dataloader::persistent_workers, true).set(&job::dataloader, &dataloader::num_workers, 1);
         }},
    {.code = "TS4103", .broken = [] { return dense().dataset("c4_tset"); }, .passing = [] { return dense().dataset("c4"); }},
    {.code = "TS4202",
     .broken =
         [] {
           return dense().compile(true).with([](job& j) {
             j.compile.enable_async_tensor_parallel = true;
             j.compile.components = {text("loss")};
           });
         },
     .passing =
         [] {
           return dense().compile(true).with([](job& j) {
             j.compile.enable_async_tensor_parallel = true;
             j.compile.components = {text("model")};
           });
         }},
    {.code = "TS4204",
     .broken = [] { return dense().with([](job& j) { j.activation_checkpoint.memory_budget = 0.25; }); },
     .passing =
         [] {
           return dense().compile(true).activation_checkpoint("memory_budget").with([](job& j) {
             j.activation_checkpoint.memory_budget = 0.25;
           });
         }},
    {.code = "TS4205",
     .broken = [] { return dense().compile_backend("eager"); },
     .passing = [] { return dense().compile(true).compile_backend("eager"); }},
    {.code = "TS4206",
     .broken = [] { return dense().attn_backend("flex").compile(true).compile_backend("eager"); },
     .passing = [] { return dense().attn_backend("flex").compile(true).compile_backend("aot_eager"); }},
    {.code = "TS4401",
     .broken = [] { return dense().with([](job& j) { j.metrics.save_for_all_ranks = true; }); },
     .passing =
         [] {
           return dense().with([](job& j) {
             j.metrics.save_for_all_ranks = true;
             j.metrics.enable_wandb = true;
           });
         }},
    {.code = "TS5009",
     .broken = [] { return dense().with([](job& j) { j.checkpoint.interval = 100; }); },
     .passing = [] { return dense().checkpoint_every(100); }},
    {.code = "TS5010", .broken = [] { return exporting(false); }, .passing = [] { return exporting(true); }},
    {.code = "TS5011",
     .broken = [] { return dense().save_hf().with([](job& j) { j.checkpoint.load_only = true; }); },
     .passing = [] { return dense().save_hf(); }},
    {.code = "TS5012", .broken = [] { return dense().checkpoint_every(1001); }, .passing = [] { return dense().checkpoint_every(1000); }},
    {.code = "TS6101", .target = neuron_2_33, .broken = [] { return nki().seq_len(4352); }, .passing = [] { return nki().seq_len(4608); }},
    {.code = "TS6102", .target = neuron_2_33, .broken = [] { return nki().top_k(9); }, .passing = [] { return nki().top_k(8); }},
    {.code = "TS6103",
     .target = neuron_2_33,
     .broken = [] { return nki().expert_dim(800); },
     .passing = [] { return nki().expert_dim(832); }},
    {.code = "TS6104", .target = neuron_2_33, .broken = [] { return nki().experts(129); }, .passing = [] { return nki().experts(128); }},
    {.code = "TS3021", .broken = [] { return moe().expert_dim(764); }, .passing = [] { return moe().expert_dim(760); }},
    {.code = "TS3021",
     .broken = [] { return gpus(moe()).tensor_parallel(4).expert_dim(752); },
     .passing = [] { return gpus(moe()).tensor_parallel(4).expert_parallel(4).expert_dim(752); }},
    {.code = "TS3021", .broken = [] { return moe().dim(2044); }, .passing = [] { return moe().dim(2040); }},
    {.code = "TS2208",
     .target = torchtitan_0_2,
     .broken = [] { return moe().with([](job& j) { j.model.mlp_only_layers.push_back(0); }); },
     .passing = [] { return moe(); }},
    {.code = "TS2208",
     .target = torchtitan_0_2,
     .broken = [] { return moe().hidden_dim(6144).with([](job& j) { j.model.decoder_sparse_step = 2; }); },
     .passing = [] { return moe().hidden_dim(6144).with([](job& j) { j.model.decoder_sparse_step = 1; }); }},
    {.code = "TS3106",
     .broken = [] { return gpus(dense()).set(&job::machine, &machine::memory_per_device, 7.49); },
     .passing = [] { return gpus(dense()).set(&job::machine, &machine::memory_per_device, 7.5); }},
    {.code = "TS3106",
     .broken = [] { return gpus(qwen3_moe_config("235B-A22B").steps(1000)); },
     .passing = [] { return gpus(qwen3_moe_config("235B-A22B").steps(1000)).nodes(6); }},
    {.code = "TS3017",
     .target = torchtitan_0_2,
     .broken = [] { return gpus(dense()).hidden_dim(9729).tensor_parallel(2); },
     .passing = [] { return gpus(dense()).hidden_dim(9730).tensor_parallel(2); }},
    {.code = "TS3018", .broken = [] { return experts_over_tensor_ranks(4, 2); }, .passing = [] { return experts_over_tensor_ranks(4, 1); }},
    {.code = "TS3018", .broken = [] { return experts_over_tensor_ranks(2, 2); }, .passing = [] { return experts_over_tensor_ranks(1, 2); }},
    {.code = "TS3019",
     .broken = [] { return gpus(untied()).context_parallel(2).attn_backend("flex").seq_len(384); },
     .passing = [] { return gpus(untied()).context_parallel(2).attn_backend("flex").seq_len(512); }},
    {.code = "TS3020", .broken = [] { return balanced("ptrr"); }, .passing = [] { return balanced("headtail"); }},
    {.code = "TS4008",
     .target = torchtitan_0_2,
     .broken = [] { return gpus(dense()).devices_per_node(2).tensor_parallel(2); },
     .passing = [] { return gpus(dense()).devices_per_node(4).tensor_parallel(2); }},
    {.code = "TS4207", .broken = [] { return recomputing("feed_forward"); }, .passing = [] { return recomputing("feed_forward.w1"); }},
    {.code = "TS4207",
     .broken = [] { return recomputing("moe.router.gate_"); },
     .passing = [] { return recomputing("attention.wo"); }},
    {.code = "TS4301", .broken = [] { return grouped("*.weight"); }, .passing = [] { return grouped(".*\\.weight"); }},
    {.code = "TS4302", .broken = [] { return grouped("output"); }, .passing = [] { return grouped("norm"); }},
    {.code = "TS4302", .broken = [] { return grouped("lm_head"); }, .passing = [] { return grouped("tok_embeddings"); }},
    {.code = "TS5013",
     .broken = [] { return dense().load_hf("s3://bucket/Qwen3-4B"); },
     .passing = [] { return dense().load_hf("/weights/Qwen3-4B"); }},
    {.code = "TS5013",
     .broken = [] { return dense().save_hf().dump_folder("gs://bucket/run"); },
     .passing = [] { return dense().save_hf().dump_folder("./run"); }},
    {.code = "TS5014",
     .broken = [] { return dense().checkpoint_every(100).set(&job::checkpoint, &checkpoint::load_step, std::int64_t{1000}); },
     .passing = [] { return dense().checkpoint_every(100).set(&job::checkpoint, &checkpoint::load_step, std::int64_t{999}); }},
    {.code = "TS7012", .target = torchtitan_0_2, .broken = [] { return grouped("norm"); }, .passing = [] { return dense(); }},
    {.code = "TS7013",
     .target = torchtitan_0_2,
     .broken = [] { return dense().set(&job::optimizer, &optimizer::implementation, text("fused_opt_states_bf16")); },
     .passing = [] { return dense().set(&job::optimizer, &optimizer::implementation, text("foreach")); }},
    {.code = "TS7014",
     .broken = [] { return dense().set(&job::model, &model::attention_bias, true); },
     .passing = [] { return dense().set(&job::model, &model::attention_bias, false); }},
};

inline constexpr std::size_t rule_case_count = std::size(rule_cases);

}  // namespace trainspec_test
