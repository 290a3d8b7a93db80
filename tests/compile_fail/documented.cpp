// The example of docs/compile-time.md.
#include <trainspec/trainspec.hpp>

TRAINSPEC_JOB(pretrain, R"(
[model]
flavor = "4B"
[training]
seq_length = 4096
)");
