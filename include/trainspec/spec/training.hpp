#pragma once
#include <cstdint>

#include "../schema/describe.hpp"

namespace trainspec::inline v0 {

/// Names and defaults: torchtitan 0.3 `TrainingConfig`.
struct training {
  std::int64_t local_batch_size = 8;
  std::int64_t global_batch_size = -1;
  std::int64_t seq_len = 2048;
  double max_norm = 1.0;
  std::int64_t steps = 10000;
  bool enable_cpu_offload = false;
  bool disable_cuda_graphs = false;
  text dtype = "float32";
  text mixed_precision_param = "bfloat16";
  text mixed_precision_reduce = "float32";
  std::int64_t gc_freq = 50;
  bool gc_debug = false;

  static constexpr void describe(auto& io) {
    io("local_batch_size", &training::local_batch_size, "sequences a data-parallel rank takes in one forward",
       {.min = 1, .max = 1073741824, .unit = "sequences"});
    io("global_batch_size", &training::global_batch_size, "sequences of all ranks in one step; -1: local_batch_size x data-parallel degree",
       {.min = -1, .max = 2147483647, .unit = "sequences"});
    io("seq_len", &training::seq_len, "tokens in a sequence", {.min = 1, .max = 2147483647, .unit = "tokens"});
    io("max_norm", &training::max_norm, "gradients are clipped to this norm; inf: only measured", {.above = 0, .infinite = true});
    io("steps", &training::steps, "optimizer steps of the run", {.min = 1, .max = 9007199254740992, .unit = "steps"});
    io("enable_cpu_offload", &training::enable_cpu_offload, "FSDP keeps parameters, gradients and optimizer state on the host");
    io("disable_cuda_graphs", &training::disable_cuda_graphs, "run without CUDA graphs");
    io("dtype", &training::dtype, "type of the parameters", {.choices = "float32|bfloat16"});
    io("mixed_precision_param", &training::mixed_precision_param, "type parameters are cast to for computing",
       {.choices = "float32|bfloat16"});
    io("mixed_precision_reduce", &training::mixed_precision_reduce, "type gradients are reduced in", {.choices = "float32"});
    io("gc_freq", &training::gc_freq, "steps between garbage collections", {.min = 1, .max = 9007199254740992, .unit = "steps"});
    io("gc_debug", &training::gc_debug, "look for reference cycles");
  }
  bool operator==(const training&) const = default;
};

}  // namespace trainspec::inline v0
