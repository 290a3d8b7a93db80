#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "../schema/nearest.hpp"
#include "hf_say.hpp"

namespace trainspec::inline v0 {

namespace detail {
/// Keys of config.json that no field holds, but that would change what is computed, or what other readers do.
class hf_effects {
 public:
  hf_effects(const node& root, bool moe, std::int64_t layers, hf_say& say) : root_(root), moe_(moe), layers_(layers), say_(say) {}

  void check() {
    biases();
    dtype();
    window();
    layer_types();
    for (const std::string_view key : {"hidden_act", "attention_dropout", "quantization_config", "decoder_sparse_step", "mlp_only_layers",
                                       "shared_expert_intermediate_size", "use_qk_norm", "mlp_bias"})
      if (const node* n = given(key)) one(key, *n);
    if (!moe_) experts_of_a_dense_model();
  }

 private:
  const node* given(std::string_view key) const {
    const node* const n = root_.find(key);
    return n == nullptr || n->is == node::kind::null ? nullptr : n;
  }
  bool is_true(std::string_view key) const {
    const node* const n = given(key);
    return n != nullptr && n->is == node::kind::boolean && n->boolean;
  }
  static bool is_number(const node& n, double d) {
    return n.is == node::kind::integer ? static_cast<double>(n.integer) == d : n.is == node::kind::number && n.number == d;
  }
  issue& say(severity how, std::string_view key, const node& at, const std::string& words, std::string_view reason) {
    issue& i = say_(how, "TS1506", std::string(key) + (at.is == node::kind::table ? "" : " = " + say_.value(at)) + words,
                    "/" + std::string(key), at);
    i.reason = reason;
    return i;
  }

  void one(std::string_view key, const node& n) {
    using enum severity;
    if (key == "hidden_act" && !(n.string == "silu" || n.string == "swish"))
      say(error, key, n, " is an activation that no modelling path has", "the feed-forward layers of Qwen3 are SwiGLU").fix =
          text("\"hidden_act\": \"silu\"");
    if (key == "attention_dropout" && !is_number(n, 0))
      say(warning, key, n, " has no effect on torchtitan's own Qwen3 and the NKI path", "they have no dropout");
    if (key == "quantization_config")
      say(warning, key, n, ": the weights are quantized", "to train from them a job needs checkpoint.initial_load_in_hf_quantized = true");
    if (moe_ && key == "decoder_sparse_step" && !is_number(n, 1))
      say(warning, key, n, ": layers without experts exist in Transformers only",
          "torchtitan's own Qwen3 and the NKI path have experts in every layer");
    if (moe_ && key == "mlp_only_layers" && !n.items.empty())
      say(warning, key, n, ": layers without experts exist in Transformers only",
          "torchtitan's own Qwen3 and the NKI path have experts in every layer");
    if (key == "shared_expert_intermediate_size" && !is_number(n, 0))
      say(error, key, n, ": Qwen3 has no shared expert", "its weights would be dropped");
    if (key == "use_qk_norm" && !is_true(key))
      say(error, key, n, ": Qwen3 normalises queries and keys", "Transformers does not read the key, and normalises");
    if (key == "mlp_bias" && is_true(key))
      say(error, key, n, ": the feed-forward layers of Qwen3 have no biases", "the biases would be dropped");
  }

  /// Other readers have qkv_bias; Transformers reads attention_bias alone.
  void biases() {
    const node* const other = given("qkv_bias");
    if (other == nullptr || is_true("qkv_bias") == is_true("attention_bias")) return;
    const node* const own = given("attention_bias");
    issue& i = say_.error("TS1504",
                          "qkv_bias = " + say_.value(*other) + " contradicts attention_bias" +
                              (own ? " = " + say_.value(*own) : std::string(", which is absent and so false")),
                          "/qkv_bias", *other);
    if (own != nullptr) say_.also(i, "/attention_bias", *own);
    i.reason = text("Transformers reads attention_bias alone: bias tensors would be dropped, or made up");
    i.fix = std::string("\"qkv_bias\": ") + (is_true("attention_bias") ? "true" : "false");
  }

