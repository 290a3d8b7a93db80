#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "../report/reading_codes.hpp"
#include "../rules/for_each_rule.hpp"
#include "check_file.hpp"
#include "suggest.hpp"
#include "toml_write.hpp"

namespace trainspec::inline v0 {

namespace detail {
inline std::string bounds_of(const facts& f) {
  std::string s;
  const auto number = [](double d) {
    sentence n;
    n << bound(d);
    return std::string(n.view());
  };
  if (f.has_above()) s += "greater than " + number(f.above);
  if (f.has_min()) s += "at least " + number(f.min);
  if (f.has_max()) s += (s.empty() ? "at most " : ", at most ") + number(f.max);
  return s;
}
inline std::string choices_of(const facts& f) {
  std::string s;
  for_each_choice(f.choices, [&](std::string_view c) { s += (s.empty() ? "\"" : ", \"") + std::string(c) + "\""; });
  return s;
}
inline void explain_line(std::string& out, std::string_view what, std::string_view value) {
  if (value.empty()) return;
  out += "  ";
  out += what;
  out += std::string(what.size() < 10 ? 10 - what.size() : 1, ' ');
  out += value;
  out += "\n";
}
inline std::string_view type_of(const row& r) { return r.kind == field_kind::boolean ? "a boolean" : wanted_name(r.kind); }

/// The value of a field and, from the strongest to the weakest, every value that it replaced.
template <described J>
std::string chain_of(const row& r, const loaded<J>& file) {
  const sourced<J>& j = file.job;
  const auto shown = [](const node& n) { return n.is == node::kind::null ? std::string("absent") : toml_text(n); };
  const origin& now = j.from.of[r.number];
  std::string s = shown(r.load(r.member(std::addressof(j.value)))) + "  (" + std::string(words_of(now, j.from.source_of(now))) + ")";
  for (std::size_t i = file.history.size(); i-- > 0;) {
    const overridden& old = file.history[i];
    if (old.number == r.number && old.from.how != way::by_default)
      s += "\n            over " + old.value + "  (" + std::string(words_of(old.from, old.source)) + ")";
  }
  if (now.how == way::file || now.how == way::command_line || now.how == way::code) {
    // what the presets would have given
    sourced<J> without = j;
    for (origin& o : without.from.of)
      if (&o - without.from.of == r.number) o = {};
    resolve(without);
    const origin& preset = without.from.of[r.number];
    if (preset.how == way::preset)
      s += "\n            over " + shown(r.load(r.member(std::addressof(without.value)))) + "  (" +
           std::string(words_of(preset, without.from.source_of(preset))) + ")";
  }
  if (now.how != way::by_default) {
    s += "\n            over " + shown(r.load(r.member(std::addressof(defaults_of<J>())))) + "  (default)";
  }
  return s;
}
}  // namespace detail

namespace detail {
/// The row of a path, inside lists of sections too ("optimizer.param_groups.pattern", with an index or without), and the
/// defaults of the object that holds it.
inline const row* row_of_path(const std::vector<row>& rows, std::string_view path) {
  for (const row& r : rows) {
    if (r.path == path) return &r;
    if (r.kind != field_kind::tables || path.size() <= r.path.size() || !path.starts_with(r.path)) continue;
    std::string_view rest = path.substr(r.path.size());
    if (rest.front() == '[') rest.remove_prefix(std::min(rest.find(']'), rest.size() - 1) + 1);
    if (rest.starts_with('.')) return row_of_path(r.elements.rows(), rest.substr(1));
  }
  return nullptr;
}
inline void explain_members(std::string& out, const std::vector<row>& rows, const std::vector<section_row>& sections,
                            std::string_view section) {
  std::vector<std::pair<std::string, std::string_view>> members;
  for (const row& r : rows)
    if (r.section == section) members.emplace_back(r.name, r.doc);
  for (const section_row& s : sections)
    if (s.parent == section) members.emplace_back("[" + s.path + "]", s.doc);
  std::size_t width = 0;
  for (const auto& [name, doc] : members) width = std::max(width, name.size());
  for (const auto& [name, doc] : members) out += "  " + name + std::string(width - name.size() + 2, ' ') + std::string(doc) + "\n";
}
}  // namespace detail

/// What is known of a field: doc, type, unit, range, choices, default, old names; with a file, its value and where that came
/// from. Of a section: what it holds. Empty when there is neither.
template <described J = job>
std::string explain_field(std::string_view path, const loaded<J>* file = nullptr) {
  for (const section_row& s : sections_of<J>()) {
    if (s.path != path) continue;
    std::string out = "[" + s.path + "]\n";
    detail::explain_line(out, "what", s.doc);
    out += "  holds\n";
    detail::explain_members(out, rows_of<J>(), sections_of<J>(), path);
    return out;
  }
  const row* const found = detail::row_of_path(rows_of<J>(), path);
  if (found == nullptr) return {};
  const row& r = *found;
  const bool of_list = r.path != path;
  std::string out = std::string(path) + "\n";
  detail::explain_line(out, "what", r.doc);
  detail::explain_line(out, "type", std::string(detail::type_of(r)) + (r.optional ? ", or absent" : ""));
  detail::explain_line(out, "unit", r.about.unit);
  detail::explain_line(out, "range", detail::bounds_of(r.about));
  detail::explain_line(out, "choices", detail::choices_of(r.about));
  if (of_list) {  // its defaults depend on the list: only what was written is known
    // of several files, the strongest that has the list gives all of it
    const auto has_list = [&](const node& root, const source_file& in) {
      if (find_path(root, path.substr(0, path.find('['))) == nullptr) return false;
      if (const node* const written = find_path(root, path))
        detail::explain_line(out, "value", toml_text(*written) + "  (" + origin_text(in.name, written->line, written->column) + ")");
      return true;
    };
    if (file == nullptr || file->problems.files.empty()) return out;
    bool found_list = has_list(file->root, file->problems.files.front());
    for (std::size_t n = file->bases.size(); n-- > 0 && !found_list;) found_list = has_list(file->bases[n].root, file->bases[n].file);
    return out;
  }
  const node value = r.load(r.member(std::addressof(defaults_of<J>())));
  detail::explain_line(out, "default", value.is == node::kind::null ? "absent" : toml_text(value));
  for (const rename& n : renames)
    if (n.now == path) detail::explain_line(out, "also", std::string(n.old) + " (" + std::string(n.from) + ")");
  if (file) detail::explain_line(out, "value", detail::chain_of(r, *file));
  if (r.kind == field_kind::tables) {
    out += "  each holds\n";
    detail::explain_members(out, r.elements.rows(), r.elements.sections(), "");
  }
  return out;
}

/// What is known of a code: what must hold, why, from where, for whom. Empty when there is no such code.
inline std::string explain_code(std::string_view code) {
  std::string out;
  for_each_rule([&](const auto& r, std::string_view subject) {
    if (r.code != code) return;
    out = std::string(code) + ": " + std::string(r.title) + "\n";
    detail::explain_line(out, "why", r.reason);
    detail::explain_line(out, "source", r.source);
    detail::explain_line(out, "severity", std::string(name_of(r.severity)) + (r.warns ? ", in some cases a warning" : ""));
    detail::explain_line(out, "subject", subject);
    std::string names;
    for (const target_features& t : targets)
      if (r.targets.has(t.target)) names += (names.empty() ? "" : ", ") + std::string(t.name);
    detail::explain_line(out, "targets", names);
    if (r.may_warn())
      detail::explain_line(out, "allow", "[check] allow = [\"" + std::string(code) + "\"], or --allow " + std::string(code));
  });
  if (const reading_code* c = find_reading_code(code); c && out.empty()) {
    out = std::string(code) + ": " + std::string(c->title) + "\n";
    detail::explain_line(out, "why", c->reason);
    if (c->is == reading_code::level::warning) detail::explain_line(out, "severity", "warning");
    if (c->is == reading_code::level::either) detail::explain_line(out, "severity", "error, in some cases a warning");
    if (c->may_warn()) detail::explain_line(out, "allow", "--allow " + std::string(code));
  }
  return out;
}

}  // namespace trainspec::inline v0
