// expect: TS2103: training.seq_len = 4000 is not a multiple of 256 (128 x LNC 2), which the NKI rotary kernel needs; nearest: 3840 or 4096
#include <trainspec/trainspec.hpp>
constexpr auto job = trainspec::qwen3_nki_moe_config("30B-A3B").layers(4).experts(64).top_k(4).seq_len(4000).checked();
