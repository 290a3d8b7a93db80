#pragma once
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "../model/shape.hpp"
#include "../presets/qwen3.hpp"
#include "hf_effects.hpp"
#include "hf_rope.hpp"

namespace trainspec::inline v0 {

namespace detail {
/// 235093634560 as "235.1 B".
inline std::string billions(std::int64_t n) {
  char s[32];
  std::snprintf(s, sizeof s, "%.1f B", static_cast<double>(n) / 1e9);
  return s;
}

/// Reads the config.json of a Qwen3ForCausalLM or Qwen3MoeForCausalLM, as Transformers 4 or 5 writes it, into `[model]`.
class hf_config_reader {
 public:
  hf_config_reader(const node& root, const hf_target& into, hf_say& say) : root_(root), store_(into, say), say_(say) {}

  /// False: the file is of another model, which was said.
  bool read() {
    if (!family()) return false;
    const node* const kind = place();
    store_.derive("model.moe_enabled", hf_number(moe_, field_kind::boolean), kind);
    for (const auto& [key, value] : root_.entries)
      if (!is_hf_key(key)) unknown(key, value);
    for (const hf_field& f : hf_fields)
      if (moe_ || !f.moe_only) field(f);
    hf_rope(root_, store_, say_).read();
    head_dim();
    if (moe_) expert_width();
    left_to_defaults();
    hf_effects(root_, moe_, static_cast<std::int64_t>(store_.number("model.n_layers")), say_).check();
    return true;
  }

 private:
  const node* given(std::string_view key) const {
    const node* const n = root_.find(key);
    return n == nullptr || n->is == node::kind::null ? nullptr : n;
  }
  std::string class_name() const { return moe_ ? "Qwen3MoeConfig" : "Qwen3Config"; }
  double default_of(const hf_field& f) const { return moe_ ? f.moe : f.dense; }
  std::string default_text(const hf_field& f) const {
    const double d = f.key == "head_dim" ? store_.number(f.field) : default_of(f);
    if (f.key == "tie_word_embeddings") return d != 0 ? "true" : "false";
    return d == std::floor(d) ? std::to_string(static_cast<std::int64_t>(d)) : toml_number(d);
  }
  /// What a remark on an absent key points to.
  const node* place() const {
    if (const node* n = given("model_type")) return n;
    if (const node* n = given("architectures")) return n;
    return &root_;
  }

  bool family() {
    const node* const type = given("model_type");
    const node* const names = given("architectures");
    const auto other = [&](const node& at, std::string_view pointer, const std::string& message) {
      say_.error("TS1502", message, pointer, at).reason = text("trainspec describes Qwen3ForCausalLM and Qwen3MoeForCausalLM");
      return false;
    };
    std::string architecture;
    if (names != nullptr && names->is == node::kind::array && !names->items.empty()) architecture = names->items[0].string;
    if (type != nullptr) {
      moe_ = type->string == "qwen3_moe";
      if (!moe_ && type->string != "qwen3")
        return other(*type, "/model_type", "model_type " + say_.value(*type) + " is no Qwen3: qwen3 and qwen3_moe can be read");
    } else {
      moe_ = architecture == "Qwen3MoeForCausalLM";
      if (!moe_ && architecture != "Qwen3ForCausalLM")
        return other(root_, "/model_type", "model_type is missing: it says which model this is, qwen3 or qwen3_moe");
    }
    const std::string wanted = moe_ ? "Qwen3MoeForCausalLM" : "Qwen3ForCausalLM";
    if (type != nullptr && !architecture.empty() && architecture != wanted) {
      const bool contradicts = architecture == "Qwen3MoeForCausalLM" || architecture == "Qwen3ForCausalLM";
      issue& i = say_(contradicts ? severity::error : severity::warning, contradicts ? "TS1504" : "TS1502",
                      "architectures names " + architecture + ", model_type " + say_.value(*type) + " means " + wanted, "/architectures/0",
                      names->items[0]);
      say_.also(i, "/model_type", *type);
      i.reason = text(contradicts ? "readers differ in which of the two they follow" : "what is trained is a language model");
    }
    return true;
  }

