#pragma once
#include <type_traits>

#include "../presets/machines.hpp"
#include "../presets/qwen3.hpp"
#include "../schema/origins.hpp"
#include "../spec/job.hpp"

namespace trainspec::inline v0 {

namespace detail {
/// Gives fields that nobody has set the values of a preset.
template <class Job>
class preset_filler {
  sourced<Job>& j_;
  origin from_;
  int numbers_[24]{};
  int next_ = 0;

 public:
  /// `fields`: the addresses of the members in the order in which `take` will be called.
  template <std::size_t N>
  constexpr preset_filler(sourced<Job>& into, std::string_view preset, const void* const (&fields)[N]) : j_(into) {
    static_assert(N <= 24);
    for (int& n : numbers_) n = -1;
    from_ = {way::preset, into.from.source(preset)};
    numbers_of numbers(fields, numbers_, static_cast<int>(N));
    walk(into.value, numbers);
  }
  template <class T>
  constexpr void take(T& field, const T& value) {
    const int n = numbers_[next_++];
    if (n < 0 || j_.from.of[n].how != way::by_default) return;
    field = value;
    j_.from.of[n] = from_;
  }
};
}  // namespace detail

/// Gives the values that presets stand for to the fields that nobody has set: the numbers of `model.flavor` (or of the
/// published model that `model.hf_model` names) and the facts of `machine.instance`. Names that no preset has are left
/// to the rules. Doing it twice changes nothing.
template <described Job>
constexpr void resolve(sourced<Job>& s) {
  static_assert(std::is_convertible_v<Job*, job*>, "resolve() needs a job, or a type derived from it");
  model& m = s.value.model;
  const qwen3_flavor* f = find_qwen3_flavor(m.flavor);
  if (!f && m.flavor.empty()) f = find_qwen3_flavor(m.hf_model);
  if (f) {
    model p;
    apply(*f, p);
    const void* const fields[] = {&m.dim,
                                  &m.n_layers,
                                  &m.n_heads,
                                  &m.n_kv_heads,
                                  &m.head_dim,
                                  &m.hidden_dim,
                                  &m.vocab_size,
                                  &m.max_seq_len,
                                  &m.norm_eps,
                                  &m.rope_theta,
                                  &m.qk_norm,
                                  &m.attention_bias,
                                  &m.moe_enabled,
                                  &m.moe_inter_dim,
                                  &m.num_experts,
                                  &m.top_k,
                                  &m.router_aux_loss_coef,
                                  &m.enable_weight_tying};
    detail::preset_filler<Job> from(s, f->name, fields);
    from.take(m.dim, p.dim);
    from.take(m.n_layers, p.n_layers);
    from.take(m.n_heads, p.n_heads);
    from.take(m.n_kv_heads, p.n_kv_heads);
    from.take(m.head_dim, p.head_dim);
    from.take(m.hidden_dim, p.hidden_dim);
    from.take(m.vocab_size, p.vocab_size);
    from.take(m.max_seq_len, p.max_seq_len);
    from.take(m.norm_eps, p.norm_eps);
    from.take(m.rope_theta, p.rope_theta);
    from.take(m.qk_norm, p.qk_norm);
    from.take(m.attention_bias, p.attention_bias);
    from.take(m.moe_enabled, p.moe_enabled);
    from.take(m.moe_inter_dim, p.moe_inter_dim);
    from.take(m.num_experts, p.num_experts);
    from.take(m.top_k, p.top_k);
    from.take(m.router_aux_loss_coef, p.router_aux_loss_coef);
    from.take(m.enable_weight_tying, p.enable_weight_tying);
  }
  machine& at = s.value.machine;
  if (const machine_preset* p = find_machine(at.instance)) {
    const void* const fields[] = {&at.lnc, &at.devices_per_node, &at.memory_per_device};
    detail::preset_filler<Job> from(s, p->name, fields);
    from.take(at.lnc, p->lnc);
    const std::int64_t lnc = at.lnc > 0 ? at.lnc : 1;
    from.take(at.devices_per_node, at.visible_cores > 0 ? at.visible_cores : p->devices(lnc));
    from.take(at.memory_per_device, p->memory(lnc));
  }
}

}  // namespace trainspec::inline v0
