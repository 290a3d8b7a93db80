#pragma once
#include <string_view>

#include "../schema/describe.hpp"

// The keys of a Qwen3 config.json. Source: Transformers 4.51 to 5.16, Qwen3Config, Qwen3MoeConfig and PreTrainedConfig.

namespace trainspec::inline v0 {

/// A key of config.json that is a field of `[model]`.
struct hf_field {
  std::string_view key{};    ///< "hidden_size"
  std::string_view field{};  ///< "model.dim"
  double dense = 0;          ///< default of Qwen3Config
  double moe = 0;            ///< default of Qwen3MoeConfig
  enum class need : unsigned char {
    shape,     ///< without it the model has another shape: a warning
    meaning,   ///< without it the model computes otherwise than most published ones: a note
    optional,  ///< its default is what the published models have
    own        ///< its absence has a sentence of its own
  } absent = need::optional;
  bool moe_only = false;
};

inline constexpr hf_field hf_fields[] = {
    {"hidden_size", "model.dim", 4096, 2048, hf_field::need::shape},
    {"num_hidden_layers", "model.n_layers", 32, 24, hf_field::need::shape},
    {"num_attention_heads", "model.n_heads", 32, 32, hf_field::need::shape},
    {"num_key_value_heads", "model.n_kv_heads", 32, 4, hf_field::need::shape},
    {"head_dim", "model.head_dim", 128, 0, hf_field::need::own},
    {"intermediate_size", "model.hidden_dim", 22016, 6144, hf_field::need::own},
    {"vocab_size", "model.vocab_size", 151936, 151936, hf_field::need::shape},
    {"max_position_embeddings", "model.max_seq_len", 32768, 32768, hf_field::need::meaning},
    {"rms_norm_eps", "model.norm_eps", 1e-6, 1e-6},
    {"rope_theta", "model.rope_theta", 10000, 10000, hf_field::need::own},
    {"attention_bias", "model.attention_bias", 0, 0},
    {"tie_word_embeddings", "model.enable_weight_tying", 0, 0, hf_field::need::meaning},
    {"num_experts", "model.num_experts", 0, 128, hf_field::need::shape, true},
    {"num_experts_per_tok", "model.top_k", 0, 8, hf_field::need::shape, true},
    {"moe_intermediate_size", "model.moe_inter_dim", 0, 768, hf_field::need::own, true},
    {"norm_topk_prob", "model.route_norm", 1, 0, hf_field::need::own, true},
    {"router_aux_loss_coef", "model.router_aux_loss_coef", 0, 0.001, hf_field::need::optional, true},
    {"decoder_sparse_step", "model.decoder_sparse_step", 1, 1, hf_field::need::optional, true},
    {"mlp_only_layers", "model.mlp_only_layers", 0, 0, hf_field::need::optional, true},
};

constexpr const hf_field* find_hf_field(std::string_view key) {
  for (const hf_field& f : hf_fields)
    if (f.key == key) return &f;
  return nullptr;
}
/// The key of config.json for a field such as "model.dim"; empty when it has none.
constexpr std::string_view hf_key_of(std::string_view field) {
  for (const hf_field& f : hf_fields)
    if (f.field == field) return f.key;
  return {};
}

/// Keys that the reader looks at, beside those of `hf_fields`.
inline constexpr std::string_view hf_read_keys[] = {"model_type",
                                                    "architectures",
                                                    "num_local_experts",
                                                    "rope_parameters",
                                                    "rope_scaling",
                                                    "torch_dtype",
                                                    "dtype",
                                                    "hidden_act",
                                                    "attention_dropout",
                                                    "use_sliding_window",
                                                    "sliding_window",
                                                    "max_window_layers",
                                                    "layer_types",
                                                    "qkv_bias",
                                                    "use_qk_norm",
                                                    "quantization_config",
                                                    "mlp_bias",
                                                    "bos_token_id",
                                                    "eos_token_id",
                                                    "pad_token_id",
                                                    "shared_expert_intermediate_size",
                                                    "partial_rotary_factor"};

/// Keys that say nothing of the architecture: they are known, and not read.
inline constexpr std::string_view hf_other_keys[] = {"transformers_version",
                                                     "use_cache",
                                                     "initializer_range",
                                                     "output_router_logits",
                                                     "auto_map",
                                                     "_name_or_path",
                                                     "_attn_implementation",
                                                     "_attn_implementation_autoset",
                                                     "attn_implementation",
                                                     "output_attentions",
                                                     "output_hidden_states",
                                                     "return_dict",
                                                     "use_return_dict",
                                                     "torchscript",
                                                     "chunk_size_feed_forward",
                                                     "is_encoder_decoder",
                                                     "is_decoder",
                                                     "add_cross_attention",
                                                     "tie_encoder_decoder",
                                                     "pruned_heads",
                                                     "problem_type",
                                                     "id2label",
                                                     "label2id",
                                                     "num_labels",
                                                     "finetuning_task",
                                                     "task_specific_params",
                                                     "tokenizer_class",
                                                     "prefix",
                                                     "sep_token_id",
                                                     "decoder_start_token_id",
                                                     "use_bfloat16",
                                                     "tf_legacy_loss",
                                                     "pretraining_tp",
                                                     "unsloth_version",
                                                     "unsloth_fixed"};

constexpr bool is_hf_key(std::string_view key) {
  if (find_hf_field(key) != nullptr) return true;
  for (const std::string_view k : hf_read_keys)
    if (k == key) return true;
  for (const std::string_view k : hf_other_keys)
    if (k == key) return true;
  return false;
}

}  // namespace trainspec::inline v0
