#pragma once
#include <cstddef>
#include <string_view>

#include "../schema/describe.hpp"
#include "../schema/nearest.hpp"
#include "renames.hpp"

// What was probably meant by a name that is not known. `rows` are the fields (section, name, kind), `sections` the sections
// (parent, name, path) of a job, in any containers: those of schema/rows.hpp or, in a constant expression, of embed/names.hpp.

namespace trainspec::inline v0 {

/// A name that was found: its section and its last name, or the whole path in a rename.
struct found_name {
  enum class kind : unsigned char { none, near, elsewhere, renamed, dropped };
  kind is = kind::none;
  std::string_view section{}, name{};  ///< `name` alone: a whole path
  bool has_others = false;             ///< elsewhere: more sections have a field of this name
  const rename* by = nullptr;          ///< renamed, dropped
};

namespace detail {
constexpr std::string_view section_of(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == path.npos ? std::string_view{} : path.substr(0, dot);
}
constexpr const rename* find_rename_in(std::string_view section, std::string_view name) {
  // a quoted name may hold dots: the whole is compared
  for (const rename& r : renames) {
    const std::size_t size = section.empty() ? 0 : section.size() + 1;
    if (r.old.size() != size + name.size() || r.old.substr(size) != name) continue;
    if (section.empty() || (r.old.substr(0, section.size()) == section && r.old[section.size()] == '.')) return &r;
  }
  return nullptr;
}
constexpr found_name renamed(const rename& r) {
  return {r.now.empty() ? found_name::kind::dropped : found_name::kind::renamed, {}, r.now, false, &r};
}

/// The only name that `written` is the beginning of.
class completion {
 public:
  constexpr explicit completion(std::string_view written) : written_(written) {}
  constexpr void offer(std::string_view name) {
    if (written_.size() < 4 || name.substr(0, written_.size()) != written_) return;
    found_ = name;
    ++count_;
  }
  constexpr std::string_view best() const { return count_ == 1 ? found_ : std::string_view{}; }

 private:
  std::string_view written_, found_{};
  int count_ = 0;
};
}  // namespace detail

/// For an unknown key of a section: its exact old name, the one section that has such a key, a name that others use wherever
/// it stands, the nearest name in this section, the nearest name of all.
constexpr found_name find_key(const auto& rows, const auto& sections, std::string_view section, std::string_view key) {
  using enum found_name::kind;
  if (const rename* r = section.empty() ? nullptr : detail::find_rename_in(section, key)) return detail::renamed(*r);

  found_name other;
  int others = 0;
  for (const auto& r : rows)
    if (r.name == key && r.section != section && others++ == 0) other = {elsewhere, r.section, r.name};
  other.has_others = others > 1;
  if (others == 1) return other;

  // names of other libraries and short names, wherever they stand
  const rename* const anywhere = find_rename(key);
  const bool field_name = anywhere != nullptr && (anywhere->now.empty() ? anywhere->from == dialect::hf || section.empty()
                                                                        : anywhere->now.find('.') != anywhere->now.npos || section.empty());
  if (field_name && others == 0) return detail::renamed(*anywhere);

  nearest near_key(key);
  detail::completion complete(key);
  const auto offer = [&](std::string_view name) {
    near_key.offer(name);
    complete.offer(name);
  };
  for (const auto& r : rows)
    if (r.section == section) offer(r.name);
  for (const auto& r : sections)
    if (r.parent == section) offer(r.name);
  std::string_view best = near_key.best();
  if (best.empty()) best = complete.best();
  if (!best.empty()) return {near, section, best};
  if (others > 0) return other;
  nearest far(key);
  for (const auto& r : rows) far.offer(r.name);
  for (const auto& r : rows)
    if (!far.best().empty() && r.name == far.best()) return {near, r.section, r.name};
  return {};
}

/// For an unknown table: an old name, a section of this name elsewhere, the nearest section beside it.
constexpr found_name find_table(const auto& rows, const auto& sections, std::string_view section, std::string_view key) {
  using enum found_name::kind;
  if (const rename* r = detail::find_rename_in(section, key)) return detail::renamed(*r);
  for (const auto& r : sections)
    if (r.name == key) return {elsewhere, r.parent, r.name};
  nearest near_key(key);
  detail::completion complete(key);
  for (const auto& r : sections) {
    if (r.parent != section) continue;
    near_key.offer(r.name);
    complete.offer(r.name);
  }
  std::string_view best = near_key.best();
  if (best.empty()) best = complete.best();
  for (const auto& r : rows)
    if (best.empty() && r.section == section && (r.kind == field_kind::tables || r.kind == field_kind::table) &&
        edit_distance(key, r.name, 2) <= 2)
      best = r.name;
  if (best.empty()) return {};
  return {near, section, best};
}

}  // namespace trainspec::inline v0
