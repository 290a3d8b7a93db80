#pragma once
#include <concepts>
#include <cstdint>
#include <optional>
#include <source_location>
#include <string_view>
#include <type_traits>
#include <utility>

#include "../presets/resolve.hpp"
#include "../report/error.hpp"
#include "../rules/check.hpp"

namespace trainspec::inline v0 {

namespace detail {
template <class T>
struct inside_optional {
  using type = T;
};
template <class T>
struct inside_optional<std::optional<T>> {
  using type = T;
};
/// May a U be given to a field of type T? Only what loses nothing: true is no number, 2.5 no integer, "no" no boolean.
template <class U, class T>
concept fits_field = std::convertible_to<U, T> &&
                     (!std::is_arithmetic_v<typename inside_optional<T>::type> || std::same_as<U, T> ||
                      (std::is_arithmetic_v<U> && std::same_as<U, bool> == std::same_as<typename inside_optional<T>::type, bool> &&
                       (std::is_floating_point_v<typename inside_optional<T>::type> || std::is_integral_v<U>)));
}  // namespace detail

/// An argument and the place where it was written: the place of the argument itself, as in a chain of calls clang gives
/// every call the line of the first.
template <class T>
struct located {
  T value;
  std::source_location at;
  template <class U>
    requires detail::fits_field<U, T>
  constexpr located(U v, std::source_location where = std::source_location::current()) : value(static_cast<T>(std::move(v))), at(where) {}
};

/// Which flavors a builder starts from.
enum class flavor_kind : unsigned char { dense, moe };

/// The name of a flavor that is only known at run time; `check` reports one that does not exist (TS2002).
struct run_time_flavor {
  text name;
  explicit run_time_flavor(std::string_view n) : name(n) {}
};

/// A flavor written in the source: one that does not exist is a compile error that lists those that do.
template <flavor_kind Kind>
struct flavor_name {
  text name;
  std::source_location at;
  consteval flavor_name(const char* n, std::source_location where = std::source_location::current()) : name(n), at(where) {
    const qwen3_flavor* f = find_qwen3_flavor(n);
    if (f && f->moe() == (Kind == flavor_kind::moe)) return;
    sentence s;
    s << "TS2002: there is no Qwen3 " << (Kind == flavor_kind::moe ? "mixture-of-experts" : "dense") << " flavor '" << n
      << "'; there are: " << detail::names_of_flavors([](const qwen3_flavor& g) { return g.moe() == (Kind == flavor_kind::moe); });
    stop_with(s.view());
  }
  flavor_name(run_time_flavor f, std::source_location where = std::source_location::current()) : name(std::move(f.name)), at(where) {}
};

/// Builds a job, in a constant expression or at run time. A setter records the line that called it; on a builder with a
/// name it leaves that one as it is and gives a new one, on a temporary it works in place (copies are what a constant
/// evaluation spends its time on). What has no setter of its own is reached by `set` or `with`.
template <described Job = job>
class [[nodiscard]] basic_builder {
  using B = basic_builder;

 public:
  constexpr basic_builder() = default;

