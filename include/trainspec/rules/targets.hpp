#pragma once
#include "../model/batch.hpp"
#include "../model/shape.hpp"
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
     .reason = "the model registry of the target refuses the name",
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
     .reason = "what needs more belongs to the torchtitan engine",
     .source = "trainspec libtorch/",
     .check =
         [](const job& j, sayer& say) {
           const std::int64_t world = world_size(j);
           if (world != 1) {
             auto said = say(j.machine.devices_per_node, {"the libtorch engine runs one process, and this job has ", world});
             said.because(j.machine.nodes);
             if (!is_trainium(j.machine)) said.fix({"devices_per_node = 1"});
           }
           if (j.model.moe_enabled) say(j.model.moe_enabled, {"the libtorch engine has no mixture of experts yet"}).because(j.model.flavor);
           if (j.model.rope_scaling.rope_type != "none")
             say(j.model.rope_scaling.rope_type, {"the libtorch engine has no rotary scaling yet"}).fix({"rope_type = \"none\""});
           if (j.training.dtype != "float32")
             say(j.training.dtype, {"the libtorch engine computes in float32"}).fix({"dtype = \"float32\""});
           if (j.training.mixed_precision_param != "float32")
             say(j.training.mixed_precision_param, {"the libtorch engine computes in float32"})
                 .fix({"mixed_precision_param = \"float32\""})
                 .if_given();
           if (j.dataloader.dataset != "text")
             say(j.dataloader.dataset, {"the libtorch engine reads dataloader.dataset = \"text\", not \"", j.dataloader.dataset, "\""})
                 .fix({"dataset = \"text\""})
                 .if_given();
           if (j.model.vocab_size > 0 && j.model.vocab_size < 256 && j.dataloader.dataset == "text")
             say(j.model.vocab_size, {"model.vocab_size = ", j.model.vocab_size, " is less than the 256 values of a byte"})
                 .fix({"vocab_size = 256"});
           if (!j.override_.imports.empty()) say(j.override_.imports, {"the libtorch engine has no overrides yet"});
           const checkpoint& c = j.checkpoint;
           if (c.enable && !c.initial_load_in_hf)
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
           if (j.compile.enable) say(j.compile.enable, {"the libtorch engine does not compile"}).fix({"enable = false"});
           if (j.activation_checkpoint.mode != "none")
             say(j.activation_checkpoint.mode, {"the libtorch engine does not recompute activations yet"})
                 .fix({"mode = \"none\""})
                 .if_given();
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
                 .fix({"instance = \"trn2.48xlarge\""});
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
           if (j.model.backend != "transformers" && !j.model.hf_model.empty())
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
           const auto unread = [&](bool set, const auto& field, std::string_view name) {
             if (set) say(field, {name, " has no effect in the libtorch engine"}).if_given();
           };
           unread(j.optimizer.implementation != "fused", j.optimizer.implementation, "optimizer.implementation");
           unread(j.debug.detect_anomaly, j.debug.detect_anomaly, "debug.detect_anomaly");
           unread(j.metrics.enable_tensorboard, j.metrics.enable_tensorboard, "metrics.enable_tensorboard");
           unread(j.metrics.enable_wandb, j.metrics.enable_wandb, "metrics.enable_wandb");
           unread(j.dataloader.num_workers > 0, j.dataloader.num_workers, "dataloader.num_workers");
           unread(j.dataloader.pin_memory, j.dataloader.pin_memory, "dataloader.pin_memory");
           unread(j.training.enable_cpu_offload, j.training.enable_cpu_offload, "training.enable_cpu_offload");
           unread(j.checkpoint.enable && j.checkpoint.interval < j.training.steps, j.checkpoint.interval, "checkpoint.interval");
         },
     .severity = severity::warning,
     .targets = on::libtorch},
};

}  // namespace trainspec::inline v0
