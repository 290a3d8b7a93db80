// trainspec-libtorch: trains a job with the libtorch engine. `trainspec run` starts it.
//   trainspec-libtorch FILE [--set section.key=value]...
// Exit codes: 0 trained, 1 errors in the job, 2 usage or a file that cannot be opened, 3 the run failed.
#include <ATen/Parallel.h>

#include <cstdio>
#include <optional>
#include <string>
#include <trainspec/libtorch/host.hpp>
#include <trainspec/libtorch/train.hpp>
#include <trainspec/report/write_text.hpp>
#include <trainspec/text/check_file.hpp>
#include <utility>
#include <vector>

namespace ts = trainspec;
namespace engine = trainspec::libtorch;

namespace {

/// The job that the arguments name, checked for this engine; nothing, with the exit code, after the reasons are printed.
std::optional<ts::validated_job> read_job(int argc, char** argv, int& code) {
  std::string path;
  std::vector<std::string> settings;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--set" && i + 1 < argc)
      settings.emplace_back(argv[++i]);
    else if (path.empty() && (argument == "-" || !argument.starts_with("-")))
      path = argument;
    else
      path.clear(), i = argc;
  }
  if (path.empty()) {
    std::fputs("usage: trainspec-libtorch FILE [--set section.key=value]...\n", stderr);
    code = 2;
    return std::nullopt;
  }
  ts::validation checked = ts::validate_file(path, {.target = ts::target::libtorch, .settings = settings, .here = true});
  std::fputs(ts::to_text(checked.problems).c_str(), stderr);
  if (!checked) code = checked.problems.find("TS1007") ? 2 : 1;
  return std::move(checked.job);
}

/// What came of it, and where it is.
void print_result(const engine::run_result& r) {
  std::printf("\ntrained %lld steps, %lld tokens in %s (%.0f tokens/s)\n", static_cast<long long>(r.steps),
              static_cast<long long>(r.tokens), engine::duration(r.seconds).c_str(), static_cast<double>(r.tokens) / r.training_seconds);
  if (!r.message.empty()) std::printf("note: %s\n", r.message.c_str());
  std::printf("first loss      %.4f  expected %.4f: ln(vocabulary) + half the variance of the logits\n", r.first_loss,
              r.expected_first_loss);
  std::printf("last loss       %.4f\n", r.last_loss);
  if (r.validation_loss) {
    std::printf("held-out loss   %.4f  nats a byte, on %lld bytes of text that it was not trained on\n", *r.validation_loss,
                static_cast<long long>(r.holdout_bytes));
    std::printf("bigram entropy  %.4f  of the %lld bytes it was trained on: %s\n", r.bigram_entropy,
                static_cast<long long>(r.training_bytes),
                *r.validation_loss < r.bigram_entropy ? "the model knows more than pairs of letters"
                                                      : "the model knows less than pairs of letters");
  }
  std::printf("metrics         %s\n", r.metrics_path.c_str());
  if (!r.weights_folder.empty())
    std::printf("model           %s  (Transformers: AutoModelForCausalLM.from_pretrained)\n", r.weights_folder.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  const std::string host = engine::prepare_host(argv);
  int code = 0;
  const std::optional<ts::validated_job> job = read_job(argc, argv, code);
  if (!job) return code;
  std::fprintf(stderr, "libtorch engine: %d threads, %s\n", at::get_num_threads(), host.c_str());
  const engine::run_result result = engine::train(*job);
  for (const std::string& name : result.skipped_files)
    std::fprintf(stderr, "left out, empty or not UTF-8 text: %s\n", ts::detail::printable(name).c_str());
  if (!result.ok) {
    std::fprintf(stderr, "error: %s\n", ts::detail::printable(result.message).c_str());
    return 3;
  }
  print_result(result);
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    std::perror("trainspec-libtorch: standard output");
    return 3;
  }
  return 0;
}
