#pragma once
#include <ATen/Context.h>

#include <chrono>
#include <cmath>
#include <exception>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../model/schedule.hpp"
#include "../model/shape.hpp"
#include "../rules/check.hpp"
#include "data.hpp"
#include "export.hpp"
#include "init.hpp"
#include "metrics_file.hpp"
#include "optimizer.hpp"
#include "progress.hpp"
#include "step.hpp"
#include "support.hpp"

namespace trainspec::inline v0 {
namespace libtorch {

/// What a run calls while it goes on, and what it leaves out.
struct run_options {
  std::function<void(const step_record&)> on_step{};
  std::function<void(std::int64_t step, double loss)> on_validation{};
  bool show_progress = true;   ///< on stderr
  bool export_weights = true;  ///< to job.dump_folder/hf
};

/// How a run went. Losses are in nats a token.
struct run_result {
  bool ok = false;
  std::string message{};  ///< why it failed; of a good run: what is worth saying, else empty
  std::int64_t steps = 0, tokens = 0;
  double seconds = 0;           ///< of the loop, validation included
  double training_seconds = 0;  ///< of the loop, without validation
  double first_loss = 0, last_loss = 0;
  double expected_first_loss = 0;           ///< ln(vocab_size) + half the variance of the logits
  std::optional<double> validation_loss{};  ///< on the held-out text, at the end
  double bigram_entropy = 0;                ///< of the training text
  std::int64_t training_bytes = 0, holdout_bytes = 0;
  std::vector<std::string> skipped_files{};
  std::string metrics_path{};    ///< job.dump_folder/metrics.jsonl
  std::string weights_folder{};  ///< job.dump_folder/hf, when it was written
};

/// Sequences of a text as a batch: tokens and labels [sequences, seq_len].
inline micro_batch make_batch(std::span<const std::uint8_t> text, std::span<const std::int64_t> sequences, std::int64_t seq_len) {
  const auto rows = static_cast<std::int64_t>(sequences.size());
  micro_batch b{at::empty({rows, seq_len}, at::kLong), at::empty({rows, seq_len}, at::kLong)};
  auto* tokens = b.tokens.mutable_data_ptr<std::int64_t>();
  auto* labels = b.labels.mutable_data_ptr<std::int64_t>();
  for (const std::int64_t s : sequences) {
    const auto from = text.begin() + static_cast<std::ptrdiff_t>(s * seq_len);
    tokens = std::copy(from, from + seq_len, tokens);
    labels = std::copy(from + 1, from + seq_len + 1, labels);
  }
  return b;
}

/// Mean loss over the sequences of a text, in nats a token; at most `batches` batches of `batch_size` (-1: all).
inline double evaluate(const qwen3& model, std::span<const std::uint8_t> text, std::int64_t seq_len, std::int64_t batch_size,
                       std::int64_t batches) {
  const at::NoGradGuard no_grad;
  sequence_order order(count_sequences(text, seq_len), 0, false);
  double sum = 0;
  std::int64_t tokens = 0;
  for (std::int64_t i = 0; batches < 0 || i < batches; ++i) {
    const std::vector<std::int64_t> sequences = order.take(batch_size);
    if (sequences.empty()) break;
    const micro_batch b = make_batch(text, sequences, seq_len);
    sum += loss_sum(model.forward(b.tokens), b.labels).item<double>();
    tokens += b.labels.numel();
  }
  return sum / static_cast<double>(tokens);
}

namespace detail {
class training_run {
 public:
  training_run(const job& j, const run_options& options)
      : job_(j),
        options_(options),
        model_(j.model, j.training.seq_len),
        progress_(options.show_progress, j.training.steps, j.metrics.log_freq) {}

  bool go(const text_data& data, run_result& result) {
    if (!prepare(result)) return false;
    begin_ = clock::now();
    if (!train(data, result)) return false;
    if (job_.validator.enable && !validate(data, result)) return false;
    result.seconds = seconds();
    progress_.end();
    if (!options_.export_weights) return true;
    const std::string folder = std::string(job_.info.dump_folder.view()) + "/hf";
    if (!export_hf(model_, folder, job_.checkpoint.export_dtype.view(), result.message)) return false;
    result.weights_folder = folder;
    return true;
  }

