#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "../presets/renames.hpp"
#include "../schema/nearest.hpp"
#include "../schema/rows.hpp"

namespace trainspec::inline v0 {

/// What was probably meant by a name that is not known.
struct suggestion {
  enum class kind : unsigned char { none, near, elsewhere, renamed, dropped };
  kind is = kind::none;
  std::string path{};               ///< "training.seq_len" or "training"; empty when there is none
  std::vector<std::string> also{};  ///< elsewhere: further sections with a field of this name
  const rename* by = nullptr;       ///< renamed, dropped
};

namespace detail {
inline std::string_view section_of(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == path.npos ? std::string_view{} : path.substr(0, dot);
}
inline std::string dotted(std::string_view section, std::string_view name) {
  return section.empty() ? std::string(name) : std::string(section) + "." + std::string(name);
}

inline suggestion from_rename(const rename& r) {
  suggestion s;
  s.is = r.now.empty() ? suggestion::kind::dropped : suggestion::kind::renamed;
  s.path = r.now;
  s.by = &r;
  return s;
}

/// The only name that `written` is the beginning of.
class completion {
 public:
  explicit completion(std::string_view written) : written_(written) {}
  void offer(std::string_view name) {
    if (written_.size() < 4 || name.substr(0, written_.size()) != written_) return;
    found_ = name;
    ++count_;
  }
  std::string_view best() const { return count_ == 1 ? found_ : std::string_view{}; }

 private:
  std::string_view written_, found_{};
  int count_ = 0;
};
}  // namespace detail

/// For an unknown key of a section: its exact old name, the one section that has such a key, a name that others use wherever
/// it stands, the nearest name in this section, the nearest name of all.
inline suggestion suggest_key(const std::vector<row>& rows, const std::vector<section_row>& sections, std::string_view section,
                              std::string_view key) {
  suggestion s;
  if (const rename* r = section.empty() ? nullptr : find_rename(detail::dotted(section, key))) return detail::from_rename(*r);

  for (const row& r : rows)
    if (r.name == key && r.section != section) s.also.push_back(r.section);
  const auto elsewhere = [&] {
    s.is = suggestion::kind::elsewhere;
    s.path = detail::dotted(s.also.front(), key);
    s.also.erase(s.also.begin());
    return s;
  };
  if (s.also.size() == 1) return elsewhere();

  // names of other libraries and short names, wherever they stand
  const rename* const anywhere = find_rename(key);
  const bool field_name = anywhere != nullptr && (anywhere->now.empty() ? anywhere->from == dialect::hf || section.empty()
                                                                        : anywhere->now.find('.') != anywhere->now.npos || section.empty());
  if (field_name && s.also.empty()) return detail::from_rename(*anywhere);

  nearest near(key);
  detail::completion complete(key);
  const auto offer = [&](std::string_view name) {
    near.offer(name);
    complete.offer(name);
  };
  for (const row& r : rows)
    if (r.section == section) offer(r.name);
  for (const section_row& r : sections)
    if (r.parent == section) offer(r.name);
  std::string_view best = near.best();
  if (best.empty()) best = complete.best();
  if (!best.empty()) {
    s.is = suggestion::kind::near;
    s.path = detail::dotted(section, best);
    s.also.clear();
    return s;
  }
  if (!s.also.empty()) return elsewhere();
  nearest far(key);
  for (const row& r : rows) far.offer(r.name);
  for (const row& r : rows)
    if (!far.best().empty() && r.name == far.best()) {
      s.is = suggestion::kind::near;
      s.path = r.path;
      return s;
    }
  return s;
}

/// For an unknown table: an old name, a section of this name elsewhere, the nearest section beside it.
inline suggestion suggest_table(const std::vector<row>& rows, const std::vector<section_row>& sections, std::string_view section,
                                std::string_view key) {
  suggestion s;
  if (const rename* r = find_rename(detail::dotted(section, key))) return detail::from_rename(*r);
  for (const section_row& r : sections)
    if (r.name == key) {
      s.is = suggestion::kind::elsewhere;
      s.path = r.path;
      return s;
    }
  nearest near(key);
  detail::completion complete(key);
  for (const section_row& r : sections) {
    if (r.parent != section) continue;
    near.offer(r.name);
    complete.offer(r.name);
  }
  std::string_view best = near.best();
  if (best.empty()) best = complete.best();
  for (const row& r : rows)
    if (best.empty() && r.section == section && (r.kind == field_kind::tables || r.kind == field_kind::table) &&
        edit_distance(key, r.name, 2) <= 2)
      best = r.name;
  if (best.empty()) return s;
  s.is = suggestion::kind::near;
  s.path = detail::dotted(section, best);
  return s;
}

}  // namespace trainspec::inline v0