  // ---- model
  constexpr B&& flavor(located<text> name) && { return put(&job::model, &model::flavor, name); }
  constexpr B flavor(located<text> name) const& { return B(*this).flavor(name); }
  constexpr B&& hf_model(located<text> name) && { return put(&job::model, &model::hf_model, name); }
  constexpr B hf_model(located<text> name) const& { return B(*this).hf_model(name); }
  constexpr B&& layers(located<std::int64_t> n) && { return put(&job::model, &model::n_layers, n); }
  constexpr B layers(located<std::int64_t> n) const& { return B(*this).layers(n); }
  constexpr B&& experts(located<std::int64_t> n) && { return put(&job::model, &model::num_experts, n); }
  constexpr B experts(located<std::int64_t> n) const& { return B(*this).experts(n); }
  constexpr B&& top_k(located<std::int64_t> n) && { return put(&job::model, &model::top_k, n); }
  constexpr B top_k(located<std::int64_t> n) const& { return B(*this).top_k(n); }
  constexpr B&& expert_dim(located<std::int64_t> n) && { return put(&job::model, &model::moe_inter_dim, n); }
  constexpr B expert_dim(located<std::int64_t> n) const& { return B(*this).expert_dim(n); }
  constexpr B&& dim(located<std::int64_t> n) && { return put(&job::model, &model::dim, n); }
  constexpr B dim(located<std::int64_t> n) const& { return B(*this).dim(n); }
  constexpr B&& hidden_dim(located<std::int64_t> n) && { return put(&job::model, &model::hidden_dim, n); }
  constexpr B hidden_dim(located<std::int64_t> n) const& { return B(*this).hidden_dim(n); }
  constexpr B&& heads(located<std::int64_t> n) && { return put(&job::model, &model::n_heads, n); }
  constexpr B heads(located<std::int64_t> n) const& { return B(*this).heads(n); }
  constexpr B&& kv_heads(located<std::int64_t> n) && { return put(&job::model, &model::n_kv_heads, n); }
  constexpr B kv_heads(located<std::int64_t> n) const& { return B(*this).kv_heads(n); }
  constexpr B&& head_dim(located<std::int64_t> n) && { return put(&job::model, &model::head_dim, n); }
  constexpr B head_dim(located<std::int64_t> n) const& { return B(*this).head_dim(n); }
  constexpr B&& vocab_size(located<std::int64_t> n) && { return put(&job::model, &model::vocab_size, n); }
  constexpr B vocab_size(located<std::int64_t> n) const& { return B(*this).vocab_size(n); }
  constexpr B&& rope_theta(located<double> x) && { return put(&job::model, &model::rope_theta, x); }
  constexpr B rope_theta(located<double> x) const& { return B(*this).rope_theta(x); }
  constexpr B&& tied(located<bool> yes) && { return put(&job::model, &model::enable_weight_tying, yes); }
  constexpr B tied(located<bool> yes) const& { return B(*this).tied(yes); }
  constexpr B&& attn_backend(located<text> name) && { return put(&job::model, &model::attn_backend, name); }
  constexpr B attn_backend(located<text> name) const& { return B(*this).attn_backend(name); }
  constexpr B&& hf_assets_path(located<text> folder) && { return put(&job::model, &model::hf_assets_path, folder); }
  constexpr B hf_assets_path(located<text> folder) const& { return B(*this).hf_assets_path(folder); }

  // ---- job and machine
  constexpr B&& name(located<text> s) && { return put(&job::info, &job_info::name, s); }
  constexpr B name(located<text> s) const& { return B(*this).name(s); }
  constexpr B&& target(located<text> s) && { return put(&job::info, &job_info::target, s); }
  constexpr B target(located<text> s) const& { return B(*this).target(s); }
  constexpr B&& dump_folder(located<text> s) && { return put(&job::info, &job_info::dump_folder, s); }
  constexpr B dump_folder(located<text> s) const& { return B(*this).dump_folder(s); }
  constexpr B&& machine(located<text> instance) && { return put(&job::machine, &machine::instance, instance); }
  constexpr B machine(located<text> instance) const& { return B(*this).machine(instance); }
  constexpr B&& nodes(located<std::int64_t> n) && { return put(&job::machine, &machine::nodes, n); }
  constexpr B nodes(located<std::int64_t> n) const& { return B(*this).nodes(n); }
  constexpr B&& devices_per_node(located<std::int64_t> n) && { return put(&job::machine, &machine::devices_per_node, n); }
  constexpr B devices_per_node(located<std::int64_t> n) const& { return B(*this).devices_per_node(n); }
  constexpr B&& lnc(located<std::int64_t> n) && { return put(&job::machine, &machine::lnc, n); }
  constexpr B lnc(located<std::int64_t> n) const& { return B(*this).lnc(n); }

