// Patterns: a regular expression of a parameter group, and shell patterns of overrides, one on each line.
#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace trainspec_fuzz;
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = all.find('\n');
  const std::string_view first = all.substr(0, cut), second = cut == all.npos ? all : all.substr(cut + 1);
  const regex r(first);
  if (r.judged() == regex::verdict::good) (void)r.found_in(second);
  sourced<job> j;
  j.value.model.flavor = text("30B-A3B");
  param_group g;
  g.pattern = text::copy(first);
  j.value.optimizer.param_groups.push_back(g);
  override_import o;
  o.target = text("kernels.rope");
  o.fqns.push_back(text::copy(first));
  o.fqns.push_back(text::copy(second));
  j.value.override_.imports.push_back(o);
  j.value.override_.imports.push_back(o);
  resolve(j);
  inspect(check(j));
  return 0;
}
