#pragma once
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

namespace trainspec::inline v0 {
namespace libtorch {

/// What one optimizer step did.
struct step_record {
  std::int64_t step = 0;         ///< from 1
  double loss = 0;               ///< nats a token
  double grad_norm = 0;          ///< before clipping
  double lr = 0;                 ///< of [optimizer], by which this step was made
  std::int64_t tokens = 0;       ///< trained on so far
  double tokens_per_second = 0;  ///< of this step
  double seconds = 0;            ///< since training began
  double training_seconds = 0;   ///< the same, without the time that validation took
};

/// "8 s", "1 min 05 s", "2 h 03 min"
inline std::string duration(double seconds) {
  const auto s = static_cast<long long>(seconds + 0.5);
  char out[48];
  if (s < 60)
    std::snprintf(out, sizeof out, "%lld s", s);
  else if (s < 3600)
    std::snprintf(out, sizeof out, "%lld min %02lld s", s / 60, s % 60);
  else
    std::snprintf(out, sizeof out, "%lld h %02lld min", s / 3600, s / 60 % 60);
  return out;
}

/// Progress on stderr: one line that is rewritten on a terminal, else a line every `log_freq` steps.
class progress {
 public:
  progress(bool shown, std::int64_t steps, std::int64_t log_freq)
      : shown_(shown), terminal_(shown && ::isatty(STDERR_FILENO) == 1), steps_(steps), log_freq_(log_freq > 0 ? log_freq : 1) {}
  ~progress() { end(); }
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  void step(const step_record& r) {
    if (!shown_) return;
    const bool last = r.step == steps_;
    const auto now = std::chrono::steady_clock::now();
    // A terminal needs no more than ten lines a second.
    if (terminal_ ? !last && now - drawn_ < std::chrono::milliseconds(100) : !last && r.step != 1 && r.step % log_freq_ != 0) return;
    drawn_ = now;
    const double left = r.training_seconds / static_cast<double>(r.step) * static_cast<double>(steps_ - r.step);
    char text[160];
    std::snprintf(text, sizeof text, "step %lld/%lld  loss %.4f  %.0f tokens/s  %s left", static_cast<long long>(r.step),
                  static_cast<long long>(steps_), r.loss, static_cast<double>(r.tokens) / r.training_seconds, duration(left).c_str());
    draw(text);
  }
  void validation(std::int64_t step, double loss) {
    if (!shown_) return;
    char text[96];
    std::snprintf(text, sizeof text, "step %lld  held-out loss %.4f", static_cast<long long>(step), loss);
    draw(text);
    end();
  }
  /// Leaves the last line standing.
  void end() {
    if (open_) std::fputc('\n', stderr);
    open_ = false;
  }

 private:
  bool shown_, terminal_, open_ = false;
  std::int64_t steps_, log_freq_;
  std::chrono::steady_clock::time_point drawn_{};

  void draw(const char* text) {
    if (terminal_)
      std::fprintf(stderr, "\r\033[K%s", text);
    else
      std::fprintf(stderr, "%s\n", text);
    std::fflush(stderr);
    open_ = terminal_;
  }
};

}  // namespace libtorch
}  // namespace trainspec::inline v0
