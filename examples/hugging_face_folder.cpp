// Reads the model of a Hugging Face folder, checks it, and makes a job of it.
#include <cstdio>

#include <trainspec/report/write_text.hpp>
#include <trainspec/text/check_file.hpp>
#include <trainspec/text/show.hpp>
#include <trainspec/trainspec.hpp>

int main(int argc, char** argv) {
  const char* const folder = argc > 1 ? argv[1] : "hf_qwen3_0.6b";
  const trainspec::loaded<trainspec::job> file = trainspec::check_file(folder);
  std::fputs(trainspec::to_text(file.problems).c_str(), stderr);
  if (!file.ok()) return file.exit_code();

  const trainspec::model& m = file.job.value.model;
  std::printf("%s: %s parameters\n", folder, trainspec::grouped(trainspec::count_parameters(m).unique).c_str());

  const trainspec::origin theta = file.job.origin_of(&m.rope_theta);
  std::printf("rope_theta = %g comes from %s\n", m.rope_theta, trainspec::words_of(theta, file.job.from.source_of(theta)).c_str());

  // the model becomes part of a job, and the rules on training, machine and layout speak
  trainspec::sourced<trainspec::job> job = file.job;
  job.value.training.seq_len = 65536;
  trainspec::resolve(job);
  for (const trainspec::issue& i : trainspec::check(job).issues) std::printf("%s\n", i.message.c_str());
  return 0;
}
