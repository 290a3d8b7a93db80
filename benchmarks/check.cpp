// Times reading and checking in process, in rounds that alternate their order; prints medians as JSON. benchmarks/check.py builds it.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <trainspec/embed/assign.hpp>
#include <trainspec/embed/toml_at_run_time.hpp>
#include <trainspec/report/write_text.hpp>
#include <trainspec/text/check_file.hpp>
#include <trainspec/trainspec.hpp>

namespace {
using namespace trainspec;
using clock_type = std::chrono::steady_clock;

volatile std::size_t sink = 0;

/// Microseconds of one call: the mean of `times` calls.
template <class F>
double cost(int times, F&& f) {
  const auto start = clock_type::now();
  for (int i = 0; i < times; ++i) sink = sink + f();
  return std::chrono::duration<double, std::micro>(clock_type::now() - start).count() / times;
}
double median(std::vector<double> v) {
  std::ranges::sort(v);
  return v[v.size() / 2];
}

/// Valid jobs, no two alike: dense and mixture of experts, every third with a pattern of modules.
std::vector<sourced<job>> distinct_jobs(std::size_t count) {
  std::vector<sourced<job>> jobs;
  for (std::size_t i = 0; jobs.size() < count; ++i) {
    const auto n = static_cast<std::int64_t>(i);
    std::string text = "[model]\nflavor = \"" + std::string(i % 2 ? "30B-A3B" : "8B") + "\"\nn_layers = " + std::to_string(4 + n % 28) +
                       "\n[machine]\ninstance = \"8xH100\"\nnodes = " + std::to_string(1 + n % 3) +
                       "\n[training]\nseq_len = 4096\nsteps = " + std::to_string(1000 + n) + "\n";
    if (i % 3 == 0) text += "[[override.imports]]\ntarget = \"mine.norms.make\"\nfqns = [\"*.layers.[0-3].attention.rope\"]\n";
    loaded<job> file = check_string(text, "job.toml");
    if (!file.ok()) {
      std::fputs(to_text(file.problems).c_str(), stderr);
      std::exit(2);
    }
    jobs.push_back(file.job);
  }
  return jobs;
}
}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream in(argv[1], std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (!check_string(text, "job.toml").ok()) return 2;

  const auto parse = [&] { return toml::parse(text).size(); };
  const auto read_and_check = [&] { return check_string(text, "job.toml").problems.issues.size(); };
  // the compiler's reader, which keeps no tree and reads no file that the text names
  const auto subset_and_check = [&] {
    sourced<job> j;
    report said;
    const toml_subset read = read_toml_subset(text);
    if (!read.ok()) std::exit(2);
    assign_items(read.view(text), read.items.size(), "job.toml", j, said);
    resolve(j);
    return said.issues.size() + check(j).issues.size();
  };
  if (subset_and_check() != 0) return 2;
  std::vector<double> parsed, checked, subset;
  for (int round = 0; round < 31; ++round) {
    if (round % 2) parsed.push_back(cost(200, parse));
    subset.push_back(cost(200, subset_and_check));
    checked.push_back(cost(200, read_and_check));
    if (round % 2 == 0) parsed.push_back(cost(200, parse));
  }

  const std::vector<sourced<job>> jobs = distinct_jobs(1000);
  std::vector<double> rules;
  for (int round = 0; round < 31; ++round)
    for (const sourced<job>& j : jobs) rules.push_back(cost(1, [&] { return check(j).issues.size(); }));
  std::printf("{\"bytes\": %zu, \"toml_parse_us\": %.2f, \"check_string_us\": %.2f, \"subset_us\": %.2f, \"rules_us\": %.3f}\n",
              text.size(), median(parsed), median(checked), median(subset), median(rules));
}
