#pragma once
// A folder of a test's own, removed with what it holds.
#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

namespace trainspec_test {

class temporary_folder {
  std::filesystem::path path_;

 public:
  temporary_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "trainspec_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder: " + name);
    path_ = name;
  }
  ~temporary_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;
  const std::filesystem::path& path() const { return path_; }
};

}  // namespace trainspec_test
