#pragma once
#include "../model/batch.hpp"
#include "../model/schedule.hpp"
#include "../model/tree.hpp"
#include "../schema/nearest.hpp"
#include "rule.hpp"

namespace trainspec::inline v0 {

namespace detail {
constexpr bool compiles_model(const compile& c) {
  for (const text& part : c.components)
    if (part == "model") return true;
  return false;
}
/// Where a name of force_recompute_mm_shapes_by_fqns is found.
struct recomputed {
  bool product = false;
  module_path other{};  ///< the first module that is not a matrix product; empty: none
};
constexpr bool is_matrix_product(std::string_view kind) { return is_choice("wqkv|wq|wkv|wo|w1|w2|w3|gate", last_segment(kind)); }
constexpr recomputed find_recomputed(const model& m, std::string_view name) {
  constexpr std::string_view root = "model_spec.model.";
  const bool numbers = name.find_first_of("0123456789") != std::string_view::npos;
  recomputed r;
  for (const module_kind& kind : torchtitan_modules) {
    if (kind.in == module_kind::where::once) continue;
    for (std::int64_t layer = 0; layer < m.n_layers; ++layer) {
      if (!has_kind(m, kind.in, layer)) continue;
      const module_path whole(kind.path, layer);
      const bool found = whole.view().substr(root.size()).find(name) != std::string_view::npos;
      if (!found && numbers) continue;
      if (!found) break;  // layers differ in their number alone
      if (is_matrix_product(kind.path))
        r.product = true;
      else if (r.other.view().empty() && last_segment(kind.path) != "{}")
        r.other = module_path(kind.path.substr(root.size()), layer);
      if (!numbers) break;
    }
  }
  return r;
}
}  // namespace detail

inline constexpr rule training_rules[] = {
    {.code = "TS4001",
     .title = "the global batch is a multiple of what all ranks take at once",
     .reason = "a step is a whole number of forward and backward passes",
     .source = "torchtitan trainer.py",
     .check =
         [](const job& j, sayer& say) {
           const std::int64_t all = j.training.global_batch_size;
           if (all == -1) return;
           const std::int64_t ranks = degrees_of(j).data_ranks(), micro = detail::product({j.training.local_batch_size, ranks});
           if (micro <= 0 || (all > 0 && all % micro == 0)) return;
           const std::int64_t fit = all < micro ? micro : all / micro * micro;
           say(j.training.global_batch_size, {"training.global_batch_size = ", all, " is not a multiple of ", micro, " (local batch ",
                                              j.training.local_batch_size, " x ", ranks, " data-parallel ranks)"})
               .because(j.training.local_batch_size)
               .fix({"global_batch_size = ", fit});
         }},
    {.code = "TS4002",
     .title = "the warm-up ends within the run",
     .reason = "the learning rate would never reach its peak",
     .source = "torchtitan components/optimizer/lr_scheduler.py (warns and cuts it)",
     .check =
         [](const job& j, sayer& say) {
           const std::int64_t total = j.lr_scheduler.total_steps.value_or(j.training.steps), warmup = j.lr_scheduler.warmup_steps;
           if (warmup > total)
             say(j.lr_scheduler.warmup_steps,
                 {"lr_scheduler.warmup_steps = ", warmup, " is longer than the run of ", total, " steps, whose last one would reach ",
                  100 * static_cast<double>(total) / static_cast<double>(warmup), " % of lr if the warm-up were not cut"})
                 .because(j.training.steps)
                 .fix({"warmup_steps = ", total / 10});
         }},
    {.code = "TS4003",
     .title = "the schedule is made for the whole run",
     .reason = "after its end the factor falls below zero: gradient ascent",
     .source = "torchtitan components/optimizer/lr_scheduler.py, tried",
     .check =
         [](const job& j, sayer& say) {
           if (j.lr_scheduler.total_steps && *j.lr_scheduler.total_steps < j.training.steps)
             say(j.lr_scheduler.total_steps,
                 {"lr_scheduler.total_steps = ", *j.lr_scheduler.total_steps, " is less than training.steps = ", j.training.steps})
                 .because(j.training.steps)
                 .fix({"total_steps = ", j.training.steps});
         }},
    {.code = "TS4004",
     .title = "warm-up and decay fit in the run",
     .reason = "the decay is cut to what is left",
     .source = "torchtitan components/optimizer/lr_scheduler.py",
     .check =
         [](const job& j, sayer& say) {
           if (!j.lr_scheduler.decay_ratio) return;
           const std::int64_t total = j.lr_scheduler.total_steps.value_or(j.training.steps), warmup = j.lr_scheduler.warmup_steps;
           const double decay = static_cast<double>(total) * *j.lr_scheduler.decay_ratio;
           if (warmup <= total && static_cast<double>(warmup) + decay > static_cast<double>(total) + 0.5)
             say(j.lr_scheduler.decay_ratio,
                 {"warm-up of ", warmup, " and decay of ", decay, " steps are more than the ", total, " steps of the run"})
                 .because(j.lr_scheduler.warmup_steps);
         },
     .severity = severity::warning},
    {.code = "TS4005",
     .title = "the two moments have their decays",
     .reason = "Adam keeps two moments, each with a decay from 0 up to, but not including, 1",
     .source = "torch.optim.AdamW",
     .check =
         [](const job& j, sayer& say) {
           const auto& b = j.optimizer.betas;
           if (b.size() != 2)
             say(j.optimizer.betas, {"optimizer.betas has ", b.size(), " numbers; it needs 2"}).fix({"betas = [0.9, 0.95]"});
           else if (b[0] >= 1 || b[1] >= 1)
             say(j.optimizer.betas, {"optimizer.betas = [", b[0], ", ", b[1], "]; both must be less than 1"}).fix({"betas = [0.9, 0.95]"});
           for (std::size_t i = 0; i < j.optimizer.param_groups.size(); ++i) {
             const auto& own = j.optimizer.param_groups[i].optimizer_kwargs.betas;
             if (own.size() == 2 && (own[0] >= 1 || own[1] >= 1))
               say.element(
                   j.optimizer.param_groups, {"[", i, "].optimizer_kwargs.betas"},
                   {"optimizer.param_groups[", i, "].optimizer_kwargs.betas = [", own[0], ", ", own[1], "]; both must be less than 1"});
           }
         }},
    {.code = "TS4006",
     .title = "a validation has steps",
     .reason = "a mean over no batch is not a number",
     .source = "torchtitan components/validate.py",
     .check =
         [](const job& j, sayer& say) {
           if (j.validator.enable && j.validator.steps == 0)
             say(j.validator.steps, {"validator.steps = 0 measures nothing"}).because(j.validator.enable).fix({"steps = -1"});
         }},
    {.code = "TS4007",
     .title = "settings of the schedule and of validation are used",
     .reason = "without a decay there is no last rate, and without validation nothing to measure",
     .source = "torchtitan components/optimizer/lr_scheduler.py, components/validate.py",
     .check =
         [](const job& j, sayer& say) {
           const job& unset = detail::default_job;
           const lr_scheduler& s = j.lr_scheduler;
           if (s.decay_ratio == 0.0) {
             say.idle(s.min_lr_factor, unset.lr_scheduler.min_lr_factor, {"has no effect while decay_ratio = 0"}, s.decay_ratio);
             say.idle(s.decay_type, unset.lr_scheduler.decay_type, {"has no effect while decay_ratio = 0"}, s.decay_ratio);
           }
           const validator& v = j.validator;
           if (v.enable) return;
           say.idle(v.freq, unset.validator.freq, {"has no effect while validator.enable = false"}, v.enable);
           say.idle(v.steps, unset.validator.steps, {"has no effect while validator.enable = false"}, v.enable);
           say.idle(v.holdout, unset.validator.holdout, {"has no effect while validator.enable = false"}, v.enable);
         },
     .severity = severity::warning},
    {.code = "TS4008",
     .title = "computing in another type happens",
     .reason =
         "this version casts in FSDP, and else on a single rank or with replicas alone; with tensor or pipeline ranks alone it does not",
     .source = "torchtitan 0.2.2 distributed/utils.py",
     .check =
         [](const job& j, sayer& say) {
           const degrees d = degrees_of(j);
           if (d.tp > 1 && j.model.n_kv_heads % d.tp != 0) return;  // TS3002
           if (d.dp_shard != 1 || d.cp != 1 || (d.tp == 1 && d.pp == 1) || j.training.mixed_precision_param == j.training.dtype) return;
           say(d.tp > 1 ? j.parallelism.tensor_parallel_degree : j.parallelism.pipeline_parallel_degree,
               {"with tensor parallel ", d.tp, " and no shards ", say.target.name, " computes in ", j.training.dtype, ", not in ",
                j.training.mixed_precision_param})
               .because(j.training.mixed_precision_param)
               .because(j.parallelism.data_parallel_shard_degree);
         },
     .severity = severity::warning,
     .targets = on::casts_in_fsdp},
    {.code = "TS4101",
     .title = "text to train on has a path",
     .reason = "the bytes of a file or folder are read",
     .source = "trainspec dataloader \"text\"",
     .check =
         [](const job& j, sayer& say) {
           if ((j.dataloader.dataset == "text" || say.target.target == target::libtorch) && j.dataloader.dataset_path.empty())
             say(j.dataloader.dataset_path, {"the text to train on is not given: dataloader.dataset_path is empty"})
                 .because(j.dataloader.dataset)
                 .fix({"dataset_path = \"./text\""});
         }},
    {.code = "TS4102",
     .title = "workers that are to persist or read ahead exist",
     .reason = "without workers torchtitan drops both settings",
     .source = "torchtitan components/dataloader.py, tried",
     .check =
         [](const job& j, sayer& say) {
           const dataloader &d = j.dataloader, &unset = detail::default_job.dataloader;
           if (d.num_workers > 0) return;
           say.idle(d.persistent_workers, unset.persistent_workers, {"has no effect while dataloader.num_workers = 0"}, d.num_workers);
           say.idle(d.prefetch_factor, unset.prefetch_factor, {"has no effect while dataloader.num_workers = 0"}, d.num_workers);
         },
     .severity = severity::warning,
     .targets = on::torchtitan},
    {.code = "TS4103",
     .title = "the data set is one that the target registers",
     .reason = "another name stops the run after the weights are initialised, unless code of one's own registers it",
     .source = "torchtitan hf_datasets/text_datasets.py",
     .check =
         [](const job& j, sayer& say) {
           constexpr std::string_view known = "c4|c4_test|c4_validation";
           const text& name = j.dataloader.dataset;
           if (is_choice(known, name)) return;
           auto said = say(
               name, {"dataloader.dataset = \"", name, "\" is none of the data sets of ", say.target.name, ": c4, c4_test, c4_validation"});
           const std::string_view near = nearest_choice(known, name);
           if (near.empty())
             said.hint({"right if a module of yours registers it"});
           else
             said.fix({"dataset = \"", near, "\""});
         },
     .severity = severity::warning,
     .targets = on::torchtitan},
    {.code = "TS4201",
     .title = "a memory budget for activations is compiled",
     .reason = "the compiler decides what is kept",
     .source = "torchtitan trainer.py",
     .check =
         [](const job& j, sayer& say) {
           const auto& c = j.compile;
           if (j.activation_checkpoint.mode != "memory_budget" || (c.enable && detail::compiles_model(c))) return;
           say(j.activation_checkpoint.mode,
               {"activation_checkpoint.mode = \"memory_budget\" needs compile.enable = true with \"model\" among compile.components"})
               .because(c.enable)
               .fix({"mode = \"selective\""});
         },
     .targets = on::torchtitan},
    {.code = "TS4202",
     .title = "async tensor parallelism is compiled",
     .reason = "the compiler makes the overlap",
     .source = "torchtitan config/configs.py",
     .check =
         [](const job& j, sayer& say) {
           const compile& c = j.compile;
           if (!c.enable_async_tensor_parallel) return;
           if (!c.enable)
             say(c.enable_async_tensor_parallel, {"compile.enable_async_tensor_parallel = true needs compile.enable = true"})
                 .because(c.enable)
                 .fix({"enable = true"});
           else if (!detail::compiles_model(c))
             say(c.enable_async_tensor_parallel, {"compile.enable_async_tensor_parallel = true needs \"model\" among compile.components"})
                 .because(c.components)
                 .fix({"components = [\"model\", \"loss\"]"});
         },
     .targets = on::torchtitan},
    {.code = "TS4203",
     .title = "a compiled run compiles something",
     .reason = "without components nothing is compiled, without an error",
     .source = "torchtitan, tried",
     .check =
         [](const job& j, sayer& say) {
           if (j.compile.enable && j.compile.components.empty())
             say(j.compile.components, {"compile.enable = true with no compile.components"})
                 .because(j.compile.enable)
                 .fix({"components = [\"model\", \"loss\"]"});
         },
     .targets = on::torchtitan},
    {.code = "TS4204",
     .title = "settings of activation checkpointing belong to its mode",
     .reason = "each mode reads its own",
     .source = "torchtitan distributed/activation_checkpoint.py",
     .check =
         [](const job& j, sayer& say) {
           const activation_checkpoint &a = j.activation_checkpoint, &unset = detail::default_job.activation_checkpoint;
           const auto idle = [&](const auto& field, const auto& by_default) {
             say.idle(field, by_default, {"has no effect while activation_checkpoint.mode = \"", a.mode, "\""}, a.mode);
           };
           if (a.mode != "memory_budget") idle(a.memory_budget, unset.memory_budget);
           if (a.mode != "selective") idle(a.force_recompute_mm_shapes_by_fqns, unset.force_recompute_mm_shapes_by_fqns);
           if (a.mode == "selective" || a.mode == "full") return;
           idle(a.preserve_rng_state, unset.preserve_rng_state);
           idle(a.determinism_check, unset.determinism_check);
           idle(a.debug, unset.debug);
         },
     .severity = severity::warning},
    {.code = "TS4205",
     .title = "settings of the compiler are used",
     .reason = "while compile.enable is false nothing is compiled",
     .source = "torchtitan config/configs.py",
     .check =
         [](const job& j, sayer& say) {
           const compile &c = j.compile, &unset = detail::default_job.compile;
           if (c.enable_async_tensor_parallel && c.enable && j.parallelism.tensor_parallel_degree == 1)
             say.idle(c.enable_async_tensor_parallel, false, {"has no effect while parallelism.tensor_parallel_degree = 1"},
                      j.parallelism.tensor_parallel_degree);
           if (c.enable) return;
           say.idle(c.components, unset.components, {"has no effect while compile.enable = false"}, c.enable);
           if (c.backend != say.target.compile_backend)
             say.idle(c.backend, unset.backend, {"has no effect while compile.enable = false"}, c.enable);
         },
     .severity = severity::warning},
    {.code = "TS4206",
     .title = "flex attention is compiled by a backend that knows it",
     .reason = "with flex attention torchtitan takes only inductor and aot_eager",
     .source = "torchtitan 0.3.0 distributed/compile.py",
     .check =
         [](const job& j, sayer& say) {
           const compile& c = j.compile;
           const bool flex = j.model.attn_backend == "flex" || j.model.attn_backend == "flex_flash";
           if (c.enable && flex && j.model.backend == "native" && detail::compiles_model(c) && !is_choice("inductor|aot_eager", c.backend))
             say(c.backend, {"compile.backend = \"", c.backend, "\" with model.attn_backend = \"", j.model.attn_backend, "\""})
                 .because(j.model.attn_backend)
                 .fix({"backend = \"inductor\""});
         },
     .targets = on::cuda_graphs},
    {.code = "TS4207",
     .title = "what is always recomputed is found among the matrix products",
     .reason =
         "entries are searched for in the paths of a layer's modules: none found, and nothing is recomputed; a module found that is no "
         "matrix product stops the run",
     .source = "torchtitan 0.3.0 distributed/activation_checkpoint.py, tried",
     .check =
         [](const job& j, sayer& say) {
           const auto& names = j.activation_checkpoint.force_recompute_mm_shapes_by_fqns;
           if (j.activation_checkpoint.mode != "selective" || j.model.n_layers <= 0 || j.model.backend == "transformers" ||
               names == detail::default_job.activation_checkpoint.force_recompute_mm_shapes_by_fqns)
             return;
           for (std::size_t i = 0; i < names.size(); ++i) {
             const detail::recomputed r = detail::find_recomputed(j.model, names[i]);
             if (!r.other.view().empty())
               say.element(names, {"[", i, "]"},
                           {"activation_checkpoint.force_recompute_mm_shapes_by_fqns[", i, "] = \"", names[i], "\" is found in ",
                            r.other.view(), ", which is no matrix product"});
             else if (!r.product)
               say.element(names, {"[", i, "]"},
                           {"activation_checkpoint.force_recompute_mm_shapes_by_fqns[", i, "] = \"", names[i],
                            "\" is found in no module of a layer"})
                   .hint({"names are like ", j.model.moe_enabled ? "moe.router.gate" : "feed_forward.w1"})
                   .as(severity::warning);
           }
         },
     .targets = on::config_tree,
     .warns = true},
    {.code = "TS4401",
     .title = "settings of logs and debugging are used",
     .reason = "each needs another to be on",
     .source = "torchtitan components/metrics.py, distributed/utils.py",
     .check =
         [](const job& j, sayer& say) {
           const metrics &m = j.metrics, &unset = detail::default_job.metrics;
           if (!m.enable_tensorboard)
             say.idle(m.save_tb_folder, unset.save_tb_folder, {"has no effect while metrics.enable_tensorboard = false"},
                      m.enable_tensorboard);
           if (!m.enable_tensorboard && !m.enable_wandb)
             say.idle(m.save_for_all_ranks, unset.save_for_all_ranks,
                      {"has no effect while neither metrics.enable_tensorboard nor metrics.enable_wandb is true"}, m.enable_tensorboard);
           if (!j.debug.deterministic)
             say.idle(j.debug.deterministic_warn_only, false, {"has no effect while debug.deterministic = false"}, j.debug.deterministic);
         },
     .severity = severity::warning},
};

}  // namespace trainspec::inline v0
