// The builder at run time: some flavors at some tensor-parallel degrees, and why a combination does not work.
#include <cstdio>

#include <trainspec/trainspec.hpp>

using namespace trainspec;

int main() {
  int good = 0, tried = 0;
  for (const char* flavor : {"4B", "30B-A3B"}) {
    // a builder with a name stays as it is: each setter gives a new one
    const job_builder base = job_builder().flavor(flavor).machine("8xH100").steps(1000).seq_len(4096);
    for (const int degree : {1, 4, 8, 16}) {
      const validation v = base.tensor_parallel(degree).validate();  // the job or the reasons; never throws
      ++tried;
      if (v) {
        ++good;
        const degrees d = degrees_of(v.job->job());
        std::printf("%-8s tensor parallel %-2d  good: %lld ranks share a copy of the weights\n", flavor, degree,
                    static_cast<long long>(d.dp_shard));
        continue;
      }
      std::printf("%-8s tensor parallel %-2d  %zu wrong\n", flavor, degree, v.problems.errors());
      for (const issue& i : v.problems.issues)
        std::printf("    %s %s%s%s\n", i.code.c_str(), i.message.c_str(), i.fix.empty() ? "" : "; fix: ", i.fix.c_str());
    }
  }
  std::printf("%d of %d combinations are good\n", good, tried);

  // a flavor that only the run knows, such as one from a command line
  const report r = qwen3_config(run_time_flavor("72B")).check();
  std::printf("72B: %s, %s\n", r.first_error()->code.c_str(), r.first_error()->title.c_str());
}
