#pragma once
#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "assign.hpp"
#include "toml_read.hpp"

namespace trainspec::inline v0 {

namespace detail {

/// The tree that one argument stands for; nothing (and an issue) when it has no key. Columns point into the argument.
inline std::optional<node> parse_setting(const std::string& argument, std::uint32_t line, report& problems) {
  const auto fail = [&](const std::string& message, std::uint32_t column, std::uint32_t end) {
    issue& i = add_problem(problems, "TS1001", message, "--set", line, column, end);
    i.origin = "--set " + argument;
    i.value = argument;
    i.reason = text("settings are written section.key=value");
  };
  std::string_view content = argument;
  report encoding;
  if (!check_encoding(content, "--set", encoding)) {
    fail(std::string(encoding.issues[0].message.view()), encoding.issues[0].at.column, encoding.issues[0].at.column + 1);
    return std::nullopt;
  }
  const std::size_t equals = argument.find('=');
  const std::uint32_t all = code_points(argument) + 1;
  if (equals == argument.npos) {
    fail("\"" + argument + "\" has no '='", 1, all);
    return std::nullopt;
  }
  const std::string_view key = trimmed(std::string_view(argument).substr(0, equals));
  const std::string_view value = trimmed(std::string_view(argument).substr(equals + 1));
  const auto before = static_cast<std::uint32_t>(
      code_points(std::string_view(argument).substr(0, static_cast<std::size_t>(value.data() - argument.data()))));
  std::vector<std::string> names;
  for (std::size_t from = 0; from <= key.size();) {
    const std::size_t dot = std::min(key.find('.', from), key.size());
    names.emplace_back(trimmed(key.substr(from, dot - from)));
    from = dot + 1;
  }
  const bool hollow = std::any_of(names.begin(), names.end(), [](const std::string& n) { return n.empty(); });
  if (hollow || names.size() > max_nesting) {
    fail("\"" + std::string(key) + "\" is no name of a field", 1, code_points(key) + 2);
    return std::nullopt;
  }

  // the value as TOML, else as it is: a bare string
  node leaf;
  report ignored;
  std::optional<node> parsed = value.find('\n') == value.npos ? parse_toml("v = " + std::string(value), "", ignored) : std::nullopt;
  if (parsed && ignored.issues.empty() && parsed->entries.size() == 1 && parsed->entries[0].first == "v") {
    leaf = std::move(parsed->entries[0].second);
  } else {
    leaf.is = node::kind::string;
    leaf.string = value;
    leaf.line = 1;
    leaf.column = 5;
    leaf.end_column = 5 + code_points(value);
  }
  // the value stood behind "v = ", in columns from 5
  const auto shift = [&](auto&& self, node& n) -> void {
    n.line = n.key_line = line;
    for (std::uint32_t* c : {&n.column, &n.end_column, &n.key_column, &n.key_end_column})
      if (*c > 4) *c = *c - 4 + before;
    for (node& item : n.items) self(self, item);
    for (auto& [name, item] : n.entries) self(self, item);
  };
  shift(shift, leaf);
  leaf.key_line = line;
  leaf.key_column = 1;
  leaf.key_end_column = code_points(key) + 1;
  for (std::size_t i = names.size(); i-- > 0;) {
    node table;
    table.is = node::kind::table;
    table.line = table.key_line = line;
    table.column = table.key_column = 1;
    table.end_column = table.key_end_column = leaf.key_end_column;
    table.entries.emplace_back(names[i], std::move(leaf));
    leaf = std::move(table);
  }
  return leaf;
}
}  // namespace detail

/// Assigns command-line settings ("training.seq_len=4000"), the later over the earlier. A value is read as TOML, else taken as
/// a string; a string field takes any scalar as it is written. Issues are those of `assign`, in the file "--set", whose n-th
/// line is the n-th setting (it is added to `problems.files`). Relative paths stay: they are relative to where the program runs.
template <described J>
void apply_settings(std::span<const std::string> settings, sourced<J>& into, report& problems, std::vector<overridden>* history = nullptr,
                    std::vector<int>* unread = nullptr) {
  if (settings.empty()) return;
  std::string all;
  for (const std::string& s : settings) {
    std::string one = s;
    std::replace(one.begin(), one.end(), '\n', ' ');
    all += one + "\n";
  }
  const source_file file{text("--set"), text(all)};
  problems.files.push_back(file);
  const std::size_t before = problems.issues.size();
  std::uint32_t line = 0;
  for (const std::string& s : settings) {
    ++line;
    if (problems.issues.size() > before + most_problems) {
      add_problem(problems, "TS1006", "more than 200 problems; the others are not shown", "--set");
      break;
    }
    const std::optional<node> root = detail::parse_setting(s, line, problems);
    if (!root) continue;
    assign_options options;
    options.how = way::command_line;
    // of the places for sources, one is kept for settings that no longer have their own, and some for presets
    const bool room = into.from.sources.size() + 5 < decltype(into.from.sources)::capacity;
    options.source = room ? "--set " + s : "--set";
    options.bare_strings = true;
    options.history = history;
    options.unread = unread;
    assign(*root, into, problems, file, options);
  }
}

}  // namespace trainspec::inline v0
