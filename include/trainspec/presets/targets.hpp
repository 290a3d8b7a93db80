#pragma once
#include <cstdint>
#include <string_view>

#include "../spec/job.hpp"
#include "machines.hpp"

namespace trainspec::inline v0 {

/// For whom a job is checked and emitted.
enum class target : unsigned char { libtorch, torchtitan_0_2, torchtitan_0_3, neuron_2_33 };

/// What a target can express and how it behaves, by feature. Rules ask for a feature, never for a version.
struct target_features {
  trainspec::target target{};
  std::string_view name{};
  std::string_view backends{};       ///< values of model.backend
  std::string_view attn_backends{};  ///< values of model.attn_backend for backend "native"
  std::string_view rope_types{};     ///< values of model.rope_scaling.rope_type for torchtitan's own Qwen3
  std::string_view mixed_precision_param{}, activation_checkpoint{}, compile_backend{}, dataset{};  ///< defaults unlike the fields'
  bool torchtitan = false;                ///< ParallelDims, CheckpointManager and the model checks of torchtitan
  bool pipeline = false;                  ///< Qwen3 can be split into pipeline stages
  bool distributed = false;               ///< more than one process
  bool neuron = false;                    ///< runs on Trainium
  bool seq_divides_by_tp_always = false;  ///< 0.2: seq_len % (tp x 2 cp), whatever sequence parallelism says
  bool rope_table_grows = false;          ///< 0.2 extends the rotary table with a warning; later versions refuse
  bool cuda_graphs = false;               ///< records CUDA graphs unless training.disable_cuda_graphs
  bool overrides = false;                 ///< has override.imports
  bool balances_experts = false;          ///< moves the bias of Qwen3's router (model.load_balance_coeff)
  bool expert_comm_backend = false;       ///< Qwen3 reads parallelism.expert_parallel_comm_backend
  bool grouped_mm = false;                ///< experts are multiplied by torch._grouped_mm: rows of whole 16 bytes
  bool layers_differ = false;             ///< a model may have dense layers among its mixtures of experts
  bool uneven_hidden_dim = false;         ///< tensor ranks may take unequal shares of the feed-forward layer
  bool optimizer_groups = false;          ///< reads optimizer.param_groups
  bool config_tree = false;               ///< the model is a tree of configs, one for each layer (torchtitan since 0.3)
  bool casts_in_fsdp = false;             ///< 0.2: tensor or pipeline ranks without shards compute in training.dtype
  bool ddp_divides_twice = false;         ///< 0.2: plain DDP divides the gradients of Qwen3 by the replicas once too often
  std::string_view source{};
};

inline constexpr target_features targets[] = {
    {.target = target::libtorch,
     .name = "libtorch",
     .backends = "native",
     .attn_backends = "sdpa",
     .mixed_precision_param = "float32",
     .activation_checkpoint = "none",
     .dataset = "text",
     .source = "trainspec's own engine"},
    {.target = target::torchtitan_0_2,
     .name = "torchtitan-0.2",
     .backends = "native|transformers|nki_moe",
     .attn_backends = "sdpa|flex",
     .rope_types = "none",
     .torchtitan = true,
     .distributed = true,
     .seq_divides_by_tp_always = true,
     .rope_table_grows = true,
     .casts_in_fsdp = true,
     .ddp_divides_twice = true,
     .source = "torchtitan 0.2.2"},
    {.target = target::torchtitan_0_3,
     .name = "torchtitan-0.3",
     .backends = "native|transformers|nki_moe",
     .attn_backends = "sdpa|flex|flex_flash|varlen",
     .rope_types = "none|yarn",
     .torchtitan = true,
     .pipeline = true,
     .distributed = true,
     .cuda_graphs = true,
     .overrides = true,
     .balances_experts = true,
     .expert_comm_backend = true,
     .grouped_mm = true,
     .layers_differ = true,
     .uneven_hidden_dim = true,
     .optimizer_groups = true,
     .config_tree = true,
     .source = "torchtitan 0.3.0"},
    {.target = target::neuron_2_33,
     .name = "neuron-2.33",
     .backends = "native|transformers|nki_moe",
     .attn_backends = "sdpa|flex",
     .rope_types = "none|yarn",
     .compile_backend = "neuron",
     .torchtitan = true,
     .pipeline = true,
     .distributed = true,
     .neuron = true,
     .overrides = true,
     .balances_experts = true,
     .expert_comm_backend = true,
     .layers_differ = true,
     .uneven_hidden_dim = true,
     .optimizer_groups = true,
     .config_tree = true,
     .source = "torchtitan-neuron release 2.33"},
};

constexpr const target_features& features_of(target t) {
  for (const target_features& f : targets)
    if (f.target == t) return f;
  return targets[2];
}
constexpr const target_features* find_target(std::string_view name) {
  for (const target_features& f : targets)
    if (f.name == name) return &f;
  return nullptr;
}

/// The target of a job: what it says, else neuron-2.33 on a Trainium machine, else torchtitan-0.3.
constexpr target target_of(const job& j) {
  if (const target_features* f = find_target(j.info.target)) return f->target;
  return is_trainium(j.machine) ? target::neuron_2_33 : target::torchtitan_0_3;
}

}  // namespace trainspec::inline v0
