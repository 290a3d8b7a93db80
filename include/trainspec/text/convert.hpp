#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../presets/torchtitan_0_2.hpp"
#include "check_file.hpp"
#include "conversion.hpp"
#include "old_value.hpp"
#include "retype.hpp"
#include "source_text.hpp"
#include "suggest.hpp"
#include "toml_comments.hpp"
#include "toml_read.hpp"
#include "toml_value.hpp"

namespace trainspec::inline v0 {

namespace detail {

/// Makes the new file of an old one, key by key.
class converter {
 public:
  converter(const node& root, std::string_view content, const std::vector<row>& rows, const std::vector<section_row>& sections,
            void* scratch, conversion& out)
      : root_(root), content_(content), written_(content), rows_(rows), sections_(sections), scratch_(scratch), out_(out) {}

  void run() {
    walk(root_, "");
    out_.dialect = tutorial_ ? dialect::neuron : dialect::tt02;
    for (std::size_t i = 0; i < out_.keys.size(); ++i) convert(i);
    for (std::size_t i = 0; i < out_.keys.size(); ++i)
      if (written_as_[i] != none) settle(out_.keys[i], settings_[written_as_[i]]);
    comments();
    remarks();
    write();
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  /// A key of the old file: where it stands, and in which table.
  struct leaf {
    std::string section{}, name{};
    const node* value = nullptr;
    const node* holder = nullptr;
  };
  /// A line of the new file, with its comments.
  struct setting {
    const row* to = nullptr;  ///< null: `extends`
    std::string value{};
    bool own_name = false;  ///< the old file calls it so too
    std::vector<std::string> above{}, beside{}, below{};
    bool taken_back = false;
  };

  // -- the old file ------------------------------------------------------------------------------------------------------

  void walk(const node& table, const std::string& section) {
    for (const auto& [name, value] : table.entries) {
      const std::string path = dotted(section, name);
      const row* const field = find_row(rows_, path);
      if (value.is == node::kind::table && !value.entries.empty() && field == nullptr) {
        walk(value, path);
        continue;
      }
      leaves_.push_back({section, name, &value, &table});
      written_as_.push_back(none);
      converted_key k;
      k.path = path;
      k.value = text_of(value);
      k.line = value.key_line;
      k.column = value.key_column;
      out_.keys.push_back(std::move(k));
      mark_lines(value, leaves_.size() - 1);
      const rename* const by = section.empty() ? nullptr : find_rename_in(section, name);
      tutorial_ = tutorial_ || (by != nullptr && by->from == dialect::neuron);
    }
  }
  std::string text_of(const node& n) const {
    const std::string s = n.is == node::kind::table ? std::string{} : written_.value(n);
    return s.empty() ? toml_text(n) : s;
  }
  /// The keys inside a table that is a value, too, are lines of that value.
  void mark_lines(const node& n, std::size_t index) {
    if (n.key_line > 0) leaf_of_line_.try_emplace(n.key_line, index);
    for (const node& item : n.items) mark_lines(item, index);
    for (const auto& [name, inner] : n.entries) mark_lines(inner, index);
  }

  bool known_section(std::string_view section) const {
    return section.empty() || find_section(sections_, section) != nullptr ||
           std::ranges::any_of(torchtitan_0_2_keys, [&](const torchtitan_0_2_key& k) { return is_inside(k.path, section); });
  }
  /// The value at a path of the old file, or null.
  const node* at(std::string_view path) const { return path.empty() ? nullptr : find_path(root_, path); }
  /// A value there is not has the default, which switches nothing on.
  bool is_on(std::string_view path) const {
    const node* const n = at(path);
    if (n == nullptr) return false;
    switch (n->is) {
      case node::kind::boolean: return n->boolean;
      case node::kind::integer: return n->integer > 1 || !n->string.empty();
      case node::kind::string: return !n->string.empty();
      case node::kind::array: return !n->items.empty();
      default: return true;
    }
  }
  std::string value_or_default(std::string_view path) const {
    if (const node* const n = at(path)) return toml_text(*n);
    const torchtitan_0_2_key* const k = find_torchtitan_0_2_key(path);
    return k == nullptr ? std::string{} : std::string(k->by_default);
  }

  // -- where a key goes --------------------------------------------------------------------------------------------------

  struct destination {
    const row* to = nullptr;     ///< null: it has none
    const rename* by = nullptr;  ///< the entry that says so; null: its own name, or nobody knows it
    const rename* section = nullptr;
  };
  destination find(const std::string& section, const std::string& name, int depth = 0) const {
    if (const row* const own = find_row(rows_, dotted(section, name))) return {own};
    if (const rename* const by = section.empty() ? nullptr : find_rename_in(section, name)) return {find_row(rows_, by->now), by};
    for (std::string above = section; !above.empty() && depth < 4; above = section_of(above)) {
      const rename* const by = find_rename(above);
      if (by == nullptr) continue;
      if (by->now.empty()) return {nullptr, by, by};
      destination d = find(std::string(by->now) + section.substr(above.size()), name, depth + 1);
      if (d.to == nullptr && d.by == nullptr) break;
      d.section = by;
      return d;
    }
    if (const rename* const by = name.find('.') == name.npos && known_section(section) ? find_rename(name) : nullptr)
      if (const row* const to = find_row(rows_, by->now); to != nullptr || (by->now.empty() && by->from == dialect::hf)) return {to, by};
    return {};
  }

  void convert(std::size_t index) {
    const leaf& l = leaves_[index];
    converted_key& k = out_.keys[index];
    const std::string as_toml = toml_text(*l.value);
    if (k.path == "extends") return keep(index, nullptr, k.value, true);
    if (k.path == "version") return lose(k, "this version of the format is not known; there is: 1");
    if (l.value->is == node::kind::table && l.value->entries.empty()) return drop(k, "the table is empty");
    if (special(index)) return;
    if (const value_move* const m = find_value_move(k.path, as_toml)) {
      if (m->now.empty()) return drop(k, "it says what is always so here");
      return keep(index, find_row(rows_, m->now), std::string(m->becomes), false);
    }
    const destination d = find(l.section, l.name);
    if (d.to == nullptr) return without(k, l, d, as_toml);
    const bool own = d.by == nullptr && d.section == nullptr;
    const std::string literal = d.by == nullptr ? k.value : old_value(*d.by, *l.value, *l.holder, root_, written_);
    if (literal.empty()) return lose(k, std::string(d.by->note.empty() ? "its value cannot be put otherwise" : d.by->note));
    if (d.by != nullptr && d.by->value != becomes::same) k.reason = d.by->note;
    keep(index, d.to, literal == k.value && l.value->is != node::kind::table ? std::string{} : literal, own);
  }

  /// What depends on more than the key itself.
  bool special(std::size_t index) {
    converted_key& k = out_.keys[index];
    const auto says = [&](std::string_view path, std::string_view value) {
      const node* const n = at(path);
      return n != nullptr && n->is == node::kind::string && n->string == value;
    };
    const auto layers = [&] {
      const node* const n = at("activation_checkpoint.selective_ac_option");
      return n != nullptr && n->is == node::kind::string ? std::string_view(n->string) : std::string_view{};
    };
    const node* const mode = at("activation_checkpoint.mode");
    const bool selective = mode == nullptr || (mode->is == node::kind::string && mode->string == "selective");
    const bool every_layer = selective && (layers() == "0" || layers() == "1");
    if (k.path == "activation_checkpoint.selective_ac_option" && !selective) {
      drop(k, "it has no effect with this mode");
      return true;
    }
    if (k.path == "activation_checkpoint.selective_ac_option" && layers() == "op") {
      drop(k, "mode \"selective\" is by operator here");
      return true;
    }
    if (every_layer && (k.path == "activation_checkpoint.selective_ac_option" || k.path == "activation_checkpoint.mode")) {
      k.reason = "selective_ac_option = \"" + std::string(layers()) + "\" recomputes every layer";
      keep(index, find_row(rows_, "activation_checkpoint.mode"), "\"full\"", false);
      return true;
    }
    if (k.path == "model.flavor" && says("model.name", "transformers_modeling_backend")) {
      if (says(k.path, "full"))
        drop(k, "hf_model gives the numbers");
      else
        lose(k, "hf_model gives the numbers, and those of this flavor are not known here");
      return true;
    }
    return false;
  }

  /// A key that has no field here.
  void without(converted_key& k, const leaf& l, const destination& d, const std::string& as_toml) {
    const torchtitan_0_2_key* const old = find_torchtitan_0_2_key(k.path);
    if (old != nullptr) {
      const bool nothing = l.value->is == node::kind::string && l.value->string.empty();
      const bool by_default = as_toml == old->by_default || (old->by_default.empty() && nothing);
      if (!old->only_with.empty() && !is_on(old->only_with)) return drop(k, "it has no effect without " + std::string(old->only_with));
      if (!old->same_as.empty() && as_toml == value_or_default(old->same_as))
        return drop(k, "it is the same as " + std::string(old->same_as));
      const bool elsewhere = !old->same_as.empty() || k.path == "activation_checkpoint.selective_ac_option";
      if (by_default && !elsewhere) return drop(k, "it is torchtitan's default");
      if (k.path == "job.config_file") return drop(k, "the file that is read is named on the command line");
    }
    if (d.by != nullptr) return lose(k, std::string(d.by->note.empty() ? "it has no counterpart here" : d.by->note));
    k.hint = guess(l);
    lose(k, "nobody knows this key");
  }
  std::string guess(const leaf& l) {
    if (++guesses_ > most_problems) return {};
    std::string section = l.section;
    if (!known_section(section)) {
      const suggestion s = suggest_table(rows_, sections_, section_of(section), last_name(section));
      nearest near(section);
      for (const torchtitan_0_2_key& k : torchtitan_0_2_keys) near.offer(section_of(k.path));
      if (!s.path.empty())
        section = s.path;
      else if (!near.best().empty())
        section = near.best();
    }
    if (section != l.section) {
      const destination d = find(section, l.name);
      if (d.to != nullptr || d.by != nullptr) return "did you mean " + dotted(section, l.name) + "?";
    }
    nearest near(l.name);
    for (const row& r : rows_)
      if (r.section == section) near.offer(r.name);
    for (const torchtitan_0_2_key& k : torchtitan_0_2_keys)
      if (section_of(k.path) == section) near.offer(last_name(k.path));
    if (!near.best().empty())
      return "did you mean " + (section == l.section ? std::string(near.best()) : dotted(section, near.best())) + "?";
    const suggestion s = suggest_key(rows_, sections_, section, l.name);
    if (s.path.empty()) return {};
    return s.is == suggestion::kind::elsewhere ? "it belongs in [" + std::string(section_of(s.path)) + "]" : "did you mean " + s.path + "?";
  }
  static void drop(converted_key& k, std::string reason) {
    k.is = fate::dropped;
    k.reason = std::move(reason);
  }
  static void lose(converted_key& k, std::string reason) {
    k.is = fate::lost;
    k.reason = std::move(reason);
  }

  // -- the new file ------------------------------------------------------------------------------------------------------

  static std::optional<node> read_value(const std::string& literal) {
    report ignored;
    std::optional<node> root = parse_toml("v = " + literal, "", ignored);
    if (!root || !ignored.ok() || root->entries.size() != 1) return std::nullopt;
    return std::move(root->entries[0].second);
  }
  /// Whether the field can hold a value, whatever its range.
  bool fits(const row& r, const node& n) const {
    if (r.store != nullptr) return static_cast<bool>(r.store(n, r.member(scratch_)));
    return n.is == node::kind::array && std::ranges::all_of(n.items, [](const node& i) { return i.is == node::kind::table; });
  }

  /// Puts a key into the new file; an empty `literal` is the value as it is written.
  void keep(std::size_t index, const row* r, std::string literal, bool own) {
    converted_key& k = out_.keys[index];
    const node& value = *leaves_[index].value;
    const bool as_it_is = literal.empty() || literal == k.value;
    if (literal.empty()) literal = k.value;
    if (r != nullptr) {
      std::optional<node> other = as_it_is ? std::nullopt : read_value(literal);
      const node* use = other ? &*other : &value;
      if (!fits(*r, *use)) {
        const std::string better = retyped(*use, r->kind, literal);
        other = better.empty() ? std::nullopt : read_value(better);
        sentence why;
        say_wrong_type(why, r->path, value.is, k.value, r->kind);
        if (!other || !fits(*r, *other)) {
          std::string reason(why.view());
          if (value.is == node::kind::array && r->capacity > 0 && value.items.size() > r->capacity)
            reason = r->path + " holds at most " + std::to_string(r->capacity) + " values";
          return lose(k, std::move(reason));
        }
        k.reason = why.view();
        literal = better;
        use = &*other;
      }
      const bool choice = use->is == node::kind::string && !r->about.choices.empty();
      if (!own && choice && !is_choice(r->about.choices, value_of_alias(r->path, use->string)))
        return lose(k, toml_text(*use) + " is none of " + r->path + "'s values: " + std::string(r->about.choices));
      dollars(*r, *use, literal, k);
      relative_ = relative_ || (r->about.path && is_relative(*use));
    }
    for (std::size_t i = 0; i < settings_.size(); ++i) {
      setting& there = settings_[i];
      if (there.to != r || there.taken_back) continue;
      if (there.value == literal) {
        written_as_[index] = i;
        return;
      }
      // torchtitan 0.2.2 config/manager.py: tokenizer_path is copied over hf_assets_path
      const bool stronger = k.path == "model.tokenizer_path" || (own && !there.own_name);
      const bool weaker = there.own_name && std::ranges::any_of(out_.keys, [&](const converted_key& o) {
                            return o.path == "model.tokenizer_path" && written_as_[static_cast<std::size_t>(&o - out_.keys.data())] == i;
                          });
      if (!stronger || weaker) return lose(k, "another key gives " + r->path + " another value");
      there.taken_back = true;
      for (std::size_t j = 0; j < written_as_.size(); ++j)
        if (written_as_[j] == i) {
          written_as_[j] = none;
          lose(out_.keys[j], k.path + " gives " + r->path + " another value");
        }
      break;
    }
    settings_.push_back({r, std::move(literal), own, {}, {}, {}, false});
    written_as_[index] = settings_.size() - 1;
  }
  /// torchtitan reads no environment: what would be read here is escaped.
  static void dollars(const row& r, const node& n, std::string& literal, converted_key& k) {
    if (!reads_environment(r.name, r.kind, r.about)) return;
    node escaped = n;
    const auto read = [](const std::string& s) { return s.find("${") != s.npos || s.find("$$") != s.npos; };
    bool any = read(n.string);
    for (const node& item : n.items) any = any || read(item.string);
    if (!any) return;
    escaped.string = escape_dollars(n.string);
    for (node& item : escaped.items) item.string = escape_dollars(item.string);
    literal = toml_text(escaped);
    k.reason = "torchtitan reads no environment variables; here $$ is a dollar";
  }
  static bool is_relative(const node& n) {
    const std::string& s = n.string;
    return n.is == node::kind::string && !s.empty() && s[0] != '/' && s[0] != '~' && s.find("://") == s.npos;
  }
  /// The fate of a key that is in the new file.
  void settle(converted_key& k, const setting& s) const {
    const std::string path = s.to == nullptr ? k.path : s.to->path;
    k.now = path;
    k.new_value = s.value;
    k.is = s.value != k.value                     ? fate::changed
           : path == k.path                       ? fate::kept
           : last_name(path) != last_name(k.path) ? fate::renamed
                                                  : fate::moved;
  }

  // -- comments ----------------------------------------------------------------------------------------------------------

  void comments() {
    const toml_outline outline = outline_of(content_);
    std::vector<std::size_t> setting_of(outline.statements.size(), none);
    std::vector<std::string> section_of_header(outline.statements.size());
    for (std::size_t i = 0; i < outline.statements.size(); ++i) {
      const toml_statement& s = outline.statements[i];
      if (s.header)
        place_header(s, setting_of[i], section_of_header[i]);
      else
        for (auto l = leaf_of_line_.lower_bound(s.line); l != leaf_of_line_.end() && l->first <= s.last_line && setting_of[i] == none; ++l)
          setting_of[i] = written_as_[l->second];
    }
    using enum toml_comment::where;
    for (const toml_comment& c : outline.comments) {
      if (c.is == top) {
        top_.push_back(c.text);
      } else if (c.is == toml_comment::where::end) {
        end_.push_back(c.text);
      } else if (const std::size_t at = setting_of[c.statement]; at != none) {
        setting& s = settings_[at];
        (c.is == beside ? s.beside : c.is == below ? s.below : s.above).push_back(c.text);
      } else if (const std::string& section = section_of_header[c.statement]; !section.empty()) {
        headers_[section].push_back(c.text);
      } else {
        out_.lost.push_back({c.line, c.text});
      }
    }
  }
  /// A header's comments go to the table of its name or, if that is not in the new file, to where its first key went.
  void place_header(const toml_statement& s, std::size_t& line, std::string& section) const {
    for (std::size_t l = 0; l < leaves_.size(); ++l) {
      const std::string& path = out_.keys[l].path;
      if (written_as_[l] == none) continue;
      if (path == s.name || is_inside(s.name, path)) line = written_as_[l];
      if (!is_inside(path, s.name)) continue;
      const auto& [to, value, own, above, beside, below, gone] = settings_[written_as_[l]];
      if (to == nullptr || to->section.empty()) continue;
      if (section.empty() || to->section == s.name) section = to->section;
    }
  }

  // -- what is said and written ------------------------------------------------------------------------------------------

  void remarks() {
    const auto given = [&](std::string_view path) {
      return std::ranges::any_of(out_.keys, [&](const converted_key& k) { return k.now == path; });
    };
    const bool machine = std::ranges::any_of(out_.keys, [](const converted_key& k) { return k.now.starts_with("machine."); });
    if (!machine)
      out_.remarks.emplace_back(
          "the machine was torchrun's --nnodes and --nproc_per_node: say machine.instance, or machine.nodes and machine.devices_per_node");
    if (tutorial_ && !given("model.backend"))
      out_.remarks.emplace_back("the way the model is written was --model.backend on the command line: say model.backend");
    if (relative_)
      out_.remarks.emplace_back("relative paths were relative to the working directory; they are now to the folder of the file");
    if (tutorial_) return;
    if (at("model.name") == nullptr) out_.remarks.emplace_back("model.name is absent: torchtitan trains llama3 then; here it is qwen3");
    if (at("model.flavor") == nullptr && !given("model.hf_model"))
      out_.remarks.emplace_back("model.flavor is absent: torchtitan takes \"debugmodel\" then; say model.flavor");
    const node* const mode = at("activation_checkpoint.mode");
    const bool selective = mode == nullptr || (mode->is == node::kind::string && mode->string == "selective");
    if (selective && at("activation_checkpoint.selective_ac_option") == nullptr)
      out_.remarks.emplace_back("torchtitan 0.2.2 recomputed every second layer; mode \"selective\" is by operator here");
    if (is_on("validation.enable"))
      for (const torchtitan_0_2_key& k : torchtitan_0_2_keys)
        if (!k.same_as.empty() && at(k.path) == nullptr && value_or_default(k.same_as) != k.by_default)
          out_.remarks.push_back(std::string(k.path) + " is absent: torchtitan takes " +
                                 (k.by_default.empty() ? std::string("none") : std::string(k.by_default)) + " then; here it is that of " +
                                 std::string(k.same_as));
  }

  void write() {
    std::string& out = out_.toml;
    const auto lines = [&](const std::vector<std::string>& all) {
      for (const std::string& c : all) out += c + "\n";
    };
    lines(top_);
    if (!top_.empty()) out += "\n";
    // nothing stands beside version: a comment above the first key of the root is above that
    out += "version = 1\n";
    std::vector<std::string_view> order{""};
    for (const setting& s : settings_)
      if (const std::string_view in = section_of_setting(s); !s.taken_back && std::ranges::find(order, in) == order.end())
        order.push_back(in);
    for (const std::string_view section : order) {
      if (!section.empty()) {
        out += "\n";
        if (const auto h = headers_.find(section); h != headers_.end()) lines(h->second);
        out += "[" + std::string(section) + "]\n";
      }
      for (const setting& s : settings_) {
        if (s.taken_back || section_of_setting(s) != section) continue;
        lines(s.above);
        for (std::size_t i = 1; i < s.beside.size(); ++i) out += s.beside[i] + "\n";
        out += (s.to == nullptr ? std::string("extends") : std::string(s.to->name)) + " = " + s.value;
        if (!s.beside.empty()) out += "  " + s.beside[0];
        out += "\n";
        lines(s.below);
      }
    }
    if (!end_.empty()) out += "\n";
    lines(end_);
  }
  static std::string_view section_of_setting(const setting& s) {
    return s.to == nullptr ? std::string_view{} : std::string_view(s.to->section);
  }

  const node& root_;
  std::string_view content_;
  source_text written_;
  const std::vector<row>& rows_;
  const std::vector<section_row>& sections_;
  void* scratch_;
  conversion& out_;
  std::vector<leaf> leaves_{};
  std::vector<std::size_t> written_as_{};  ///< for each leaf the index of its setting
  std::map<std::uint32_t, std::size_t> leaf_of_line_{};
  std::vector<setting> settings_{};
  std::vector<std::string> top_{}, end_{};
  std::map<std::string, std::vector<std::string>, std::less<>> headers_{};
  bool tutorial_ = false, relative_ = false;
  std::size_t guesses_ = 0;
};
}  // namespace detail

/// Converts a job file of torchtitan 0.2.2 or of the torchtitan-neuron tutorial's dialect. `name` is what places name; `to` is the name
/// under which the result is checked: relative paths in it are relative to its folder. A text with errors of syntax is not
/// readable; a file with `version = 1` is left alone. Never throws.
template <described J = job>
conversion convert_string(std::string_view content, std::string_view name, std::string_view to = "converted.toml") {
  conversion out;
  out.from = name;
  out.to = to;
  if (content.substr(0, 3) == "\xEF\xBB\xBF") content.remove_prefix(3);
  if (content.size() > max_file_size) {
    detail::too_large(name, out.problems);
    return out;
  }
  out.problems.files.push_back({text(name), text(content)});
  if (detail::looks_like_json(name, content)) {
    issue& i = add_problem(out.problems, "TS1001", "not TOML: the file is JSON", name, 1, 1, 2);
    i.reason = text("job files of torchtitan 0.2 are TOML");
    return out;
  }
  const std::optional<node> root = parse_toml(content, name, out.problems);
  if (!root || !out.problems.ok()) return out;
  out.readable = true;
  if (const node* const v = root->find("version"); v != nullptr && v->is == node::kind::integer && v->integer == 1 && v->string.empty()) {
    out.already = true;
    return out;
  }
  const auto scratch = std::make_unique<J>();
  detail::converter(*root, content, rows_of<J>(), sections_of<J>(), scratch.get(), out).run();
  out.findings = check_string<J>(out.toml, out.to).problems;
  return out;
}

/// The same for a file ("-": standard input). What cannot be opened has TS1007.
template <described J = job>
conversion convert_file(const std::string& path, std::string_view to = "converted.toml") {
  conversion out;
  out.from = detail::name_of_file(path);
  std::string content;
  bool opened = true;
  if (!detail::read_file(path, content, opened, out.problems)) return out;
  return convert_string<J>(content, out.from, to);
}

}  // namespace trainspec::inline v0
