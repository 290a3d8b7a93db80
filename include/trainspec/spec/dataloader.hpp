#pragma once
#include <cstdint>
#include <optional>

#include "../schema/describe.hpp"

namespace trainspec::inline v0 {

/// Names and defaults: torchtitan 0.3 `HuggingFaceTextDataLoader.Config`. The libtorch engine reads `dataset = "text"`.
struct dataloader {
  text dataset = "c4_test";
  text dataset_path{};
  std::int64_t num_workers = 0;
  bool persistent_workers = false;
  bool pin_memory = false;
  std::optional<std::int64_t> prefetch_factor{};
  bool infinite = true;

  static constexpr void describe(auto& io) {
    io("dataset", &dataloader::dataset, "name of a data set that the target knows; \"text\": the bytes of a file or of a folder's files");
    io("dataset_path", &dataloader::dataset_path, "file or folder with the data", {.path = true});
    io("num_workers", &dataloader::num_workers, "processes that read ahead", {.min = 0});
    io("persistent_workers", &dataloader::persistent_workers, "keep them between epochs");
    io("pin_memory", &dataloader::pin_memory, "stage batches in pinned host memory");
    io("prefetch_factor", &dataloader::prefetch_factor, "batches each worker reads ahead", {.min = 1});
    io("infinite", &dataloader::infinite, "start over when the data ends");
  }
  bool operator==(const dataloader&) const = default;
};

}  // namespace trainspec::inline v0
