#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../rules/ranges.hpp"
#include "../rules/reading_words.hpp"
#include "../schema/origins.hpp"
#include "expand.hpp"
#include "limits.hpp"
#include "locate.hpp"
#include "old_value.hpp"
#include "problem.hpp"
#include "retype.hpp"
#include "source_text.hpp"
#include "suggest.hpp"
#include "toml_value.hpp"

namespace trainspec::inline v0 {

/// A value that a stronger layer replaced.
struct overridden {
  int number = 0;        ///< of the field
  origin from{};         ///< where the replaced value came from
  std::string source{};  ///< the name of that source
  std::string value{};   ///< as TOML would have it
};

/// How values are assigned.
struct assign_options {
  way how = way::file;
  std::string source{};                        ///< origins name this; empty: the file
  std::string folder{};                        ///< relative paths are relative to it; empty: they stay
  bool bare_strings = false;                   ///< a scalar given to a string field is taken as written (command line)
  std::vector<overridden>* history = nullptr;  ///< replaced values are added here
  std::vector<int>* unread = nullptr;          ///< numbers of fields that were given but could not be read
};

namespace detail {

/// Puts the values of a tree into an object through its rows, and reports everything that does not fit.
class assigner {
 public:
  struct place_in {
    const std::vector<row>& rows;
    const std::vector<section_row>& sections;
    void* object;
    std::string prefix{};  ///< "optimizer.param_groups[0]." inside an element
    int number = -1;       ///< of the list, inside an element
    bool keeps = true;     ///< false: only look for problems
  };

  assigner(const node& root, const source_file& file, const assign_options& options, origin* from, const source_names& sources,
           std::uint8_t source, report& problems)
      : root_(root),
        file_(file.name.view()),
        written_(file.content.view()),
        options_(options),
        from_(from),
        sources_(sources),
        source_(source),
        problems_(problems),
        first_(problems.issues.size()) {}

  void run(const place_in& in) {
    if (root_.is != node::kind::table) {
      add("TS1201", "the file holds " + std::string(name_of(root_.is)) + "; it needs a table", "", root_);
      return;
    }
    table(root_, "", in);
    const auto first = problems_.issues.begin() + static_cast<std::ptrdiff_t>(first_);
    std::stable_sort(first, problems_.issues.end(), [](const issue& a, const issue& b) {
      return a.at.line != b.at.line ? a.at.line < b.at.line : a.at.column < b.at.column;
    });
    if (problems_.issues.size() <= first_ + most_problems) return;
    problems_.issues.resize(first_ + most_problems);
    add_problem(problems_, "TS1006", "more than 200 problems; the others are not shown", file_);
  }

 private:
  bool full() const { return problems_.issues.size() > first_ + most_problems; }

  issue& add(std::string_view code, std::string_view message, const std::string& path, const node& n, bool at_key = false) {
    issue& i = add_problem(problems_, code, message, file_, at_key ? n.key_line : n.line, at_key ? n.key_column : n.column,
                           at_key ? n.key_end_column : n.end_column);
    i.path = path;
    i.value = written_.value(n);
    if (options_.how == way::command_line) i.origin = options_.source;
    return i;
  }
  /// "key = value" as this file's format writes it.
  std::string setting(std::string_view section, std::string_view key, std::string_view value, bool same_section) const {
    std::string s;
    if (options_.how == way::command_line) return set_argument(dotted(section, key) + "=" + std::string(value));
    const node* const there = find_path(root_, section);  // a second table of this name would be a duplicate
    if (written_.is_json()) {
      s = "\"" + std::string(key) + "\": " + std::string(value);
      return same_section || section.empty() || there != nullptr ? s : "\"" + std::string(section) + "\": {" + s + "}";
    }
    s = std::string(key) + " = " + std::string(value);
    return same_section || section.empty() || there != nullptr ? s : "[" + std::string(section) + "]\n" + s;
  }
  std::string fix_in_place(const row& r, std::string_view value) const {
    return inside_ && options_.how == way::command_line ? std::string{} : setting(r.section, r.name, value, true);
  }

  void table(const node& t, const std::string& section, const place_in& in) {
    for (const auto& [key, value] : t.entries) {
      if (full()) return;
      const std::string path = dotted(section, key);
      if (const row* r = find_row(in.rows, path)) {
        field(*r, value, in);
      } else if (find_section(in.sections, path) != nullptr) {
        if (value.is == node::kind::table)
          table(value, path, in);
        else if (value.is == node::kind::null)
          continue;
        else
          no_table(in.prefix + path, value);
      } else if (path == "extends" && in.prefix.empty()) {
        add("TS1403", "extends: only a file extends files", path, value, true).reason =
            text("a name there is relative to the file's folder");
      } else {
        unknown(value, section, key, t, in);
      }
    }
  }
  void no_table(const std::string& path, const node& value) {
    sentence message;
    say_no_table(message, path, value.is);
    add("TS1201", message.view(), path, value).reason = text("it names a section");
  }

