#pragma once
#include <cstddef>
#include <string_view>

#include "../presets/suggest.hpp"
#include "../schema/node_kind.hpp"
#include "../schema/sentence.hpp"

// What is said of names and values that do not fit their fields, at run time and in the compiler alike.

namespace trainspec::inline v0 {

constexpr std::string_view wanted_name(field_kind k) {
  switch (k) {
    case field_kind::integer: return "an integer";
    case field_kind::number: return "a number";
    case field_kind::boolean: return "true or false";
    case field_kind::string: return "a string";
    case field_kind::integers: return "an array of integers";
    case field_kind::numbers: return "an array of numbers";
    case field_kind::strings: return "an array of strings";
    case field_kind::table: return "a table";
    case field_kind::tables: return "an array of tables";
    case field_kind::other: return "a number, a string or a boolean";
  }
  return "";
}

/// A name that is not known, and where it stands.
struct unknown_name {
  std::string_view prefix{};  ///< "optimizer.param_groups[0]." inside an element
  std::string_view section{}, key{};
  bool is_table = false;
};

/// The message of TS1101 and TS1102. `for_each_other(f)` calls `f` with each further section that has a field of this name; `hint`: its
/// last part, where that is a question.
constexpr void say_unknown(sentence& message, sentence& hint, const unknown_name& n, const found_name& found, auto&& for_each_other) {
  using enum found_name::kind;
  message << (n.is_table ? "unknown table [" : "unknown key ") << n.prefix << n.section << (n.section.empty() ? "" : ".") << n.key;
  if (n.is_table) message << "]";
  const std::string_view dot = found.section.empty() ? "" : ".";
  switch (found.is) {
    case none: return;
    case near:
      hint << "did you mean ";
      if (found.section != n.section) hint << found.section << dot;
      hint << found.name << "?";
      message << "; " << hint.view();
      return;
    case elsewhere:
      if (n.is_table) {
        message << "; it is [" << n.prefix << found.section << dot << found.name << "]";
      } else {
        if (found.section.empty())
          message << "; it belongs at the top of the file";
        else
          message << "; it belongs in [" << n.prefix << found.section << "]";
        for_each_other([&](std::string_view section) { message << " or [" << n.prefix << section << "]"; });
      }
      return;
    case renamed:
      message << (n.is_table ? "; here it is [" : "; here it is ") << found.section << dot << found.name << (n.is_table ? "]" : "");
      return;
    case dropped: message << "; it has no counterpart here"; return;
  }
}

/// TS1201: "training.steps is a string ("10"); it needs an integer". `literal`: the value as written.
constexpr void say_wrong_type(sentence& message, std::string_view path, node_kind is, std::string_view literal, field_kind wanted) {
  message << path << " is " << name_of(is);
  if (is == node_kind::number || is == node_kind::string) message << " (" << literal << ")";
  message << "; it needs " << wanted_name(wanted);
}
/// TS1201 of a section.
constexpr void say_no_table(sentence& message, std::string_view path, node_kind is) {
  message << path << " is " << name_of(is) << "; it needs a table";
}
/// TS1201 of a list of tables.
constexpr void say_no_tables(sentence& message, std::string_view path, node_kind is) {
  message << path << " is " << name_of(is) << "; it needs an array of tables";
}
/// TS1202.
constexpr void say_beyond_64_bits(sentence& message, std::string_view path, std::string_view literal) {
  message << path << " = " << literal << " is beyond 64 bits";
}
/// TS1203: `of` is "values" or "tables".
constexpr void say_too_long(sentence& message, std::string_view path, std::size_t capacity, std::string_view of, std::size_t size) {
  message << path << " holds at most " << capacity << " " << of << "; there are " << size;
}
/// TS1203.
constexpr void say_empty(sentence& message, std::string_view path, std::size_t length) {
  message << path << " is empty; it needs exactly " << length << " elements";
}

/// Fields in which `${NAME}` is read: paths, and names that have no list of choices.
constexpr bool reads_environment(std::string_view name, field_kind kind, const facts& about) {
  const bool string = kind == field_kind::string || kind == field_kind::strings;
  return string && about.choices.empty() &&
         (about.path || name == "name" || name == "folder" || name.ends_with("_name") || name.ends_with("_folder") ||
          name.ends_with("_path"));
}

}  // namespace trainspec::inline v0
