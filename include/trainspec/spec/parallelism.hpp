#pragma once
#include <cstdint>
#include <optional>

#include "../schema/describe.hpp"

namespace trainspec::inline v0 {

/// Names and defaults: torchtitan 0.3 `ParallelismConfig`; `expert_parallel_comm_backend` from 0.2.
struct parallelism {
  std::int64_t data_parallel_replicate_degree = 1;
  std::int64_t data_parallel_shard_degree = -1;
  text fsdp_reshard_after_forward = "default";
  bool enable_fsdp_symm_mem = false;
  std::int64_t tensor_parallel_degree = 1;
  bool enable_sequence_parallel = true;
  text spmd_backend = "spmd_types";
  std::int64_t pipeline_parallel_degree = 1;
  std::int64_t pipeline_parallel_first_stage_less_layers = 1;
  std::int64_t pipeline_parallel_last_stage_less_layers = 1;
  std::optional<std::int64_t> pipeline_parallel_layers_per_stage{};
  text pipeline_parallel_schedule = "1F1B";
  text pipeline_parallel_schedule_csv{};
  std::int64_t pipeline_parallel_microbatch_size = 1;
  std::int64_t context_parallel_degree = 1;
  text context_parallel_load_balancer = "headtail";
  std::int64_t expert_parallel_degree = 1;
  text expert_parallel_comm_backend = "standard";

  static constexpr void describe(auto& io) {
    io("data_parallel_replicate_degree", &parallelism::data_parallel_replicate_degree, "copies of the model (HSDP, DDP)",
       {.min = 1, .max = 1048576});
    io("data_parallel_shard_degree", &parallelism::data_parallel_shard_degree, "ranks that share one copy (FSDP); -1: all that are left",
       {.min = -1, .max = 1048576});
    io("fsdp_reshard_after_forward", &parallelism::fsdp_reshard_after_forward, "free gathered parameters after forward",
       {.choices = "default|always|never"});
    io("enable_fsdp_symm_mem", &parallelism::enable_fsdp_symm_mem, "FSDP collectives through symmetric memory");
    io("tensor_parallel_degree", &parallelism::tensor_parallel_degree, "ranks that share each matrix", {.min = 1, .max = 1048576});
    io("enable_sequence_parallel", &parallelism::enable_sequence_parallel, "tensor-parallel ranks split the sequence between blocks");
    io("spmd_backend", &parallelism::spmd_backend, "how torchtitan lays tensors out",
       {.choices = "partial_dtensor|full_dtensor|spmd_types"});
    io("pipeline_parallel_degree", &parallelism::pipeline_parallel_degree, "pipeline ranks", {.min = 1, .max = 1048576});
    io("pipeline_parallel_first_stage_less_layers", &parallelism::pipeline_parallel_first_stage_less_layers,
       "layers the first stage has less, for the embedding", {.min = 0, .max = 1048576});
    io("pipeline_parallel_last_stage_less_layers", &parallelism::pipeline_parallel_last_stage_less_layers,
       "layers the last stage has less, for the head", {.min = 0, .max = 1048576});
    io("pipeline_parallel_layers_per_stage", &parallelism::pipeline_parallel_layers_per_stage, "layers a stage; absent: by the schedule",
       {.min = 1, .max = 1048576});
    io("pipeline_parallel_schedule", &parallelism::pipeline_parallel_schedule, "torch.distributed.pipelining schedule",
       {.choices = "1F1B|GPipe|Interleaved1F1B|LoopedBFS|InterleavedZeroBubble|ZBVZeroBubble|DualPipeV"});
    io("pipeline_parallel_schedule_csv", &parallelism::pipeline_parallel_schedule_csv, "file with a schedule of one's own", {.path = true});
    io("pipeline_parallel_microbatch_size", &parallelism::pipeline_parallel_microbatch_size, "sequences in a pipeline microbatch",
       {.min = 1, .max = 1048576, .unit = "sequences"});
    io("context_parallel_degree", &parallelism::context_parallel_degree, "ranks that share each sequence", {.min = 1, .max = 1048576});
    io("context_parallel_load_balancer", &parallelism::context_parallel_load_balancer, "how the sequence is dealt out; empty: none",
       {.choices = "headtail|ptrr|"});
    io("expert_parallel_degree", &parallelism::expert_parallel_degree, "ranks that share the experts of a layer",
       {.min = 1, .max = 1048576});
    io("expert_parallel_comm_backend", &parallelism::expert_parallel_comm_backend, "token dispatch", {.choices = "standard|deepep"});
  }
  bool operator==(const parallelism&) const = default;
};

}  // namespace trainspec::inline v0
