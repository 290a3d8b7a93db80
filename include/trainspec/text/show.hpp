#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "../model/batch.hpp"
#include "../model/shape.hpp"
#include "../presets/qwen3.hpp"
#include "../presets/targets.hpp"
#include "toml_value.hpp"

namespace trainspec::inline v0 {

/// 4022468096 as "4,022,468,096".
inline std::string grouped(std::int64_t n) {
  std::string s = std::to_string(n);
  for (std::size_t i = s.size(); i > 3 && s[i - 4] != '-';) s.insert(i -= 3, ",");
  return s;
}

/// What a job amounts to, as TOML comments: parameters, batch, processes, target. Lines that are not known are left out.
inline std::string summary_comment(const job& j) {
  std::string out;
  const parameter_count n = count_parameters(j.model);
  if (n.unique > 0) {
    out += "# parameters: " + grouped(n.unique) + " (" + grouped(n.non_embedding) + " without embedding and head";
    if (n.active != n.unique) out += ", " + grouped(n.active) + " active for a token";
    out += ")\n";
  }
  const degrees d = degrees_of(j);
  out += "# processes:  " + grouped(d.world) + " (replicate " + std::to_string(d.dp_replicate) + " x shard " + std::to_string(d.dp_shard) +
         " x context " + std::to_string(d.cp) + " x tensor " + std::to_string(d.tp) + " x pipeline " + std::to_string(d.pp) + ")\n";
  if (accumulation_steps(j) > 0)
    out += "# step:       " + grouped(tokens_per_step(j)) + " tokens in " + grouped(global_batch_size(j)) + " sequences, " +
           grouped(accumulation_steps(j)) + (accumulation_steps(j) == 1 ? " pass\n" : " passes\n");
  out += "# target:     " + std::string(features_of(target_of(j)).name) + "\n\n";
  return out;
}

/// All presets by name, with what tells them apart.
inline std::string list_presets() {
  std::string out = "flavors (model.flavor)\n";
  const auto line = [&](std::string_view name, const std::string& what) {
    out += "  " + std::string(name) + std::string(name.size() < 26 ? 26 - name.size() : 1, ' ') + what + "\n";
  };
  for (const qwen3_flavor& f : qwen3_flavors) {
    model m;
    apply(f, m);
    const parameter_count n = count_parameters(m);
    line(f.name, grouped(n.unique) + " parameters" + (f.moe() ? ", " + grouped(n.active) + " active" : ""));
  }
  out += "\nmachines (machine.instance)\n";
  for (const machine_preset& m : machine_presets)
    line(m.name, std::to_string(m.devices(m.lnc)) + " devices of " + toml_number(m.memory(m.lnc)) + " GiB" +
                     (m.lnc > 0 ? ", LNC " + std::to_string(m.lnc) : ""));
  out += "\ntargets (job.target)\n";
  for (const target_features& t : targets) line(t.name, std::string(t.source));
  return out;
}

/// One preset: its numbers as TOML and their source. Empty when there is none of that name.
inline std::string describe_preset(std::string_view name) {
  std::string out;
  if (const qwen3_flavor* f = find_qwen3_flavor(name)) {
    model m;
    apply(*f, m);
    out = "# " + std::string(f->name) + ": " + std::string(f->source) + "\n[model]\nflavor = \"" + std::string(f->name) + "\"\n";
    const auto number = [&](std::string_view key, std::int64_t n) { out += std::string(key) + " = " + std::to_string(n) + "\n"; };
    number("dim", m.dim);
    number("n_layers", m.n_layers);
    number("n_heads", m.n_heads);
    number("n_kv_heads", m.n_kv_heads);
    number("head_dim", m.head_dim);
    number("hidden_dim", m.hidden_dim);
    number("vocab_size", m.vocab_size);
    number("max_seq_len", m.max_seq_len);
    out += "rope_theta = " + toml_number(m.rope_theta) + "\n";
    out += std::string("enable_weight_tying = ") + (m.enable_weight_tying ? "true" : "false") + "\n";
    if (f->moe()) {
      out += "moe_enabled = true\n";
      number("moe_inter_dim", m.moe_inter_dim);
      number("num_experts", m.num_experts);
      number("top_k", m.top_k);
    }
    const parameter_count n = count_parameters(m);
    out += "# parameters: " + grouped(n.unique) + "; without embedding and head " + grouped(n.non_embedding) + "; active for a token " +
           grouped(n.active) + "\n";
  } else if (const machine_preset* p = find_machine(name)) {
    out = "# " + std::string(p->name) + ": " + std::string(p->source) + "\n[machine]\ninstance = \"" + std::string(p->name) + "\"\n";
    out += "devices_per_node = " + std::to_string(p->devices(p->lnc)) + "\n";
    if (p->lnc > 0) out += "lnc = " + std::to_string(p->lnc) + "\n";
    out += "memory_per_device = " + toml_number(p->memory(p->lnc)) + "\n";
  } else if (const target_features* t = find_target(name)) {
    out = std::string(t->name) + ": " + std::string(t->source) + "\n  backends            " + std::string(t->backends) +
          "\n  attention           " + std::string(t->attn_backends) + "\n";
    const auto yes = [&](std::string_view what, bool has) {
      out += "  " + std::string(what) + std::string(20 - what.size(), ' ') + (has ? "yes" : "no") + "\n";
    };
    yes("several processes", t->distributed);
    yes("pipeline stages", t->pipeline);
    yes("overrides", t->overrides);
    yes("Trainium", t->neuron);
  }
  return out;
}

}  // namespace trainspec::inline v0
