#pragma once
#include "../model/batch.hpp"
#include "../model/shape.hpp"
#include "../presets/qwen3.hpp"
#include "rule.hpp"

namespace trainspec::inline v0 {

inline constexpr rule target_rules[] = {
    {.code = "TS7001",
     .title = "the target has the modelling path",
     .reason = "a path that the target lacks cannot be emitted or run",
     .source = "presets/targets.hpp",
     .check =
         [](const job& j, sayer& say) {
           if (is_choice("native|transformers|nki_moe", j.model.backend) && !is_choice(say.target.backends, j.model.backend))
             say(j.model.backend, {"model.backend = \"", j.model.backend, "\" cannot run on ", say.target.name})
                 .because(j.info.target)
                 .fix({"backend = \"native\""});
         }},
    {.code = "TS7002",
     .title = "the target has the attention implementation",
     .reason = "the target has no such attention",
     .source = "torchtitan models/common/config_utils.py",
     .check =
         [](const job& j, sayer& say) {
           if (j.model.backend == "native" && !is_choice(say.target.attn_backends, j.model.attn_backend))
             say(j.model.attn_backend, {"model.attn_backend = \"", j.model.attn_backend, "\" is not one of ", say.target.attn_backends,
                                        " (", say.target.name, ")"})
                 .fix({"attn_backend = \"sdpa\""});
         }},
    {.code = "TS7003",
     .title = "the libtorch engine trains dense models in one process",
     .reason = "what the engine does not do is refused, not trained otherwise",
     .source = "trainspec libtorch/",
     .check =
         [](const job& j, sayer& say) {
           const std::int64_t world = world_size(j);
           if (world != 1) {
             auto said = say(j.machine.devices_per_node, {"the libtorch engine runs one process, and this job has ", world});
             said.because(j.machine.nodes);
             if (!is_trainium(j.machine) && j.machine.nodes == 1) said.fix({"devices_per_node = 1"});
             if (j.machine.nodes > 1 && processes_per_node(j.machine) == 1) said.hint({"machine.nodes = 1"});
           }
           if (j.model.moe_enabled) say(j.model.moe_enabled, {"the libtorch engine has no mixture of experts yet"}).because(j.model.flavor);
           if (j.model.rope_scaling.rope_type != "none")
             say(j.model.rope_scaling.rope_type, {"the libtorch engine has no rotary scaling yet"}).fix({"rope_type = \"none\""});
           if (j.training.dtype != "float32")
             say(j.training.dtype, {"the libtorch engine computes in float32"}).fix({"dtype = \"float32\""});
           if (j.training.mixed_precision_param != "float32")
             say(j.training.mixed_precision_param, {"the libtorch engine computes in float32"})
                 .fix({"mixed_precision_param = \"float32\""});
           if (j.dataloader.dataset != "text")
             say(j.dataloader.dataset, {"the libtorch engine reads dataloader.dataset = \"text\", not \"", j.dataloader.dataset, "\""})
                 .fix({"dataset = \"text\""});
           if (j.model.vocab_size > 0 && j.model.vocab_size < 256)
             say(j.model.vocab_size, {"model.vocab_size = ", j.model.vocab_size, " is less than the 256 values of a byte"})
                 .fix({"vocab_size = 256"});
           if (!j.override_.imports.empty()) say(j.override_.imports, {"the libtorch engine has no overrides yet"});
           const checkpoint& c = j.checkpoint;
           if (c.enable && !c.initial_load_in_hf && c.initial_load_path.empty())
             say(c.enable, {"the libtorch engine writes no checkpoints yet; the trained weights are always written"})
                 .fix({"enable = false"});
           if (c.enable && !c.initial_load_path.empty() && !c.initial_load_in_hf)
             say(c.initial_load_path, {"the libtorch engine loads Hugging Face weights only"}).fix({"initial_load_in_hf = true"});
           if (j.validator.enable && j.validator.holdout <= 0)
             say(j.validator.holdout, {"validator.enable = true, but validator.holdout = 0 leaves no text to measure on"})
                 .because(j.validator.enable)
                 .fix({"holdout = 0.1"});
           for (std::size_t i = 0; i < j.optimizer.param_groups.size(); ++i)
             if (j.optimizer.param_groups[i].optimizer_name == "DistMuon")
               say.element(j.optimizer.param_groups, {"[", i, "].optimizer_name"},
                           {"the libtorch engine has Adam and AdamW, not DistMuon"});
           const std::string_view folder = j.info.dump_folder.view();
           if (!is_local_folder(folder))
             say(j.info.dump_folder, {"the libtorch engine writes to a local folder, not to \"", folder, "\""})
                 .fix({"dump_folder = \"./outputs\""});
           if (j.compile.enable) say(j.compile.enable, {"the libtorch engine does not compile"}).fix({"enable = false"});
           if (j.activation_checkpoint.mode != "none")
             say(j.activation_checkpoint.mode, {"the libtorch engine does not recompute activations yet"}).fix({"mode = \"none\""});
         },
     .targets = on::libtorch},
    {.code = "TS7004",
     .title = "the target can split the model into pipeline stages",
     .reason = "torchtitan 0.2's Qwen3 has no pipelining function: it stops after the model is built",
     .source = "torchtitan 0.2.2 models/qwen3/__init__.py",
     .check =
         [](const job& j, sayer& say) {
           if (j.parallelism.pipeline_parallel_degree > 1 && !say.target.pipeline && say.target.distributed)
             say(j.parallelism.pipeline_parallel_degree, {"parallelism.pipeline_parallel_degree = ", j.parallelism.pipeline_parallel_degree,
                                                          ", but ", say.target.name, " cannot split Qwen3"})
                 .fix({"pipeline_parallel_degree = 1"});
         }},
    {.code = "TS7005",
     .title = "a compiled run on Trainium uses the neuron backend",
     .reason = "torchtitan's default backend, inductor, has no code for NeuronCores",
     .source = "AWS Neuron documentation, torchtitan-neuron best practices",
     .check =
         [](const job& j, sayer& say) {
           if (j.compile.enable && j.compile.backend != "neuron")
             say(j.compile.backend, {"compile.backend = \"", j.compile.backend, "\" on Trainium, which needs \"neuron\""})
                 .because(j.compile.enable)
                 .fix({"backend = \"neuron\""});
         },
     .targets = on::neuron},
    {.code = "TS7006",
     .title = "NKI kernels run on Trainium",
     .reason = "no other device can run them",
     .source = "AWS Neuron documentation, NKI",
     .check =
         [](const job& j, sayer& say) {
           if (j.model.backend == "nki_moe" && say.target.distributed && !is_trainium(j.machine))
             say(j.model.backend,
                 {"model.backend = \"nki_moe\" needs a Trainium machine", j.machine.instance.empty() ? "" : ", not ", j.machine.instance})
                 .because(j.machine.instance)
                 .hint({"machine.instance = \"trn2.48xlarge\" is one"})
                 .fix({"backend = \"native\""});
         }},
    {.code = "TS7007",
     .title = "the target has overrides",
     .reason = "an override that the target does not know is not applied",
     .source = "torchtitan config/override.py (since June 2026)",
     .check =
         [](const job& j, sayer& say) {
           if (!j.override_.imports.empty() && say.target.torchtitan && !say.target.overrides)
             say(j.override_.imports, {say.target.name, " has no overrides"}).because(j.info.target);
         }},
    {.code = "TS7008",
     .title = "a Transformers model is named",
     .reason = "the architecture comes from its config.json",
     .source = "torchtitan experiments/transformers_modeling_backend",
     .check =
         [](const job& j, sayer& say) {
           if (j.model.backend == "transformers" && j.model.hf_model.empty())
             say(j.model.hf_model, {"model.backend = \"transformers\" needs model.hf_model"})
                 .because(j.model.backend)
                 .fix({"hf_model = \"Qwen/Qwen3-4B-Instruct-2507\""});
           const bool gives_shape = j.model.flavor.empty() && find_qwen3_flavor(j.model.hf_model) != nullptr;
           if (j.model.backend != "transformers" && !j.model.hf_model.empty() && !gives_shape)
             say(j.model.hf_model, {"model.hf_model has no effect while model.backend = \"", j.model.backend, "\""})
                 .because(j.model.backend)
                 .as(severity::warning)
                 .fix({"backend = \"transformers\""});
         },
     .warns = true},
    {.code = "TS7009",
     .title = "a setting has an effect in the libtorch engine",
     .reason = "the engine does not read it",
     .source = "trainspec libtorch/",
     .check =
         [](const job& j, sayer& say) {
           const job unset;
           const auto unread = [&](const auto& field, const auto& by_default, std::string_view name) {
             if (!(field == by_default)) say(field, {name, " has no effect in the libtorch engine"});
           };
           unread(j.optimizer.implementation, unset.optimizer.implementation, "optimizer.implementation");
           unread(j.training.enable_cpu_offload, unset.training.enable_cpu_offload, "training.enable_cpu_offload");
           unread(j.training.gc_freq, unset.training.gc_freq, "training.gc_freq");
           unread(j.training.gc_debug, unset.training.gc_debug, "training.gc_debug");
           unread(j.debug.detect_anomaly, unset.debug.detect_anomaly, "debug.detect_anomaly");
           unread(j.debug.moe_force_load_balance, unset.debug.moe_force_load_balance, "debug.moe_force_load_balance");
           unread(j.debug.print_config, unset.debug.print_config, "debug.print_config");
           unread(j.metrics.enable_tensorboard, unset.metrics.enable_tensorboard, "metrics.enable_tensorboard");
           unread(j.metrics.enable_wandb, unset.metrics.enable_wandb, "metrics.enable_wandb");
           unread(j.metrics.disable_color_printing, unset.metrics.disable_color_printing, "metrics.disable_color_printing");
           unread(j.metrics.save_tb_folder, unset.metrics.save_tb_folder, "metrics.save_tb_folder");
           unread(j.metrics.save_for_all_ranks, unset.metrics.save_for_all_ranks, "metrics.save_for_all_ranks");
           unread(j.dataloader.num_workers, unset.dataloader.num_workers, "dataloader.num_workers");
           unread(j.dataloader.persistent_workers, unset.dataloader.persistent_workers, "dataloader.persistent_workers");
           unread(j.dataloader.pin_memory, unset.dataloader.pin_memory, "dataloader.pin_memory");
           if (!j.checkpoint.enable) return;
           unread(j.checkpoint.folder, unset.checkpoint.folder, "checkpoint.folder");
           unread(j.checkpoint.interval, unset.checkpoint.interval, "checkpoint.interval");
           unread(j.checkpoint.initial_load_in_hf_quantized, unset.checkpoint.initial_load_in_hf_quantized,
                  "checkpoint.initial_load_in_hf_quantized");
           unread(j.checkpoint.async_mode, unset.checkpoint.async_mode, "checkpoint.async_mode");
           unread(j.checkpoint.keep_latest_k, unset.checkpoint.keep_latest_k, "checkpoint.keep_latest_k");
           unread(j.checkpoint.load_step, unset.checkpoint.load_step, "checkpoint.load_step");
           unread(j.checkpoint.exclude_from_loading, unset.checkpoint.exclude_from_loading, "checkpoint.exclude_from_loading");
           unread(j.checkpoint.enable_first_step_checkpoint, unset.checkpoint.enable_first_step_checkpoint,
                  "checkpoint.enable_first_step_checkpoint");
           unread(j.checkpoint.create_seed_checkpoint, unset.checkpoint.create_seed_checkpoint, "checkpoint.create_seed_checkpoint");
           unread(j.checkpoint.load_only, unset.checkpoint.load_only, "checkpoint.load_only");
         },
     .severity = severity::warning,
     .targets = on::libtorch},
    {.code = "TS7010",
     .title = "the target has the rotary scaling",
     .reason = "the model would be built without it, or not at all",
     .source = "torchtitan models/common/rope.py",
     .check =
         [](const job& j, sayer& say) {
           const text& type = j.model.rope_scaling.rope_type;
           if (j.model.backend != "transformers" && !is_choice(say.target.rope_types, type))
             say(type, {"model.rope_scaling.rope_type = \"", type, "\" is not one of ", say.target.rope_types, " (", say.target.name, ")"})
                 .because(j.model.backend)
                 .fix({"rope_type = \"", is_choice(say.target.rope_types, "yarn") ? "yarn" : "none", "\""});
         },
     .targets = on::torchtitan},
    {.code = "TS7011",
     .title = "a Transformers model has no flavor",
     .reason = "its shape comes from model.hf_model",
     .source = "torchtitan experiments/transformers_modeling_backend",
     .check =
         [](const job& j, sayer& say) {
           if (j.model.backend == "transformers" && !j.model.flavor.empty() && !j.model.hf_model.empty())
             say(j.model.flavor,
                 {"model.flavor = \"", j.model.flavor, "\" has no effect beside model.hf_model = \"", j.model.hf_model, "\""})
                 .because(j.model.hf_model);
         },
     .severity = severity::warning,
     .targets = on::torchtitan},
    {.code = "TS7012",
     .title = "the target has optimizers for groups of parameters",
     .reason = "it has one optimizer for all parameters",
     .source = "torchtitan 0.2.2 components/optimizer.py",
     .check =
         [](const job& j, sayer& say) {
           if (!j.optimizer.param_groups.empty() && !say.target.optimizer_groups)
             say(j.optimizer.param_groups, {say.target.name, " has no optimizer.param_groups"}).because(j.info.target);
         },
     .targets = on::torchtitan},
    {.code = "TS7013",
     .title = "the target has the implementation of the optimizer",
     .reason = "another name stops the run after the weights are initialised",
     .source = "torchtitan 0.2.2 components/optimizer.py",
     .check =
         [](const job& j, sayer& say) {
           if (!say.target.optimizer_groups && j.optimizer.implementation == "fused_opt_states_bf16")
             say(j.optimizer.implementation, {"optimizer.implementation = \"fused_opt_states_bf16\" is newer than ", say.target.name})
                 .because(j.info.target)
                 .fix({"implementation = \"fused\""});
         },
     .targets = on::torchtitan},
    {.code = "TS7014",
     .title = "the model has the biases that are asked for",
     .reason = "torchtitan builds the projections of Qwen3 without biases, and its Hugging Face adapter has no names for them",
     .source = "torchtitan models/qwen3/__init__.py, state_dict_adapter.py",
     .check =
         [](const job& j, sayer& say) {
           if (j.model.attention_bias)
             say(j.model.attention_bias, {"model.attention_bias = true, but ", say.target.name, " has no biases in Qwen3"})
                 .because(j.model.backend)
                 .fix({"attention_bias = false"});
         },
     .targets = on::torchtitan},
};

}  // namespace trainspec::inline v0
