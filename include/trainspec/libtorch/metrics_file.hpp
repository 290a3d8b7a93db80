#pragma once
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

namespace trainspec::inline v0 {
namespace libtorch {

/// One line of JSON: numbers under names, in the order they were added.
class json_line {
 public:
  json_line& add(std::string_view name, std::int64_t value) { return put(name, std::to_string(value)); }
  /// Shortest digits that read back as the same double; a value that JSON has no number for is null.
  json_line& add(std::string_view name, double value) {
    if (!std::isfinite(value)) return put(name, "null");
    char digits[32];
    return put(name, {digits, static_cast<std::size_t>(std::to_chars(digits, digits + sizeof digits, value).ptr - digits)});
  }
  std::string line() const { return text_ + "}\n"; }

 private:
  std::string text_ = "{";
  json_line& put(std::string_view name, std::string_view value) {
    if (text_.size() > 1) text_ += ", ";
    text_.append("\"").append(name).append("\": ").append(value);
    return *this;
  }
};

/// A file of JSON lines that can be followed while it grows: each line is flushed. Opening replaces an old one.
class metrics_file {
 public:
  /// False, with the reason in `message`, when the file cannot be written.
  bool open(const std::string& path, std::string& message) {
    path_ = path;
    file_.reset(std::fopen(path.c_str(), "we"));
    return file_ ? true : failed(message);
  }
  bool write(const json_line& record, std::string& message) {
    const std::string line = record.line();
    const bool good = std::fwrite(line.data(), 1, line.size(), file_.get()) == line.size() && std::fflush(file_.get()) == 0;
    return good ? true : failed(message);
  }

 private:
  struct closer {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };
  std::unique_ptr<std::FILE, closer> file_{};
  std::string path_{};

  bool failed(std::string& message) const {
    message = "cannot write " + path_ + ": " + std::strerror(errno);
    return false;
  }
};

}  // namespace libtorch
}  // namespace trainspec::inline v0
