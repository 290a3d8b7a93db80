#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "../report/reading_codes.hpp"
#include "../report/report.hpp"
#include "../rules/reading_words.hpp"
#include "../schema/origins.hpp"
#include "names.hpp"
#include "toml_items.hpp"

namespace trainspec::inline v0 {

namespace detail {

/// Fills the fields of a job from the items of a text, in one walk over the job, and reports what does not fit.
class item_assigner final : public visitor {
 public:
  constexpr item_assigner(const toml_items& items, std::size_t count, std::string_view file, origin* from, std::uint8_t source, report& out)
      : items_(items), file_(file), from_(from), source_(source), out_(out), uses_(count, use::none) {
    uses_[0] = use::section;
  }

  constexpr bool wants_elements() const override { return true; }
  constexpr void enter(std::string_view name) override {
    const std::int32_t i = here() < 0 ? -1 : items_.find(here(), name);
    bool table = false;
    if (i >= 0) {
      table = items_[i].is == node_kind::table;
      uses_[index(i)] = table ? use::section : use::field;
      sentence path;
      names_.write(name, [&](const word& w) { path << w; });
      if (!table) say_no_table(add("TS1201", path, i), path.view(), items_[i].is);
    }
    names_.push(name);
    tables_.push_back(table ? i : -1);
  }
  constexpr void enter_element(std::string_view name, std::size_t number) override {
    names_.push(name, number);
    tables_.push_back(element_);
    if (element_ >= 0) {
      uses_[index(element_)] = use::element;
      element_ = items_[element_].next;
    }
    ++inside_;
    element_depth_ = tables_.size();
  }
  constexpr void leave() override {
    if (inside_ > 0 && tables_.size() == element_depth_) inside_ = 0;
    tables_.pop_back();
    names_.pop();
  }
  constexpr void field(const leaf& l) override {
    if (l.kind == field_kind::tables && inside_ == 0) element_ = -1;
    const std::int32_t i = here() < 0 ? -1 : items_.find(here(), l.name);
    if (i < 0) return;
    uses_[index(i)] = use::field;
    sentence path;
    names_.write(l.name, [&](const word& w) { path << w; });
    if (!(l.kind == field_kind::tables ? tables(l, i, path) : value(l, i, path)) || inside_ > 0) return;
    const toml_item& at = items_[i];
    from_[l.number] = {way::file, source_, at.line, at.column, at.end_column};
  }

  /// Reports the names that no field has, once the walk is over; `job` is what was walked.
  template <described Job>
  constexpr void unknown_names(const Job& job) {
    unknown_in(job, 0, -1, {}, {});
  }

 private:
  /// What an item turned out to be.
  struct use {
    static constexpr char none = 0, field = 1, section = 2, element = 3;
  };

  toml_items items_;
  std::string_view file_;
  origin* from_;
  std::uint8_t source_;
  report& out_;
  std::vector<char> uses_;                  ///< of each item: a `use`
  std::vector<std::int32_t> tables_{1, 0};  ///< the tables of the sections entered; -1: not in the text
  path_names names_{};
  std::int32_t element_ = -1;  ///< the next element of a list of tables
  int inside_ = 0;
  std::size_t element_depth_ = 0;

  static constexpr std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }
  constexpr std::int32_t here() const { return tables_.back(); }

  /// Adds an issue; its message is what is written to the sentence that it gives, up to the next issue.
  class pending {
   public:
    constexpr explicit pending(issue& i) : issue_(i) {}
    constexpr ~pending() { issue_.message = text::copy(message.view()); }
    pending(const pending&) = delete;
    constexpr operator sentence&() { return message; }
    sentence message{};

