#pragma once
#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/_foreach_add.h>
#include <ATen/ops/_foreach_mul.h>
#include <ATen/ops/_foreach_norm.h>
#include <ATen/ops/_fused_adam.h>
#include <ATen/ops/_fused_adamw.h>
#include <ATen/ops/linalg_vector_norm.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>

#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "../spec/optimizer.hpp"
#include "model.hpp"

namespace trainspec::inline v0 {
namespace libtorch {

/// Scales all gradients so that their common 2-norm is at most `max_norm`; gives the norm before
/// (torch.nn.utils.clip_grad_norm_, in the same float32 arithmetic).
inline double clip_grad_norm(const std::vector<parameter>& parameters, double max_norm) {
  const at::NoGradGuard no_grad;
  std::vector<at::Tensor> gradients;
  for (const parameter& p : parameters)
    if (p.value.grad().defined()) gradients.push_back(p.value.grad());
  if (gradients.empty()) return 0;
  const at::Tensor total = at::linalg_vector_norm(at::stack(at::_foreach_norm(gradients, 2.0)), 2.0);
  at::_foreach_mul_(gradients, (max_norm / (total + 1e-6)).clamp_max(1.0));
  return total.item<double>();
}

/// Adam and AdamW by parameter groups, with torch.optim's semantics (Adam: weight decay is added to the gradient) and
/// torch's fused kernels.
class adam {
 public:
  /// Groups `parameters` as `settings` says: the first of `param_groups` whose pattern (a regular expression, ECMAScript)
  /// is found in the torchtitan name takes a parameter, the rest go by `[optimizer]` itself. Nothing, with the reason in
  /// `message`, for a pattern that is wrong or matches nothing, and for an optimizer that is neither Adam nor AdamW.
  static std::optional<adam> make(const trainspec::optimizer& settings, const std::vector<parameter>& parameters, std::string& message) {
    adam result;
    std::vector<std::regex> patterns;
    for (const trainspec::param_group& g : settings.param_groups) {
      const std::string pattern(g.pattern.view());
      try {
        patterns.emplace_back(pattern);
      } catch (const std::regex_error& e) {
        message = "optimizer.param_groups: pattern \"" + pattern + "\" is not a regular expression: " + e.what();
        return std::nullopt;
      }
      if (!result.add_group(g.optimizer_name.view(), settings, &g.optimizer_kwargs, message)) return std::nullopt;
    }
    if (!result.add_group(settings.name.view(), settings, nullptr, message)) return std::nullopt;
    for (const parameter& p : parameters) {
      std::size_t taker = 0;
      while (taker < patterns.size() && !std::regex_search(p.titan_name, patterns[taker])) ++taker;
      result.groups_[taker].take(p.value);
    }
    for (std::size_t i = 0; i < patterns.size(); ++i)
      if (result.groups_[i].values.empty()) {
        message = "optimizer.param_groups: pattern \"" + std::string(settings.param_groups[i].pattern.view()) + "\" takes no parameter";
        return std::nullopt;
      }
    return result;
  }

  /// One update of every parameter that has a gradient, each group at its peak rate times `factor`.
  void step(double factor) {
    const at::NoGradGuard no_grad;
    for (group& g : groups_) {
      std::vector<at::Tensor> values, gradients, first, second, steps;
      for (std::size_t i = 0; i < g.values.size(); ++i) {
        if (!g.values[i].grad().defined()) continue;
        values.push_back(g.values[i]);
        gradients.push_back(g.values[i].grad());
        first.push_back(g.first[i]);
        second.push_back(g.second[i]);
        steps.push_back(g.steps[i]);
      }
      if (values.empty()) continue;
      at::_foreach_add_(steps, 1);
      const auto update = [&](auto&& kernel) {
        kernel(values, gradients, first, second, at::TensorList{}, steps, g.lr * factor, g.beta1, g.beta2, g.weight_decay, g.eps);
      };
      if (g.decoupled)
        update([](auto&&... a) { at::_fused_adamw_(a..., false, false); });
      else
        update([](auto&&... a) { at::_fused_adam_(a..., false, false); });
    }
  }

  void zero_grad() {
    for (group& g : groups_)
      for (at::Tensor& value : g.values) value.mutable_grad().reset();
  }

 private:
  struct group {
    bool decoupled = true;
    double lr = 0, beta1 = 0, beta2 = 0, eps = 0, weight_decay = 0;
    std::vector<at::Tensor> values{}, first{}, second{}, steps{};

    void take(const at::Tensor& value) {
      values.push_back(value);
      first.push_back(at::zeros_like(value.detach()));
      second.push_back(at::zeros_like(value.detach()));
      steps.push_back(at::zeros({}, at::kFloat));
    }
  };
  std::vector<group> groups_{};

  bool add_group(std::string_view name, const trainspec::optimizer& all, const trainspec::optimizer_kwargs* own, std::string& message) {
    if (name != "AdamW" && name != "Adam") {
      message = "the libtorch engine has Adam and AdamW, not " + std::string(name);
      return false;
    }
    const trainspec::list<double, 2>& betas = own && own->betas.size() == 2 ? own->betas : all.betas;
    if (betas.size() != 2) {
      message = "optimizer.betas needs two numbers";
      return false;
    }
    group g;
    g.decoupled = name == "AdamW";
    g.lr = own ? own->lr.value_or(all.lr) : all.lr;
    g.eps = own ? own->eps.value_or(all.eps) : all.eps;
    g.weight_decay = own ? own->weight_decay.value_or(all.weight_decay) : all.weight_decay;
    g.beta1 = betas[0];
    g.beta2 = betas[1];
    groups_.push_back(std::move(g));
    return true;
  }
};

}  // namespace libtorch
}  // namespace trainspec::inline v0
