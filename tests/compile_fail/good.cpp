#include <trainspec/trainspec.hpp>
constexpr auto job = trainspec::qwen3_nki_moe_config("30B-A3B").layers(4).experts(64).top_k(4).seq_len(4096).checked();
static_assert(job.job().model.n_layers == 4);
