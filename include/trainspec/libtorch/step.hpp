#pragma once
#include <ATen/ops/cross_entropy_loss.h>

#include <cstdint>
#include <span>

#include "model.hpp"

namespace trainspec::inline v0 {
namespace libtorch {

/// tokens and labels: [batch, seq] int64; a label of -100 is not counted.
struct micro_batch {
  at::Tensor tokens{}, labels{};
};

inline std::int64_t count_valid(const at::Tensor& labels) { return labels.ne(-100).sum().item<std::int64_t>(); }

/// Sum, in nats, of the cross entropy of the labels that count.
inline at::Tensor loss_sum(const at::Tensor& logits, const at::Tensor& labels) {
  return at::cross_entropy_loss(logits.flatten(0, 1), labels.flatten(), std::nullopt, at::Reduction::Sum, -100);
}

/// Adds the gradients of one step over all its micro-batches and gives its loss in nats a token. As torchtitan does it:
/// the sum of the cross entropy divided by the number of valid labels of the whole step.
inline double forward_backward(const qwen3& model, std::span<const micro_batch> batches) {
  std::int64_t valid = 0;
  for (const micro_batch& b : batches) valid += count_valid(b.labels);
  double total = 0;
  for (const micro_batch& b : batches) {
    const at::Tensor loss = loss_sum(model.forward(b.tokens), b.labels) / static_cast<double>(valid);
    loss.backward();
    total += loss.item<double>();
  }
  return total;
}

}  // namespace libtorch
}  // namespace trainspec::inline v0
