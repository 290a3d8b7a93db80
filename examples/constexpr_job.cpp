// A job that the compiler checks: change seq_len to 4000 and this file does not compile.
#include <cstdio>

#include <trainspec/trainspec.hpp>

using namespace trainspec;

constexpr auto job_of_ours = qwen3_nki_moe_config("30B-A3B").layers(4).experts(64).top_k(4).seq_len(4096).checked();

static_assert(job_of_ours.target() == target::neuron_2_33);
static_assert(world_size(job_of_ours.job()) == 64, "one process for each logical core of a trn2.48xlarge");
static_assert(degrees_of(job_of_ours.job()).dp_shard == 64, "-1: all ranks share one copy of the weights");

int main() {
  constexpr parameter_count n = count_parameters(job_of_ours.job().model);
  std::printf("parameters       %lld\n", static_cast<long long>(n.unique));
  std::printf("active a token   %lld\n", static_cast<long long>(n.active));
  std::printf("tokens a step    %lld\n", static_cast<long long>(tokens_per_step(job_of_ours.job())));
}
