#include <jobs/job.hpp>
#include <trainspec/trainspec.hpp>
#include <trainspec/version.hpp>

#include <cstdio>
#include <cstring>
#ifdef CONSUMER_toml
#include <toml++/toml.h>
#endif
#ifdef CONSUMER_libtorch
#include <ATen/Version.h>
#endif

static_assert(trainspec::jobs::job.job().model.n_layers == 36);

const char* version_seen_by_second_unit();

int main() {
#ifdef CONSUMER_libtorch
  std::puts(at::show_config().c_str());  // runs only if the libraries are found at run time, too
#endif
  std::puts(TRAINSPEC_VERSION);
  return std::strcmp(TRAINSPEC_VERSION, EXPECTED_VERSION) == 0 && std::strcmp(version_seen_by_second_unit(), EXPECTED_VERSION) == 0 ? 0 : 1;
}