   private:
    issue& issue_;
  };
  constexpr issue& add_issue(std::string_view code, std::string_view path, std::int32_t i, bool at_key = false) {
    const toml_item& at = items_[i];
    issue& said = out_.issues.emplace_back();
    said.code = text::copy(code);
    said.title = title_of_reading(code);
    said.path = text::copy(path);
    if (at_key)
      said.at = {text::copy(file_), at.key_line, at.key_column, at.key_end_column};
    else
      said.at = {text::copy(file_), at.line, at.column, at.end_column};
    return said;
  }
  constexpr pending add(std::string_view code, const sentence& path, std::int32_t i) { return pending(add_issue(code, path.view(), i)); }

  // -- values --------------------------------------------------------------------------------------------------------

  constexpr bool tables(const leaf& l, std::int32_t i, const sentence& path) {
    bool fits = items_[i].is == node_kind::array;
    for (std::int32_t e = items_[i].first; fits && e >= 0; e = items_[e].next) fits = items_[e].is == node_kind::table;
    if (!fits) {
      say_no_tables(add("TS1201", path, i), path.view(), items_[i].is);
      return false;
    }
    l.at.items->clear();
    for (std::int32_t e = items_[i].first; e >= 0; e = items_[e].next)
      if (!l.at.items->append()) {
        say_too_long(add("TS1203", path, e), path.view(), l.at.items->capacity(), "tables", items_.children(i));
        return false;
      }
    element_ = items_[i].first;
    return true;
  }
  constexpr bool value(const leaf& l, std::int32_t i, const sentence& path) {
    if (l.kind == field_kind::table) return named_scalars(l, i, path);
    if (l.kind == field_kind::integers || l.kind == field_kind::numbers || l.kind == field_kind::strings) return list_of(l, i, path);
    if (!check(l, l.kind, i, path)) return false;
    const toml_item& item = items_[i];
    return stored(l.kind == field_kind::boolean   ? store(l, item.boolean)
                  : l.kind == field_kind::integer ? store(l, item.integer)
                  : l.kind == field_kind::number  ? store(l, number_of(item))
                                                  : store(l, value_of_alias(path.view(), string_of(i))),
                  i, path);
  }
  constexpr bool stored(bool yes, std::int32_t i, const sentence& path) {
    if (yes) return true;
    pending said = add("TS1409", path, i);
    said.message << path.view()
                 << " has a C++ type that is not filled in the compiler: it needs std::int64_t, double, bool, text, or a list of these";
    return false;
  }
  static constexpr bool store(const leaf& l, bool v) {
    if (l.at.boolean) *l.at.boolean = v;
    return l.at.boolean;
  }
  static constexpr bool store(const leaf& l, std::int64_t v) {
    if (l.at.integer) *l.at.integer = v;
    if (l.at.optional_integer) *l.at.optional_integer = v;
    return l.at.integer || l.at.optional_integer;
  }
  static constexpr bool store(const leaf& l, double v) {
    if (l.at.number) *l.at.number = v;
    if (l.at.optional_number) *l.at.optional_number = v;
    return l.at.number || l.at.optional_number;
  }
  static constexpr bool store(const leaf& l, std::string_view v) {
    if (l.at.string) *l.at.string = text(v);
    return l.at.string;
  }
  static constexpr double number_of(const toml_item& i) { return i.is == node_kind::integer ? static_cast<double>(i.integer) : i.number; }
  constexpr std::string_view string_of(std::int32_t i) const { return items_.of(items_[i].string); }

