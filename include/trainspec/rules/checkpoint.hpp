#pragma once
#include "rule.hpp"

namespace trainspec::inline v0 {

inline constexpr rule checkpoint_rules[] = {
    {.code = "TS5001",
     .title = "weights that are to be loaded are loaded",
     .reason = "while checkpointing is off nothing is loaded and training starts from random weights",
     .source = "torchtitan components/checkpointer/base.py, tried",
     .check =
         [](const job& j, sayer& say) {
           const checkpoint& c = j.checkpoint;
           if (c.enable) return;
           if (!c.initial_load_path.empty())
             say(c.initial_load_path,
                 {"checkpoint.initial_load_path has no effect while checkpoint.enable = false: weights would be random"})
                 .because(c.enable)
                 .fix({"enable = true"});
           else if (c.initial_load_in_hf)
             say(c.initial_load_in_hf,
                 {"checkpoint.initial_load_in_hf has no effect while checkpoint.enable = false: weights would be random"})
                 .because(c.enable)
                 .fix({"enable = true"});
         }},
    {.code = "TS5002",
     .title = "Hugging Face weights are loaded alone",
     .reason = "a Hugging Face folder holds no optimizer state",
     .source = "torchtitan components/checkpointer/base.py",
     .check =
         [](const job& j, sayer& say) {
           if (j.checkpoint.initial_load_in_hf && !j.checkpoint.initial_load_model_only)
             say(j.checkpoint.initial_load_in_hf, {"checkpoint.initial_load_in_hf = true needs checkpoint.initial_load_model_only = true"})
                 .because(j.checkpoint.initial_load_model_only)
                 .fix({"initial_load_model_only = true"});
         },
     .targets = on::torchtitan},
    {.code = "TS5003",
     .title = "a last checkpoint for Hugging Face holds only weights",
     .reason = "the format has no place for optimizer state",
     .source = "torchtitan components/checkpointer/base.py",
     .check =
         [](const job& j, sayer& say) {
           if (j.checkpoint.last_save_in_hf && !j.checkpoint.last_save_model_only)
             say(j.checkpoint.last_save_in_hf, {"checkpoint.last_save_in_hf = true needs checkpoint.last_save_model_only = true"})
                 .because(j.checkpoint.last_save_model_only)
                 .fix({"last_save_model_only = true"});
         },
     .targets = on::torchtitan},
    {.code = "TS5004",
     .title = "quantized weights come from a Hugging Face path",
     .reason = "only the Hugging Face reader can dequantize",
     .source = "torchtitan components/checkpointer/base.py",
     .check =
         [](const job& j, sayer& say) {
           const checkpoint& c = j.checkpoint;
           if (c.initial_load_in_hf_quantized && (!c.initial_load_in_hf || c.initial_load_path.empty()))
             say(c.initial_load_in_hf_quantized,
                 {"checkpoint.initial_load_in_hf_quantized = true needs initial_load_in_hf = true and initial_load_path"})
                 .because(c.initial_load_in_hf)
                 .because(c.initial_load_path)
                 .fix({c.initial_load_in_hf ? "initial_load_path = \"/path/to/Qwen3\"" : "initial_load_in_hf = true"});
         },
     .targets = on::torchtitan},
    {.code = "TS5005",
     .title = "at least two checkpoints are kept, or all",
     .reason = "with one, the only good copy would be deleted while the next is written",
     .source = "torchtitan components/checkpointer/base.py",
     .check =
         [](const job& j, sayer& say) {
           if (j.checkpoint.keep_latest_k == 1)
             say(j.checkpoint.keep_latest_k, {"checkpoint.keep_latest_k = 1 keeps no checkpoint to fall back on"})
                 .fix({"keep_latest_k = 2"});
         },
     .targets = on::torchtitan},
    {.code = "TS5006",
     .title = "a job that loads weights in Hugging Face form says from where",
     .reason = "without a path they are looked for in model.hf_assets_path",
     .source = "torchtitan components/checkpointer/base.py",
     .check =
         [](const job& j, sayer& say) {
           if (j.checkpoint.enable && j.checkpoint.initial_load_in_hf && j.checkpoint.initial_load_path.empty() &&
               j.model.hf_assets_path.empty())
             say(j.checkpoint.initial_load_in_hf,
                 {"checkpoint.initial_load_in_hf = true, but neither checkpoint.initial_load_path nor model.hf_assets_path is given"})
                 .because(j.checkpoint.initial_load_path)
                 .fix({"initial_load_path = \"/path/to/Qwen3\""});
         }},
    {.code = "TS5007",
     .title = "what is to be saved is saved",
     .reason = "while checkpointing is off nothing is written",
     .source = "torchtitan components/checkpointer/base.py; train.py (create_seed_checkpoint)",
     .check =
         [](const job& j, sayer& say) {
           const checkpoint& c = j.checkpoint;
           if (c.enable) return;
           const auto unsaved = [&](const bool& wanted, std::string_view name) {
             if (wanted)
               say(wanted, {"checkpoint.", name, " = true has no effect while checkpoint.enable = false: nothing would be saved"})
                   .because(c.enable)
                   .fix({"enable = true"});
           };
           unsaved(c.last_save_in_hf, "last_save_in_hf");
           unsaved(c.create_seed_checkpoint, "create_seed_checkpoint");
           unsaved(c.enable_first_step_checkpoint, "enable_first_step_checkpoint");
         },
     .targets = on::torchtitan},
    {.code = "TS5008",
     .title = "a schedule is not loaded without its optimizer",
     .reason = "the learning rate would go on where the optimizer starts anew",
     .source = "torchtitan components/checkpointer/base.py",
     .check =
         [](const job& j, sayer& say) {
           bool optimizer = false, schedule = false;
           for (const text& part : j.checkpoint.exclude_from_loading) {
             optimizer = optimizer || part == "optimizer";
             schedule = schedule || part == "lr_scheduler";
           }
           if (optimizer && !schedule)
             say(j.checkpoint.exclude_from_loading, {"checkpoint.exclude_from_loading has \"optimizer\" without \"lr_scheduler\""})
                 .fix({"exclude_from_loading = [\"optimizer\", \"lr_scheduler\"]"});
         },
     .targets = on::torchtitan},
    {.code = "TS5009",
     .title = "settings of checkpoints are used",
     .reason = "while checkpoint.enable is false none is written or read",
     .source = "torchtitan components/checkpointer/base.py",
     .check =
         [](const job& j, sayer& say) {
           const checkpoint &c = j.checkpoint, &unset = detail::default_job.checkpoint;
           if (c.enable) return;
           const auto idle = [&](const auto& field, const auto& by_default) {
             say.idle(field, by_default, {"has no effect while checkpoint.enable = false"}, c.enable);
           };
           idle(c.folder, unset.folder);
           idle(c.interval, unset.interval);
           idle(c.async_mode, unset.async_mode);
           idle(c.keep_latest_k, unset.keep_latest_k);
           idle(c.load_step, unset.load_step);
           idle(c.exclude_from_loading, unset.exclude_from_loading);
           idle(c.load_only, unset.load_only);
           idle(c.resume, unset.resume);
           if (!c.last_save_in_hf) idle(c.export_dtype, unset.export_dtype);  // TS5007 speaks of the rest
         },
     .severity = severity::warning,
     .targets = on::torchtitan},
    {.code = "TS5010",
     .title = "the type of exported weights is used",
     .reason = "a full checkpoint keeps the types of training; only weights that are saved alone are cast",
     .source = "torchtitan components/checkpointer/dcp.py",
     .check =
         [](const job& j, sayer& say) {
           const checkpoint& c = j.checkpoint;
           if (c.enable && !c.last_save_model_only)
             say.idle(c.export_dtype, detail::default_job.checkpoint.export_dtype,
                      {"has no effect while checkpoint.last_save_model_only = false"}, c.last_save_model_only);
         },
     .severity = severity::warning,
     .targets = on::torchtitan},
    {.code = "TS5011",
     .title = "a run that only loads is asked to save nothing",
     .reason = "with load_only no checkpoint is written, the last one included",
     .source = "torchtitan components/checkpointer/base.py",
     .check =
         [](const job& j, sayer& say) {
           const checkpoint &c = j.checkpoint, &unset = detail::default_job.checkpoint;
           if (!c.enable || !c.load_only) return;
           const auto unsaved = [&](const bool& wanted, std::string_view name) {
             if (wanted)
               say(wanted, {"checkpoint.", name, " = true, but with checkpoint.load_only = true nothing is saved"})
                   .because(c.load_only)
                   .fix({"load_only = false"});
           };
           unsaved(c.last_save_in_hf, "last_save_in_hf");
           unsaved(c.create_seed_checkpoint, "create_seed_checkpoint");
           unsaved(c.enable_first_step_checkpoint, "enable_first_step_checkpoint");
           if (c.interval != unset.interval)
             say(c.interval, {"checkpoint.interval = ", c.interval, ", but with checkpoint.load_only = true nothing is saved"})
                 .because(c.load_only)
                 .as(severity::warning);
         },
     .targets = on::torchtitan,
     .warns = true},
    {.code = "TS5012",
     .title = "a checkpoint is written before the run ends",
     .reason = "the last step is always saved; a run that stops early leaves nothing",
     .source = "torchtitan components/checkpointer/base.py",
     .check =
         [](const job& j, sayer& say) {
           const checkpoint &c = j.checkpoint, &unset = detail::default_job.checkpoint;
           if (c.enable && !c.load_only && c.interval > j.training.steps && c.interval != unset.interval)
             say(c.interval, {"checkpoint.interval = ", c.interval, " is longer than the run of ", j.training.steps,
                              " steps: only the end of the run is saved"})
                 .because(j.training.steps)
                 .fix({"interval = ", j.training.steps >= 10 ? j.training.steps / 10 : 1});
         },
     .severity = severity::warning,
     .targets = on::torchtitan},
    {.code = "TS5013",
     .title = "Hugging Face weights are on a local disk",
     .reason = "torchtitan reads and writes them with a local path only",
     .source = "torchtitan 0.3.0 components/checkpointer/base.py, tried",
     .check =
         [](const job& j, sayer& say) {
           const checkpoint& c = j.checkpoint;
           const auto remote = [](const text& path) { return path.view().find("://") != std::string_view::npos; };
           if (!c.enable) return;  // TS5001, TS5007
           if (c.initial_load_in_hf && remote(c.initial_load_path))
             say(c.initial_load_path, {"checkpoint.initial_load_path = \"", c.initial_load_path, "\" is remote"})
                 .because(c.initial_load_in_hf)
                 .fix({"initial_load_path = \"/path/to/Qwen3\""});
           if (c.last_save_in_hf && (remote(j.info.dump_folder) || remote(c.folder)))
             say(c.last_save_in_hf, {"checkpoint.last_save_in_hf = true, but checkpoints go to a remote folder"})
                 .because(remote(c.folder) ? c.folder : j.info.dump_folder)
                 .fix({"last_save_in_hf = false"});
         },
     .targets = on::config_tree},
    {.code = "TS5014",
     .title = "a run that goes on has steps left",
     .reason = "training goes on at the step of the checkpoint and ends at training.steps",
     .source = "torchtitan trainer.py (train, should_continue_training)",
     .check =
         [](const job& j, sayer& say) {
           const checkpoint& c = j.checkpoint;
           if (c.enable && c.load_step >= j.training.steps)
             say(c.load_step, {"checkpoint.load_step = ", c.load_step, " leaves nothing to train of training.steps = ", j.training.steps})
                 .because(j.training.steps);
         },
     .severity = severity::warning,
     .targets = on::torchtitan},
};

}  // namespace trainspec::inline v0
