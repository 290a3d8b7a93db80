#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

#include "toml_subset.hpp"

namespace trainspec::inline v0 {

/// A text that was read at run time.
struct toml_subset {
  std::vector<toml_item> items{};
  std::vector<char> decoded{};
  toml_problem problem{};

  bool ok() const { return problem.code.empty(); }
  toml_items view(std::string_view text) const { return {text, items.data(), decoded.data()}; }
};

/// Reads TOML 1.0 but for dates and times, which no field holds, and numbers that a double does not hold to its last bit; the
/// first mistake ends it. Problems: TS1001 syntax, TS1002 given twice, TS1003 encoding, TS1004 nesting, TS1005 size. The text has to
/// outlive the result.
inline toml_subset read_toml_subset(std::string_view text) {
  constexpr std::size_t most = 20'000;
  toml_subset out;
  const std::size_t room = detail::room_for_toml(text);
  if (room > most) {
    out.problem.code = "TS1005";
    out.problem.message << "the text has more than " << most << " keys and values";
    return out;
  }
  out.items.resize(room);
  out.decoded.resize(text.size() + 1);
  detail::toml_subset_reader reader(text, out.items.data(), out.decoded.data());
  out.items.resize(reader.read());
  out.problem = reader.problem;
  return out;
}

}  // namespace trainspec::inline v0
