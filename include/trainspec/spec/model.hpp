#pragma once
#include <cstdint>

#include "../schema/describe.hpp"

namespace trainspec::inline v0 {

/// Rotary position scaling. Names: torchtitan 0.3 `RoPE.Config` where it has the field, else Hugging Face.
struct rope_scaling {
  text rope_type = "none";
  double factor = 1.0;
  std::int64_t original_max_position_embeddings = 0;
  double beta_fast = 32.0;
  double beta_slow = 1.0;

  static constexpr void describe(auto& io) {
    io("rope_type", &rope_scaling::rope_type, "how positions beyond the trained length are scaled", {.choices = "none|linear|yarn"});
    io("factor", &rope_scaling::factor, "times the original length", {.min = 1});
    io("original_max_position_embeddings", &rope_scaling::original_max_position_embeddings,
       "length the weights were trained for; 0: max_seq_len / factor", {.min = 0, .max = 2147483647, .unit = "tokens"});
    io("beta_fast", &rope_scaling::beta_fast, "YaRN: rotations above which a frequency is kept", {.above = 0});
    io("beta_slow", &rope_scaling::beta_slow, "YaRN: rotations below which a frequency is interpolated", {.above = 0});
  }
  bool operator==(const rope_scaling&) const = default;
};

/// The architecture. A flavor sets the numbers; a number given beside it wins. 0 stands for "not given yet". The greatest
/// values are far beyond any model, and such that no count of parameters leaves 64 bits.
/// Names: torchtitan's Qwen3 model arguments.
struct model {
  text family = "qwen3";
  text flavor{};
  text backend = "native";
  text attn_backend = "sdpa";
  text hf_model{};
  text hf_assets_path{};
  std::int64_t dim = 0;
  std::int64_t n_layers = 0;
  std::int64_t n_heads = 0;
  std::int64_t n_kv_heads = 0;
  std::int64_t head_dim = 128;
  std::int64_t hidden_dim = 0;
  std::int64_t vocab_size = 0;
  std::int64_t max_seq_len = 40960;
  double norm_eps = 1e-6;
  double rope_theta = 1e6;
  trainspec::rope_scaling rope_scaling = trainspec::rope_scaling();  // with {} g++ 12 warns, wrongly, of its text
  bool qk_norm = true;
  bool attention_bias = false;
  bool enable_weight_tying = false;
  bool moe_enabled = false;
  std::int64_t moe_inter_dim = 0;
  std::int64_t num_experts = 0;
  std::int64_t num_shared_experts = 0;
  std::int64_t top_k = 0;
  text score_func = "softmax";
  bool route_norm = true;
  double route_scale = 1.0;
  double load_balance_coeff = 1e-3;
  double router_aux_loss_coef = 0.0;
  std::int64_t decoder_sparse_step = 1;
  list<std::int64_t, 128> mlp_only_layers{};

  static constexpr void describe(auto& io) {
    io("family", &model::family, "model family", {.choices = "qwen3"});
    io("flavor", &model::flavor, "published size whose numbers are used, such as \"4B\" or \"30B-A3B\"; empty: all numbers are given here");
    io("backend", &model::backend,
       "how the model is written: torchtitan's own Qwen3, Hugging Face Transformers (alias huggingface_v5), or the NKI mixture of experts",
       {.choices = "native|transformers|nki_moe"});
    io("attn_backend", &model::attn_backend, "attention implementation", {.choices = "sdpa|flex|flex_flash|varlen"});
    io("hf_model", &model::hf_model, "Hub name or local folder of a Transformers model, for backend \"transformers\"",
       {.path = true, .hub = true});
    io("hf_assets_path", &model::hf_assets_path, "folder with tokenizer and, for loading, Hugging Face weights", {.path = true});
    io("dim", &model::dim, "width of the residual stream", {.min = 0, .max = 131072});
    io("n_layers", &model::n_layers, "decoder blocks", {.min = 0, .max = 4096});
    io("n_heads", &model::n_heads, "query heads", {.min = 0, .max = 4096});
    io("n_kv_heads", &model::n_kv_heads, "key and value heads", {.min = 0, .max = 4096});
    io("head_dim", &model::head_dim, "width of a head; not dim / n_heads in Qwen3", {.min = 1, .max = 4096});
    io("hidden_dim", &model::hidden_dim, "width of the dense feed-forward layer", {.min = 0, .max = 1048576});
    io("vocab_size", &model::vocab_size, "rows of the embedding", {.min = 0, .max = 67108864, .unit = "tokens"});
    io("max_seq_len", &model::max_seq_len, "length of the rotary table", {.min = 1, .max = 2147483647, .unit = "tokens"});
    io("norm_eps", &model::norm_eps, "epsilon of every RMSNorm", {.min = 0});
    io("rope_theta", &model::rope_theta, "base of the rotary frequencies", {.above = 0});
    io("rope_scaling", &model::rope_scaling, "rotary position scaling");
    io("qk_norm", &model::qk_norm, "RMSNorm over each query and key head");
    io("attention_bias", &model::attention_bias, "biases in the attention projections");
    io("enable_weight_tying", &model::enable_weight_tying, "the head shares the embedding's table");
    io("moe_enabled", &model::moe_enabled, "mixture of experts instead of a dense feed-forward layer");
    io("moe_inter_dim", &model::moe_inter_dim, "width of an expert", {.min = 0, .max = 262144});
    io("num_experts", &model::num_experts, "experts in a mixture-of-experts block", {.min = 0, .max = 16384});
    io("num_shared_experts", &model::num_shared_experts, "experts that every token visits", {.min = 0, .max = 1024});
    io("top_k", &model::top_k, "experts a token visits", {.min = 0, .max = 16384});
    io("score_func", &model::score_func, "router scores", {.choices = "softmax|sigmoid"});
    io("route_norm", &model::route_norm, "chosen scores are divided by their sum (Hugging Face: norm_topk_prob)");
    io("route_scale", &model::route_scale, "factor on the chosen scores", {.above = 0});
    io("load_balance_coeff", &model::load_balance_coeff, "step of torchtitan's bias balancing; 0: off", {.min = 0});
    io("router_aux_loss_coef", &model::router_aux_loss_coef, "weight of Hugging Face's balancing loss; 0: off", {.min = 0});
    io("decoder_sparse_step", &model::decoder_sparse_step, "every n-th layer is a mixture of experts", {.min = 1, .max = 4096});
    io("mlp_only_layers", &model::mlp_only_layers, "layers kept dense in a mixture-of-experts model", {.min = 0, .max = 4095});
  }
  bool operator==(const model&) const = default;
};

}  // namespace trainspec::inline v0
