// A TOML job that is read, filled in and checked while this program is compiled. A typo in it is a compile error that names its line.
#include <trainspec/trainspec.hpp>

#include <array>
#include <iostream>

TRAINSPEC_JOB(pretrain, R"(
[job]
name = "qwen3-4b-pretrain"

[model]
flavor = "4B"

[training]
seq_len = 4096
local_batch_size = 2
steps = 10_000

[parallelism]
data_parallel_shard_degree = 8

[machine]
devices_per_node = 8
)");

// its numbers are constants
static_assert(pretrain.job().training.seq_len % 128 == 0);
using tokens = std::array<int, pretrain.job().training.seq_len>;

int main() {
  const trainspec::job& j = pretrain.job();
  std::cout << j.info.name.view() << ": " << j.model.n_layers << " layers, " << tokens{}.size() << " tokens in a sequence, for "
            << trainspec::features_of(pretrain.target()).name << "\n";
}