  // -- unknown names -------------------------------------------------------------------------------------------------

  void unknown(const node& value, const std::string& section, const std::string& key, const node& holder, const place_in& in) {
    const bool of_tables = value.is == node::kind::array && !value.items.empty() && value.items[0].is == node::kind::table;
    const bool is_table = value.is == node::kind::table || of_tables;
    suggestion s = is_table ? suggest_table(in.rows, in.sections, section, key) : suggest_key(in.rows, in.sections, section, key);
    if (!in.prefix.empty()) within_element(s, section, in);
    const std::string path = in.prefix + dotted(section, key);
    sentence message, hint;
    say_unknown(message, hint, {in.prefix, section, key, is_table}, {s.is, section_of(s.path), last_name(s.path), false, s.by},
                [&](auto&& say_other) {
                  for (const std::string& a : s.also) say_other(a);
                });
    std::string reason, fix;
    if (s.by != nullptr) {
      reason = s.by->note.empty() ? std::string_view("fields have torchtitan's names") : s.by->note;
    } else {
      reason = is_table ? "a table that is not known would have no effect" : "a key that is not known would have no effect";
    }
    if (!s.path.empty() && is_table && options_.how == way::command_line) {
      std::string inner = s.path;
      const node* at = &value;
      for (; at->is == node::kind::table && at->entries.size() == 1; at = &at->entries[0].second) inner += "." + at->entries[0].first;
      fix = set_argument(inner + "=" + written_.value(*at));
    } else if (!s.path.empty())
      fix = is_table ? (written_.is_json() ? "\"" + s.path + "\":"
                                           : (of_tables ? "[[" + in.prefix + s.path + "]]" : "[" + in.prefix + s.path + "]"))
                     : moved(s, value, section, holder, in);
    if (const row* meant = in.number < 0 ? find_row(in.rows, s.path) : nullptr; meant != nullptr && options_.unread != nullptr)
      options_.unread->push_back(meant->number);  // nothing is to be said of its default
    issue& i = add(is_table ? "TS1102" : "TS1101", message.view(), path, value, true);
    if (is_table) i.value = text{};
    i.hint = hint.view();
    i.reason = reason;
    i.fix = fix;
    if (s.by != nullptr) i.source = s.by->from;

    // what stands in a table of an old name is looked at as if it stood under the new one
    if (value.is != node::kind::table || s.path.empty() || find_section(in.sections, s.path) == nullptr) return;
    place_in look{in.rows, in.sections, in.object, in.prefix, in.number, false};
    for (const auto& [inner_key, inner] : value.entries) {
      if (full()) return;
      const std::string inner_path = dotted(s.path, inner_key);
      if (const row* r = find_row(in.rows, inner_path)) {
        if (in.number < 0 && options_.unread != nullptr) options_.unread->push_back(r->number);
        field(*r, inner, look);
      } else if (find_rename(dotted(dotted(section, key), inner_key)) != nullptr) {
        unknown(inner, dotted(section, key), inner_key, value, look);
      } else if (find_section(in.sections, inner_path) == nullptr) {
        unknown(inner, s.path, inner_key, value, look);
      }
    }
  }

  /// Names are known by their place in a whole job: inside an element of a list of tables only the last name counts.
  static void within_element(suggestion& s, const std::string& section, const place_in& in) {
    if (s.path.empty() || find_row(in.rows, s.path) != nullptr || find_section(in.sections, s.path) != nullptr) return;
    const std::string here = dotted(section, last_name(s.path));
    if (find_row(in.rows, here) != nullptr)
      s.path = here;
    else
      s = {};
  }

  /// The line that says under the new name what was said under the old one; empty where that takes more than a line.
  std::string moved(const suggestion& s, const node& value, const std::string& section, const node& holder, const place_in& in) const {
    const std::string_view key = last_name(s.path), to = section_of(s.path);
    if (to == section && holder.find(key) != nullptr) return {};             // it is given under its right name too
    if (!in.prefix.empty() && options_.how == way::command_line) return {};  // part of a greater value
    if (!in.prefix.empty()) {
      const std::string v = written_.value(value);
      if (to == section) return setting("", key, v, true);
      return section.empty() ? setting("", s.path, v, true) : std::string{};
    }
    const std::string v = s.by == nullptr ? written_.value(value) : old_value(*s.by, value, holder, root_, written_);
    return v.empty() ? v : setting(to, key, v, to == section);
  }

  // -- values --------------------------------------------------------------------------------------------------------

