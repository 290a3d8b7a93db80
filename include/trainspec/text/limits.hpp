#pragma once
#include <cstddef>

namespace trainspec::inline v0 {

/// What a file may hold at most, so that no input can exhaust the stack or the memory.
inline constexpr std::size_t most_problems = 200;        ///< listed for one file
inline constexpr std::size_t max_nesting = 100;          ///< levels of tables and arrays
inline constexpr std::size_t max_values = 2'000'000;     ///< keys and values of one file
inline constexpr std::size_t max_file_size = 64u << 20;  ///< bytes of one text file

}  // namespace trainspec::inline v0
