#pragma once
#include <cstdint>

#include "../schema/describe.hpp"

namespace trainspec::inline v0 {

/// Where the job runs. A preset named by `instance` gives the rest.
struct machine {
  text instance{};
  std::int64_t nodes = 1;
  std::int64_t devices_per_node = 0;
  std::int64_t lnc = 0;
  double memory_per_device = 0;
  std::int64_t visible_cores = 0;

  static constexpr void describe(auto& io) {
    io("instance", &machine::instance, "preset of the machine, such as \"trn2.48xlarge\" or \"8xH100\"; empty: a generic one");
    io("nodes", &machine::nodes, "machines in the job", {.min = 1, .max = 100000});
    io("devices_per_node", &machine::devices_per_node,
       "devices, and so processes, of a machine (on Trainium: logical NeuronCores); 0: as the preset says, else 1",
       {.min = 0, .max = 4096});
    io("lnc", &machine::lnc, "Trainium: physical cores in a logical one; 0: not Trainium, or as the preset says", {.min = 0, .max = 2});
    io("memory_per_device", &machine::memory_per_device, "memory of a device; 0: unknown", {.min = 0, .unit = "GiB"});
    io("visible_cores", &machine::visible_cores, "logical cores a process group may use on each machine (NEURON_RT_VISIBLE_CORES); 0: all",
       {.min = 0, .max = 4096});
  }
  bool operator==(const machine&) const = default;
};

}  // namespace trainspec::inline v0
