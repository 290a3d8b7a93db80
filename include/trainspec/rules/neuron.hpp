#pragma once
#include "../model/batch.hpp"
#include "rule.hpp"

// What the Neuron stack does with a job that torchtitan itself takes. Most of it rests on documents and on sources of
// other releases, not on a run of release 2.33: such rules warn, and `[check] allow` switches them off.

namespace trainspec::inline v0 {

namespace detail {
constexpr bool is_all_to_all_group(std::int64_t ranks) { return ranks == 4 || ranks == 8 || ranks == 16 || ranks % 32 == 0; }
}  // namespace detail

inline constexpr rule neuron_rules[] = {
    {.code = "TS3201",
     .title = "experts are dealt out in groups that all-to-all knows",
     .reason = "the Neuron runtime exchanges tokens among 4, 8, 16 or a multiple of 32 ranks",
     .source = "aws-neuron-sdk issue 1142; torch_neuronx before release 2.33; unconfirmed for 2.33",
     .check =
         [](const job& j, sayer& say) {
           const std::int64_t ep = j.parallelism.expert_parallel_degree;
           if (ep > 1 && j.model.moe_enabled && !detail::is_all_to_all_group(ep))
             say(j.parallelism.expert_parallel_degree,
                 {"parallelism.expert_parallel_degree = ", ep, " is not 4, 8, 16 or a multiple of 32"})
                 .fix({"expert_parallel_degree = ", ep < 4    ? 4
                                                    : ep < 8  ? 4
                                                    : ep < 16 ? 8
                                                    : ep < 32 ? 16
                                                              : ep / 32 * 32});
         },
     .severity = severity::warning,
     .targets = on::neuron},
    {.code = "TS3202",
     .title = "groups that talk in every layer stay within a node",
     .reason = "groups over several nodes must be symmetric: the same cores of each node",
     .source = "AWS Neuron documentation, collectives between nodes; unconfirmed for release 2.33",
     .check =
         [](const job& j, sayer& say) {
           const parallelism& p = j.parallelism;
           const std::int64_t node = processes_per_node(j.machine), tp = p.tensor_parallel_degree;
           if (j.machine.nodes <= 1 || node <= 0) return;
           if (node % tp != 0 && tp % node != 0)
             say(p.tensor_parallel_degree,
                 {"parallelism.tensor_parallel_degree = ", tp, " puts some groups on two nodes of ", node, " processes unevenly"})
                 .because(j.machine.nodes);
         },
     .severity = severity::warning,
     .targets = on::neuron},
    {.code = "TS3203",
     .title = "parameters are kept in float32",
     .reason = "pure bfloat16 training has diverged and given NaN on Trainium; reduce and update in float32",
     .source = "aws-neuron-sdk issues 593 and 667; unconfirmed for release 2.33",
     .check =
         [](const job& j, sayer& say) {
           if (j.training.dtype == "bfloat16")
             say(j.training.dtype, {"training.dtype = \"bfloat16\" keeps no float32 copy of the parameters"})
                 .hint({"mixed_precision_param = \"bfloat16\" computes in bfloat16 all the same"})
                 .fix({"dtype = \"float32\""});
         },
     .severity = severity::warning,
     .targets = on::neuron},
    {.code = "TS3204",
     .title = "nothing that only CUDA has is asked for",
     .reason = "pinned and symmetric memory, DeepEP and async tensor parallelism are written for CUDA devices",
     .source = "torchtitan components/checkpointer/base.py, config/configs.py; unconfirmed for release 2.33",
     .check =
         [](const job& j, sayer& say) {
           const auto cuda = [&](const auto& field, const auto& by_default) {
             say.idle(field, by_default, {"is for CUDA devices"}, j.machine.instance);
           };
           if (j.checkpoint.enable && j.checkpoint.async_mode == "async_with_pinned_mem")
             say(j.checkpoint.async_mode, {"checkpoint.async_mode = \"async_with_pinned_mem\" is for CUDA devices"})
                 .because(j.machine.instance)
                 .fix({"async_mode = \"async\""});
           cuda(j.parallelism.enable_fsdp_symm_mem, false);
           cuda(j.compile.enable_async_tensor_parallel, false);
           cuda(j.dataloader.pin_memory, false);
           if (j.parallelism.expert_parallel_degree > 1)
             cuda(j.parallelism.expert_parallel_comm_backend, detail::default_job.parallelism.expert_parallel_comm_backend);
         },
     .severity = severity::warning,
     .targets = on::neuron},
    {.code = "TS3205",
     .title = "a compiled run shards by SimpleFSDP",
     .reason = "under torch.compile the Neuron stack supports SimpleFSDP; fully_shard is for eager runs",
     .source = "AWS Neuron documentation, native PyTorch overview; unconfirmed for release 2.33",
     .check =
         [](const job& j, sayer& say) {
           const degrees d = degrees_of(j);
           if (j.compile.enable && detail::product({d.dp_shard, d.cp}) > 1)
             say(j.compile.enable, {"compile.enable = true with parameters sharded over ", detail::product({d.dp_shard, d.cp}), " ranks"})
                 .because(j.parallelism.data_parallel_shard_degree)
                 .hint({"start an eager run first, or use a module that shards by SimpleFSDP"});
         },
     .severity = severity::warning,
     .targets = on::neuron},
    {.code = "TS3206",
     .title = "context parallelism has been seen to work",
     .reason = "upstream splits flex attention only, the Neuron stack computes sdpa, and its ring kernel fails at LNC 2",
     .source = "torchtitan models/common/decoder.py; aws-neuron-sdk issue 1352; unconfirmed for release 2.33",
     .check =
         [](const job& j, sayer& say) {
           if (j.parallelism.context_parallel_degree > 1)
             say(j.parallelism.context_parallel_degree,
                 {"parallelism.context_parallel_degree = ", j.parallelism.context_parallel_degree, " is unconfirmed on ", say.target.name})
                 .because(j.model.attn_backend)
                 .fix({"context_parallel_degree = 1"});
         },
     .severity = severity::warning,
     .targets = on::neuron},
};

}  // namespace trainspec::inline v0
