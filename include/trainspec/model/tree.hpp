#pragma once
#include <cstdint>
#include <string_view>

#include "pattern.hpp"
#include "shape.hpp"

namespace trainspec::inline v0 {

/// Whose names the modules of a model are called by.
enum class naming : unsigned char {
  torchtitan,   ///< torchtitan 0.3's config tree, from the root of Trainer.Config: "model_spec.model.layers.3.attention.rope"
  hugging_face  ///< modules of Qwen3ForCausalLM: "model.layers.3.self_attn.q_proj"
};

/// A kind of module; in `path`, "{}" stands for the number of a layer.
struct module_kind {
  enum class where : unsigned char { once, every_layer, dense_layers, moe_layers, shared_layers, fused_layers, unfused_layers };
  std::string_view path{};
  where in = where::once;
};

namespace detail {
using enum module_kind::where;
inline constexpr module_kind torchtitan_modules[] = {
    {"model_spec.model", once},
    {"model_spec.model.tok_embeddings", once},
    {"model_spec.model.layers.{}", every_layer},
    {"model_spec.model.layers.{}.attention", every_layer},
    {"model_spec.model.layers.{}.attention.qkv_linear", every_layer},
    {"model_spec.model.layers.{}.attention.qkv_linear.wqkv", fused_layers},
    {"model_spec.model.layers.{}.attention.qkv_linear.wq", unfused_layers},
    {"model_spec.model.layers.{}.attention.qkv_linear.wkv", unfused_layers},
    {"model_spec.model.layers.{}.attention.wo", every_layer},
    {"model_spec.model.layers.{}.attention.qk_norm", every_layer},
    {"model_spec.model.layers.{}.attention.inner_attention", every_layer},
    {"model_spec.model.layers.{}.attention.rope", every_layer},
    {"model_spec.model.layers.{}.attention_norm", every_layer},
    {"model_spec.model.layers.{}.ffn_norm", every_layer},
    {"model_spec.model.layers.{}.feed_forward", dense_layers},
    {"model_spec.model.layers.{}.feed_forward.w1", dense_layers},
    {"model_spec.model.layers.{}.feed_forward.w2", dense_layers},
    {"model_spec.model.layers.{}.feed_forward.w3", dense_layers},
    {"model_spec.model.layers.{}.moe", moe_layers},
    {"model_spec.model.layers.{}.moe.router", moe_layers},
    {"model_spec.model.layers.{}.moe.router.gate", moe_layers},
    {"model_spec.model.layers.{}.moe.routed_experts", moe_layers},
    {"model_spec.model.layers.{}.moe.routed_experts.inner_experts", moe_layers},
    {"model_spec.model.layers.{}.moe.routed_experts.token_dispatcher", moe_layers},
    {"model_spec.model.layers.{}.moe.shared_experts", shared_layers},
    {"model_spec.model.norm", once},
    {"model_spec.model.lm_head", once},
};
inline constexpr module_kind hugging_face_modules[] = {
    {"model", once},
    {"model.embed_tokens", once},
    {"model.layers.{}", every_layer},
    {"model.layers.{}.self_attn", every_layer},
    {"model.layers.{}.self_attn.q_proj", every_layer},
    {"model.layers.{}.self_attn.k_proj", every_layer},
    {"model.layers.{}.self_attn.v_proj", every_layer},
    {"model.layers.{}.self_attn.o_proj", every_layer},
    {"model.layers.{}.self_attn.q_norm", every_layer},
    {"model.layers.{}.self_attn.k_norm", every_layer},
    {"model.layers.{}.mlp", every_layer},
    {"model.layers.{}.mlp.gate_proj", dense_layers},
    {"model.layers.{}.mlp.up_proj", dense_layers},
    {"model.layers.{}.mlp.down_proj", dense_layers},
    {"model.layers.{}.mlp.gate", moe_layers},
    {"model.layers.{}.mlp.experts", moe_layers},
    {"model.layers.{}.input_layernorm", every_layer},
    {"model.layers.{}.post_attention_layernorm", every_layer},
    {"model.norm", once},
    {"lm_head", once},
};
}  // namespace detail

/// The path of one module, with the layer's number in it.
class module_path {
 public:
  constexpr module_path() = default;
  constexpr module_path(std::string_view kind, std::int64_t layer) {
    for (std::size_t i = 0; i < kind.size(); ++i) {
      if (kind[i] != '{') {
        put(kind[i]);
        continue;
      }
      char digits[20]{};
      int n = 0;
      do {
        digits[n++] = static_cast<char>('0' + layer % 10);
        layer /= 10;
      } while (layer > 0);
      while (n > 0) put(digits[--n]);
      ++i;
    }
  }
  constexpr std::string_view view() const { return {text_, size_}; }

 private:
  char text_[112]{};
  std::size_t size_ = 0;

