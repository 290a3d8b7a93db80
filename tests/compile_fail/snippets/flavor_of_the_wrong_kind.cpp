// expect: TS2002: there is no Qwen3 mixture-of-experts flavor '4B'; there are: 30B-A3B
#include <trainspec/trainspec.hpp>
auto job = trainspec::qwen3_nki_moe_config("4B");
