#pragma once
#include <cstdint>

#include "../schema/describe.hpp"

namespace trainspec::inline v0 {

/// Names and defaults: torchtitan 0.3 `CheckpointManager.Config`.
struct checkpoint {
  bool enable = false;
  text folder = "checkpoint";
  std::int64_t interval = 500;
  text initial_load_path{};
  bool initial_load_model_only = true;
  bool initial_load_in_hf = false;
  bool initial_load_in_hf_quantized = false;
  bool last_save_model_only = true;
  bool last_save_in_hf = false;
  text export_dtype = "float32";
  text async_mode = "disabled";
  std::int64_t keep_latest_k = 10;
  std::int64_t load_step = -1;
  list<text, 8> exclude_from_loading{};
  bool enable_first_step_checkpoint = false;
  bool create_seed_checkpoint = false;
  bool load_only = false;
  bool resume = false;

  static constexpr void describe(auto& io) {
    io("enable", &checkpoint::enable, "save and load checkpoints");
    io("folder", &checkpoint::folder, "folder for checkpoints, inside job.dump_folder");
    io("interval", &checkpoint::interval, "steps between checkpoints", {.min = 1, .max = 9007199254740992, .unit = "steps"});
    io("initial_load_path", &checkpoint::initial_load_path, "checkpoint to start from when the folder has none", {.path = true});
    io("initial_load_model_only", &checkpoint::initial_load_model_only, "take only the weights from initial_load_path");
    io("initial_load_in_hf", &checkpoint::initial_load_in_hf,
       "initial_load_path (else model.hf_assets_path) holds Hugging Face safetensors");
    io("initial_load_in_hf_quantized", &checkpoint::initial_load_in_hf_quantized, "those are quantized");
    io("last_save_model_only", &checkpoint::last_save_model_only, "the last checkpoint holds only the weights");
    io("last_save_in_hf", &checkpoint::last_save_in_hf, "the last checkpoint is Hugging Face safetensors");
    io("export_dtype", &checkpoint::export_dtype, "type of the weights in the last checkpoint", {.choices = "float16|bfloat16|float32"});
    io("async_mode", &checkpoint::async_mode, "save beside training", {.choices = "disabled|async|async_with_pinned_mem"});
    io("keep_latest_k", &checkpoint::keep_latest_k, "checkpoints kept; 0: all", {.min = 0, .max = 9007199254740992});
    io("load_step", &checkpoint::load_step, "step to resume from; -1: the last", {.min = -1, .max = 9007199254740992, .unit = "steps"});
    io("exclude_from_loading", &checkpoint::exclude_from_loading, "parts of a checkpoint that are not loaded",
       {.choices = "optimizer|lr_scheduler|dataloader|train_state"});
    io("enable_first_step_checkpoint", &checkpoint::enable_first_step_checkpoint, "save after the first step too");
    io("create_seed_checkpoint", &checkpoint::create_seed_checkpoint, "only save the initial weights, on one process");
    io("load_only", &checkpoint::load_only, "load, never save");
    io("resume", &checkpoint::resume,
       "the job may go on from a checkpoint that its folder already has, in place of initial_load_path (torchtitan always does)");
  }
  bool operator==(const checkpoint&) const = default;
};

}  // namespace trainspec::inline v0
