#pragma once
#include <cmath>
#include <cstdint>

#include "../spec/job.hpp"

namespace trainspec::inline v0 {

/// The three stretches of a warm-up, stable, decay schedule, in steps (torchtitan components/optimizer/lr_scheduler.py).
struct schedule_shape {
  std::int64_t total = 0, warmup = 0, stable = 0, decay = 0;
};

/// total: lr_scheduler.total_steps, else training.steps. Warm-up is cut to the run as torchtitan cuts it; the decay is
/// round(total x decay_ratio), half to even as Python rounds, or all that is left; the one extra step of `stable` keeps
/// the last step above zero.
constexpr schedule_shape shape_of_schedule(const lr_scheduler& s, const training& t) {
  schedule_shape shape;
  shape.total = s.total_steps.value_or(t.steps);
  shape.warmup = s.warmup_steps < shape.total ? s.warmup_steps : shape.total;
  if (s.decay_ratio) {
    const double exact = static_cast<double>(shape.total) * *s.decay_ratio;
    auto whole = static_cast<std::int64_t>(exact);
    const double rest = exact - static_cast<double>(whole);
    if (rest > 0.5 || (rest == 0.5 && whole % 2 != 0)) ++whole;
    shape.decay = whole;
    if (shape.warmup + shape.decay > shape.total) shape.decay = shape.total - shape.warmup;
  } else {
    shape.decay = shape.total - shape.warmup;
  }
  shape.stable = shape.total + 1 - shape.warmup - shape.decay;
  return shape;
}

/// The learning rate at a step (counted from 0) as a share of its peak.
inline double schedule_factor(const lr_scheduler& s, const training& t, std::int64_t step) {
  const schedule_shape shape = shape_of_schedule(s, t);
  if (step < shape.warmup) return static_cast<double>(step + 1) / static_cast<double>(shape.warmup);
  if (step < shape.warmup + shape.stable) return 1.0;
  const double progress = static_cast<double>(step + 1 - shape.warmup - shape.stable) / static_cast<double>(shape.decay);
  double factor = 1.0 - progress;
  if (s.decay_type == "sqrt") factor = 1.0 - std::sqrt(progress);
  if (s.decay_type == "cosine") factor = 0.5 * (1.0 + std::cos(3.14159265358979323846 * progress));
  return s.min_lr_factor + (1.0 - s.min_lr_factor) * factor;
}

}  // namespace trainspec::inline v0
