#pragma once
#include <cstdint>
#include <string_view>

#include "activation_checkpoint.hpp"
#include "checkpoint.hpp"
#include "compile.hpp"
#include "dataloader.hpp"
#include "debug.hpp"
#include "lr_scheduler.hpp"
#include "machine.hpp"
#include "metrics.hpp"
#include "model.hpp"
#include "optimizer.hpp"
#include "override.hpp"
#include "parallelism.hpp"
#include "training.hpp"
#include "validator.hpp"

namespace trainspec::inline v0 {

/// What the job is called and for whom it is written: the `[job]` table.
struct job_info {
  text name{};
  text target{};
  text dump_folder = "./outputs";
  text description{};

  static constexpr void describe(auto& io) {
    io("name", &job_info::name, "name of the job");
    io("target", &job_info::target, "for whom it is checked and emitted; empty: neuron-2.33 on a Trainium machine, else torchtitan-0.3",
       {.choices = "|libtorch|torchtitan-0.2|torchtitan-0.3|neuron-2.33"});
    io("dump_folder", &job_info::dump_folder, "folder for everything the run writes", {.path = true, .written = true});
    io("description", &job_info::description, "what the job is for");
  }
  bool operator==(const job_info&) const = default;
};

/// Whether a path is a folder that a program can make here: not empty, no address, no `~`, which nobody expands.
constexpr bool is_local_folder(std::string_view path) { return !path.empty() && path[0] != '~' && path.find("://") == path.npos; }

/// What the checker is told: the `[check]` table.
struct check_options {
  list<text, 16> allow{};

  static constexpr void describe(auto& io) { io("allow", &check_options::allow, "codes of warnings that are not reported"); }
  bool operator==(const check_options&) const = default;
};

/// A training job: the one value that everything else reads or writes.
struct job {
  std::int64_t version = 1;
  job_info info{};
  trainspec::model model{};
  trainspec::machine machine{};
  trainspec::training training{};
  trainspec::parallelism parallelism{};
  trainspec::optimizer optimizer{};
  trainspec::lr_scheduler lr_scheduler{};
  trainspec::checkpoint checkpoint{};
  trainspec::activation_checkpoint activation_checkpoint{};
  trainspec::compile compile{};
  trainspec::dataloader dataloader{};
  trainspec::validator validator{};
  trainspec::overrides override_{};
  trainspec::metrics metrics{};
  trainspec::debug debug{};
  check_options check{};

  static constexpr void describe(auto& io) {
    io("version", &job::version, "version of this format", {.min = 1, .max = 1});
    io("job", &job::info, "name, target and folders");
    io("model", &job::model, "architecture");
    io("machine", &job::machine, "where it runs");
    io("training", &job::training, "batch, length, steps, precision");
    io("parallelism", &job::parallelism, "degrees");
    io("optimizer", &job::optimizer, "optimizer");
    io("lr_scheduler", &job::lr_scheduler, "learning-rate schedule");
    io("checkpoint", &job::checkpoint, "saving and loading");
    io("activation_checkpoint", &job::activation_checkpoint, "recomputation");
    io("compile", &job::compile, "torch.compile");
    io("dataloader", &job::dataloader, "data");
    io("validator", &job::validator, "validation");
    io("override", &job::override_, "replaced modules");
    io("metrics", &job::metrics, "logs");
    io("debug", &job::debug, "seeds and debugging");
    io("check", &job::check, "what the checker is told");
  }
  bool operator==(const job&) const = default;
};

}  // namespace trainspec::inline v0