  constexpr void put(char c) {
    if (size_ < sizeof text_) text_[size_++] = c;
  }
};

/// The name after the last dot.
constexpr std::string_view last_segment(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == path.npos ? path : path.substr(dot + 1);
}

/// Whether a layer has a kind of module.
constexpr bool has_kind(const model& m, module_kind::where in, std::int64_t layer) {
  using enum module_kind::where;
  const bool moe = is_moe_layer(m, layer), unfused = m.flavor == "debugmodel_non_fused_qkv";
  switch (in) {
    case dense_layers: return !moe;
    case moe_layers: return moe;
    case shared_layers: return moe && m.num_shared_experts > 0;
    case fused_layers: return !unfused;
    case unfused_layers: return unfused;
    case once:
    case every_layer: return true;
  }
  return true;
}

/// What a pattern says of a kind of module before any layer is looked at: its last names, up to the first that may stand
/// for dots too, must match the kind's one to one. This keeps matching cheap in a constant expression: only layers whose
/// number fits are compared as whole paths.
struct alignment {
  bool possible = true;
  std::string_view layer{};  ///< pattern of the layer's number; empty: not known

  constexpr alignment(std::string_view pattern, std::string_view kind) {
    if (!simple(pattern)) return;
    for (;;) {
      const std::string_view p = last_segment(pattern), k = last_segment(kind);
      if (p.find_first_of("*?") != p.npos) return;
      if (k == "{}")
        layer = p;
      else if (!matches(p, k))
        possible = false;
      if (!possible || p.size() == pattern.size() || k.size() == kind.size()) return;
      pattern = pattern.substr(0, pattern.size() - p.size() - 1);
      kind = kind.substr(0, kind.size() - k.size() - 1);
    }
  }

 private:
  /// Sets hold only letters, digits and ranges of them: no dot.
  static constexpr bool simple(std::string_view pattern) {
    bool inside = false;
    for (const char c : pattern) {
      const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
      if (inside && c != ']' && c != '-' && !plain) return false;
      if (c == '[') inside = true;
      if (c == ']') inside = false;
    }
    return !inside && pattern.find("[-") == pattern.npos && pattern.find("-]") == pattern.npos;
  }
};

/// Calls `f(path, layer, kind)` for each module that a pattern (fnmatch over the whole path) names, until it returns false;
/// `layer` is -1 for modules that stand once, `kind` their path with "{}" in it.
constexpr void for_each_match(const model& m, naming names, std::string_view pattern, auto&& f) {
  const module_kind* first = names == naming::torchtitan ? detail::torchtitan_modules : detail::hugging_face_modules;
  const std::size_t count = names == naming::torchtitan ? std::size(detail::torchtitan_modules) : std::size(detail::hugging_face_modules);
  for (std::size_t k = 0; k < count; ++k) {
    const module_kind& kind = first[k];
    const alignment fits(pattern, kind.path);
    if (!fits.possible) continue;
    if (kind.in == module_kind::where::once) {
      const module_path path(kind.path, 0);
      if (matches(pattern, path.view()) && !f(path, std::int64_t{-1}, kind.path)) return;
      continue;
    }
    for (std::int64_t layer = 0; layer < m.n_layers; ++layer) {
      if (!fits.layer.empty() && !matches(fits.layer, module_path("{}", layer).view())) continue;
      if (!has_kind(m, kind.in, layer)) continue;
      const module_path path(kind.path, layer);
      if (matches(pattern, path.view()) && !f(path, layer, kind.path)) return;
    }
  }
}

/// How many modules a pattern names.
constexpr std::int64_t count_matches(const model& m, naming names, std::string_view pattern) {
  std::int64_t n = 0;
  for_each_match(m, names, pattern, [&](const module_path&, std::int64_t, std::string_view) {
    ++n;
    return true;
  });
  return n;
}

/// Whether all modules that a pattern names are of one kind, such as every layer's rotary embedding.
constexpr bool names_one_kind(const model& m, naming names, std::string_view pattern) {
  std::string_view first;
  bool one = true;
  for_each_match(m, names, pattern, [&](const module_path&, std::int64_t, std::string_view kind) {
    if (first.empty()) first = kind;
    one = kind == first;
    return one;
  });
  return one;
}

/// Whether some module matches `a` while it, or one that holds it, matches `b`; its path goes to `where`.
constexpr bool meets(const model& m, naming names, std::string_view a, std::string_view b, module_path& where) {
  bool found = false;
  for_each_match(m, names, a, [&](const module_path& path, std::int64_t, std::string_view) {
    for (std::string_view up = path.view(); !up.empty() && !found; up = up.substr(0, up.rfind('.') == up.npos ? 0 : up.rfind('.')))
      if (alignment(b, up).possible && matches(b, up)) {
        found = true;
        where = path;
      }
    return !found;
  });
  return found;
}

}  // namespace trainspec::inline v0
