// The header of a safetensors file.
#include <sys/mman.h>
#include <unistd.h>

#include <trainspec/text/safetensors.hpp>

#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace trainspec_fuzz;
  static const int file = ::memfd_create("trainspec", 0);
  static const std::string path = "/proc/self/fd/" + std::to_string(file);
  require(file >= 0 && ::ftruncate(file, 0) == 0 && ::pwrite(file, data, size, 0) == static_cast<ssize_t>(size), "the file is written");
  report problems;
  const auto header = read_safetensors_header(path, problems);
  require(header.has_value() == problems.ok(), "a header is read, or refused");
  inspect(problems);
  return 0;
}
