#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "../report/report.hpp"

namespace trainspec::inline v0 {

/// What becomes of a key of an old file.
enum class fate : unsigned char {
  kept,     ///< same section, name and value
  moved,    ///< another section
  renamed,  ///< another name
  changed,  ///< another value
  dropped,  ///< it says what is so without it, or has no effect
  lost,     ///< it could not be kept
};
inline constexpr fate fates[] = {fate::kept, fate::moved, fate::renamed, fate::changed, fate::dropped, fate::lost};

constexpr std::string_view name_of(fate f) {
  constexpr std::string_view names[] = {"kept", "moved", "renamed", "value changed", "dropped", "could not be kept"};
  return names[static_cast<std::size_t>(f)];
}

/// A key of the old file and its fate.
struct converted_key {
  std::string path{}, value{};  ///< as the old file has them
  std::uint32_t line = 0, column = 0;
  fate is = fate::lost;
  std::string now{}, new_value{};  ///< the field, and its value in TOML; empty: it is not in the new file
  std::string reason{};            ///< why its value changed, or it is not in the new file
  std::string hint{};              ///< of a key that nobody knows: "did you mean steps?"
};

/// A comment that belongs to a key that is not in the new file.
struct lost_comment {
  std::uint32_t line = 0;
  std::string text{};  ///< with its '#'
};

/// A job file of torchtitan 0.2.2, or of the torchtitan-neuron tutorial's dialect, as a trainspec job file.
struct conversion {
  std::string from{};                  ///< name of the old file
  std::string_view dialect{};          ///< whose file it is
  bool readable = false;               ///< false: `problems` says why there is no more
  bool already = false;                ///< it is a trainspec job file: nothing was done
  report problems{};                   ///< of reading the old file
  std::string toml{};                  ///< the new file
  std::vector<converted_key> keys{};   ///< every key of the old file, in its order
  std::vector<lost_comment> lost{};    ///< comments that are not in the new file
  std::vector<std::string> remarks{};  ///< what the old file leaves to others, and who decides it now
  std::string to{};                    ///< the name under which the new file was checked
  report findings{};                   ///< what `check` says of the new file

  std::size_t count(fate f) const {
    return static_cast<std::size_t>(std::ranges::count_if(keys, [&](const converted_key& k) { return k.is == f; }));
  }
  /// 0 every key was kept or has no effect, 1 some key could not be kept, 2 the old file cannot be read.
  int exit_code() const { return !readable ? 2 : count(fate::lost) > 0 ? 1 : 0; }
};

}  // namespace trainspec::inline v0
