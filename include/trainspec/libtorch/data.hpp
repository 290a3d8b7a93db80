#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../schema/utf8.hpp"

namespace trainspec::inline v0 {
namespace libtorch {

using bytes = std::vector<std::uint8_t>;

/// Text as byte-level tokens: token = byte, so a vocabulary of 256 is enough.
struct text_data {
  bytes training{}, holdout{};
  std::vector<std::string> files{};    ///< read, in this order
  std::vector<std::string> skipped{};  ///< of a folder: not UTF-8 text, or empty
};

/// UTF-8 without zero bytes, overlong forms and surrogates.
inline bool is_text(std::span<const std::uint8_t> s) {
  const std::string_view text(reinterpret_cast<const char*>(s.data()), s.size());
  return text.find('\0') == text.npos && is_utf8(text);
}

namespace detail {
inline std::optional<bytes> read_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  bytes content{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (in.bad()) return std::nullopt;
  return content;
}

/// The regular files below a folder, sorted by path, but not those below `except`. Links and hidden names are left out: no
/// file is met twice.
inline bool list_files(const std::string& folder, const std::string& except, std::vector<std::string>& files, std::string& message) {
  namespace fs = std::filesystem;
  std::error_code failed;
  fs::recursive_directory_iterator i(folder, failed);
  for (; !failed && i != fs::recursive_directory_iterator(); i.increment(failed)) {
    const bool hidden = i->path().filename().string().starts_with(".");
    const fs::file_status status = i->symlink_status(failed);
    if (failed) break;
    std::error_code ignored;
    const bool own = !except.empty() && fs::is_directory(status) && fs::equivalent(i->path(), except, ignored);
    if ((hidden || own) && fs::is_directory(status)) i.disable_recursion_pending();
    if (!hidden && fs::is_regular_file(status)) files.push_back(i->path().generic_string());
  }
  if (failed) {
    message = "cannot read " + folder + ": " + failed.message();
    return false;
  }
  std::sort(files.begin(), files.end());
  return true;
}
}  // namespace detail

/// Reads a text file, or the text files of a folder one after the other, sorted by path; the last `holdout` (a share) of
/// the bytes is held out. What lies in the folder `except` (the output of runs) is no text to train on. Nothing, with the
/// reason in `message`, when it cannot be read or holds no text.
inline std::optional<text_data> read_text(const std::string& path, double holdout, std::string& message, const std::string& except = {}) {
  std::error_code failed;
  const std::filesystem::file_status status = std::filesystem::status(path, failed);
  const bool folder = std::filesystem::is_directory(status);
  if (!std::filesystem::exists(status)) {
    message = "cannot read " + path + ": " + (failed ? failed.message() : "no such file or folder");
    return std::nullopt;
  }
  if (!folder && !std::filesystem::is_regular_file(status)) {
    message = path + " is neither a regular file nor a folder";
    return std::nullopt;
  }
  text_data data;
  std::vector<std::string> names{path};
  if (folder) {
    names.clear();
    if (!detail::list_files(path, except, names, message)) return std::nullopt;
  }
  bytes all;
  for (std::string& name : names) {
    const std::optional<bytes> content = detail::read_bytes(name);
    if (!content) {
      message = "cannot read " + name;
      return std::nullopt;
    }
    const bool text = !content->empty() && is_text(*content);
    if (!text && !folder) {
      message = name + (content->empty() ? " is empty" : " is not UTF-8 text");
      return std::nullopt;
    }
    if (text) all.insert(all.end(), content->begin(), content->end());
    (text ? data.files : data.skipped).push_back(std::move(name));
  }
  if (data.files.empty()) {
    message = path + " holds no text file";
    return std::nullopt;
  }
  const auto kept = all.size() - static_cast<std::size_t>(static_cast<double>(all.size()) * holdout);
  data.holdout.assign(all.begin() + static_cast<std::ptrdiff_t>(kept), all.end());
  all.resize(kept);
  data.training = std::move(all);
  return data;
}

/// Entropy of a byte given the one before it, in nats, with the text's own frequencies: the loss that no model of byte
/// pairs can beat on this text.
inline double bigram_entropy(std::span<const std::uint8_t> text) {
  std::vector<std::array<std::int64_t, 256>> pairs(256);
  for (std::size_t i = 1; i < text.size(); ++i) ++pairs[text[i - 1]][text[i]];
  double sum = 0, total = 0;
  for (const auto& row : pairs) {
    const auto from = static_cast<double>(std::accumulate(row.begin(), row.end(), std::int64_t{0}));
    for (const std::int64_t n : row)
      if (n > 0) sum -= static_cast<double>(n) * std::log(static_cast<double>(n) / from);
    total += from;
  }
  return total > 0 ? sum / total : 0;
}

/// How many sequences of seq_len + 1 bytes, each starting on the last byte of the one before, a text holds; so each byte is
/// a label at most once in a pass.
inline std::int64_t count_sequences(std::span<const std::uint8_t> text, std::int64_t seq_len) {
  return text.empty() ? 0 : static_cast<std::int64_t>(text.size() - 1) / seq_len;
}

/// The order in which a run meets the sequences of its text: shuffled, by `seed` and the number of the pass alone, so the
/// same on every machine.
class sequence_order {
 public:
  sequence_order(std::int64_t sequences, std::uint64_t seed, bool infinite) : seed_(seed), infinite_(infinite) {
    order_.resize(static_cast<std::size_t>(sequences));
    shuffle();
  }

  /// Takes the next `n` sequences; fewer only when the data ends.
  std::vector<std::int64_t> take(std::int64_t n) {
    std::vector<std::int64_t> taken;
    while (static_cast<std::int64_t>(taken.size()) < n && !order_.empty()) {
      if (next_ == order_.size()) {
        if (!infinite_) break;
        ++pass_;
        shuffle();
      }
      taken.push_back(order_[next_++]);
    }
    return taken;
  }

 private:
  std::vector<std::int64_t> order_{};
  std::size_t next_ = 0;
  std::uint64_t seed_ = 0, pass_ = 0;
  bool infinite_ = false;

  void shuffle() {
    std::iota(order_.begin(), order_.end(), std::int64_t{0});
    std::mt19937_64 random(seed_ + pass_);
    // Not std::shuffle: its result depends on the standard library.
    for (std::size_t i = order_.size(); i > 1; --i) std::swap(order_[i - 1], order_[random() % i]);
    next_ = 0;
  }
};

}  // namespace libtorch
}  // namespace trainspec::inline v0