 private:
  using clock = std::chrono::steady_clock;
  const job& job_;
  const run_options& options_;
  qwen3 model_;
  std::optional<adam> optimizer_{};
  metrics_file metrics_{};
  progress progress_;
  clock::time_point begin_{};
  std::int64_t validated_at_ = 0;
  double validation_seconds_ = 0;

  double seconds() const { return std::chrono::duration<double>(clock::now() - begin_).count(); }

  bool prepare(run_result& result) {
    const std::string folder(job_.info.dump_folder.view());
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) {
      result.message = "cannot make " + folder + ": " + failed.message();
      return false;
    }
    if (options_.export_weights && !can_export(folder + "/hf", result.message)) return false;
    result.metrics_path = folder + "/metrics.jsonl";
    if (!metrics_.open(result.metrics_path, result.message)) return false;
    at::globalContext().setDeterministicAlgorithms(job_.debug.deterministic, job_.debug.deterministic_warn_only);
    initialise(model_, seeded_generator(job_.debug.seed));
    const trainspec::checkpoint& c = job_.checkpoint;
    if (c.enable && c.initial_load_in_hf) {
      const text& from = c.initial_load_path.empty() ? job_.model.hf_assets_path : c.initial_load_path;
      if (!load_hf(std::string(from.view()), model_, result.message)) return false;
    }
    optimizer_ = adam::make(job_.optimizer, model_.parameters(), result.message);
    return optimizer_.has_value();
  }

  bool train(const text_data& data, run_result& result) {
    const trainspec::training& t = job_.training;
    const std::int64_t accumulation = accumulation_steps(job_);
    sequence_order order(count_sequences(data.training, t.seq_len), static_cast<std::uint64_t>(job_.debug.seed.value_or(0)),
                         job_.dataloader.infinite);
    double before = 0;
    for (std::int64_t step = 1; step <= t.steps; ++step) {
      const std::vector<std::int64_t> sequences = order.take(accumulation * t.local_batch_size);
      if (static_cast<std::int64_t>(sequences.size()) < accumulation * t.local_batch_size) {
        result.message = "the text ended after " + std::to_string(step - 1) + " of " + std::to_string(t.steps) + " steps";
        return step > 1;
      }
      std::vector<micro_batch> batches;
      for (std::int64_t i = 0; i < accumulation; ++i)
        batches.push_back(make_batch(
            data.training,
            std::span(sequences).subspan(static_cast<std::size_t>(i * t.local_batch_size), static_cast<std::size_t>(t.local_batch_size)),
            t.seq_len));

      step_record r;
      r.step = step;
      r.loss = forward_backward(model_, batches);
      r.grad_norm = clip_grad_norm(model_.parameters(), t.max_norm);
      if (!std::isfinite(r.loss) || !std::isfinite(r.grad_norm)) {
        const bool loss = !std::isfinite(r.loss);
        result.message = (loss ? "the loss of step " : "the gradient norm of step ") + std::to_string(step) + " is " +
                         std::to_string(loss ? r.loss : r.grad_norm) +
                         ": training stopped; try a lower optimizer.lr or a longer lr_scheduler.warmup_steps";
        return false;
      }
      const double factor = schedule_factor(job_.lr_scheduler, t, step - 1);
      optimizer_->step(factor);
      optimizer_->zero_grad();

      r.lr = job_.optimizer.lr * factor;
      result.tokens += static_cast<std::int64_t>(sequences.size()) * t.seq_len;
      r.tokens = result.tokens;
      r.seconds = seconds();
      r.training_seconds = result.training_seconds = r.seconds - validation_seconds_;
      r.tokens_per_second = static_cast<double>(static_cast<std::int64_t>(sequences.size()) * t.seq_len) / (r.seconds - before);
      if (step == 1) result.first_loss = r.loss;
      result.last_loss = r.loss;
      result.steps = step;
      if (!report_step(r, result)) return false;
      if (job_.validator.enable && job_.validator.freq > 0 && step % job_.validator.freq == 0 && !validate(data, result)) return false;
      before = seconds();
    }
    return true;
  }