  // ---- training
  constexpr B&& seq_len(located<std::int64_t> n) && { return put(&job::training, &training::seq_len, n); }
  constexpr B seq_len(located<std::int64_t> n) const& { return B(*this).seq_len(n); }
  constexpr B&& steps(located<std::int64_t> n) && { return put(&job::training, &training::steps, n); }
  constexpr B steps(located<std::int64_t> n) const& { return B(*this).steps(n); }
  constexpr B&& local_batch_size(located<std::int64_t> n) && { return put(&job::training, &training::local_batch_size, n); }
  constexpr B local_batch_size(located<std::int64_t> n) const& { return B(*this).local_batch_size(n); }
  constexpr B&& global_batch_size(located<std::int64_t> n) && { return put(&job::training, &training::global_batch_size, n); }
  constexpr B global_batch_size(located<std::int64_t> n) const& { return B(*this).global_batch_size(n); }
  constexpr B&& max_norm(located<double> x) && { return put(&job::training, &training::max_norm, x); }
  constexpr B max_norm(located<double> x) const& { return B(*this).max_norm(x); }
  constexpr B&& dtype(located<text> name) && { return put(&job::training, &training::dtype, name); }
  constexpr B dtype(located<text> name) const& { return B(*this).dtype(name); }
  constexpr B&& mixed_precision_param(located<text> name) && { return put(&job::training, &training::mixed_precision_param, name); }
  constexpr B mixed_precision_param(located<text> name) const& { return B(*this).mixed_precision_param(name); }
  constexpr B&& lr(located<double> x) && { return put(&job::optimizer, &optimizer::lr, x); }
  constexpr B lr(located<double> x) const& { return B(*this).lr(x); }
  constexpr B&& weight_decay(located<double> x) && { return put(&job::optimizer, &optimizer::weight_decay, x); }
  constexpr B weight_decay(located<double> x) const& { return B(*this).weight_decay(x); }
  constexpr B&& warmup_steps(located<std::int64_t> n) && { return put(&job::lr_scheduler, &lr_scheduler::warmup_steps, n); }
  constexpr B warmup_steps(located<std::int64_t> n) const& { return B(*this).warmup_steps(n); }
  constexpr B&& decay_type(located<text> name) && { return put(&job::lr_scheduler, &lr_scheduler::decay_type, name); }
  constexpr B decay_type(located<text> name) const& { return B(*this).decay_type(name); }
  constexpr B&& seed(located<std::int64_t> n) && { return put(&job::debug, &debug::seed, {n.value, n.at}); }
  constexpr B seed(located<std::int64_t> n) const& { return B(*this).seed(n); }
  constexpr B&& dataset(located<text> name) && { return put(&job::dataloader, &dataloader::dataset, name); }
  constexpr B dataset(located<text> name) const& { return B(*this).dataset(name); }
  constexpr B&& dataset_path(located<text> path) && { return put(&job::dataloader, &dataloader::dataset_path, path); }
  constexpr B dataset_path(located<text> path) const& { return B(*this).dataset_path(path); }
  constexpr B&& activation_checkpoint(located<text> mode) && {
    return put(&job::activation_checkpoint, &trainspec::activation_checkpoint::mode, mode);
  }
  constexpr B activation_checkpoint(located<text> mode) const& { return B(*this).activation_checkpoint(mode); }
  constexpr B&& compile(located<bool> yes) && { return put(&job::compile, &trainspec::compile::enable, yes); }
  constexpr B compile(located<bool> yes) const& { return B(*this).compile(yes); }
  constexpr B&& compile_backend(located<text> name) && { return put(&job::compile, &trainspec::compile::backend, name); }
  constexpr B compile_backend(located<text> name) const& { return B(*this).compile_backend(name); }

  // ---- parallelism
  constexpr B&& data_parallel_shard(located<std::int64_t> n) && { return degree(&parallelism::data_parallel_shard_degree, n); }
  constexpr B data_parallel_shard(located<std::int64_t> n) const& { return B(*this).data_parallel_shard(n); }
  constexpr B&& data_parallel_replicate(located<std::int64_t> n) && { return degree(&parallelism::data_parallel_replicate_degree, n); }
  constexpr B data_parallel_replicate(located<std::int64_t> n) const& { return B(*this).data_parallel_replicate(n); }
  constexpr B&& tensor_parallel(located<std::int64_t> n) && { return degree(&parallelism::tensor_parallel_degree, n); }
  constexpr B tensor_parallel(located<std::int64_t> n) const& { return B(*this).tensor_parallel(n); }
  constexpr B&& pipeline_parallel(located<std::int64_t> n) && { return degree(&parallelism::pipeline_parallel_degree, n); }
  constexpr B pipeline_parallel(located<std::int64_t> n) const& { return B(*this).pipeline_parallel(n); }
  constexpr B&& context_parallel(located<std::int64_t> n) && { return degree(&parallelism::context_parallel_degree, n); }
  constexpr B context_parallel(located<std::int64_t> n) const& { return B(*this).context_parallel(n); }
  constexpr B&& expert_parallel(located<std::int64_t> n) && { return degree(&parallelism::expert_parallel_degree, n); }
  constexpr B expert_parallel(located<std::int64_t> n) const& { return B(*this).expert_parallel(n); }

