#pragma once
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/grad_mode.h>

#include <cstdint>
#include <optional>

#include "model.hpp"

namespace trainspec::inline v0 {
namespace libtorch {

/// The stream of random numbers that torch.manual_seed(seed) starts; without a seed, the one torch itself starts with.
inline at::Generator seeded_generator(std::optional<std::int64_t> seed) {
  return at::detail::createCPUGenerator(seed ? static_cast<std::uint64_t>(*seed) : c10::default_rng_seed_val);
}

/// torchtitan 0.3's initialisation of dense Qwen3 (models/qwen3/__init__.py): every matrix N(0, 0.02) with no scaling
/// by depth, norms 1, biases 0, drawn in the order of registration. A tied table is drawn last, where the head stands.
inline void initialise(const qwen3& model, at::Generator generator) {
  constexpr double std = 0.02;
  const at::NoGradGuard no_grad;
  const bool tied = model.numbers().enable_weight_tying;
  for (const parameter& p : model.parameters()) {
    at::Tensor value = p.value;
    if (p.titan_name.ends_with(".bias"))
      value.zero_();
    else if (value.dim() == 1)
      value.fill_(1.0);
    else if (!tied || p.titan_name != "tok_embeddings.weight")
      value.normal_(0.0, std, generator);
  }
  if (tied) at::Tensor(model.parameters().front().value).normal_(0.0, std, generator);
}

}  // namespace libtorch
}  // namespace trainspec::inline v0
