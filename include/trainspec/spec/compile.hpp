#pragma once
#include "../schema/describe.hpp"

namespace trainspec::inline v0 {

/// Names and defaults: torchtitan 0.3 `CompileConfig`.
struct compile {
  bool enable = false;
  bool enable_async_tensor_parallel = false;
  list<text, 4> components{text("model"), text("loss")};
  text backend = "inductor";

  static constexpr void describe(auto& io) {
    io("enable", &compile::enable, "torch.compile");
    io("enable_async_tensor_parallel", &compile::enable_async_tensor_parallel, "overlap tensor-parallel collectives");
    io("components", &compile::components, "what is compiled", {.choices = "model|loss"});
    io("backend", &compile::backend, "compiler backend, such as inductor, aot_eager, eager or neuron");
  }
  bool operator==(const compile&) const = default;
};

}  // namespace trainspec::inline v0