  void field(const row& r, const node& value, const place_in& in) {
    const std::string path = in.prefix + r.path;
    if (r.kind == field_kind::tables) return elements(r, value, path, in);
    const node* use = &value;
    node changed;
    if (!prepare(r, value, path, changed, use)) return failed(r, in);

    void* member = r.member(in.object);
    node before;
    const bool replaces = in.keeps && in.number < 0 && from_[r.number].how != way::by_default;
    if (replaces && options_.history != nullptr) before = r.load(member);
    // a look without keeping stores into a copy of the member's value, through load and store
    node kept;
    if (!in.keeps) kept = r.load(member);
    const store_result result = r.store(*use, member);
    if (!result) {
      misfit(r, result, path, value);
      return failed(r, in);
    }
    if (!in.keeps) static_cast<void>(r.store(kept, member));
    if (in.keeps && in.number < 0) {
      if (replaces && options_.history != nullptr) remember(r, before);
      mark(r, value);
    }
    ranges(r, *use, value, path);
  }
  void mark(const row& r, const node& n) {
    from_[r.number] = {options_.how, source_, n.line, n.column, n.end_column};
    if (options_.unread != nullptr) std::erase(*options_.unread, r.number);  // a weaker file's value could not be read: this one could
  }
  void remember(const row& r, const node& before) {
    const origin& o = from_[r.number];
    options_.history->push_back(
        {r.number, o, o.source < sources_.size() ? std::string(sources_[o.source].view()) : std::string{}, toml_text(before)});
  }
  void failed(const row& r, const place_in& in) {
    if (options_.unread != nullptr) options_.unread->push_back(in.number >= 0 ? in.number : r.number);
  }

  /// Aliases, environment variables and paths. False: a problem was reported.
  bool prepare(const row& r, const node& value, const std::string& path, node& changed, const node*& use) {
    const bool scalar_kind = value.is == node::kind::integer || value.is == node::kind::number || value.is == node::kind::boolean ||
                             value.is == node::kind::datetime;
    if (options_.bare_strings && r.kind == field_kind::string && scalar_kind) {
      changed = value;
      changed.is = node::kind::string;
      changed.string = written_.value(value);
      use = &changed;
    }
    const bool environment = reads_environment(r.name, r.kind, r.about);
    const bool string = use->is == node::kind::string && (environment || !value_of_alias(r.path, use->string).empty());
    const bool strings = use->is == node::kind::array && environment;
    if (!string && !strings) return true;
    if (use != &changed) {
      changed = value;
      use = &changed;
    }
    if (string && !environment) {
      changed.string = value_of_alias(r.path, changed.string);
      return true;
    }
    if (string) return read_path(r, changed, value, path);
    for (std::size_t i = 0; i < changed.items.size(); ++i)
      if (changed.items[i].is == node::kind::string && !read_path(r, changed.items[i], value.items[i], path)) return false;
    return true;
  }
  bool read_path(const row& r, node& n, const node& place, const std::string& path) {
    expanded e = expand_environment(n.string);
    if (e.broken || !e.unset.empty()) {
      issue& i = add("TS1401",
                     e.broken ? path + " holds \"${\" without a name and \"}\""
                              : path + ": environment variable " + e.unset + (e.not_text ? " does not hold UTF-8 text" : " is not set"),
                     path, place);
      i.reason = text("${NAME} is read in paths and names; $$ is a dollar");
      return false;
    }
    n.string = r.about.path ? resolve_path(e.value, r.about, options_.folder) : e.value;
    return true;
  }

  void ranges(const row& r, const node& used, const node& value, const std::string& path) {
    const auto look = [&](const std::string& at, std::string_view key, const node& u, const node& v) {
      scalar s;
      if (u.is == node::kind::integer) s = {field_kind::integer, u.integer, 0, {}};
      if (u.is == node::kind::number) s = {field_kind::number, 0, u.number, {}};
      if (u.is == node::kind::string) s = {field_kind::string, 0, 0, u.string};
      if (std::optional<issue> found = range_issue(at, key, r.about, s, r.doc)) place_range(*found, r, v);
    };
    if (r.kind == field_kind::table || r.kind == field_kind::boolean) return;
    if (used.is != node::kind::array) return look(path, r.name, used, value);
    // an empty list stands for "not given" only where nothing was written
    const std::size_t size = used.items.size();
    if (std::optional<issue> found = length_issue(path, r.about, size, r.doc)) place_range(*found, r, value);
    if (size == 0 && r.about.length > 0) {
      sentence message;
      say_empty(message, path, r.about.length);
      add("TS1203", message.view(), path, value).reason = r.doc;
    }
    for (std::size_t i = 0; i < size; ++i) look(path + "[" + std::to_string(i) + "]", {}, used.items[i], value.items[i]);
  }
  void place_range(issue& i, const row& r, const node& value) {
    i.at = {file_, value.line, value.column, value.end_column};
    i.origin = options_.how == way::command_line ? options_.source : origin_text(file_, value.line, value.column);
    i.value = written_.value(value);
    const std::string_view fix = i.fix.view();
    const std::size_t equals = fix.find(" = ");
    if (equals != fix.npos) i.fix = fix_in_place(r, std::string(fix.substr(equals + 3)));
    problems_.issues.push_back(std::move(i));
  }

