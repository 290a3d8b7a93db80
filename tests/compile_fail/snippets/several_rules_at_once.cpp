// expect: TS1301: training.max_norm = -1 is out of range: it must be greater than 0 (and 1 more)
#include <trainspec/trainspec.hpp>
constexpr auto job = trainspec::qwen3_config("4B").max_norm(-1).seq_len(50000).checked();
