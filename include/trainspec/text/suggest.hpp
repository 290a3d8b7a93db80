#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "../presets/suggest.hpp"
#include "../schema/rows.hpp"

namespace trainspec::inline v0 {

/// What was probably meant by a name that is not known.
struct suggestion {
  using kind = found_name::kind;
  kind is = kind::none;
  std::string path{};               ///< "training.seq_len" or "training"; empty when there is none
  std::vector<std::string> also{};  ///< elsewhere: further sections with a field of this name
  const rename* by = nullptr;       ///< renamed, dropped
};

namespace detail {
inline std::string dotted(std::string_view section, std::string_view name) {
  return section.empty() ? std::string(name) : std::string(section) + "." + std::string(name);
}
inline suggestion suggested(const found_name& f) { return {f.is, dotted(f.section, f.name), {}, f.by}; }
}  // namespace detail

/// See `find_key`.
inline suggestion suggest_key(const std::vector<row>& rows, const std::vector<section_row>& sections, std::string_view section,
                              std::string_view key) {
  const found_name found = find_key(rows, sections, section, key);
  suggestion s = detail::suggested(found);
  if (!found.has_others) return s;
  for (const row& r : rows)
    if (r.name == key && r.section != section && r.section != found.section) s.also.push_back(r.section);
  return s;
}

/// See `find_table`.
inline suggestion suggest_table(const std::vector<row>& rows, const std::vector<section_row>& sections, std::string_view section,
                                std::string_view key) {
  return detail::suggested(find_table(rows, sections, section, key));
}

}  // namespace trainspec::inline v0
