// Job files in the compiler's reader: what it accepts, toml++ accepts and reads alike.
#include <trainspec/embed/toml_at_run_time.hpp>
#include <trainspec/text/toml_read.hpp>

#include "../support/subset_tree.hpp"
#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace trainspec_fuzz;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const toml_subset read = read_toml_subset(text);
  if (!read.ok()) {
    require(!read.problem.message.empty(), "what is refused has a sentence");
    return 0;
  }
  report problems;
  const std::optional<node> root = parse_toml(text, "job.toml", problems);
  require(root.has_value() && problems.issues.empty(), "toml++ accepts it too");
  // where a character behind a line-ending backslash is given to toml++ as an escape, the places behind it move
  const std::string differs =
      trainspec_tests::difference(trainspec_tests::tree(read.view(text), 0), *root, "", text.find('\\') == text.npos);
  require(differs.empty(), differs.c_str());
  return 0;
}
