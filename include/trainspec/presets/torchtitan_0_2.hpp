#pragma once
#include <string_view>

namespace trainspec::inline v0 {

/// A key of torchtitan 0.2.2's JobConfig. What it is called here, or why it is not here, stands in presets/renames.hpp.
struct torchtitan_0_2_key {
  std::string_view path{};        ///< "training.dataloader.num_workers"
  std::string_view by_default{};  ///< as `toml_text` has it; empty: None
  std::string_view only_with{};   ///< the key that switches it on: true, above 1, or not empty; else it has no effect
  std::string_view same_as{};     ///< it has no counterpart, and one value will do: that of this key
};

// Source: torchtitan 0.2.2 config/job_config.py, in its order; what reads a key: distributed/, components/ and train.py.
inline constexpr torchtitan_0_2_key torchtitan_0_2_keys[] = {
    // [job]
    {"job.config_file", ""},
    {"job.dump_folder", "\"./outputs\""},
    {"job.description", "\"default job\""},
    {"job.print_config", "false"},
    {"job.save_config_file", ""},
    {"job.custom_config_module", "\"\""},
    // [profiling]
    {"profiling.enable_profiling", "false"},
    {"profiling.save_traces_folder", "\"profile_traces\"", "profiling.enable_profiling"},
    {"profiling.profile_freq", "10", "profiling.enable_profiling"},
    {"profiling.profiler_active", "1", "profiling.enable_profiling"},
    {"profiling.profiler_warmup", "3", "profiling.enable_profiling"},
    {"profiling.enable_memory_snapshot", "false"},
    {"profiling.save_memory_snapshot_folder", "\"memory_snapshot\"", "profiling.enable_memory_snapshot"},
    // [metrics]
    {"metrics.log_freq", "10"},
    {"metrics.enable_tensorboard", "false"},
    {"metrics.disable_color_printing", "false"},
    {"metrics.save_tb_folder", "\"tb\""},
    {"metrics.save_for_all_ranks", "false"},
    {"metrics.enable_wandb", "false"},
    // [model]
    {"model.name", "\"llama3\""},
    {"model.flavor", "\"debugmodel\""},
    {"model.hf_assets_path", "\"./tests/assets/tokenizer\""},
    {"model.tokenizer_path", ""},
    {"model.converters", "[]"},
    {"model.print_after_conversion", "false", "model.converters"},
    // [optimizer]
    {"optimizer.name", "\"AdamW\""},
    {"optimizer.lr", "8e-04"},
    {"optimizer.beta1", "0.9"},
    {"optimizer.beta2", "0.95"},
    {"optimizer.eps", "1e-08"},
    {"optimizer.weight_decay", "0.1"},
    {"optimizer.implementation", "\"fused\""},
    {"optimizer.early_step_in_backward", "false"},
    // [lr_scheduler]
    {"lr_scheduler.warmup_steps", "200"},
    {"lr_scheduler.total_steps", ""},
    {"lr_scheduler.decay_ratio", ""},
    {"lr_scheduler.decay_type", "\"linear\""},
    {"lr_scheduler.min_lr_factor", "0.0"},
    // [training]
    {"training.dataset", "\"c4_test\""},
    {"training.dataset_path", ""},
    {"training.local_batch_size", "8"},
    {"training.global_batch_size", "-1"},
    {"training.seq_len", "2048"},
    {"training.max_norm", "1.0"},
    {"training.steps", "10000"},
    {"training.enable_cpu_offload", "false"},
    {"training.dtype", "\"float32\""},
    {"training.mixed_precision_param", "\"bfloat16\""},
    {"training.mixed_precision_reduce", "\"float32\""},
    {"training.gc_freq", "50"},
    {"training.gc_debug", "false"},
    {"training.dataloader.num_workers", "0"},
    {"training.dataloader.persistent_workers", "false"},
    {"training.dataloader.pin_memory", "false"},
    {"training.dataloader.prefetch_factor", ""},
    // [parallelism]
    {"parallelism.data_parallel_replicate_degree", "1"},
    {"parallelism.data_parallel_shard_degree", "-1"},
    {"parallelism.fsdp_reshard_after_forward", "\"default\""},
    {"parallelism.tensor_parallel_degree", "1"},
    {"parallelism.disable_loss_parallel", "false", "parallelism.tensor_parallel_degree"},
    {"parallelism.enable_async_tensor_parallel", "false"},
    {"parallelism.pipeline_parallel_degree", "1"},
    {"parallelism.module_fqns_per_model_part", ""},
    {"parallelism.pipeline_parallel_first_stage_less_layers", "1"},
    {"parallelism.pipeline_parallel_last_stage_less_layers", "1"},
    {"parallelism.pipeline_parallel_layers_per_stage", ""},
    {"parallelism.pipeline_parallel_schedule", "\"1F1B\""},
    {"parallelism.pipeline_parallel_schedule_csv", "\"\""},
    {"parallelism.pipeline_parallel_microbatch_size", "1"},
    {"parallelism.pipeline_parallel_expert_parallel_overlap", "true", "parallelism.pipeline_parallel_degree"},
    {"parallelism.context_parallel_degree", "1"},
    {"parallelism.context_parallel_load_balancer", "\"headtail\""},
    {"parallelism.context_parallel_rotate_method", "\"allgather\"", "parallelism.context_parallel_degree"},
    {"parallelism.expert_parallel_degree", "1"},
    {"parallelism.expert_tensor_parallel_degree", "1"},
    {"parallelism.expert_parallel_comm_backend", "\"standard\""},
    // [checkpoint]
    {"checkpoint.enable", "false"},
    {"checkpoint.enable_ft_dataloader_checkpoints", "true", "fault_tolerance.enable"},
    {"checkpoint.folder", "\"checkpoint\""},
    {"checkpoint.interval", "500"},
    {"checkpoint.initial_load_path", ""},
    {"checkpoint.initial_load_model_only", "true"},
    {"checkpoint.initial_load_in_hf", "false"},
    {"checkpoint.initial_load_in_hf_quantized", "false"},
    {"checkpoint.last_save_model_only", "true"},
    {"checkpoint.last_save_in_hf", "false"},
    {"checkpoint.export_dtype", "\"float32\""},
    {"checkpoint.async_mode", "\"disabled\""},
    {"checkpoint.keep_latest_k", "10"},
    {"checkpoint.load_step", "-1"},
    {"checkpoint.exclude_from_loading", "[]"},
    {"checkpoint.enable_first_step_checkpoint", "false"},
    {"checkpoint.create_seed_checkpoint", "false"},
    {"checkpoint.load_only", "false"},
    // [activation_checkpoint]
    {"activation_checkpoint.mode", "\"selective\""},
    {"activation_checkpoint.selective_ac_option", "\"2\""},
    {"activation_checkpoint.per_op_sac_force_recompute_mm_shapes_by_fqns", "[\"moe.router.gate\"]"},
    {"activation_checkpoint.early_stop", "false"},
    {"activation_checkpoint.memory_budget", "0.5"},
    {"activation_checkpoint.visualize_memory_budget_pareto", "false"},
    {"activation_checkpoint.preserve_rng_state", "true"},
    {"activation_checkpoint.determinism_check", "\"default\""},
    {"activation_checkpoint.debug", "false"},
    // [compile]
    {"compile.enable", "false"},
    {"compile.components", "[\"model\", \"loss\"]"},
    {"compile.backend", "\"inductor\""},
    // [quantize]
    {"quantize.linear.float8.enable_fsdp_float8_all_gather", "false", "model.converters"},
    {"quantize.linear.float8.precompute_float8_dynamic_scale_for_fsdp", "false", "model.converters"},
    {"quantize.linear.float8.recipe_name", "", "model.converters"},
    {"quantize.linear.float8.filter_fqns", "[]", "model.converters"},
    {"quantize.linear.float8.emulate", "false", "model.converters"},
    {"quantize.linear.mx.mxfp8_dim1_cast_kernel_choice", "\"triton\"", "model.converters"},
    {"quantize.linear.mx.recipe_name", "\"mxfp8_cublas\"", "model.converters"},
    {"quantize.linear.mx.filter_fqns", "[\"output\"]", "model.converters"},
    {"quantize.grouped_mm.float8.fqns", "[]", "model.converters"},
    {"quantize.grouped_mm.mx.recipe_name", "\"mxfp8\"", "model.converters"},
    {"quantize.grouped_mm.mx.fqns", "[]", "model.converters"},
    // [comm]
    {"comm.init_timeout_seconds", "300"},
    {"comm.train_timeout_seconds", "100"},
    {"comm.trace_buf_size", "20000"},
    {"comm.save_traces_folder", "\"comm_traces\""},
    {"comm.save_traces_file_prefix", "\"rank_\""},
    {"comm.mode", "\"default\""},
    // [memory_estimation]
    {"memory_estimation.enable", "false"},
    {"memory_estimation.disable_fake_mode", "false", "memory_estimation.enable"},
    // [fault_tolerance]
    {"fault_tolerance.enable", "false"},
    {"fault_tolerance.process_group", "\"gloo\"", "fault_tolerance.enable"},
    {"fault_tolerance.process_group_timeout_ms", "10000", "fault_tolerance.enable"},
    {"fault_tolerance.replica_id", "0", "fault_tolerance.enable"},
    {"fault_tolerance.group_size", "0", "fault_tolerance.enable"},
    {"fault_tolerance.min_replica_size", "1", "fault_tolerance.enable"},
    {"fault_tolerance.semi_sync_method", "", "fault_tolerance.enable"},
    // [experimental]
    {"experimental.custom_import", "\"\""},
    {"experimental.custom_args_module", "\"\""},
    // [validation]
    {"validation.enable", "false"},
    {"validation.dataset", "\"c4_validation\"", "validation.enable", "training.dataset"},
    {"validation.dataset_path", "", "validation.enable", "training.dataset_path"},
    {"validation.local_batch_size", "8", "validation.enable", "training.local_batch_size"},
    {"validation.seq_len", "2048", "validation.enable", "training.seq_len"},
    {"validation.freq", "10"},
    {"validation.steps", "-1"},
    {"validation.dataloader.num_workers", "0", "validation.enable", "training.dataloader.num_workers"},
    {"validation.dataloader.persistent_workers", "false", "validation.enable", "training.dataloader.persistent_workers"},
    {"validation.dataloader.pin_memory", "false", "validation.enable", "training.dataloader.pin_memory"},
    {"validation.dataloader.prefetch_factor", "", "validation.enable", "training.dataloader.prefetch_factor"},
    // [debug]
    {"debug.seed", ""},
    {"debug.deterministic", "false"},
    {"debug.deterministic_warn_only", "false"},
    {"debug.moe_force_load_balance", "false"},
};

/// The key of exactly this path, or null.
constexpr const torchtitan_0_2_key* find_torchtitan_0_2_key(std::string_view path) {
  for (const torchtitan_0_2_key& k : torchtitan_0_2_keys)
    if (k.path == path) return &k;
  return nullptr;
}

/// A value of an old key that is another value, or another field, here.
struct value_move {
  std::string_view old{}, value{};    ///< the key, and its value as `toml_text` has it
  std::string_view now{}, becomes{};  ///< the field and its value, in TOML; empty: it says what is always so here
};
inline constexpr value_move value_moves[] = {
    {"model.name", "\"transformers_modeling_backend\"", "model.backend", "\"transformers\""},
    {"model.use_flex_attn", "true", "model.attn_backend", "\"flex\""},
    {"model.use_flex_attn", "false", "model.attn_backend", "\"sdpa\""},
    {"optimizer.fused", "true", "optimizer.implementation", "\"fused\""},
    {"optimizer.fused", "false", "optimizer.implementation", "\"for-loop\""},
    {"gradient_checkpointing", "true", "activation_checkpoint.mode", "\"full\""},
    {"gradient_checkpointing", "false", "activation_checkpoint.mode", "\"none\""},
    {"model_type", "\"qwen3\"", "model.family", "\"qwen3\""},
    {"model_type", "\"qwen3_moe\"", "model.family", "\"qwen3\""},
    {"_attn_implementation", "\"sdpa\"", "model.attn_backend", "\"sdpa\""},
    {"_attn_implementation", "\"flex_attention\"", "model.attn_backend", "\"flex\""},
    {"model.norm_type", "\"RMSNorm\"", "", ""},
    {"model.norm_type", "\"rmsnorm\"", "", ""},
    {"model.depth_init", "true", "", ""},
    {"model.attn_mask_type", "\"causal\"", "", ""},
    {"checkpoint.interval_type", "\"steps\"", "", ""},
    {"job.use_for_integration_test", "false", "", ""},
    {"parallelism.enable_compiled_autograd", "false", "", ""},
    {"job.custom_config_module", "\"torchtitan.experiments.transformers_modeling_backend.job_config\"", "", ""},
};

/// What becomes of a value of an old key, or null when nothing special does.
constexpr const value_move* find_value_move(std::string_view old, std::string_view value) {
  for (const value_move& m : value_moves)
    if (m.old == old && m.value == value) return &m;
  return nullptr;
}

}  // namespace trainspec::inline v0
