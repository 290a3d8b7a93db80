#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "../schema/sentence.hpp"
#include "../schema/text.hpp"

namespace trainspec::inline v0 {

enum class severity : unsigned char { note, warning, error };

constexpr std::string_view name_of(severity s) { return s == severity::error ? "error" : s == severity::warning ? "warning" : "note"; }

/// A place in a file: lines and columns count from 1, columns in Unicode code points; 0 is unknown. `end_column` is the
/// column after the last one.
struct place {
  text file{};
  std::uint32_t line = 0, column = 0, end_column = 0;
};

/// Another value that an issue depends on, and where it came from.
struct related {
  text path{};    ///< "machine.lnc"
  text origin{};  ///< "preset trn2.48xlarge"
  place at{};
  text message{};  ///< "machine.lnc = 2"
};

/// One thing that is wrong (or worth saying), with all that is known of it. Empty text is absent.
struct issue {
  text code{};
  trainspec::severity severity = severity::error;
  text title{};
  text message{};
  text path{};   ///< "training.seq_len"
  text value{};  ///< as written in the file, else as TOML would have it
  place at{};
  text origin{};  ///< "job.toml:14:11", "preset 4B", "--set training.seq_len=4000", "default"
  std::vector<trainspec::related> related{};
  text reason{};
  text source{};
  text fix{};   ///< text that can be pasted
  text hint{};  ///< shown under the picture, such as "nearest: 3840 or 4096"
};

/// The text of a file that issues point into, for pictures.
struct source_file {
  text name{};
  text content{};
};

/// Everything found, in one pass. `ok()` means that nothing is an error.
struct [[nodiscard]] report {
  std::vector<issue> issues{};
  std::vector<source_file> files{};
  text target{};

  constexpr std::size_t count(severity s) const {
    std::size_t n = 0;
    for (const issue& i : issues) n += i.severity == s;
    return n;
  }
  constexpr std::size_t errors() const { return count(severity::error); }
  constexpr std::size_t warnings() const { return count(severity::warning); }
  constexpr bool ok() const { return errors() == 0; }
  constexpr const issue* first_error() const {
    for (const issue& i : issues)
      if (i.severity == severity::error) return &i;
    return nullptr;
  }
  const issue* find(std::string_view code) const {
    for (const issue& i : issues)
      if (i.code == code) return &i;
    return nullptr;
  }
};

}  // namespace trainspec::inline v0
