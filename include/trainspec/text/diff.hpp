#pragma once
#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "../model/batch.hpp"
#include "../model/shape.hpp"
#include "../presets/resolve.hpp"
#include "../report/json_object.hpp"
#include "../report/write_text.hpp"
#include "json_write.hpp"
#include "load.hpp"
#include "show.hpp"
#include "toml_value.hpp"

namespace trainspec::inline v0 {

/// A field whose value is not the same in two jobs.
struct difference {
  struct side {
    node value{};          ///< null: absent
    std::string origin{};  ///< "a.toml:3:9", "preset 4B", "default"
  };
  std::string path{};
  side a{}, b{};
};

/// What tells two jobs apart.
struct comparison {
  std::string a{}, b{};      ///< their names
  bool same_model = true;    ///< all numbers that make the architecture agree, whatever the model is called and however it is run
  bool models_only = false;  ///< one is a Hugging Face model: nothing but the model was compared
  std::int64_t parameters_a = 0, parameters_b = 0;
  std::vector<difference> differences{};

  bool same() const { return differences.empty(); }
};

namespace detail {
/// Names and notes, which change nothing that is computed.
inline bool is_label(std::string_view path) {
  constexpr std::array labels{"version", "job.name", "job.description", "check.allow"};
  return std::ranges::find(labels, path) != labels.end();
}
/// Names of presets: their numbers are compared one by one.
inline bool names_a_preset(std::string_view path) { return path == "model.flavor"; }
/// A field of the architecture: not how it is run, nor how it is trained.
inline bool is_architecture(std::string_view path) {
  constexpr std::array others{"model.flavor",
                              "model.backend",
                              "model.attn_backend",
                              "model.hf_model",
                              "model.hf_assets_path",
                              "model.load_balance_coeff",
                              "model.router_aux_loss_coef"};
  return path.starts_with("model.") && std::ranges::find(others, path) == others.end();
}
/// Values that stand for others are written out: what is derived from them is what counts.
template <described J>
void write_out(J& j) {
  if constexpr (std::derived_from<J, job>) {
    job& one = j;
    one.training.global_batch_size = global_batch_size(one);
    one.parallelism.data_parallel_shard_degree = degrees_of(one).dp_shard;
    if (!one.lr_scheduler.total_steps) one.lr_scheduler.total_steps = one.training.steps;
    if (one.model.backend != "transformers") one.model.hf_model = text{};  // it named a preset
  }
}
}  // namespace detail

/// Compares two jobs by what they mean: presets filled in, derived values written out, names and notes left aside. With a
/// Hugging Face model on one side, only what its config.json gives is compared. Both must have been read without errors.
template <described J>
comparison compare(const loaded<J>& a, const loaded<J>& b) {
  comparison c;
  const auto name = [](const loaded<J>& l) {
    return l.problems.files.empty() ? std::string{} : std::string(l.problems.files.front().name.view());
  };
  c.a = name(a);
  c.b = name(b);
  const bool hf_a = a.from == loaded_from::hugging_face, hf_b = b.from == loaded_from::hugging_face;
  c.models_only = hf_a || hf_b;
  sourced<J> one = a.job, two = b.job;
  resolve(one);
  resolve(two);
  if constexpr (std::derived_from<J, job>) {
    c.parameters_a = count_parameters(one.value.model).unique;
    c.parameters_b = count_parameters(two.value.model).unique;
  }
  J plain_one = one.value, plain_two = two.value;
  detail::write_out(plain_one);
  detail::write_out(plain_two);
  for (const row& r : rows_of<J>()) {
    if (detail::is_label(r.path) || detail::names_a_preset(r.path)) continue;
    const auto known = [&](const sourced<J>& j) { return j.from.of[r.number].how != way::by_default; };
    if (c.models_only && !((hf_a && known(one)) || (hf_b && known(two)))) continue;
    // what follows on both sides from another field differs with that one
    const auto raw = [&](const J& j) { return toml_text(r.load(r.member(std::addressof(j)))); };
    if (raw(one.value) == raw(two.value)) continue;
    const node left = r.load(r.member(std::addressof(plain_one))), right = r.load(r.member(std::addressof(plain_two)));
    if (left.is == right.is && toml_text(left) == toml_text(right)) continue;
    const auto side = [&](const node& n, const sourced<J>& j) {
      const origin& o = j.from.of[r.number];
      return difference::side{n, std::string(words_of(o, j.from.source_of(o)).view())};
    };
    c.differences.push_back({r.path, side(left, one), side(right, two)});
    c.same_model = c.same_model && !detail::is_architecture(r.path);
  }
  return c;
}

/// The comparison as people read it: the model first, then a field a paragraph.
inline std::string to_text(const comparison& c) {
  std::string out;
  if (c.same_model && c.parameters_a > 0)
    out += "the same model: " + grouped(c.parameters_a) + " parameters\n";
  else if (!c.same_model)
    out += "the models differ: " + grouped(c.parameters_a) + " and " + grouped(c.parameters_b) + " parameters\n";
  for (const difference& d : c.differences) {
    out += detail::printable(d.path) + "\n";
    const auto side = [&](char sign, const difference::side& s) {
      const std::string value = s.value.is == node::kind::null ? "absent" : toml_text(s.value);
      out += std::string("  ") + sign + " " + value + "  (" + detail::printable(s.origin) + ")\n";
    };
    side('-', d.a);
    side('+', d.b);
  }
  const std::size_t n = c.differences.size();
  out += n == 0 ? "no difference" : std::to_string(n) + (n == 1 ? " value differs" : " values differ");
  return out + (c.models_only ? ", of the model\n" : "\n");
}

/// {"a", "b": names, "same", "same_model", "models_only", "parameters": [a, b], "differences": [{"path", "a": {"value", "origin"}, "b"}]}
inline std::string to_json(const comparison& c) {
  std::string out;
  detail::json_object o(out);
  o.string("a", c.a);
  o.string("b", c.b);
  o.boolean("same", c.same());
  o.boolean("same_model", c.same_model);
  o.boolean("models_only", c.models_only);
  o.key("parameters");
  out += "[" + std::to_string(c.parameters_a) + ", " + std::to_string(c.parameters_b) + "]";
  o.key("differences");
  detail::json_array all(out, "\n  ");
  for (const difference& d : c.differences) {
    all.next();
    detail::json_object one(out);
    one.string("path", d.path);
    const auto side = [&](std::string_view name, const difference::side& s) {
      one.key(name);
      detail::json_object object(out);
      object.key("value");
      json_value(out, s.value, 2);
      object.string("origin", s.origin);
      object.end();
    };
    side("a", d.a);
    side("b", d.b);
    one.end();
  }
  all.end();
  o.end();
  return out + "\n";
}

}  // namespace trainspec::inline v0
