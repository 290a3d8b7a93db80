#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "hf_store.hpp"
#include "toml_value.hpp"

namespace trainspec::inline v0 {

namespace detail {
/// Reads the rotary embedding of config.json: Transformers 4 writes rope_theta and rope_scaling, Transformers 5
/// rope_parameters, and files that hold both exist. Source: Transformers modeling_rope_utils.py.
class hf_rope {
 public:
  hf_rope(const node& root, hf_store& store, hf_say& say) : root_(root), store_(store), say_(say) {}

  void read() {
    old_ = table("rope_scaling");
    now_ = table("rope_parameters");
    theta();
    if (std::optional<found> f = one("partial_rotary_factor", root_.find("partial_rotary_factor")); f && as_number(*f->value) != 1)
      say_.error("TS1506", f->pointer + " = " + say_.value(*f->value) + ": the rotary embedding would turn a part of each head only",
                 f->pointer, *f->value)
          .reason = text("all modelling paths turn whole heads");
    scaling();
  }

 private:
  struct found {
    const node* value;
    std::string pointer;
  };

  const node* table(std::string_view key) {
    const node* const n = root_.find(key);
    if (n == nullptr || n->is == node::kind::null) return nullptr;
    if (n->is == node::kind::table) return n;
    say_.error("TS1201", "/" + std::string(key) + " is " + std::string(name_of(n->is)) + "; it needs a table", "/" + std::string(key), *n);
    return nullptr;
  }
  static double as_number(const node& n) { return n.is == node::kind::integer ? static_cast<double>(n.integer) : n.number; }
  static bool same(const node& a, const node& b) {
    const bool numbers =
        (a.is == node::kind::integer || a.is == node::kind::number) && (b.is == node::kind::integer || b.is == node::kind::number);
    return numbers ? as_number(a) == as_number(b) : a.is == b.is && a.string == b.string && a.boolean == b.boolean;
  }
  static const node* in(const node* t, std::string_view key) {
    const node* const n = t == nullptr ? nullptr : t->find(key);
    return n == nullptr || n->is == node::kind::null ? nullptr : n;
  }

  /// The value of a key that may stand in rope_parameters, in rope_scaling and at the top; where they differ an error.
  std::optional<found> one(std::string_view key, const node* top = nullptr, std::string_view alias = {}) {
    std::optional<found> first;
    const auto see = [&](const node* n, const std::string& pointer) {
      if (n == nullptr || n->is == node::kind::null) return;
      if (!first) {
        first = found{n, pointer};
      } else if (!same(*first->value, *n)) {
        issue& i = say_.error("TS1504", pointer + " = " + say_.value(*n) + ", but " + first->pointer + " = " + say_.value(*first->value),
                              pointer, *n);
        say_.also(i, first->pointer, *first->value);
        i.reason = text("Transformers 5 reads rope_parameters, Transformers 4 and other readers the older key");
      }
    };
    const std::string name(key);
    see(in(now_, key), "/rope_parameters/" + name);
    if (!alias.empty()) see(in(now_, alias), "/rope_parameters/" + std::string(alias));
    see(in(old_, key), "/rope_scaling/" + name);
    if (!alias.empty()) see(in(old_, alias), "/rope_scaling/" + std::string(alias));
    see(top, "/" + name);
    return first;
  }

  void theta() {
    if (std::optional<found> f = one("rope_theta", root_.find("rope_theta")))
      store_.put("model.rope_theta", *f->value, f->pointer);
    else
      store_.by_default("model.rope_theta", find_hf_field("rope_theta")->dense);
  }

  void scaling() {
    const std::optional<found> type = one("rope_type", nullptr, "type");
    if (!type || (type->value->is == node::kind::string && type->value->string == "default")) return;
    if (type->value->is != node::kind::string || (type->value->string != "linear" && type->value->string != "yarn")) {
      say_.error("TS1506", type->pointer + " = " + say_.value(*type->value) + " is a rotary scaling that no modelling path has",
                 type->pointer, *type->value)
          .reason = text("positions would have other angles than those the weights were trained with; there are default, linear and yarn");
      return;
    }
    store_.put("model.rope_scaling.rope_type", *type->value, type->pointer);
    const std::optional<found> factor = one("factor");
    if (!factor) {
      say_.error("TS1505", type->pointer + " = " + say_.value(*type->value) + " without a factor", type->pointer, *type->value).reason =
          text("the factor says how far positions are stretched");
      return;
    }
    if (!store_.put("model.rope_scaling.factor", *factor->value, factor->pointer)) return;
    for (const std::string_view key : {"beta_fast", "beta_slow"})
      if (const std::optional<found> f = one(key)) store_.put("model.rope_scaling." + std::string(key), *f->value, f->pointer);
    for (const std::string_view key : {"attention_factor", "mscale", "mscale_all_dim", "truncate"})
      if (const std::optional<found> f = one(key))
        say_.warning("TS1506", f->pointer + " = " + say_.value(*f->value) + " is not carried into a job", f->pointer, *f->value).reason =
            text("torchtitan has no field for it, and computes with the default");
    if (type->value->string == "yarn") yarn(*factor);
  }

  void yarn(const found& factor) {
    const std::string original_field = "model.rope_scaling.original_max_position_embeddings";
    const std::optional<found> original = one("original_max_position_embeddings");
    const double longest = store_.number("model.max_seq_len"), times = as_number(*factor.value);
    if (original) {
      if (!store_.put(original_field, *original->value, original->pointer)) return;
    } else {
      store_.derive(original_field, hf_number(longest, field_kind::integer));  // as Transformers 5 has it
    }
    const double trained = store_.number(original_field), reach = times * trained;
    if (reach <= longest || trained <= 0) return;
    const node* const limit = root_.find("max_position_embeddings");
    issue& i =
        say_.warning("TS1508",
                     factor.pointer + " = " + say_.value(*factor.value) + ": " + toml_text(hf_number(times, field_kind::number)) + " x " +
                         toml_text(hf_number(trained, field_kind::integer)) + " = " + toml_text(hf_number(reach, field_kind::integer)) +
                         ", but max_position_embeddings = " + toml_text(hf_number(longest, field_kind::integer)) + " (ratio " +
                         toml_number(longest / trained) + ")",
                     factor.pointer, *factor.value);
    if (limit != nullptr) say_.also(i, "/max_position_embeddings", *limit);
    i.reason = text(
        "Transformers and torchtitan scale by the factor; some readers scale by the ratio of the two lengths, and torchtitan's "
        "rotary table ends at max_position_embeddings");
    i.source = text("Transformers modeling_rope_utils.py; torchtitan models/common/rope.py");
    i.fix = "\"max_position_embeddings\": " + toml_text(hf_number(reach, field_kind::integer));
  }

  const node& root_;
  hf_store& store_;
  hf_say& say_;
  const node* old_ = nullptr;
  const node* now_ = nullptr;
};
}  // namespace detail

}  // namespace trainspec::inline v0