  // ---- checkpoints
  /// Checkpoints every n steps.
  constexpr B&& checkpoint_every(located<std::int64_t> n) && {
    put(&job::checkpoint, &checkpoint::interval, n);
    put(&job::checkpoint, &checkpoint::enable, {true, n.at});
    return self();
  }
  constexpr B checkpoint_every(located<std::int64_t> n) const& { return B(*this).checkpoint_every(n); }
  /// Starts from Hugging Face weights in a folder.
  constexpr B&& load_hf(located<text> folder) && {
    put(&job::checkpoint, &checkpoint::initial_load_path, folder);
    put(&job::checkpoint, &checkpoint::initial_load_in_hf, {true, folder.at});
    put(&job::checkpoint, &checkpoint::enable, {true, folder.at});
    return self();
  }
  constexpr B load_hf(located<text> folder) const& { return B(*this).load_hf(folder); }
  /// The last checkpoint is Hugging Face safetensors.
  constexpr B&& save_hf(located<bool> yes = true) && {
    put(&job::checkpoint, &checkpoint::last_save_in_hf, yes);
    put(&job::checkpoint, &checkpoint::enable, {true, yes.at});
    return self();
  }
  constexpr B save_hf(located<bool> yes = true) const& { return B(*this).save_hf(yes); }

  // ---- everything else
  /// Any field of any section: `.set(&job::metrics, &metrics::log_freq, 1)`.
  template <class Owner, class Section, class Holder, class Field, class Value>
    requires std::derived_from<Job, Owner> && std::derived_from<Section, Holder> && detail::fits_field<Value, Field>
  constexpr B&& set(Section Owner::*section, Field Holder::*field, Value value,
                    std::source_location at = std::source_location::current()) && {
    return put(section, field, located<Field>(std::move(value), at));
  }
  template <class Owner, class Section, class Holder, class Field, class Value>
    requires std::derived_from<Job, Owner> && std::derived_from<Section, Holder> && detail::fits_field<Value, Field>
  constexpr B set(Section Owner::*section, Field Holder::*field, Value value,
                  std::source_location at = std::source_location::current()) const& {
    return B(*this).set(section, field, std::move(value), at);
  }
  /// Any number of fields at once: `.with([](job& j) { j.debug.seed = 1; })`. What the function changes counts as given.
  template <std::invocable<Job&> Edit>
  constexpr B with(Edit edit, std::source_location at = std::source_location::current()) const {
    B b = *this;
    edit(b.j_.value);
    mark_changes(b.j_, j_.value, b.here(at));
    return b;
  }

