#pragma once
#include "../model/batch.hpp"
#include "../model/schedule.hpp"
#include "rule.hpp"

namespace trainspec::inline v0 {

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
    {.code = "TS4201",
     .title = "a memory budget for activations is compiled",
     .reason = "the compiler decides what is kept",
     .source = "torchtitan trainer.py",
     .check =
         [](const job& j, sayer& say) {
           const auto& c = j.compile;
           if (j.activation_checkpoint.mode != "memory_budget") return;
           for (const text& part : c.components)
             if (c.enable && part == "model") return;
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
           if (j.compile.enable_async_tensor_parallel && !j.compile.enable)
             say(j.compile.enable_async_tensor_parallel, {"compile.enable_async_tensor_parallel = true needs compile.enable = true"})
                 .because(j.compile.enable)
                 .fix({"enable = true"});
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
};

}  // namespace trainspec::inline v0
