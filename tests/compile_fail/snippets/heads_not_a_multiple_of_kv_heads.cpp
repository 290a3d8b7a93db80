// expect: TS2101: model.n_heads = 30 is not a multiple of model.n_kv_heads = 8
#include <trainspec/trainspec.hpp>
constexpr auto job = trainspec::qwen3_config("4B").heads(30).checked();
