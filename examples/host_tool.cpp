// A program that embeds the library: the admission check of a job queue. Nothing throws; the answer is JSON.
#include <cstdio>
#include <iterator>

#include <trainspec/report/write_json.hpp>
#include <trainspec/text/check_file.hpp>
#include <trainspec/trainspec.hpp>

namespace {
struct submission {
  const char *name, *text;
};

// what came in from users
constexpr submission queue[] = {
    {"alice.toml", "[model]\nflavor = \"8B\"\n[machine]\ninstance = \"8xH100\"\n[training]\nsteps = 1000\n"},
    {"bob.toml", "[model]\nflavor = \"4B\"\n[machine]\ninstance = \"8xH100\"\n[training]\nsteps = \"1000\"\nseqlen = 4096\n"},
    {"carol.json", R"({"model": {"flavor": "30B-A3B"}, "machine": {"instance": "8xH100"}, "parallelism": {"tensor_parallel_degree": 8}})"},
};
}  // namespace

int main() {
  std::size_t admitted = 0;
  for (const submission& s : queue) {
    const trainspec::loaded<trainspec::job> job = trainspec::check_string(s.text, s.name);
    if (job.ok()) {
      ++admitted;
      std::printf("%s: admitted, %lld processes\n", s.name, static_cast<long long>(trainspec::world_size(job.job.value)));
    } else {
      std::printf("%s: refused\n%s", s.name, trainspec::to_json(job.problems).c_str());
    }
  }
  std::printf("%zu of %zu admitted\n", admitted, std::size(queue));
}
