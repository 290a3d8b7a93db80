#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../rules/ranges.hpp"
#include "../schema/origins.hpp"
#include "../schema/rows.hpp"
#include "assign.hpp"
#include "hf_keys.hpp"
#include "hf_say.hpp"
#include "retype.hpp"

namespace trainspec::inline v0 {

namespace detail {
/// Where the values of config.json go: the fields of a job, with their origins.
struct hf_target {
  const std::vector<row>& rows;
  void* object;
  origin* from;
  std::uint8_t file = 0;            ///< source of what the file gives
  std::uint8_t class_defaults = 0;  ///< source of what its class gives
  std::vector<int>& unread;

  const row& at(std::string_view field) const {
    for (const row& r : rows)
      if (r.path == field) return r;
    return rows.front();  // hf_fields names only fields that there are: a test holds it there
  }
};

/// A number as a field of a kind wants it; one beyond 64 bits stays a float.
inline node hf_number(double d, field_kind kind) {
  const bool fits = d > -9e18 && d < 9e18;
  node n;
  n.is = kind == field_kind::boolean ? node::kind::boolean : kind == field_kind::integer && fits ? node::kind::integer : node::kind::number;
  n.boolean = d != 0;
  n.integer = fits ? static_cast<std::int64_t>(d) : 0;
  n.number = d;
  return n;
}

/// Stores values of a JSON file in fields, or says what does not fit.
class hf_store {
 public:
  hf_store(hf_target into, hf_say& say) : into_(into), say_(say) {}

  bool put(std::string_view field, const node& value, std::string_view pointer) {
    const row& r = into_.at(field);
    // what is out of range is not kept: sentences compute with the numbers
    const bool of_its_type = r.kind != field_kind::integer || value.is == node::kind::integer;
    if (of_its_type && !in_range(r, value, pointer)) return false;
    const store_result stored = r.store(value, r.member(into_.object));
    if (!stored) return misfit(r, stored, value, pointer);
    into_.from[r.number] = {way::file, into_.file, value.line, value.column, value.end_column};
    return true;
  }
  /// A value that no key of the file spells out; `place`, where there is one, is what it follows from.
  void derive(std::string_view field, const node& value, const node* place = nullptr) {
    const row& r = into_.at(field);
    static_cast<void>(r.store(value, r.member(into_.object)));
    into_.from[r.number] = place == nullptr ? origin{way::preset, into_.class_defaults, 0, 0, 0}
                                            : origin{way::file, into_.file, place->line, place->column, place->end_column};
  }
  void by_default(std::string_view field, double value) {
    const row& r = into_.at(field);
    if (r.kind == field_kind::integers) return;  // the default is an empty list, which a job has too
    derive(field, hf_number(value, r.kind));
  }
  /// Nothing is to be said of the value that a field has.
  void forget(std::string_view field) { into_.unread.push_back(into_.at(field).number); }
  node get(std::string_view field) const {
    const row& r = into_.at(field);
    return r.load(r.member(into_.object));
  }
  double number(std::string_view field) const {
    const node n = get(field);
    return n.is == node::kind::integer ? static_cast<double>(n.integer) : n.is == node::kind::boolean ? n.boolean : n.number;
  }

 private:
  bool failed(const row& r) {
    into_.unread.push_back(r.number);
    return false;
  }
  bool misfit(const row& r, const store_result& stored, const node& value, std::string_view pointer) {
    const bool scalar = stored.element < 0;
    const std::string path = std::string(pointer) + (scalar ? "" : "/" + std::to_string(stored.element));
    const node& at = *stored.at;
    const std::string literal = say_.value(at);
    if (stored.what == store_result::fault::too_long) {
      say_.error("TS1203", path + ": at most " + std::to_string(stored.capacity) + " values can be held", path, value);
      return failed(r);
    }
    const bool type = stored.what == store_result::fault::wrong_type;
    issue& i = say_.error(type ? "TS1201" : "TS1202",
                          path + (type ? " is " + std::string(name_of(at.is)) + "; it needs " + std::string(wanted_name(stored.wanted))
                                       : " = " + literal + " is beyond 64 bits"),
                          path, at);
    i.reason = r.doc;
    const std::string better = type && scalar ? retyped(at, stored.wanted, literal) : std::string{};
    if (!better.empty()) i.fix = "\"" + std::string(pointer.substr(pointer.rfind('/') + 1)) + "\": " + better;
    return failed(r);
  }
  bool in_range(const row& r, const node& value, std::string_view pointer) {
    const auto good = [&](const node& n, const std::string& path) {
      scalar s;
      if (n.is == node::kind::integer) s = {field_kind::integer, n.integer, 0, {}};
      if (n.is == node::kind::number) s = {field_kind::number, 0, n.number, {}};
      std::optional<issue> found = range_issue(path, {}, r.about, s, r.doc);
      if (!found) return true;
      issue& i = say_.error(found->code, std::string(found->message.view()), path, n);
      i.reason = r.doc;
      return failed(r);
    };
    if (value.is != node::kind::array) return good(value, std::string(pointer));
    for (std::size_t i = 0; i < value.items.size(); ++i)
      if (!good(value.items[i], std::string(pointer) + "/" + std::to_string(i))) return false;
    return true;
  }

  hf_target into_;
  hf_say& say_;
};
}  // namespace detail

}  // namespace trainspec::inline v0
