// Settings of the command line: one on each line.
#include <vector>

#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace trainspec_fuzz;
  std::vector<std::string> settings(1);
  for (std::size_t i = 0; i < size && settings.size() < 8; ++i)
    if (data[i] == '\n')
      settings.emplace_back();
    else
      settings.back() += static_cast<char>(data[i]);
  inspect(check_string("[model]\nflavor = \"4B\"\n", "job.toml", {.settings = settings}).problems);
  return 0;
}
