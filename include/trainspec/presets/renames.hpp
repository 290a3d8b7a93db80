#pragma once
#include <string_view>

namespace trainspec::inline v0 {

/// How the value of an old field becomes the value of the new one.
enum class becomes : unsigned char {
  same,          ///< as it is
  negated,       ///< true and false change places
  first_beta,    ///< first element of `betas`
  second_beta,   ///< second element of `betas`
  accumulation,  ///< times local_batch_size times data-parallel degree
  sequences,     ///< tokens, divided by training.seq_len
  otherwise,     ///< as the note says
};

/// A name that other versions and dialects use for a field or section, or that common speech has for it.
struct rename {
  std::string_view old{};   ///< "model.tokenizer_path"; without a section, a key wherever it stands
  std::string_view now{};   ///< "model.hf_assets_path"; empty: has none
  std::string_view from{};  ///< who uses the old name
  std::string_view note{};  ///< why it has none, or how the value changes
  becomes value = becomes::same;
};

namespace dialect {
inline constexpr std::string_view tt02 = "torchtitan 0.2", older = "torchtitan before 0.2", newer = "torchtitan main",
                                  hf = "Hugging Face config.json", neuron = "torchtitan-neuron tutorial", common = "a common short name";
}

// Sources: torchtitan 0.2.2 config/job_config.py and models/qwen3/model/args.py; torchtitan main config/configs.py:35-55
// (after 0.3.0); Transformers 5.16 Qwen3Config and Qwen3MoeConfig; the job files of the articles on Qwen3 on trn2.48xlarge.
inline constexpr rename renames[] = {
    // [job]
    {"job.experiment_name", "job.name", dialect::neuron, "the name of the job"},
    {"job.model_parallel_size", "parallelism.data_parallel_shard_degree", dialect::neuron,
     "despite its name it is the number of ranks that share one copy of the weights"},
    {"job.enable_checkpoint", "checkpoint.enable", dialect::neuron, ""},
    {"job.checkpoint_folder", "checkpoint.folder", dialect::neuron, ""},
    {"job.config_file", "", dialect::tt02, "the file that is read is named on the command line"},
    {"job.print_config", "debug.print_config", dialect::tt02, ""},
    {"job.save_config_file", "", dialect::tt02, "`trainspec show FILE` prints the job with every default"},
    {"job.custom_config_module", "", dialect::tt02, "a user's own section is a C++ struct: docs/extending.md"},
    {"job.use_for_integration_test", "", dialect::older, "only torchtitan's own tests used it"},
    // [model]
    {"model.name", "model.family", dialect::tt02, ""},
    {"model.norm_type", "", dialect::older, "every norm of Qwen3 is an RMSNorm"},
    {"model.tokenizer_path", "model.hf_assets_path", dialect::older, "it names the folder that holds the tokenizer"},
    {"model.converters", "", dialect::tt02, "float8 and MX training are not described"},
    {"model.print_after_conversion", "", dialect::tt02, "float8 and MX training are not described"},
    {"model.attn_type", "model.attn_backend", dialect::tt02, ""},
    {"model.use_flex_attn", "model.attn_backend", dialect::older, "true: attn_backend = \"flex\"; false: \"sdpa\"", becomes::otherwise},
    {"model.attn_mask_type", "", dialect::tt02, "a job's attention is causal"},
    {"model.depth_init", "", dialect::tt02, "Qwen3 is always initialised by depth"},
    {"model.eos_id", "", dialect::tt02, "the tokenizer says which token ends a text"},
    {"model.moe_args", "model", dialect::tt02, "the numbers of the experts stand in [model] itself", becomes::otherwise},
    {"model.moe_args.num_experts", "model.num_experts", dialect::tt02, ""},
    {"model.moe_args.num_shared_experts", "model.num_shared_experts", dialect::tt02, ""},
    {"model.moe_args.top_k", "model.top_k", dialect::tt02, ""},
    {"model.moe_args.score_func", "model.score_func", dialect::tt02, ""},
    {"model.moe_args.route_norm", "model.route_norm", dialect::tt02, ""},
    {"model.moe_args.route_scale", "model.route_scale", dialect::tt02, ""},
    {"model.moe_args.load_balance_coeff", "model.load_balance_coeff", dialect::tt02, ""},
    {"model.gate_bias", "", dialect::tt02, "the router of Qwen3 has no bias"},
    {"model.score_before_experts", "", dialect::tt02, "the family decides when scores are applied"},
    {"model.use_grouped_mm", "", dialect::tt02, "the target decides how experts are multiplied"},
    // [optimizer] and [lr_scheduler]
    {"optimizer.beta1", "optimizer.betas", dialect::tt02, "betas = [beta1, beta2]", becomes::first_beta},
    {"optimizer.beta2", "optimizer.betas", dialect::tt02, "betas = [beta1, beta2]", becomes::second_beta},
    {"optimizer.fused", "optimizer.implementation", dialect::older, "true: implementation = \"fused\"; false: \"for-loop\"",
     becomes::otherwise},
    {"optimizer.early_step_in_backward", "", dialect::tt02, "torchtitan 0.3 took it out"},
    {"optimizer.learning_rate", "optimizer.lr", dialect::common, ""},
    {"training.warmup_steps", "lr_scheduler.warmup_steps", dialect::older, ""},
    {"optimizer.warmup_steps", "lr_scheduler.warmup_steps", dialect::common, ""},
    {"lr_scheduler.lr_min", "lr_scheduler.min_lr_factor", dialect::older, "the last rate as a share of the peak"},
    // [training]
    {"training.batch_size", "training.local_batch_size", dialect::older, "sequences of one data-parallel rank in one forward"},
    {"training.micro_batch_size", "training.local_batch_size", dialect::common, "sequences of one data-parallel rank in one forward"},
    {"training.gradient_accumulation_steps", "training.global_batch_size", dialect::neuron,
     "global_batch_size = local_batch_size x data-parallel degree x gradient_accumulation_steps", becomes::accumulation},
    {"training.dataset", "dataloader.dataset", dialect::tt02, ""},
    {"training.dataset_path", "dataloader.dataset_path", dialect::tt02, ""},
    {"training.dataloader", "dataloader", dialect::tt02, "[dataloader] is a section of its own"},
    {"training.seed", "debug.seed", dialect::older, ""},
    {"training.deterministic", "debug.deterministic", dialect::older, ""},
    {"training.compile", "compile.enable", dialect::older, ""},
    {"training.data_parallel_shard_degree", "parallelism.data_parallel_shard_degree", dialect::older, ""},
    {"training.data_parallel_replicate_degree", "parallelism.data_parallel_replicate_degree", dialect::older, ""},
    {"training.tensor_parallel_degree", "parallelism.tensor_parallel_degree", dialect::older, ""},
    {"training.num_tokens_per_microbatch_per_dp_rank", "training.local_batch_size", dialect::newer, "local_batch_size = tokens / seq_len",
     becomes::sequences},
    {"training.num_tokens_per_train_step", "training.global_batch_size", dialect::newer, "global_batch_size = tokens / seq_len",
     becomes::sequences},
    {"training.max_context_length", "training.seq_len", dialect::newer, ""},
    {"training.sequence_length", "training.seq_len", dialect::common, ""},
    {"training.max_steps", "training.steps", dialect::common, ""},
    {"training.grad_clip", "training.max_norm", dialect::common, ""},
    // [parallelism]
    {"parallelism.disable_loss_parallel", "", dialect::tt02, "torchtitan 0.3 took it out: the loss is parallel where tensors are"},
    {"parallelism.enable_async_tensor_parallel", "compile.enable_async_tensor_parallel", dialect::tt02, ""},
    {"parallelism.module_fqns_per_model_part", "", dialect::tt02, "stages are cut by pipeline_parallel_layers_per_stage"},
    {"parallelism.pipeline_parallel_expert_parallel_overlap", "", dialect::tt02, "torchtitan 0.3 took it out"},
    {"parallelism.pipeline_parallel_microbatches", "parallelism.pipeline_parallel_microbatch_size", dialect::older,
     "microbatch size = local_batch_size / microbatches", becomes::otherwise},
    {"parallelism.pipeline_parallel_split_points", "", dialect::older, "stages are cut by pipeline_parallel_layers_per_stage"},
    {"parallelism.context_parallel_rotate_method", "", dialect::tt02, "torchtitan 0.3 took it out"},
    {"parallelism.expert_tensor_parallel_degree", "", dialect::tt02, "torchtitan 0.3 took it out"},
    {"parallelism.enable_compiled_autograd", "", dialect::older, "torchtitan took it out"},
    // [checkpoint]
    {"checkpoint.enable_checkpoint", "checkpoint.enable", dialect::older, ""},
    {"checkpoint.model_weights_only", "checkpoint.last_save_model_only", dialect::older, ""},
    {"checkpoint.enable_ft_dataloader_checkpoints", "", dialect::tt02, "fault tolerance through torchft is not described"},
    {"checkpoint.interval_type", "", dialect::older, "an interval counts steps"},
    // [activation_checkpoint]
    {"activation_checkpoint.selective_ac_option", "", dialect::tt02,
     "torchtitan 0.3 took it out: mode \"selective\" recomputes by operator"},
    {"activation_checkpoint.per_op_sac_force_recompute_mm_shapes_by_fqns", "activation_checkpoint.force_recompute_mm_shapes_by_fqns",
     dialect::tt02, ""},
    {"activation_checkpoint.early_stop", "", dialect::tt02, "torchtitan 0.3 took it out"},
    {"activation_checkpoint.visualize_memory_budget_pareto", "", dialect::tt02, "only a drawing for developers"},
    // [validation]
    {"validation.dataset", "", dialect::tt02, "validation reads the data of [dataloader]"},
    {"validation.dataset_path", "", dialect::tt02, "validation reads the data of [dataloader]"},
    {"validation.local_batch_size", "", dialect::tt02, "validation takes training.local_batch_size"},
    {"validation.seq_len", "", dialect::tt02, "validation takes training.seq_len"},
    {"validation.dataloader", "", dialect::tt02, "validation reads the data of [dataloader]"},
    // sections
    {"hf_transformers", "model", dialect::tt02, "hf_transformers.model is model.hf_model", becomes::otherwise},
    {"hf_transformers.model", "model.hf_model", dialect::tt02, ""},
    {"validation", "validator", dialect::tt02, ""},
    {"profiling", "", dialect::tt02, "profiling is switched on at the launch, not in the job"},
    {"quantize", "", dialect::tt02, "float8 and MX training are not described"},
    {"float8", "", dialect::older, "float8 training is not described"},
    {"mx", "", dialect::older, "MX training is not described"},
    {"comm", "", dialect::tt02, "time-outs belong to the launch, not to the job"},
    {"memory_estimation", "", dialect::tt02, "estimates of memory are not part of a job"},
    {"fault_tolerance", "", dialect::tt02, "fault tolerance through torchft is not described"},
    {"experimental", "", dialect::tt02, "a user's own code is given by [[override.imports]]"},
    {"train", "training", dialect::common, ""},
    {"trainer", "training", dialect::common, ""},
    {"optim", "optimizer", dialect::common, ""},
    {"schedule", "lr_scheduler", dialect::common, ""},
    {"scheduler", "lr_scheduler", dialect::common, ""},
    {"parallel", "parallelism", dialect::common, ""},
    {"data", "dataloader", dialect::common, ""},
    {"topology", "machine", dialect::common, ""},
    {"hardware", "machine", dialect::common, ""},
    // Hugging Face's names, wherever they stand
    {"hidden_size", "model.dim", dialect::hf, ""},
    {"num_hidden_layers", "model.n_layers", dialect::hf, ""},
    {"num_attention_heads", "model.n_heads", dialect::hf, ""},
    {"num_key_value_heads", "model.n_kv_heads", dialect::hf, ""},
    {"intermediate_size", "model.hidden_dim", dialect::hf, ""},
    {"moe_intermediate_size", "model.moe_inter_dim", dialect::hf, ""},
    {"num_local_experts", "model.num_experts", dialect::hf, ""},
    {"num_experts_per_tok", "model.top_k", dialect::hf, ""},
    {"norm_topk_prob", "model.route_norm", dialect::hf, ""},
    {"max_position_embeddings", "model.max_seq_len", dialect::hf, ""},
    {"rms_norm_eps", "model.norm_eps", dialect::hf, ""},
    {"tie_word_embeddings", "model.enable_weight_tying", dialect::hf, ""},
    {"model_type", "model.family", dialect::hf, "", becomes::otherwise},
    {"torch_dtype", "training.dtype", dialect::hf, ""},
    {"_attn_implementation", "model.attn_backend", dialect::hf, "", becomes::otherwise},
    {"hidden_act", "", dialect::hf, "the feed-forward layers of Qwen3 are always SwiGLU"},
    {"initializer_range", "", dialect::hf, "weights are initialised as torchtitan does"},
    {"use_sliding_window", "", dialect::hf, "no published Qwen3 uses a sliding window"},
    {"sliding_window", "", dialect::hf, "no published Qwen3 uses a sliding window"},
    {"attention_dropout", "", dialect::hf, "no published Qwen3 uses dropout"},
    {"per_device_train_batch_size", "training.local_batch_size", dialect::hf, ""},
    {"gradient_accumulation_steps", "training.global_batch_size", dialect::hf,
     "global_batch_size = local_batch_size x data-parallel degree x gradient_accumulation_steps", becomes::accumulation},
    {"max_grad_norm", "training.max_norm", dialect::hf, ""},
    {"gradient_checkpointing", "activation_checkpoint.mode", dialect::hf, "true: mode = \"full\"; false: \"none\"", becomes::otherwise},
    {"lr_scheduler_type", "lr_scheduler.decay_type", dialect::hf, ""},
    {"warmup_ratio", "lr_scheduler.warmup_steps", dialect::hf, "warmup_steps = ratio x training.steps", becomes::otherwise},
    // short names, wherever they stand
    {"preset", "model.flavor", dialect::common, ""},
    {"size", "model.flavor", dialect::common, ""},
    {"layers", "model.n_layers", dialect::common, ""},
    {"num_layers", "model.n_layers", dialect::common, ""},
    {"heads", "model.n_heads", dialect::common, ""},
    {"num_heads", "model.n_heads", dialect::common, ""},
    {"kv_heads", "model.n_kv_heads", dialect::common, ""},
    {"num_kv_heads", "model.n_kv_heads", dialect::common, ""},
    {"experts", "model.num_experts", dialect::common, ""},
    {"n_experts", "model.num_experts", dialect::common, ""},
    {"experts_per_token", "model.top_k", dialect::common, ""},
    {"d_model", "model.dim", dialect::common, ""},
    {"d_ff", "model.hidden_dim", dialect::common, ""},
    {"ffn_dim", "model.hidden_dim", dialect::common, ""},
    {"vocab", "model.vocab_size", dialect::common, ""},
    {"theta", "model.rope_theta", dialect::common, ""},
    {"tie_embeddings", "model.enable_weight_tying", dialect::common, ""},
    {"tokenizer", "model.hf_assets_path", dialect::common, "it names the folder that holds the tokenizer"},
    {"tokenizer_path", "model.hf_assets_path", dialect::older, "it names the folder that holds the tokenizer"},
    {"attn", "model.attn_backend", dialect::common, ""},
    {"tp", "parallelism.tensor_parallel_degree", dialect::common, ""},
    {"tensor_parallel", "parallelism.tensor_parallel_degree", dialect::common, ""},
    {"pp", "parallelism.pipeline_parallel_degree", dialect::common, ""},
    {"pipeline_parallel", "parallelism.pipeline_parallel_degree", dialect::common, ""},
    {"pp_schedule", "parallelism.pipeline_parallel_schedule", dialect::common, ""},
    {"cp", "parallelism.context_parallel_degree", dialect::common, ""},
    {"context_parallel", "parallelism.context_parallel_degree", dialect::common, ""},
    {"ep", "parallelism.expert_parallel_degree", dialect::common, ""},
    {"expert_parallel", "parallelism.expert_parallel_degree", dialect::common, ""},
    {"etp", "", dialect::common, "torchtitan 0.3 took expert tensor parallelism out"},
    {"dp", "parallelism.data_parallel_shard_degree", dialect::common,
     "ranks that share one copy; data_parallel_replicate_degree counts copies"},
    {"fsdp", "parallelism.data_parallel_shard_degree", dialect::common, ""},
    {"dp_shard", "parallelism.data_parallel_shard_degree", dialect::common, ""},
    {"dp_replicate", "parallelism.data_parallel_replicate_degree", dialect::common, ""},
    {"lr_warmup", "lr_scheduler.warmup_steps", dialect::common, ""},
    {"warmup", "lr_scheduler.warmup_steps", dialect::common, ""},
    {"min_lr", "lr_scheduler.min_lr_factor", dialect::common, "the last rate as a share of the peak: min_lr / lr", becomes::otherwise},
    {"learning_rate", "optimizer.lr", dialect::common, ""},
    {"batch_size", "training.local_batch_size", dialect::common, "sequences of one data-parallel rank in one forward"},
    {"micro_batch", "training.local_batch_size", dialect::common, "sequences of one data-parallel rank in one forward"},
    {"micro_batch_size", "training.local_batch_size", dialect::common, "sequences of one data-parallel rank in one forward"},
    {"global_batch", "training.global_batch_size", dialect::common, ""},
    {"sequence_length", "training.seq_len", dialect::common, ""},
    {"context_length", "training.seq_len", dialect::common, ""},
    {"max_steps", "training.steps", dialect::common, ""},
    {"train_iters", "training.steps", dialect::common, ""},
    {"grad_clip", "training.max_norm", dialect::common, ""},
    {"log_every", "metrics.log_freq", dialect::common, ""},
    {"save_every", "checkpoint.interval", dialect::common, ""},
    {"eval_every", "validator.freq", dialect::common, ""},
    {"output_dir", "job.dump_folder", dialect::common, ""},
    {"experiment_name", "job.name", dialect::common, ""},
    {"run_name", "job.name", dialect::common, ""},
    {"spec_version", "version", dialect::common, ""},
    {"world_size", "machine.nodes", dialect::common, "machine.nodes x machine.devices_per_node is the number of processes",
     becomes::otherwise},
    {"gpus", "machine.devices_per_node", dialect::common, ""},
    {"gpus_per_node", "machine.devices_per_node", dialect::common, ""},
    {"num_nodes", "machine.nodes", dialect::common, ""},
    {"instance_type", "machine.instance", dialect::common, ""},
};

/// The entry of exactly this path ("training.batch_size") or, given a name alone, of a name that may stand anywhere and of a
/// section; null when there is none.
constexpr const rename* find_rename(std::string_view path) {
  for (const rename& r : renames)
    if (r.old == path) return &r;
  return nullptr;
}

/// A value that other dialects write for one of ours. These are read without complaint.
struct value_alias {
  std::string_view path{}, old{}, now{};
};
inline constexpr value_alias value_aliases[] = {
    {"model.backend", "huggingface_v5", "transformers"},  // --model.backend of the articles on trn2.48xlarge
};

/// The value to store for one that a file gives.
constexpr std::string_view value_of_alias(std::string_view path, std::string_view written) {
  for (const value_alias& a : value_aliases)
    if (a.path == path && a.old == written) return a.now;
  return written;
}

}  // namespace trainspec::inline v0
