#pragma once
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "../schema/origins.hpp"
#include "../spec/job.hpp"
#include "machines.hpp"
#include "qwen3.hpp"
#include "targets.hpp"

namespace trainspec::inline v0 {

namespace detail {
/// Gives fields that nobody has set, or that another preset has filled, the values of a preset.
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
  /// The number of the next field, or -1 where somebody has set it: g++ 12 cannot compare a temporary's address with null.
  constexpr int next() {
    const int n = numbers_[next_++];
    return n >= 0 && filled_in(j_.from.of[n].how) ? n : -1;
  }
  template <class T>
  constexpr void take(T& field, const T& value) {
    const int n = next();
    if (n < 0) return;
    field = value;
    j_.from.of[n] = from_;
  }
  /// What the preset has no value for gets its default back.
  constexpr void take(text& field, std::string_view value, const text& by_default) {
    const int n = next();
    if (n < 0) return;
    const bool own = !value.empty() && !(by_default == value);
    field = own ? text(value) : by_default;
    j_.from.of[n] = own ? from_ : origin{};
  }
};

/// Fields whose default depends on the target or on other fields: the warm-up, which torchtitan cuts to the run, and CUDA
/// graphs, which pipeline and expert parallelism cannot be recorded in.
template <class Job>
constexpr void resolve_defaults(sourced<Job>& s, target t) {
  const target_features& f = features_of(t);
  training& train = s.value.training;
  const training fresh_training;
  const activation_checkpoint fresh_checkpoint;
  const compile fresh_compile;
  const dataloader fresh_data;
  std::int64_t& warmup = s.value.lr_scheduler.warmup_steps;
  const void* const fields[] = {&train.mixed_precision_param, &s.value.activation_checkpoint.mode, &s.value.compile.backend,
                                &s.value.dataloader.dataset,  &train.disable_cuda_graphs,          &warmup};
  preset_filler<Job> from(s, f.name, fields);
  from.take(train.mixed_precision_param, f.mixed_precision_param, fresh_training.mixed_precision_param);
  from.take(s.value.activation_checkpoint.mode, f.activation_checkpoint, fresh_checkpoint.mode);
  from.take(s.value.compile.backend, f.compile_backend, fresh_compile.backend);
  from.take(s.value.dataloader.dataset, f.dataset, fresh_data.dataset);

  const auto derived = [&](std::string_view field) { return origin{way::derived, s.from.source(field)}; };
  const parallelism& p = s.value.parallelism;
  const bool split = p.pipeline_parallel_degree > 1, shared = p.expert_parallel_degree > 1 && s.value.model.moe_enabled;
  if (const int n = from.next(); n >= 0) {
    const bool off = f.cuda_graphs && (split || shared);
    train.disable_cuda_graphs = off || fresh_training.disable_cuda_graphs;
    s.from.of[n] = off ? derived(split ? "parallelism.pipeline_parallel_degree" : "parallelism.expert_parallel_degree") : origin{};
  }
  if (const int n = from.next(); n >= 0) {
    const std::int64_t total = s.value.lr_scheduler.total_steps.value_or(train.steps), usual = lr_scheduler{}.warmup_steps;
    warmup = usual <= total ? usual : total > 0 ? total : usual;
    s.from.of[n] = warmup == usual ? origin{} : derived("training.steps");
  }
}
}  // namespace detail

/// Gives the values that presets stand for to the fields that nobody has set: the numbers of `model.flavor` (or of the
/// published model that `model.hf_model` names) and the facts of `machine.instance`. Names that no preset has are left
/// to the rules. Fields whose default is another for the target get that one. Doing it again, for another target too, or
/// after a name was changed, replaces what was filled in.
template <described Job>
constexpr void resolve(sourced<Job>& s, target t) {
  static_assert(std::is_convertible_v<Job*, job*>, "resolve() needs a job, or a type derived from it");
  model& m = s.value.model;
  const bool from_hub = !m.hf_model.empty() && (m.flavor.empty() || m.backend == "transformers");
  const qwen3_flavor* f = find_qwen3_flavor(from_hub ? m.hf_model : m.flavor);
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
    const std::int64_t lnc = at.lnc == 1 || at.lnc == 2 ? at.lnc : p->lnc > 0 ? p->lnc : 1;
    from.take(at.devices_per_node, at.visible_cores > 0 ? at.visible_cores : p->devices(lnc));
    from.take(at.memory_per_device, p->memory(lnc));
  }
  detail::resolve_defaults(s, t);
}
template <described Job>
constexpr void resolve(sourced<Job>& s) {
  resolve(s, target_of(s.value));
}

}  // namespace trainspec::inline v0
