// Compares two jobs by what they mean, as `trainspec diff` does: which numbers differ, and where each comes from.
#include <cstdio>

#include <trainspec/text/diff.hpp>
#include <trainspec/trainspec.hpp>

int main(int argc, char** argv) {
  const trainspec::loaded<trainspec::job> a = trainspec::load_file<trainspec::job>(argc > 2 ? argv[1] : "native_4b.toml");
  const trainspec::loaded<trainspec::job> b = trainspec::load_file<trainspec::job>(argc > 2 ? argv[2] : "native_4b_short.toml");
  if (!a.ok() || !b.ok()) return 2;

  const trainspec::comparison c = trainspec::compare(a, b);
  std::printf("%s model\n", c.same_model ? "the same" : "another");
  for (const trainspec::difference& d : c.differences)
    std::printf("%s: %s, set in %s\n", d.path.c_str(), trainspec::toml_text(d.b.value).c_str(), d.b.origin.c_str());
  return 0;
}
