// Job files in JSON.
#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  trainspec_fuzz::check_text({reinterpret_cast<const char*>(data), size}, "job.json");
  return 0;
}
