#pragma once
#include <cstdint>
#include <string_view>

#include "../spec/machine.hpp"

namespace trainspec::inline v0 {

/// A kind of machine. Memory is that of one device as a process sees it (Trainium: at the default LNC).
struct machine_preset {
  std::string_view name{};
  std::string_view family{};        ///< "trn1", "trn2", "trn3" or "gpu"
  std::int64_t chips = 0;           ///< accelerators of a node
  std::int64_t cores_per_chip = 1;  ///< physical NeuronCores; 1 for a GPU
  std::int64_t lnc = 0;             ///< default logical core size; 0: not Trainium
  double memory_per_chip = 0;       ///< GiB
  std::string_view source{};

  constexpr bool trainium() const { return family != "gpu"; }
  /// Devices a node shows at a logical core size.
  constexpr std::int64_t devices(std::int64_t at_lnc) const { return chips * cores_per_chip / (at_lnc > 0 ? at_lnc : 1); }
  /// GiB of a device at a logical core size (trn2 at LNC 1: two cores share a 24 GiB bank).
  constexpr double memory(std::int64_t at_lnc) const {
    return memory_per_chip * static_cast<double>(at_lnc > 0 ? at_lnc : 1) / static_cast<double>(cores_per_chip);
  }
};

inline constexpr std::string_view neuron_hardware = "AWS Neuron documentation, neuron-hardware";

/// To add a machine, add a row.
inline constexpr machine_preset machine_presets[] = {
    {"trn1.2xlarge", "trn1", 1, 2, 1, 32, neuron_hardware},
    {"trn1.32xlarge", "trn1", 16, 2, 1, 32, neuron_hardware},
    {"trn1n.32xlarge", "trn1", 16, 2, 1, 32, neuron_hardware},
    {"trn2.3xlarge", "trn2", 1, 8, 2, 96, neuron_hardware},
    {"trn2.48xlarge", "trn2", 16, 8, 2, 96, neuron_hardware},
    {"trn2u.48xlarge", "trn2", 16, 8, 2, 96, neuron_hardware},
    {"8xH100", "gpu", 8, 1, 0, 80, "NVIDIA H100 SXM data sheet: 80 GB HBM3"},
    {"8xH200", "gpu", 8, 1, 0, 141, "NVIDIA H200 data sheet: 141 GB HBM3e"},
    {"8xB200", "gpu", 8, 1, 0, 180, "NVIDIA DGX B200 data sheet: 1,440 GB for 8 GPUs"},
};

constexpr const machine_preset* find_machine(std::string_view name) {
  for (const machine_preset& m : machine_presets)
    if (m.name == name) return &m;
  return nullptr;
}

constexpr bool is_trainium(const machine& m) {
  const machine_preset* p = find_machine(m.instance);
  return p ? p->trainium() : m.lnc > 0;
}

}  // namespace trainspec::inline v0
