#pragma once
#include <cstdint>

#include "../spec/model.hpp"

namespace trainspec::inline v0 {

/// Whether a layer is a mixture of experts (Hugging Face Qwen3MoeDecoderLayer; torchtitan: every layer).
constexpr bool is_moe_layer(const model& m, std::int64_t layer) {
  if (!m.moe_enabled || m.num_experts <= 0) return false;
  for (std::int64_t dense : m.mlp_only_layers)
    if (dense == layer) return false;
  return m.decoder_sparse_step > 0 && (layer + 1) % m.decoder_sparse_step == 0;
}

constexpr std::int64_t count_moe_layers(const model& m) {
  if (!m.moe_enabled || m.num_experts <= 0 || m.decoder_sparse_step <= 0) return 0;
  std::int64_t n = m.n_layers / m.decoder_sparse_step;
  const auto& dense = m.mlp_only_layers;
  for (std::size_t i = 0; i < dense.size(); ++i) {
    bool again = false;
    for (std::size_t k = 0; k < i; ++k) again = again || dense[k] == dense[i];
    if (!again && dense[i] >= 0 && dense[i] < m.n_layers && (dense[i] + 1) % m.decoder_sparse_step == 0) --n;
  }
  return n < 0 ? 0 : n;
}

/// Parameters of a model.
struct parameter_count {
  std::int64_t unique = 0;         ///< each tensor once; a tied head is the embedding
  std::int64_t stored = 0;         ///< with a copy of the head when it is tied, as some files have it
  std::int64_t non_embedding = 0;  ///< unique, without the embedding and head tables
  std::int64_t active = 0;         ///< that one token meets, tables whole
  std::int64_t tensors = 0;        ///< in a Hugging Face checkpoint, a tied head not stored
};

/// Counts from the shapes of the tensors (Hugging Face Qwen3ForCausalLM and Qwen3MoeForCausalLM). The maxima of the fields
/// (spec/model.hpp) keep every count below 2^63.
constexpr parameter_count count_parameters(const model& m) {
  const std::int64_t q = m.n_heads * m.head_dim, kv = m.n_kv_heads * m.head_dim;
  const std::int64_t attention =
      m.dim * (q + 2 * kv) + q * m.dim + (m.qk_norm ? 2 * m.head_dim : 0) + (m.attention_bias ? q + 2 * kv + m.dim : 0);
  const std::int64_t norms = 2 * m.dim;
  const std::int64_t expert = 3 * m.dim * m.moe_inter_dim;
  const std::int64_t moe_layers = count_moe_layers(m), dense_layers = m.n_layers - moe_layers;
  const std::int64_t shared = m.num_shared_experts * expert;
  const std::int64_t router = m.dim * m.num_experts;
  const std::int64_t table = m.vocab_size * m.dim;

  const std::int64_t common =
      m.n_layers * (attention + norms) + dense_layers * 3 * m.dim * m.hidden_dim + moe_layers * (router + shared) + m.dim;
  parameter_count n;
  n.non_embedding = common + moe_layers * m.num_experts * expert;
  n.unique = n.non_embedding + (m.enable_weight_tying ? 1 : 2) * table;
  n.stored = n.non_embedding + 2 * table;
  n.active = common + moe_layers * m.top_k * expert + (m.enable_weight_tying ? 1 : 2) * table;
  const std::int64_t attention_tensors = 4 + (m.qk_norm ? 2 : 0) + (m.attention_bias ? 4 : 0);
  n.tensors = m.n_layers * (attention_tensors + 2) + dense_layers * 3 + moe_layers * (1 + 3 * (m.num_experts + m.num_shared_experts)) + 2 +
              (m.enable_weight_tying ? 0 : 1);
  return n;
}

/// Floating-point operations of training (forward and backward) for one token of a sequence of `seq_len`.
/// 6 for each active parameter outside the embedding table, and 12 x layers x heads x head_dim x seq_len for attention
/// (Appendix B of PaLM; torchtitan's count, which does not halve it for a causal mask).
constexpr double flops_per_token(const model& m, std::int64_t seq_len) {
  const parameter_count n = count_parameters(m);
  const std::int64_t table = m.vocab_size * m.dim;
  const std::int64_t matrices = n.active - (m.enable_weight_tying ? 0 : table);
  return 6.0 * static_cast<double>(matrices) +
         12.0 * static_cast<double>(m.n_layers) * static_cast<double>(m.n_heads * m.head_dim) * static_cast<double>(seq_len);
}

/// Half the variance of the logits of a model whose head is drawn from N(0, std^2) and sees an RMS-normalised hidden
/// state: dim x std^2 / 2. Added to ln(vocab_size) it is the loss of random weights, in nats.
constexpr double half_logit_variance(const model& m, double std = 0.02) { return static_cast<double>(m.dim) * std * std / 2; }

}  // namespace trainspec::inline v0