  bool report_step(const step_record& r, run_result& result) {
    json_line line;
    line.add("step", r.step).add("loss", r.loss).add("grad_norm", r.grad_norm).add("lr", r.lr).add("tokens", r.tokens);
    line.add("tokens_per_second", r.tokens_per_second).add("seconds", r.seconds);
    progress_.step(r);
    if (options_.on_step) options_.on_step(r);
    return metrics_.write(line, result.message);
  }

  /// Once a step at most: the last step may be due anyway.
  bool validate(const text_data& data, run_result& result) {
    if (validated_at_ == result.steps) return true;
    validated_at_ = result.steps;
    const double before = seconds();
    const double loss = evaluate(model_, data.holdout, job_.training.seq_len, job_.training.local_batch_size, job_.validator.steps);
    validation_seconds_ += seconds() - before;
    result.validation_loss = loss;
    progress_.validation(result.steps, loss);
    if (options_.on_validation) options_.on_validation(result.steps, loss);
    return metrics_.write(json_line{}.add("step", result.steps).add("validation_loss", loss).add("seconds", seconds()), result.message);
  }
};

/// train(), for a job of which only that is known which `unsupported` looks at.
inline run_result train_unchecked(const job& j, const run_options& options) {
  run_result result;
  try {
    result.message = unsupported(j);
    if (!result.message.empty()) return result;
    const std::string path(j.dataloader.dataset_path.view());
    const std::optional<text_data> data =
        read_text(path, j.validator.enable ? j.validator.holdout : 0, result.message, std::string(j.info.dump_folder.view()));
    if (!data) return result;
    result.training_bytes = static_cast<std::int64_t>(data->training.size());
    result.holdout_bytes = static_cast<std::int64_t>(data->holdout.size());
    result.skipped_files = data->skipped;
    result.bigram_entropy = bigram_entropy(data->training);
    result.expected_first_loss = std::log(static_cast<double>(j.model.vocab_size)) + half_logit_variance(j.model);
    const std::int64_t needed = global_batch_size(j), found = count_sequences(data->training, j.training.seq_len);
    if (found < (j.dataloader.infinite ? 1 : needed)) {
      result.message = path + ": " + std::to_string(result.training_bytes) + " bytes to train on are " + std::to_string(found) +
                       " sequences of training.seq_len = " + std::to_string(j.training.seq_len) + " (one step takes " +
                       std::to_string(needed) + ")";
      return result;
    }
    if (j.validator.enable && count_sequences(data->holdout, j.training.seq_len) == 0) {
      result.message = path + ": the " + std::to_string(result.holdout_bytes) +
                       " bytes held out are less than one sequence of training.seq_len = " + std::to_string(j.training.seq_len) +
                       "; raise validator.holdout";
      return result;
    }
    training_run training(j, options);
    result.ok = training.go(*data, result);
  } catch (const c10::Error& e) {
    result.ok = false;
    result.message = std::string("torch: ") + e.what_without_backtrace();
  } catch (const std::exception& e) {
    result.ok = false;
    result.message = e.what();
  }
  return result;
}
}  // namespace detail

/// Trains as the job says, on its text, and writes metrics.jsonl and the weights as a Hugging Face folder `hf` to
/// job.dump_folder (both replace what an earlier run left). The job must have been validated for target libtorch. Seeds
/// the weights and the order of the data by debug.seed. Computes in float32. Whatever fails (data, folders, a full disk,
/// memory, a loss that is not a number) comes back as `ok` false with a message; nothing is thrown.
inline run_result train(const validated_job& j, const run_options& options = {}) {
  if (j.target() == target::libtorch) return detail::train_unchecked(j.job(), options);
  run_result refused;
  refused.message = "the job was checked for " + std::string(features_of(j.target()).name) + ", not for libtorch";
  return refused;
}

}  // namespace libtorch
}  // namespace trainspec::inline v0
