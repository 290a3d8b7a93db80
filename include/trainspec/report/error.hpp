#pragma once
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <utility>

#include "stop.hpp"

namespace trainspec::inline v0 {

/// Thrown by `checked()` at run time: what() is the first error, `report()` has all. (Everything else in trainspec
/// reports without throwing.)
class spec_error : public std::exception {
 public:
  explicit spec_error(trainspec::report r) : report_(std::move(r)), line_(first_line(report_)) {}
  const char* what() const noexcept override { return line_.c_str(); }
  const trainspec::report& report() const noexcept { return report_; }

 private:
  trainspec::report report_;
  text line_;
};

/// Throws, or without exceptions prints the first error and aborts.
[[noreturn]] inline void throw_spec_error(report r) {
#ifdef __cpp_exceptions
  throw spec_error(std::move(r));
#else
  std::fprintf(stderr, "trainspec: %s\n", first_line(r).c_str());
  std::abort();
#endif
}

}  // namespace trainspec::inline v0
