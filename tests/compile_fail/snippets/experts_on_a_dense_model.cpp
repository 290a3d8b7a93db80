// expect: TS2202: model.num_experts = 64 on a dense model: 4B has no experts
#include <trainspec/trainspec.hpp>
constexpr auto job = trainspec::qwen3_config("4B").experts(64).checked();
