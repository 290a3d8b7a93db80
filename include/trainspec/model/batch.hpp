#pragma once
#include <cstdint>
#include <initializer_list>

#include "../presets/machines.hpp"
#include "../spec/job.hpp"

namespace trainspec::inline v0 {

/// Processes on each machine: as given, else as the preset of the machine says, else 1.
constexpr std::int64_t processes_per_node(const machine& m) {
  if (m.devices_per_node > 0) return m.devices_per_node;
  if (m.visible_cores > 0) return m.visible_cores;
  if (const machine_preset* p = find_machine(m.instance)) return p->devices(m.lnc > 0 ? m.lnc : p->lnc);
  return 1;
}

constexpr std::int64_t world_size(const job& j) { return j.machine.nodes * processes_per_node(j.machine); }

namespace detail {
/// A product of counts, or the greatest integer when it would not fit.
constexpr std::int64_t product(std::initializer_list<std::int64_t> factors) {
  constexpr std::int64_t most = 9223372036854775807;
  std::int64_t p = 1;
  for (std::int64_t f : factors) {
    if (f > 0 && p > most / f) return most;
    p *= f;
  }
  return p;
}
}  // namespace detail

/// Degrees with nothing left to derive, as torchtitan's ParallelDims makes them.
struct degrees {
  std::int64_t world = 1, dp_replicate = 1, dp_shard = 1, cp = 1, tp = 1, pp = 1, ep = 1;
  /// Product of the degrees that must equal the world size.
  constexpr std::int64_t product() const { return detail::product({dp_replicate, dp_shard, cp, tp, pp}); }
  constexpr std::int64_t data_ranks() const { return detail::product({dp_replicate, dp_shard}); }
};

/// dp_shard -1 becomes world / (dp_replicate x cp x tp x pp), rounded down.
constexpr degrees degrees_of(const job& j) {
  const parallelism& p = j.parallelism;
  degrees d{world_size(j),
            p.data_parallel_replicate_degree,
            p.data_parallel_shard_degree,
            p.context_parallel_degree,
            p.tensor_parallel_degree,
            p.pipeline_parallel_degree,
            p.expert_parallel_degree};
  if (d.dp_shard == -1) {
    const std::int64_t others = detail::product({d.dp_replicate, d.cp, d.tp, d.pp});
    d.dp_shard = others > 0 ? d.world / others : 0;
  }
  return d;
}

/// Sequences of one step over all ranks.
constexpr std::int64_t global_batch_size(const job& j) {
  if (j.training.global_batch_size > 0) return j.training.global_batch_size;
  return detail::product({j.training.local_batch_size, degrees_of(j).data_ranks()});
}

/// Forward and backward passes before each optimizer step, or 0 when the batch does not divide.
constexpr std::int64_t accumulation_steps(const job& j) {
  const std::int64_t micro = detail::product({j.training.local_batch_size, degrees_of(j).data_ranks()});
  return micro > 0 && global_batch_size(j) % micro == 0 ? global_batch_size(j) / micro : 0;
}

constexpr std::int64_t tokens_per_step(const job& j) { return detail::product({global_batch_size(j), j.training.seq_len}); }

/// What seq_len must be a multiple of for tensor and context parallelism (torchtitan trainer.py; 0.2: `always`).
constexpr std::int64_t seq_len_divisor(const job& j, bool always_by_tp) {
  const parallelism& p = j.parallelism;
  const std::int64_t tp = always_by_tp || p.enable_sequence_parallel ? p.tensor_parallel_degree : 1;
  const std::int64_t cp = always_by_tp || p.context_parallel_degree > 1 ? 2 * p.context_parallel_degree : 1;
  return tp * cp;
}

}  // namespace trainspec::inline v0
