#pragma once
#include <cstdint>
#include <string_view>

#include "../spec/job.hpp"

namespace trainspec::inline v0 {

/// How a model is split into pipeline stages (torchtitan distributed/pipeline_parallel.py: the embedding and the head count
/// as layers of the first and last stage). All counts are 0 without pipeline parallelism.
struct pipeline_split {
  std::int64_t stages = 0;        ///< over all ranks
  std::int64_t per_rank = 0;      ///< rounded down
  std::int64_t layers = 0;        ///< with the weights of the embedding and the head
  std::int64_t least = 0;         ///< layers of the smallest stage
  std::int64_t microbatches = 0;  ///< of a local batch, rounded down
  bool looped = false;            ///< several stages a rank: any schedule but GPipe and 1F1B
};

constexpr bool is_looped_schedule(std::string_view schedule) { return schedule != "1F1B" && schedule != "GPipe"; }

constexpr pipeline_split split_pipeline(const job& j) {
  const parallelism& p = j.parallelism;
  const std::int64_t ranks = p.pipeline_parallel_degree;
  pipeline_split s;
  if (ranks <= 1) return s;
  s.looped = is_looped_schedule(p.pipeline_parallel_schedule);
  s.layers = j.model.n_layers + p.pipeline_parallel_first_stage_less_layers + p.pipeline_parallel_last_stage_less_layers;
  const std::int64_t given = p.pipeline_parallel_layers_per_stage.value_or(0);
  s.stages = given > 0 ? (s.layers + given - 1) / given : ranks * (s.looped ? 2 : 1);
  s.per_rank = s.stages / ranks;
  s.least = s.stages > 0 ? s.layers / s.stages : 0;
  if (p.pipeline_parallel_microbatch_size > 0) s.microbatches = j.training.local_batch_size / p.pipeline_parallel_microbatch_size;
  return s;
}

}  // namespace trainspec::inline v0