  void unknown(const std::string& key, const node& value) {
    nearest near(key);
    for (const hf_field& f : hf_fields) near.offer(f.key);
    for (const std::string_view k : hf_read_keys) near.offer(k);
    for (const std::string_view k : hf_other_keys) near.offer(k);
    const std::string best(near.best());
    const hf_field* const meant = find_hf_field(best);
    const bool takes_its_place = meant != nullptr && root_.find(best) == nullptr && (moe_ || !meant->moe_only);
    std::string message = "unknown key \"" + key + "\"";
    if (!best.empty()) message += "; did you mean \"" + best + "\"?";
    if (takes_its_place && default_of(*meant) != 0) message += " Without it " + class_name() + " takes " + default_text(*meant);
    issue& i = say_(takes_its_place ? severity::error : severity::warning, "TS1503", message, "/" + key, value, true);
    i.reason = text(takes_its_place ? "Transformers ignores a key that it does not know, and takes the default of the one that was meant"
                                    : "Transformers ignores a key that it does not know");
    if (takes_its_place) misspelt_.push_back(meant);
    if (takes_its_place) i.fix = "\"" + best + "\": " + say_.value(value);
  }
  bool is_misspelt(const hf_field& f) const {
    for (const hf_field* m : misspelt_)
      if (m == &f) return true;
    return false;
  }

  void field(const hf_field& f) {
    if (f.key == "rope_theta") return;  // hf_rope's
    const std::string pointer = "/" + std::string(f.key);
    const node* value = given(f.key);
    if (f.key == "num_experts") {
      if (const node* alias = given("num_local_experts")) {
        if (value != nullptr && value->integer != alias->integer) {
          issue& i = say_.error("TS1504", "/num_local_experts = " + say_.value(*alias) + ", but /num_experts = " + say_.value(*value),
                                "/num_local_experts", *alias);
          say_.also(i, pointer, *value);
          i.reason = text("they are two names of one number: Transformers 5 has num_local_experts for num_experts");
        }
        if (value == nullptr) {
          store_.put(f.field, *alias, "/num_local_experts");
          return;
        }
      }
    }
    if (value != nullptr) {
      store_.put(f.field, *value, pointer);
      return;
    }
    if (f.key == "num_key_value_heads" && root_.find(f.key) != nullptr && !moe_) {
      store_.derive(f.field, store_.get("model.n_heads"), root_.find(f.key));  // null: every head has its own
      return;
    }
    store_.by_default(f.field, default_of(f));
    if (is_misspelt(f)) return store_.forget(f.field);
    if (f.absent == hf_field::need::shape) shape_.push_back(&f);
    if (f.absent == hf_field::need::meaning) meaning_.push_back(&f);
    if (f.key == "intermediate_size" && !moe_) shape_.push_back(&f);
    if (f.key == "norm_topk_prob") no_norm_topk_prob();
  }

  void no_norm_topk_prob() {
    issue& i = say_.warning("TS1505",
                            "norm_topk_prob is missing: the class default of qwen3_moe is false, and the published Qwen3 mixtures use true",
                            "/norm_topk_prob", *place());
    i.reason = text("without it the weights of the chosen experts do not add up to 1, and the outputs decay with depth");
    i.source = text("Transformers Qwen3MoeConfig");
    i.fix = text("\"norm_topk_prob\": true");
  }

  void head_dim() {
    const hf_field& f = *find_hf_field("head_dim");
    if (given("head_dim") != nullptr) return;
    if (is_misspelt(f)) return store_.forget(f.field);
    const node* const null = root_.find("head_dim");
    const auto dim = static_cast<std::int64_t>(store_.number("model.dim")),
               heads = static_cast<std::int64_t>(store_.number("model.n_heads"));
    const std::int64_t quotient = heads > 0 ? dim / heads : 0, taken = moe_ && quotient > 0 ? quotient : 128;
    store_.derive(f.field, hf_number(static_cast<double>(taken), field_kind::integer));
    if (null == nullptr && (given("hidden_size") == nullptr || given("num_attention_heads") == nullptr)) {
      shape_.push_back(&f);
      return;
    }
    const std::string rule = std::to_string(dim) + "/" + std::to_string(heads) + " = " + std::to_string(quotient);
    std::string message = std::string("head_dim is ") + (null ? "null" : "missing");
    message += moe_ ? ": qwen3_moe has no default, so " + rule + " is used; every published Qwen3 mixture has 128"
                    : ": the class default 128 of qwen3 is used (q_proj " + std::to_string(heads * taken) + "x" + std::to_string(dim) +
                          "), not " + rule;
    issue& i = say_.warning("TS1505", message, "/head_dim", null ? *null : *place());
    i.reason = text("readers differ: some divide hidden_size by the heads, some stop at null");
    i.source = text(moe_ ? "Transformers modeling_qwen3_moe.py" : "Transformers Qwen3Config");
    i.fix = text("\"head_dim\": 128");
  }