  // ---- ways out
  /// The job with its presets filled in and its origins, unchecked: what a file that was read gives too.
  constexpr sourced<Job> erase() && {
    resolve(j_);
    return std::move(j_);
  }
  constexpr sourced<Job> erase() const& { return B(*this).erase(); }
  /// The same for a target that is named.
  constexpr sourced<Job> erase(trainspec::target t) && {
    resolve(j_, t);
    return std::move(j_);
  }
  constexpr sourced<Job> erase(trainspec::target t) const& { return B(*this).erase(t); }
  /// Everything that is wrong, for the job's own target or for one that is named, by the library's rules or by `groups`.
  constexpr report check() const {
    const sourced<Job> j = erase();
    return trainspec::check(j, target_of(j.value));
  }
  template <class Groups = decltype(rule_groups)>
  constexpr report check(trainspec::target t, const Groups& groups = rule_groups) const {
    return trainspec::check(erase(t), t, groups);
  }
  /// The validated job or the report. Never throws.
  constexpr basic_validation<Job> validate() && { return trainspec::validate(self().erase()); }
  constexpr basic_validation<Job> validate() const& { return B(*this).validate(); }
  template <class Groups = decltype(rule_groups)>
  constexpr basic_validation<Job> validate(trainspec::target t, const Groups& groups = rule_groups) && {
    return trainspec::validate(self().erase(t), t, groups);
  }
  template <class Groups = decltype(rule_groups)>
  constexpr basic_validation<Job> validate(trainspec::target t, const Groups& groups = rule_groups) const& {
    return B(*this).validate(t, groups);
  }
  /// The validated job. If a rule is broken: in a constant expression a compile error with the rule's sentence, at run
  /// time a `spec_error`.
  constexpr basic_validated<Job> checked() && { return accept(self().validate()); }
  constexpr basic_validated<Job> checked() const& { return B(*this).checked(); }
  template <class Groups = decltype(rule_groups)>
  constexpr basic_validated<Job> checked(trainspec::target t, const Groups& groups = rule_groups) && {
    return accept(self().validate(t, groups));
  }
  template <class Groups = decltype(rule_groups)>
  constexpr basic_validated<Job> checked(trainspec::target t, const Groups& groups = rule_groups) const& {
    return B(*this).checked(t, groups);
  }

  /// Starts a builder from a described job with origins, such as one that was read from a file.
  static constexpr B from(sourced<Job> j) {
    B b;
    b.j_ = std::move(j);
    return b;
  }

  /// Sets a field that a family of builders starts from, as a preset does.
  template <class Section, class Owner, class Field, class Holder>
  constexpr B&& start(Section Owner::*section, Field Holder::*field, const Field& value, std::string_view preset) && {
    Field& member = j_.value.*section.*field;
    member = value;
    j_.mark({&member}, {way::preset, j_.from.source(preset)});
    return self();
  }

 private:
  sourced<Job> j_{};

  constexpr B&& self() { return static_cast<B&&>(*this); }
  template <class Section, class Owner, class Field, class Holder>
  constexpr B&& put(Section Owner::*section, Field Holder::*field, const located<Field>& to) {
    Field& member = j_.value.*section.*field;
    member = to.value;
    j_.mark({&member}, here(to.at));
    return self();
  }
  constexpr B&& degree(std::int64_t parallelism::*field, const located<std::int64_t>& n) { return put(&job::parallelism, field, n); }
  constexpr origin here(const std::source_location& at) {
    return {way::code, j_.from.source(at.file_name()), at.line(), at.column(), at.column() + 1};
  }
  static constexpr basic_validated<Job> accept(basic_validation<Job>&& v) {
    if (!v) {
      if (std::is_constant_evaluated())
        stop_with(first_line(v.problems));
      else
        throw_spec_error(std::move(v.problems));
    }
    return std::move(*v.job);
  }
};
using job_builder = basic_builder<job>;

/// Dense Qwen3 as torchtitan writes it.
constexpr job_builder qwen3_config(flavor_name<flavor_kind::dense> f) { return job_builder().flavor({std::move(f.name), f.at}); }
/// Qwen3 mixture of experts as torchtitan writes it.
constexpr job_builder qwen3_moe_config(flavor_name<flavor_kind::moe> f) { return job_builder().flavor({std::move(f.name), f.at}); }
/// Qwen3 mixture of experts with grouped experts in NKI, on a trn2.48xlarge unless another machine is given.
constexpr job_builder qwen3_nki_moe_config(flavor_name<flavor_kind::moe> f) {
  return job_builder()
      .start(&job::model, &model::backend, text("nki_moe"), "qwen3_nki_moe_config")
      .start(&job::machine, &machine::instance, text("trn2.48xlarge"), "qwen3_nki_moe_config")
      .flavor({std::move(f.name), f.at});
}
/// A Hugging Face Transformers model, by Hub name or local folder.
constexpr job_builder transformers_config(located<text> hf_model) {
  return job_builder().start(&job::model, &model::backend, text("transformers"), "transformers_config").hf_model(std::move(hf_model));
}

}  // namespace trainspec::inline v0
