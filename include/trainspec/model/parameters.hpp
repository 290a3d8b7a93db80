#pragma once
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "../schema/sentence.hpp"
#include "../spec/job.hpp"
#include "regex.hpp"
#include "tree.hpp"

namespace trainspec::inline v0 {

namespace detail {
/// Parameters of torchtitan 0.3's Qwen3 as its optimizer sees them; of a layer what follows "layers.N.".
inline constexpr module_kind torchtitan_parameters[] = {
    {"tok_embeddings.weight", once},
    {"norm.weight", once},
    {"lm_head.weight", once},
    {"attention.qkv_linear.wqkv.weight", fused_layers},
    {"attention.qkv_linear.wq.weight", unfused_layers},
    {"attention.qkv_linear.wk.weight", unfused_layers},
    {"attention.qkv_linear.wv.weight", unfused_layers},
    {"attention.wo.weight", every_layer},
    {"attention.q_norm.weight", every_layer},
    {"attention.k_norm.weight", every_layer},
    {"attention_norm.weight", every_layer},
    {"ffn_norm.weight", every_layer},
    {"feed_forward.w1.weight", dense_layers},
    {"feed_forward.w2.weight", dense_layers},
    {"feed_forward.w3.weight", dense_layers},
    {"moe.routed_experts.inner_experts.w1_EFD", moe_layers},
    {"moe.routed_experts.inner_experts.w2_EDF", moe_layers},
    {"moe.routed_experts.inner_experts.w3_EFD", moe_layers},
    {"moe.router.gate.weight", moe_layers},
    {"moe.shared_experts.w1.weight", shared_layers},
    {"moe.shared_experts.w2.weight", shared_layers},
    {"moe.shared_experts.w3.weight", shared_layers},
};

/// Whether a pattern may tell one number of a layer from another of as many digits.
constexpr bool tells_numbers_apart(std::string_view pattern) { return pattern.find_first_of("0123456789[") != pattern.npos; }
}  // namespace detail

/// Calls `f(name)` for parameters of torchtitan 0.3's Qwen3 until it returns true; whether it did. Activation checkpointing
/// puts its wrapper into the names of a layer's parameters (torchtitan distributed/activation_checkpoint.py, tried). Of
/// layers that `all_layers` need not tell apart, one for each count of digits is enough.
constexpr bool any_parameter(const job& j, bool all_layers, auto&& f) {
  const model& m = j.model;
  const text& mode = j.activation_checkpoint.mode;
  const std::string_view inside = mode == "selective" || mode == "full" ? "layers.{}._checkpoint_wrapped_module." : "layers.{}.";
  const bool alike = m.mlp_only_layers.empty() && m.decoder_sparse_step == 1 && !all_layers;
  for (const module_kind& kind : detail::torchtitan_parameters) {
    if (kind.in == module_kind::where::once) {
      if (!(kind.path == "lm_head.weight" && m.enable_weight_tying) && f(kind.path)) return true;
      continue;
    }
    if (!m.qk_norm && (kind.path == "attention.q_norm.weight" || kind.path == "attention.k_norm.weight")) continue;
    sentence path;
    path << inside << kind.path;
    for (std::int64_t layer = 0; layer < m.n_layers; layer = !alike ? layer + 1 : layer == 0 ? 10 : layer * 10)
      if (has_kind(m, kind.in, layer) && f(module_path(path.view(), layer).view())) return true;
  }
  return false;
}

/// Whether a group of optimizer.param_groups takes a parameter that no group before it has taken; all patterns must be good.
/// In a constant expression a pattern with numbers of layers is taken to do so: trying every layer would need too many steps.
constexpr bool takes_parameters(const job& j, std::size_t group) {
  const auto& groups = j.optimizer.param_groups;
  bool numbers = false;
  std::vector<regex> patterns;
  for (std::size_t i = 0; i <= group; ++i) {
    numbers = numbers || detail::tells_numbers_apart(groups[i].pattern);
    patterns.emplace_back(groups[i].pattern.view());
  }
  if (numbers && std::is_constant_evaluated()) return true;
  return any_parameter(j, numbers, [&](std::string_view name) {
    for (std::size_t i = 0; i < group; ++i)
      if (patterns[i].found_in(name)) return false;
    return patterns[group].found_in(name);
  });
}

}  // namespace trainspec::inline v0