  /// Numbers of the model with another expert width, for messages.
  model with_width(std::int64_t width) const {
    model m;
    const auto number = [&](std::string_view field) { return static_cast<std::int64_t>(store_.number(field)); };
    m.dim = number("model.dim");
    m.n_layers = number("model.n_layers");
    m.n_heads = number("model.n_heads");
    m.n_kv_heads = number("model.n_kv_heads");
    m.head_dim = number("model.head_dim");
    m.hidden_dim = number("model.hidden_dim");
    m.vocab_size = number("model.vocab_size");
    m.num_experts = number("model.num_experts");
    m.enable_weight_tying = number("model.enable_weight_tying") != 0;
    m.moe_enabled = true;
    m.moe_inter_dim = width;
    return m;
  }
  void expert_width() {
    const hf_field& f = *find_hf_field("moe_intermediate_size");
    if (given(f.key) != nullptr || is_misspelt(f)) return;
    // a file that leaves more than this to the defaults is told so as a whole
    if (given("hidden_size") == nullptr || (given("num_experts") == nullptr && given("num_local_experts") == nullptr)) {
      shape_.push_back(&f);
      return;
    }
    const auto by_class = static_cast<std::int64_t>(f.moe);
    const model m = with_width(by_class);
    std::string message = "moe_intermediate_size is missing: ", effect = "the class default " + std::to_string(by_class) + " would give " +
                                                                         billions(count_parameters(m).unique) + " parameters";
    std::string fix;
    for (const qwen3_flavor& p : qwen3_flavors)
      if (fix.empty() && p.moe() && p.dim == m.dim && p.n_layers == m.n_layers && p.n_heads == m.n_heads &&
          p.num_experts == m.num_experts) {
        effect = std::to_string(p.moe_inter_dim) + ", as in the published " + std::string(p.name) + ", gives " +
                 billions(count_parameters(with_width(p.moe_inter_dim)).unique) + " parameters; " + effect;
        fix = "\"moe_intermediate_size\": " + std::to_string(p.moe_inter_dim);
      }
    issue& i = say_.error("TS1505", message + effect, "/moe_intermediate_size", *place());
    i.reason = text("intermediate_size is the width of dense layers; taken for that of an expert the model has another shape");
    i.source = text("Transformers Qwen3MoeConfig");
    i.fix = fix;
  }

  static std::string listed(const std::vector<const hf_field*>& fields, const auto& word) {
    std::string s;
    for (std::size_t i = 0; i < fields.size(); ++i) s += (i == 0 ? "" : i + 1 == fields.size() ? " and " : ", ") + word(*fields[i]);
    return s;
  }
  void left_to_defaults() {
    if (given("rope_theta") == nullptr && store_.number("model.rope_theta") == find_hf_field("rope_theta")->dense) {
      const node* const rope = given("rope_parameters");
      if ((rope == nullptr || rope->find("rope_theta") == nullptr) && !is_misspelt(*find_hf_field("rope_theta")))
        meaning_.push_back(find_hf_field("rope_theta"));
    }
    const auto say = [&](severity how, const std::vector<const hf_field*>& fields, std::string_view reason) {
      if (fields.empty()) return;
      const std::string names = listed(fields, [](const hf_field& f) { return std::string(f.key); });
      issue& i = say_(how, "TS1505",
                      names + (fields.size() == 1 ? " is" : " are") + " missing: " + class_name() + " takes " +
                          listed(fields, [&](const hf_field& f) { return default_text(f); }),
                      "/" + std::string(fields[0]->key), *place());
      i.reason = reason;
      i.source = moe_ ? text("Transformers Qwen3MoeConfig") : text("Transformers Qwen3Config");
    };
    say(severity::warning, shape_, "no published Qwen3 has the shape of the defaults");
    say(severity::note, meaning_, "published models have other values for some of them");
  }

  const node& root_;
  hf_store store_;
  hf_say& say_;
  bool moe_ = false;
  std::vector<const hf_field*> misspelt_{}, shape_{}, meaning_{};
};
}  // namespace detail

/// Fills `[model]` from the tree of a config.json. What is wrong with it is added to `problems`; origins are the places of
/// the values, `preset Qwen3Config` where the class of Transformers gives one that the file leaves out.
template <described J>
bool read_hf_config(const node& root, sourced<J>& into, report& problems, const source_file& file, std::vector<int>& unread) {
  detail::hf_say say(file.name.view(), file.content.view(), problems);
  const node* const type = root.find("model_type");
  const bool moe = type != nullptr && type->string == "qwen3_moe";
  const detail::hf_target target{rows_of<J>(),
                                 std::addressof(into.value),
                                 into.from.of,
                                 into.from.source(file.name.view()),
                                 into.from.source(moe ? "Qwen3MoeConfig" : "Qwen3Config"),
                                 unread};
  return detail::hf_config_reader(root, target, say).read();
}

}  // namespace trainspec::inline v0
