#pragma once
#include <ATen/TensorOperators.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/embedding.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/pow.h>
#include <ATen/ops/rms_norm.h>
#include <ATen/ops/scaled_dot_product_attention.h>
#include <ATen/ops/silu.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "../spec/model.hpp"

namespace trainspec::inline v0 {
namespace libtorch {

/// One trainable tensor, with its name in a Hugging Face checkpoint and the one that torchtitan 0.3's optimizer sees, where
/// query, key and value are one tensor.
struct parameter {
  std::string hf_name{};     ///< "model.layers.0.self_attn.q_proj.weight"
  std::string titan_name{};  ///< "layers.0.attention.qkv_linear.wqkv.weight"
  at::Tensor value{};
};

/// Cosines and sines of the rotary embedding, each [seq_len, head_dim], float32, both halves of a row alike.
/// Frequencies: theta^(-2i / head_dim), as Hugging Face and torchtitan 0.3 compute them.
struct rotary_table {
  at::Tensor cos{}, sin{};

  rotary_table() = default;
  rotary_table(double theta, std::int64_t head_dim, std::int64_t seq_len) {
    const at::Tensor exponents = at::arange(0, head_dim, 2, at::kFloat) / static_cast<double>(head_dim);
    const at::Tensor frequencies = at::pow(theta, exponents).reciprocal();
    const at::Tensor half = at::arange(seq_len, at::kFloat).unsqueeze(1) * frequencies.unsqueeze(0);
    const at::Tensor angles = at::cat({half, half}, -1);
    cos = angles.cos();
    sin = angles.sin();
  }

  /// x: [batch, heads, seq, head_dim], rotated by its position: x cos + rotate_half(x) sin.
  at::Tensor rotate(const at::Tensor& x) const {
    const std::int64_t seq = x.size(2), half = x.size(3) / 2;
    const at::Tensor rotated = at::cat({x.narrow(3, half, half).neg(), x.narrow(3, 0, half)}, -1);
    return x * cos.narrow(0, 0, seq) + rotated * sin.narrow(0, 0, seq);
  }
};

/// Dense Qwen3 in float32 on ATen with autograd; the same function as Hugging Face's Qwen3ForCausalLM with SDPA.
/// The weights are uninitialised memory until init.hpp or tensor_file.hpp fills them.
class qwen3 {
 public:
  /// `numbers` must be whole (dim, n_layers, ... above 0) and dense; `seq_len` is the longest sequence that forward takes.
  qwen3(const trainspec::model& numbers, std::int64_t seq_len) : numbers_(numbers), rotary_(numbers.rope_theta, numbers.head_dim, seq_len) {
    const std::int64_t query = numbers.n_heads * numbers.head_dim, key = numbers.n_kv_heads * numbers.head_dim;
    embedding_ = add("model.embed_tokens.weight", "tok_embeddings.weight", {numbers.vocab_size, numbers.dim});
    layers_.resize(static_cast<std::size_t>(numbers.n_layers));
    for (std::int64_t i = 0; i < numbers.n_layers; ++i) {
      layer& l = layers_[static_cast<std::size_t>(i)];
      const std::string hf = "model.layers." + std::to_string(i) + ".", titan = "layers." + std::to_string(i) + ".";
      l.q = add_projection(hf + "self_attn.q_proj", titan + "attention.qkv_linear.wqkv", query, numbers.dim);
      l.k = add_projection(hf + "self_attn.k_proj", titan + "attention.qkv_linear.wqkv", key, numbers.dim);
      l.v = add_projection(hf + "self_attn.v_proj", titan + "attention.qkv_linear.wqkv", key, numbers.dim);
      l.o = add_projection(hf + "self_attn.o_proj", titan + "attention.wo", numbers.dim, query);
      if (numbers.qk_norm) {
        l.q_norm = add(hf + "self_attn.q_norm.weight", titan + "attention.q_norm.weight", {numbers.head_dim});
        l.k_norm = add(hf + "self_attn.k_norm.weight", titan + "attention.k_norm.weight", {numbers.head_dim});
      }
      l.gate = add(hf + "mlp.gate_proj.weight", titan + "feed_forward.w1.weight", {numbers.hidden_dim, numbers.dim});
      l.down = add(hf + "mlp.down_proj.weight", titan + "feed_forward.w2.weight", {numbers.dim, numbers.hidden_dim});
      l.up = add(hf + "mlp.up_proj.weight", titan + "feed_forward.w3.weight", {numbers.hidden_dim, numbers.dim});
      l.attention_norm = add(hf + "input_layernorm.weight", titan + "attention_norm.weight", {numbers.dim});
      l.ffn_norm = add(hf + "post_attention_layernorm.weight", titan + "ffn_norm.weight", {numbers.dim});
    }
    norm_ = add("model.norm.weight", "norm.weight", {numbers.dim});
    head_ = numbers.enable_weight_tying ? embedding_ : add("lm_head.weight", "lm_head.weight", {numbers.vocab_size, numbers.dim});
  }

