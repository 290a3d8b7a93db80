#pragma once
#include <cstdint>
#include <string_view>

#include "../schema/nearest.hpp"
#include "../spec/model.hpp"

namespace trainspec::inline v0 {

/// A published Qwen3: the numbers of its config.json (or, for debug models, of torchtitan's registry) and their source.
struct qwen3_flavor {
  std::string_view name{};
  std::int64_t dim = 0, n_layers = 0, n_heads = 0, n_kv_heads = 0, hidden_dim = 0;
  std::int64_t moe_inter_dim = 0, num_experts = 0, top_k = 0;  ///< 0: dense
  bool tied = false;
  double rope_theta = 1e6;
  std::int64_t max_seq_len = 40960;
  std::string_view source{};
  double router_aux_loss_coef = 0;
  std::int64_t vocab_size = 151936;
  std::int64_t head_dim = 128;

  constexpr bool moe() const { return num_experts > 0; }
};

/// To add a flavor, add a row.
inline constexpr qwen3_flavor qwen3_flavors[] = {
    // name, dim, layers, heads, kv, hidden, expert width, experts, top_k, tied, theta, max_seq_len, source[, aux, vocab]
    {"0.6B", 1024, 28, 16, 8, 3072, 0, 0, 0, true, 1e6, 40960, "Qwen/Qwen3-0.6B config.json"},
    {"1.7B", 2048, 28, 16, 8, 6144, 0, 0, 0, true, 1e6, 40960, "Qwen/Qwen3-1.7B config.json"},
    {"4B", 2560, 36, 32, 8, 9728, 0, 0, 0, true, 1e6, 40960, "Qwen/Qwen3-4B config.json"},
    {"8B", 4096, 36, 32, 8, 12288, 0, 0, 0, false, 1e6, 40960, "Qwen/Qwen3-8B config.json"},
    {"14B", 5120, 40, 40, 8, 17408, 0, 0, 0, false, 1e6, 40960, "Qwen/Qwen3-14B config.json"},
    {"32B", 5120, 64, 64, 8, 25600, 0, 0, 0, false, 1e6, 40960, "Qwen/Qwen3-32B config.json"},
    {"0.6B-Base", 1024, 28, 16, 8, 3072, 0, 0, 0, true, 1e6, 32768, "Qwen/Qwen3-0.6B-Base config.json"},
    {"1.7B-Base", 2048, 28, 16, 8, 6144, 0, 0, 0, true, 1e6, 32768, "Qwen/Qwen3-1.7B-Base config.json"},
    {"4B-Base", 2560, 36, 32, 8, 9728, 0, 0, 0, true, 1e6, 32768, "Qwen/Qwen3-4B-Base config.json"},
    {"8B-Base", 4096, 36, 32, 8, 12288, 0, 0, 0, false, 1e6, 32768, "Qwen/Qwen3-8B-Base config.json"},
    {"14B-Base", 5120, 40, 40, 8, 17408, 0, 0, 0, false, 1e6, 32768, "Qwen/Qwen3-14B-Base config.json"},
    {"4B-Instruct-2507", 2560, 36, 32, 8, 9728, 0, 0, 0, true, 5e6, 262144, "Qwen/Qwen3-4B-Instruct-2507 config.json"},
    {"4B-Thinking-2507", 2560, 36, 32, 8, 9728, 0, 0, 0, true, 5e6, 262144, "Qwen/Qwen3-4B-Thinking-2507 config.json"},
    {"30B-A3B", 2048, 48, 32, 4, 6144, 768, 128, 8, false, 1e6, 40960, "Qwen/Qwen3-30B-A3B config.json", 1e-3},
    {"30B-A3B-Base", 2048, 48, 32, 4, 6144, 768, 128, 8, false, 1e6, 32768, "Qwen/Qwen3-30B-A3B-Base config.json", 1e-3},
    {"30B-A3B-Instruct-2507", 2048, 48, 32, 4, 6144, 768, 128, 8, false, 1e7, 262144, "Qwen/Qwen3-30B-A3B-Instruct-2507 config.json", 1e-3},
    {"30B-A3B-Thinking-2507", 2048, 48, 32, 4, 6144, 768, 128, 8, false, 1e7, 262144, "Qwen/Qwen3-30B-A3B-Thinking-2507 config.json", 1e-3},
    {"235B-A22B", 4096, 94, 64, 4, 12288, 1536, 128, 8, false, 1e6, 40960, "Qwen/Qwen3-235B-A22B config.json", 1e-3},
    {"235B-A22B-Instruct-2507", 4096, 94, 64, 4, 12288, 1536, 128, 8, false, 5e6, 262144, "Qwen/Qwen3-235B-A22B-Instruct-2507 config.json",
     1e-3},
    {"235B-A22B-Thinking-2507", 4096, 94, 64, 4, 12288, 1536, 128, 8, false, 5e6, 262144, "Qwen/Qwen3-235B-A22B-Thinking-2507 config.json",
     1e-3},
    {"Coder-30B-A3B-Instruct", 2048, 48, 32, 4, 5472, 768, 128, 8, false, 1e7, 262144, "Qwen/Qwen3-Coder-30B-A3B-Instruct config.json"},
    {"Coder-480B-A35B-Instruct", 6144, 62, 96, 8, 8192, 2560, 160, 8, false, 1e7, 262144,
     "Qwen/Qwen3-Coder-480B-A35B-Instruct config.json"},
    {"debugmodel", 256, 8, 16, 8, 3072, 0, 0, 0, true, 1e6, 4096, "torchtitan 0.3.0 models/qwen3/__init__.py", 0, 2048},
    {"debugmodel_non_fused_qkv", 256, 8, 16, 8, 3072, 0, 0, 0, true, 1e6, 4096, "torchtitan 0.3.0 models/qwen3/__init__.py", 0, 2048},
    {"debugmodel_moe", 256, 8, 16, 8, 3072, 768, 64, 8, false, 1e6, 4096, "torchtitan 0.3.0 models/qwen3/__init__.py", 0, 2048},
};

/// The flavor of a name, or null. "Qwen/Qwen3-4B-Base" and "Qwen3-4B-Base" name "4B-Base" too; a Coder model may be named
/// without "-Instruct".
constexpr std::string_view without_family(std::string_view name) {
  name = trimmed(name);
  if (same_but_for_case(name.substr(0, 5), "Qwen/")) name.remove_prefix(5);
  if (same_but_for_case(name.substr(0, 6), "Qwen3-")) name.remove_prefix(6);
  return name;
}
constexpr const qwen3_flavor* find_qwen3_flavor(std::string_view name) {
  if (name.starts_with("Qwen/")) name.remove_prefix(5);
  if (name.starts_with("Qwen3-")) name.remove_prefix(6);
  for (const qwen3_flavor& f : qwen3_flavors)
    if (f.name == name) return &f;
  for (const qwen3_flavor& f : qwen3_flavors)
    if (f.name.starts_with("Coder-") && f.name.substr(0, f.name.size() - 9) == name) return &f;
  return nullptr;
}

/// Sets every number of `m` that a flavor knows.
constexpr void apply(const qwen3_flavor& f, model& m) {
  m.dim = f.dim;
  m.n_layers = f.n_layers;
  m.n_heads = f.n_heads;
  m.n_kv_heads = f.n_kv_heads;
  m.head_dim = f.head_dim;
  m.hidden_dim = f.hidden_dim;
  m.vocab_size = f.vocab_size;
  m.max_seq_len = f.max_seq_len;
  m.norm_eps = 1e-6;
  m.rope_theta = f.rope_theta;
  m.qk_norm = true;
  m.attention_bias = false;
  m.enable_weight_tying = f.tied;
  m.moe_enabled = f.moe();
  m.moe_inter_dim = f.moe_inter_dim;
  m.num_experts = f.num_experts;
  m.top_k = f.top_k;
  m.router_aux_loss_coef = f.router_aux_loss_coef;
}

}  // namespace trainspec::inline v0