  /// Whether an item is what a field, or an element of its list, wants; if not, that is said.
  constexpr bool check(const leaf& l, field_kind wanted, std::int32_t i, const sentence& path) {
    const toml_item& item = items_[i];
    const bool integer = item.is == node_kind::integer;
    const bool numeric = wanted == field_kind::integer || wanted == field_kind::number;
    if (integer && item.beyond && (numeric || wanted == field_kind::other)) {
      say_beyond_64_bits(add("TS1202", path, i), path.view(), items_.literal(item));
      return false;
    }
    const bool fits = wanted == field_kind::boolean   ? item.is == node_kind::boolean
                      : wanted == field_kind::integer ? integer
                      : wanted == field_kind::number  ? integer || item.is == node_kind::number
                      : wanted == field_kind::string
                          ? item.is == node_kind::string
                          : integer || item.is == node_kind::number || item.is == node_kind::boolean || item.is == node_kind::string;
    if (!fits) {
      say_wrong_type(add("TS1201", path, i), path.view(), item.is, items_.literal(item), wanted);
      return false;
    }
    return wanted != field_kind::string || !needs_environment(l, i, path);
  }
  constexpr bool needs_environment(const leaf& l, std::int32_t i, const sentence& path) {
    const std::string_view s = string_of(i);
    if (!reads_environment(l.name, l.kind, l.about) || (s.find("${") == s.npos && s.find("$$") == s.npos)) return false;
    pending said = add("TS1409", path, i);
    said.message << path.view() << " = " << items_.literal(items_[i]) << " asks for the environment, which the compiler does not read";
    return true;
  }
  constexpr bool list_of(const leaf& l, std::int32_t i, const sentence& path) {
    if (items_[i].is != node_kind::array) {
      say_wrong_type(add("TS1201", path, i), path.view(), items_[i].is, items_.literal(items_[i]), l.kind);
      return false;
    }
    const field_kind wanted = l.kind == field_kind::integers  ? field_kind::integer
                              : l.kind == field_kind::numbers ? field_kind::number
                                                              : field_kind::string;
    if (items_[i].first < 0 && l.about.length > 0) {
      say_empty(add("TS1203", path, i), path.view(), l.about.length);
      return false;
    }
    return elements_fit(l, wanted, i, path) && fill(l, i, path);
  }
  /// Nothing is stored of a list that has one wrong element.
  constexpr bool elements_fit(const leaf& l, field_kind wanted, std::int32_t i, const sentence& path) {
    std::size_t number = 0;
    for (std::int32_t e = items_[i].first; e >= 0; e = items_[e].next, ++number) {
      sentence element;
      if (items_[i].is == node_kind::table)
        element << path.view() << "." << items_.of(items_[e].key);
      else
        element << path.view() << "[" << number << "]";
      if (!check(l, wanted, e, element)) return false;
      if (number == l.at.items->capacity()) {
        say_too_long(add("TS1203", path, e), path.view(), number, "values", items_.children(i));
        return false;
      }
    }
    return true;
  }
  constexpr bool named_scalars(const leaf& l, std::int32_t i, const sentence& path) {
    if (items_[i].is != node_kind::table) {
      say_wrong_type(add("TS1201", path, i), path.view(), items_[i].is, items_.literal(items_[i]), l.kind);
      return false;
    }
    return elements_fit(l, field_kind::other, i, path) && fill(l, i, path);
  }
  constexpr bool fill(const leaf& l, std::int32_t i, const sentence& path) {
    bool fits = true;
    l.at.items->clear();
    for (std::int32_t e = items_[i].first; e >= 0; e = items_[e].next) {
      const toml_item& item = items_[e];
      given_scalar v;
      v.kind = item.is == node_kind::boolean  ? field_kind::boolean
               : item.is == node_kind::number ? field_kind::number
               : item.is == node_kind::string ? field_kind::string
                                              : field_kind::integer;
      v.integer = item.is == node_kind::boolean ? item.boolean : item.integer;
      v.number = l.kind == field_kind::table ? item.number : number_of(item);
      v.string = string_of(e);
      v.name = items_.of(item.key);
      l.at.items->append();
      fits = l.at.items->put(v);
    }
    return stored(fits, i, path);
  }

  // -- unknown names -------------------------------------------------------------------------------------------------

