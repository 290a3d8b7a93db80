#pragma once
#include "../model/batch.hpp"
#include "../model/shape.hpp"
#include "../schema/nearest.hpp"
#include "rule.hpp"

namespace trainspec::inline v0 {

namespace detail {
constexpr text names_of_machines() {
  sentence s;
  for (const machine_preset& m : machine_presets) {
    if (!s.empty()) s << ", ";
    s << m.name;
  }
  return text::copy(s.view());
}

/// Bytes that a parameter takes at the least while it is trained: itself, its gradient and the optimizer's moments.
constexpr std::int64_t bytes_of_state(const job& j) {
  const std::int64_t width = j.training.dtype == "bfloat16" ? 2 : 4;
  std::int64_t moments = 2;
  for (const param_group& g : j.optimizer.param_groups)
    if (g.optimizer_name == "DistMuon") moments = 1;
  return 2 * width + moments * (j.optimizer.implementation == "fused_opt_states_bf16" ? 2 : width);
}
}  // namespace detail

inline constexpr rule machine_rules[] = {
    {.code = "TS3101",
     .title = "the machine is a known one",
     .reason = "its devices and memory come from a preset",
     .source = "presets/machines.hpp",
     .check =
         [](const job& j, sayer& say) {
           if (j.machine.instance.empty() || find_machine(j.machine.instance)) return;
           nearest near(j.machine.instance.view());
           for (const machine_preset& m : machine_presets) near.offer(m.name);
           auto said = say(j.machine.instance,
                           {"there is no preset of a machine '", j.machine.instance, "'; there are: ", detail::names_of_machines()});
           said.hint({"for another machine leave instance out and give devices_per_node and memory_per_device"});
           if (!near.best().empty()) said.fix({"instance = \"", near.best(), "\""});
         }},
    {.code = "TS3102",
     .title = "every logical core of a Trainium machine has its process",
     .reason = "the process group does not start when processes and logical cores differ",
     .source = "AWS Neuron documentation, torchtitan-neuron troubleshooting",
     .check =
         [](const job& j, sayer& say) {
           const machine_preset* p = find_machine(j.machine.instance);
           if (!p || !p->trainium()) return;
           const std::int64_t lnc = j.machine.lnc > 0 ? j.machine.lnc : p->lnc;
           const std::int64_t cores = p->devices(lnc);
           const std::int64_t visible = j.machine.visible_cores > 0 ? j.machine.visible_cores : cores;
           if (visible > cores)
             say(j.machine.visible_cores,
                 {"machine.visible_cores = ", visible, ", but ", p->name, " has ", cores, " logical cores at LNC ", lnc})
                 .because(j.machine.lnc)
                 .fix({"visible_cores = ", cores});
           else if (processes_per_node(j.machine) != visible)
             say(j.machine.devices_per_node, {"machine.devices_per_node = ", processes_per_node(j.machine), ", but ", visible,
                                              " logical cores of ", p->name, " are to be used at LNC ", lnc, ": one process each"})
                 .because(j.machine.lnc)
                 .fix({"devices_per_node = ", visible})
                 .hint({"to use fewer cores, set machine.visible_cores"});
         }},
    {.code = "TS3103",
     .title = "the logical core size exists on the machine",
     .reason = "Trn1 has no logical cores of two; other machines have none at all",
     .source = "AWS Neuron documentation, NCC_EARG001",
     .check =
         [](const job& j, sayer& say) {
           const machine_preset* p = find_machine(j.machine.instance);
           if (!p || j.machine.lnc == 0) return;
           if (!p->trainium())
             say(j.machine.lnc, {"machine.lnc = ", j.machine.lnc, ", but ", p->name, " has no NeuronCores"})
                 .because(j.machine.instance)
                 .fix({"lnc = 0"});
           else if (p->family == "trn1" && j.machine.lnc != 1)
             say(j.machine.lnc, {"machine.lnc = ", j.machine.lnc, ", but ", p->name, " only has LNC 1"})
                 .because(j.machine.instance)
                 .fix({"lnc = 1"});
         }},
    {.code = "TS3104",
     .title = "torchtitan-neuron runs on Trn2 or Trn3",
     .reason = "Trn1 stays on PyTorch/XLA; other machines have no NeuronCores",
     .source = "AWS Neuron documentation, torchtitan-neuron release notes 2.33",
     .check =
         [](const job& j, sayer& say) {
           const machine_preset* p = find_machine(j.machine.instance);
           if (p && p->family != "trn2" && p->family != "trn3")
             say(j.machine.instance,
                 {"machine.instance = \"", j.machine.instance, "\" cannot run ", say.target.name, ", which needs Trn2 or Trn3"})
                 .fix({"instance = \"trn2.48xlarge\""});
         },
     .targets = on::neuron},
    {.code = "TS3105",
     .title = "the process group has a size the Neuron runtime knows",
     .reason = "the runtime has refused other counts: 1, 2, 4, 8, 16 and multiples of 32",
     .source = "AWS Neuron documentation, collectives; unconfirmed for release 2.33",
     .check =
         [](const job& j, sayer& say) {
           const std::int64_t n = processes_per_node(j.machine);
           if (is_trainium(j.machine) && n != 1 && n != 2 && n != 4 && n != 8 && n != 16 && n % 32 != 0)
             say(j.machine.visible_cores > 0 ? j.machine.visible_cores : j.machine.devices_per_node,
                 {n, " processes on a node are not 1, 2, 4, 8, 16 or a multiple of 32"})
                 .because(j.machine.instance);
         },
     .severity = severity::warning,
     .targets = on::neuron},
    {.code = "TS3106",
     .title = "the state of training fits in the devices",
     .reason = "each holds its part of the parameters, gradients and moments of the optimizer, before any activation",
     .source = "torch.distributed.fsdp.fully_shard, torch.optim.AdamW: parameters, gradients and moments have training.dtype",
     .check =
         [](const job& j, sayer& say) {
           const degrees d = degrees_of(j);
           if (j.machine.memory_per_device <= 0 || j.training.enable_cpu_offload || d.product() != d.world) return;
           const std::int64_t ranks = detail::product({d.dp_shard, d.cp, d.tp, d.pp}), each = detail::bytes_of_state(j);
           const std::int64_t parameters = count_parameters(j.model).unique;
           constexpr double gib = 1024.0 * 1024 * 1024;
           const double needed = static_cast<double>(parameters) * static_cast<double>(each) / static_cast<double>(ranks) / gib;
           const double times = needed / j.machine.memory_per_device;
           if (times <= 1 || times > 1e6) return;
           auto said = say(j.machine.memory_per_device,
                           {parameters, " parameters of ", each, " bytes on ", ranks, " devices take at least ",
                            static_cast<std::int64_t>(needed) + 1, " GiB on each; machine.memory_per_device = ",
                            j.machine.memory_per_device, " GiB"});
           said.because(j.machine.instance).because(j.model.flavor).because(j.machine.nodes);
           const auto nodes = static_cast<std::int64_t>(static_cast<double>(j.machine.nodes) * times) + 1;
           if (j.parallelism.data_parallel_shard_degree == -1) said.fix({"nodes = ", nodes});
         },
     .targets = on::torchtitan},
};

}  // namespace trainspec::inline v0