  /// tokens: [batch, seq] int64, each in [0, vocab_size), seq at most the constructor's seq_len. Gives logits
  /// [batch, seq, vocab_size] in float32. Throws c10::Error on a shape or token that does not fit.
  at::Tensor forward(const at::Tensor& tokens) const {
    at::Tensor h = at::embedding(embedding_, tokens);
    for (const layer& l : layers_) {
      h = h + attention(l, normalised(h, l.attention_norm));
      h = h + feed_forward(l, normalised(h, l.ffn_norm));
    }
    return at::linear(normalised(h, norm_), head_);
  }

  /// Every parameter once, in the order in which torchtitan registers them; a tied head is the embedding.
  const std::vector<parameter>& parameters() const { return parameters_; }
  const trainspec::model& numbers() const { return numbers_; }

 private:
  struct projection {
    at::Tensor weight{};
    std::optional<at::Tensor> bias{};
    at::Tensor operator()(const at::Tensor& x) const { return at::linear(x, weight, bias); }
  };
  struct layer {
    projection q{}, k{}, v{}, o{};
    at::Tensor q_norm{}, k_norm{}, gate{}, down{}, up{}, attention_norm{}, ffn_norm{};
  };

  trainspec::model numbers_;
  rotary_table rotary_;
  std::vector<parameter> parameters_{};
  at::Tensor embedding_{}, norm_{}, head_{};
  std::vector<layer> layers_{};

  at::Tensor add(std::string hf_name, std::string titan_name, at::IntArrayRef shape) {
    at::Tensor value = at::empty(shape, at::kFloat).requires_grad_(true);
    parameters_.push_back({std::move(hf_name), std::move(titan_name), value});
    return value;
  }
  projection add_projection(const std::string& hf_name, const std::string& titan_name, std::int64_t out, std::int64_t in) {
    projection p;
    p.weight = add(hf_name + ".weight", titan_name + ".weight", {out, in});
    if (numbers_.attention_bias) p.bias = add(hf_name + ".bias", titan_name + ".bias", {out});
    return p;
  }

  at::Tensor normalised(const at::Tensor& x, const at::Tensor& weight) const {
    return at::rms_norm(x, weight.sizes(), weight, numbers_.norm_eps);
  }

  /// [batch, seq, heads x head_dim] to [batch, heads, seq, head_dim], each head normalised when there is a weight.
  at::Tensor heads(const at::Tensor& x, const at::Tensor& norm) const {
    at::Tensor split = x.unflatten(-1, {x.size(-1) / numbers_.head_dim, numbers_.head_dim});
    if (norm.defined()) split = normalised(split, norm);
    return split.transpose(1, 2);
  }

  at::Tensor attention(const layer& l, const at::Tensor& x) const {
    const at::Tensor q = rotary_.rotate(heads(l.q(x), l.q_norm));
    const at::Tensor k = rotary_.rotate(heads(l.k(x), l.k_norm));
    const at::Tensor v = heads(l.v(x), {});
    const bool grouped = numbers_.n_heads != numbers_.n_kv_heads;
    const at::Tensor mixed = at::scaled_dot_product_attention(q, k, v, std::nullopt, 0.0, true, std::nullopt, grouped);
    return l.o(mixed.transpose(1, 2).flatten(2));
  }

  at::Tensor feed_forward(const layer& l, const at::Tensor& x) const {
    return at::linear(at::silu(at::linear(x, l.gate)) * at::linear(x, l.up), l.down);
  }
};

}  // namespace libtorch
}  // namespace trainspec::inline v0