  template <described Job>
  constexpr void unknown_in(const Job& job, std::int32_t table, int list, std::string_view prefix, std::string_view section) {
    for (std::int32_t i = items_[table].first; i >= 0; i = items_[i].next) {
      const std::string_view key = items_.of(items_[i].key);
      if (uses_[index(i)] == use::none) {
        unknown(job, i, list, prefix, section);
      } else if (uses_[index(i)] == use::section) {
        sentence inner;
        inner << section << (section.empty() ? "" : ".") << key;
        unknown_in(job, i, list, prefix, inner.view());
      } else if (items_[i].is == node_kind::array) {
        std::size_t number = 0;
        for (std::int32_t e = items_[i].first; e >= 0; e = items_[e].next, ++number) {
          if (uses_[index(e)] != use::element) continue;
          sentence inner;
          inner << section << (section.empty() ? "" : ".") << key << "[" << number << "].";
          unknown_in(job, e, list_number(job, section, key), inner.view(), {});
        }
      }
    }
  }
  /// The number of a list of tables of the job.
  template <described Job>
  static constexpr int list_number(const Job& job, std::string_view section, std::string_view name) {
    struct finder final : visitor {
      std::string_view section, name;
      sentence at{};
      int found = -1;
      constexpr finder(std::string_view s, std::string_view n) : section(s), name(n) {}
      constexpr void enter(std::string_view n) override { at << (at.empty() ? "" : ".") << n; }
      constexpr void leave() override {
        const std::size_t dot = at.view().rfind('.');
        at.size_ = dot == std::string_view::npos ? 0 : dot;
      }
      constexpr void field(const leaf& l) override {
        if (l.name == name && at.view() == section) found = l.number;
      }
    };
    finder f(section, name);
    walk(job, f);
    return f.found;
  }
  template <described Job>
  constexpr void unknown(const Job& job, std::int32_t i, int list, std::string_view prefix, std::string_view section) {
    const toml_item& item = items_[i];
    const bool of_tables = item.is == node_kind::array && item.first >= 0 && items_[item.first].is == node_kind::table;
    const unknown_name n{prefix, section, items_.of(item.key), item.is == node_kind::table || of_tables};
    sentence path, message, hint;
    path << prefix << section << (section.empty() ? "" : ".") << n.key;
    issue& said = add_issue(n.is_table ? "TS1102" : "TS1101", path.view(), i, true);
    if (list < 0 && section.empty() && n.key == "extends") {
      said.code = "TS1409";
      said.title = title_of_reading("TS1409");
      said.message = "extends names other files, and the compiler opens none: write their keys into this text";
      return;
    }
    name_collector collector(list);
    walk(job, collector);
    const known_names& names = collector.names;
    found_name found =
        n.is_table ? find_table(names.fields, names.sections, section, n.key) : find_key(names.fields, names.sections, section, n.key);
    if (list >= 0 && found.by != nullptr && !within_element(names, section, found)) found = {};
    const auto for_each_other = [&](auto&& say) {
      for (const known_names::entry& f : names.fields)
        if (found.has_others && f.name == n.key && !(f.section == section) && !(f.section == found.section)) say(f.section);
    };
    say_unknown(message, hint, n, found, for_each_other);
    said.message = text::copy(message.view());
  }
  /// Renames are known by their place in a whole job: inside an element only their last name counts.
  static constexpr bool within_element(const known_names& names, std::string_view section, found_name& found) {
    const std::string_view last = last_name(found.name);
    for (const known_names::entry& f : names.fields)
      if (f.name == last && f.section == section) {
        found.section = section;
        found.name = last;
        return true;
      }
    return false;
  }
};
}  // namespace detail

/// Sets the fields of a job from a text that was read, `file` in name, and records where each came from. Codes and sentences are those of
/// `assign` at run time; TS1409 is what needs a file or the environment. Ranges and choices are left to `check`.
template <described J>
constexpr void assign_items(const toml_items& items, std::size_t count, std::string_view file, sourced<J>& into, report& problems) {
  detail::item_assigner a(items, count, file, into.from.of, into.from.source(file), problems);
  walk(into.value, a);
  a.unknown_names(into.value);
}

}  // namespace trainspec::inline v0
