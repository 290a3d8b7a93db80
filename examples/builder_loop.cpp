// The builder at run time: which tensor-parallel degrees can each model have on one machine?
#include <cstdio>
#include <string>

#include <trainspec/trainspec.hpp>

using namespace trainspec;

int main() {
  for (const char* flavor : {"4B", "8B", "30B-A3B", "72B"}) {
    const job_builder base = job_builder().flavor(flavor).machine("8xH100").steps(1000).seq_len(4096);
    std::string degrees;
    for (const int degree : {1, 2, 4, 8}) {
      const report r = base.tensor_parallel(degree).check();
      if (r.ok()) degrees += " " + std::to_string(degree);
    }
    if (!degrees.empty()) {
      std::printf("%-8s tensor parallel:%s\n", flavor, degrees.c_str());
      continue;
    }
    const validation v = base.validate();  // the job, or the reasons
    std::printf("%-8s %s\n", flavor, v ? "good" : v.problems.first_error()->code.c_str());
  }
}