  void dtype() {
    const node* const old = given("torch_dtype");
    const node* const now = given("dtype");
    if (old != nullptr && now != nullptr && old->string != now->string) {
      issue& i = say_.error("TS1504", "/torch_dtype = " + say_.value(*old) + ", but /dtype = " + say_.value(*now), "/torch_dtype", *old);
      say_.also(i, "/dtype", *now);
      i.reason = text("Transformers 4 writes torch_dtype, Transformers 5 dtype");
      return;
    }
    const node* const n = now != nullptr ? now : old;
    if (n == nullptr) return;
    const std::string key = now != nullptr ? "dtype" : "torch_dtype";
    constexpr std::string_view types = "bfloat16|float32|float16|float64|auto";
    if (n->is != node::kind::string || !is_choice(types, n->string)) {
      issue& i =
          say_.error("TS1302", key + " = " + say_.value(*n) + " is no type of weights: bfloat16, float32 and float16 are", "/" + key, *n);
      if (const std::string_view near = nearest_choice(types, n->string); !near.empty())
        i.fix = "\"" + key + "\": \"" + std::string(near) + "\"";
      return;
    }
    if (n->string != "float16") return;
    issue& i = say_.warning("TS1507", key + " = \"float16\": Qwen3 was trained in bfloat16, and float16 overflows", "/" + key, *n);
    i.reason = text("activations beyond 65504 become infinite, and the outputs NaN");
    i.fix = "\"" + key + "\": \"bfloat16\"";
  }

  void window() {
    const node* const n = given("use_sliding_window");
    if (n == nullptr || !is_true("use_sliding_window")) return;
    const node* const width = root_.find("sliding_window");
    if (width != nullptr && width->is == node::kind::null) return;  // no window after all
    const node* const full = given("max_window_layers");
    const std::int64_t first = moe_ ? 0 : full != nullptr ? full->integer : 28;
    if (first >= layers_) return;
    issue& i = say(severity::error, "use_sliding_window", *n,
                   ": layers " + std::to_string(first) + " to " + std::to_string(layers_ - 1) + " would attend to a window only",
                   "no modelling path has a sliding window: all layers would attend to everything");
    if (full != nullptr && !moe_) say_.also(i, "/max_window_layers", *full);
    i.fix = text("\"use_sliding_window\": false");
  }
  void layer_types() {
    const node* const types = given("layer_types");
    if (types == nullptr || types->is != node::kind::array) return;
    for (std::size_t i = 0; i < types->items.size(); ++i) {
      const node& t = types->items[i];
      if (t.string == "full_attention") continue;
      const std::string pointer = "/layer_types/" + std::to_string(i);
      say_.error("TS1506", pointer + " = " + say_.value(t) + ": all layers of the modelling paths have full attention", pointer, t).reason =
          text("the layer would attend to everything");
      return;  // one stands for all
    }
    if (std::cmp_equal(types->items.size(), layers_)) return;
    issue& i = say_.error(
        "TS1504", "layer_types has " + std::to_string(types->items.size()) + " entries, but num_hidden_layers = " + std::to_string(layers_),
        "/layer_types", *types);
    i.reason = text("a layer has one type");
    if (const node* n = given("num_hidden_layers")) say_.also(i, "/num_hidden_layers", *n);
  }
  void experts_of_a_dense_model() {
    for (const std::string_view key : {"num_experts", "num_local_experts", "num_experts_per_tok", "moe_intermediate_size"})
      if (const node* n = given(key); n != nullptr && !is_number(*n, 0)) {
        issue& i = say(severity::error, key, *n, " on a dense model", "Qwen3ForCausalLM has no experts: the number would be ignored");
        if (const node* type = given("model_type")) say_.also(i, "/model_type", *type);
        i.fix = text("\"model_type\": \"qwen3_moe\"");
        return;
      }
  }

  const node& root_;
  bool moe_;
  std::int64_t layers_;
  hf_say& say_;
};
}  // namespace detail

}  // namespace trainspec::inline v0