  void elements(const row& r, const node& value, const std::string& path, const place_in& in) {
    bool tables = value.is == node::kind::array;
    for (const node& item : value.items) tables = tables && item.is == node::kind::table;
    if (!tables) {
      sentence message;
      say_no_tables(message, path, value.is);
      issue& i = add("TS1201", message.view(), path, value);
      i.reason = r.doc;
      if (!written_.is_json() && options_.how != way::command_line) i.fix = "[[" + path + "]]";
      return failed(r, in);
    }
    // a look without keeping has no list to fill: one element of its own serves
    void* const member = r.member(in.object);
    if (!in.keeps) return;
    if (in.number < 0 && from_[r.number].how != way::by_default && options_.history != nullptr) remember(r, r.load(member));
    r.elements.clear(member);
    if (in.number < 0) mark(r, value);
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      void* const element = r.elements.append(member);
      if (element == nullptr) {
        sentence message;
        say_too_long(message, path, r.elements.size(member), "tables", value.items.size());
        add("TS1203", message.view(), path, value.items[i]);
        return failed(r, in);
      }
      const bool was_inside = std::exchange(inside_, true);
      table(value.items[i], "",
            {r.elements.rows(), r.elements.sections(), element, path + "[" + std::to_string(i) + "].",
             in.number >= 0 ? in.number : r.number, true});
      inside_ = was_inside;
    }
  }

  void misfit(const row& r, const store_result& result, const std::string& path, const node& value) {
    using enum store_result::fault;
    const bool scalar_field = result.element < 0;
    std::string name = path;
    if (!scalar_field)
      name += r.kind == field_kind::table ? "." + value.entries[static_cast<std::size_t>(result.element)].first
                                          : "[" + std::to_string(result.element) + "]";
    const node& at = *result.at;
    const std::string literal = written_.value(at);
    sentence message;
    const auto say = [&](std::string_view code, const std::string& fix) {
      issue& i = add(code, message.view(), name, at);
      i.reason = r.doc;
      if (scalar_field && !fix.empty()) i.fix = fix_in_place(r, fix);
    };
    switch (result.what) {
      case none: return;
      case beyond_64_bits:
        say_beyond_64_bits(message, name, literal);
        return say("TS1202", result.wanted == field_kind::number && scalar_field ? literal + ".0" : "");
      case beyond_type:
        message << std::string_view(name) << " = " << std::string_view(literal);
        if (result.wanted == field_kind::number)
          message << " does not fit a 32-bit float";
        else
          message << " does not fit: the field holds " << result.low << " to " << std::string_view(std::to_string(result.high));
        return say("TS1202", "");
      case too_long:
        say_too_long(message, path, result.capacity, "values", r.kind == field_kind::table ? value.entries.size() : value.items.size());
        return say("TS1203", "");
      case wrong_type: break;
    }
    say_wrong_type(message, name, at.is, literal, result.wanted);
    say("TS1201", r.about.length > 1 && at.is != node::kind::array ? std::string{} : retyped(at, result.wanted, literal));
  }

  const node& root_;
  std::string_view file_;
  source_text written_;
  const assign_options& options_;
  origin* from_;
  const source_names& sources_;
  std::uint8_t source_;
  report& problems_;
  std::size_t first_;
  bool inside_ = false;  ///< an element of a list of tables
};
}  // namespace detail

/// Sets the fields of a job from a tree, records where each came from, and reports all problems in the order of the file:
/// TS1101 unknown key, TS1102 unknown table, TS1201 wrong type, TS1202 integer beyond its range, TS1203 list of the wrong
/// length, TS1301 out of range, TS1302 none of the choices, TS1401 environment variable. A value that is out of range or no
/// choice is stored as it is; `check` would report it again.
template <described J>
void assign(const node& root, sourced<J>& into, report& problems, const source_file& file, const assign_options& options) {
  const std::string_view source = options.source.empty() ? file.name.view() : std::string_view(options.source);
  detail::assigner a(root, file, options, into.from.of, into.from.sources, into.from.source(source), problems);
  a.run({rows_of<J>(), sections_of<J>(), std::addressof(into.value)});
}

/// The same for a file: relative paths are relative to its folder.
template <described J>
void assign(const node& root, sourced<J>& into, report& problems, const source_file& file) {
  assign_options options;
  options.folder = folder_of(file.name.view());
  assign(root, into, problems, file, options);
}

}  // namespace trainspec::inline v0
