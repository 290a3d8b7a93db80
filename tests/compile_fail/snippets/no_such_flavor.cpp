// expect: TS2002: there is no Qwen3 dense flavor '72B'; there are: 0.6B, 1.7B, 4B, 8B, 14B, 32B, 0.6B-Base
#include <trainspec/trainspec.hpp>
auto job = trainspec::qwen3_config("72B").layers(4);
