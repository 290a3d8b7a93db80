// expect: TS2201: model.top_k = 8 is more than model.num_experts = 4
#include <trainspec/trainspec.hpp>
constexpr auto job = trainspec::qwen3_nki_moe_config("30B-A3B").experts(4).seq_len(4096).checked();
