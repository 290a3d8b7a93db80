// A folder of a Hugging Face model: its files one after the other, each ended by a byte that JSON cannot hold.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "../support/temporary.hpp"
#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace trainspec_fuzz;
  static const trainspec_test::temporary_folder here;
  constexpr unsigned char divider = 0xFF;
  const unsigned char* const end = data + size;
  for (const char* name :
       {"config.json", "generation_config.json", "model.safetensors.index.json", "tokenizer_config.json", "tokenizer.json"}) {
    const std::string path = (here.path() / name).string();
    const unsigned char* const to = std::find(data, end, divider);
    if (data == end)
      std::filesystem::remove(path);
    else
      std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(data), to - data);
    data = to == end ? end : to + 1;
  }
  inspect(check_file(here.path().string()).problems);
  return 0;
}
