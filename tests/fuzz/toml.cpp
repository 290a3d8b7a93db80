// Job files in TOML.
#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  trainspec_fuzz::check_text({reinterpret_cast<const char*>(data), size}, "job.toml");
  return 0;
}
