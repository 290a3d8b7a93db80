#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "shape.hpp"

namespace trainspec::inline v0 {

/// The shape of a tensor of a Hugging Face checkpoint: a vector when `columns` is 0.
struct tensor_shape {
  std::int64_t rows = 0, columns = 0;
  constexpr std::int64_t elements() const { return columns == 0 ? rows : rows * columns; }
  bool operator==(const tensor_shape&) const = default;
};

namespace detail {
enum class tensor_size : unsigned char { one, vocab, dim, queries, keys, head, hidden, experts, expert };
enum class tensor_place : unsigned char { once, head, every_layer, biased_layers, dense_layers, moe_layers };

/// A kind of tensor. In `name` "{}" stands for the number of an expert; those of layers come after "model.layers.N.".
struct tensor_kind {
  std::string_view name{};
  tensor_size rows = tensor_size::one, columns = tensor_size::one;
  tensor_place in = tensor_place::every_layer;
};

// Source: the state dicts of Qwen3ForCausalLM and Qwen3MoeForCausalLM, as their published checkpoints have them.
inline constexpr tensor_kind tensor_kinds[] = {
    {"model.embed_tokens.weight", tensor_size::vocab, tensor_size::dim, tensor_place::once},
    {"model.norm.weight", tensor_size::dim, tensor_size::one, tensor_place::once},
    {"lm_head.weight", tensor_size::vocab, tensor_size::dim, tensor_place::head},
    {"self_attn.q_proj.weight", tensor_size::queries, tensor_size::dim},
    {"self_attn.k_proj.weight", tensor_size::keys, tensor_size::dim},
    {"self_attn.v_proj.weight", tensor_size::keys, tensor_size::dim},
    {"self_attn.o_proj.weight", tensor_size::dim, tensor_size::queries},
    {"self_attn.q_norm.weight", tensor_size::head},
    {"self_attn.k_norm.weight", tensor_size::head},
    {"self_attn.q_proj.bias", tensor_size::queries, tensor_size::one, tensor_place::biased_layers},
    {"self_attn.k_proj.bias", tensor_size::keys, tensor_size::one, tensor_place::biased_layers},
    {"self_attn.v_proj.bias", tensor_size::keys, tensor_size::one, tensor_place::biased_layers},
    {"self_attn.o_proj.bias", tensor_size::dim, tensor_size::one, tensor_place::biased_layers},
    {"input_layernorm.weight", tensor_size::dim},
    {"post_attention_layernorm.weight", tensor_size::dim},
    {"mlp.gate_proj.weight", tensor_size::hidden, tensor_size::dim, tensor_place::dense_layers},
    {"mlp.up_proj.weight", tensor_size::hidden, tensor_size::dim, tensor_place::dense_layers},
    {"mlp.down_proj.weight", tensor_size::dim, tensor_size::hidden, tensor_place::dense_layers},
    {"mlp.gate.weight", tensor_size::experts, tensor_size::dim, tensor_place::moe_layers},
    {"mlp.experts.{}.gate_proj.weight", tensor_size::expert, tensor_size::dim, tensor_place::moe_layers},
    {"mlp.experts.{}.up_proj.weight", tensor_size::expert, tensor_size::dim, tensor_place::moe_layers},
    {"mlp.experts.{}.down_proj.weight", tensor_size::dim, tensor_size::expert, tensor_place::moe_layers},
};

constexpr std::int64_t size_in(const model& m, tensor_size s) {
  switch (s) {
    case tensor_size::one: return 0;
    case tensor_size::vocab: return m.vocab_size;
    case tensor_size::dim: return m.dim;
    case tensor_size::queries: return m.n_heads * m.head_dim;
    case tensor_size::keys: return m.n_kv_heads * m.head_dim;
    case tensor_size::head: return m.head_dim;
    case tensor_size::hidden: return m.hidden_dim;
    case tensor_size::experts: return m.num_experts;
    case tensor_size::expert: return m.moe_inter_dim;
  }
  return 0;
}
constexpr bool in_layer(const model& m, tensor_place in, std::int64_t layer) {
  switch (in) {
    case tensor_place::every_layer: return true;
    case tensor_place::biased_layers: return m.attention_bias;
    case tensor_place::dense_layers: return !is_moe_layer(m, layer);
    case tensor_place::moe_layers: return is_moe_layer(m, layer);
    case tensor_place::once:
    case tensor_place::head: break;
  }
  return false;
}
/// Takes a number without leading zeros off the front of `s`; -1 when there is none, or one beyond nine digits.
constexpr std::int64_t take_number(std::string_view& s) {
  std::int64_t n = 0;
  std::size_t digits = 0;
  while (digits < s.size() && s[digits] >= '0' && s[digits] <= '9' && digits < 10) n = n * 10 + (s[digits++] - '0');
  if (digits == 0 || digits == 10 || (digits > 1 && s[0] == '0')) return -1;
  s.remove_prefix(digits);
  return n;
}
constexpr bool is_kind(const model& m, std::string_view kind, std::string_view name) {
  const std::size_t hole = kind.find("{}");
  if (hole == kind.npos) return kind == name;
  if (!name.starts_with(kind.substr(0, hole))) return false;
  name.remove_prefix(hole);
  const std::int64_t expert = take_number(name);
  return expert >= 0 && expert < m.num_experts && name == kind.substr(hole + 2);
}
}  // namespace detail

/// The shape of a tensor of the model's Hugging Face checkpoint; nothing when the model has none of that name. A tied head
/// has a shape too: some files hold a copy of it.
constexpr std::optional<tensor_shape> find_tensor(const model& m, std::string_view name) {
  constexpr std::string_view layers = "model.layers.";
  const bool inside = name.starts_with(layers);
  std::int64_t layer = 0;
  if (inside) {
    name.remove_prefix(layers.size());
    layer = detail::take_number(name);
    if (layer < 0 || layer >= m.n_layers || name.empty() || name[0] != '.') return std::nullopt;
    name.remove_prefix(1);
  }
  for (const detail::tensor_kind& k : detail::tensor_kinds) {
    const bool once = k.in == detail::tensor_place::once || k.in == detail::tensor_place::head;
    if (once != inside && detail::is_kind(m, k.name, name) && (once || detail::in_layer(m, k.in, layer)))
      return tensor_shape{detail::size_in(m, k.rows), detail::size_in(m, k.columns)};
  }
  return std::nullopt;
}

/// Calls `f(name)` for each tensor of the model's checkpoint, a tied head left out, until it returns false.
inline void for_each_tensor(const model& m, auto&& f) {
  for (const detail::tensor_kind& k : detail::tensor_kinds) {
    const bool stands_once = k.in == detail::tensor_place::once || (k.in == detail::tensor_place::head && !m.enable_weight_tying);
    if (stands_once && !f(std::string(k.name))) return;
  }
  for (std::int64_t layer = 0; layer < m.n_layers; ++layer)
    for (const detail::tensor_kind& k : detail::tensor_kinds) {
      if (!detail::in_layer(m, k.in, layer)) continue;
      const std::string start = "model.layers." + std::to_string(layer) + ".";
      const std::size_t hole = k.name.find("{}");
      if (hole == k.name.npos) {
        if (!f(start + std::string(k.name))) return;
        continue;
      }
      for (std::int64_t expert = 0; expert < m.num_experts; ++expert)
        if (!f(start + std::string(k.name.substr(0, hole)) + std::to_string(expert) + std::string(k.name.substr(hole + 2)))) return;
    }
}

}  // namespace trainspec::inline v0
