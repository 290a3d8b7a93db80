#pragma once
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <string>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace trainspec::inline v0 {
namespace libtorch {

/// Settings of the process that decide how fast a small model trains on a CPU. Call it first thing in main, before any
/// tensor is made; gives what it chose, in one line. What the environment already says is kept.
///
/// OMP_WAIT_POLICY=PASSIVE: threads that spin while they wait make a busy machine ten times slower, and libgomp reads
/// this only when it is loaded, so the program starts itself again, once, with the variable set.
/// malloc keeps big blocks: giving 64 MB back and taking them again costs ten times as much as reusing them.
inline std::string prepare_host([[maybe_unused]] char** argv) {
  constexpr const char* policy = "OMP_WAIT_POLICY";
  constexpr const char* restarted = "TRAINSPEC_RESTARTED";
  std::string chosen;
#if defined(__linux__)
  if (!std::getenv(policy) && !std::getenv(restarted)) {
    ::setenv(policy, "PASSIVE", 1);
    ::setenv(restarted, "1", 1);
    ::execv("/proc/self/exe", argv);
    // Only a failed exec comes back: the run goes on with the settings it has.
    ::unsetenv(policy);
  }
  ::unsetenv(restarted);
#endif
  const char* value = std::getenv(policy);
  chosen.append(policy).append("=").append(value ? value : "(unset)");
#if defined(__GLIBC__)
  // mallopt takes an int: just under 2 GiB is the most it can be told.
  const bool told = std::getenv("MALLOC_MMAP_THRESHOLD_") || std::getenv("MALLOC_TRIM_THRESHOLD_");
  const bool keeps = !told && ::mallopt(M_MMAP_THRESHOLD, INT_MAX) == 1 && ::mallopt(M_TRIM_THRESHOLD, INT_MAX) == 1;
  chosen.append(keeps ? ", malloc keeps blocks below 2 GiB" : told ? ", malloc as the environment says" : ", malloc as it was");
#endif
  return chosen;
}

}  // namespace libtorch
}  // namespace trainspec::inline v0
