#pragma once
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include "../rules/reading_words.hpp"
#include "../schema/facts.hpp"
#include "../schema/utf8.hpp"

namespace trainspec::inline v0 {

/// A value with its environment variables read, or what is wrong with it.
struct expanded {
  std::string value{};
  std::string unset{};    ///< the variable that is not set
  bool not_text = false;  ///< it is set, but not to UTF-8 text
  bool broken = false;    ///< "${" without a name and a "}"
};

/// Reads `${NAME}` once (what a variable holds is not read again); `$$` is a dollar, any other dollar stays.
inline expanded expand_environment(std::string_view s) {
  expanded out;
  for (std::size_t i = 0; i < s.size();) {
    if (s[i] != '$' || i + 1 >= s.size() || (s[i + 1] != '$' && s[i + 1] != '{')) {
      out.value += s[i++];
      continue;
    }
    if (s[i + 1] == '$') {
      out.value += '$';
      i += 2;
      continue;
    }
    const std::size_t end = s.find('}', i);
    const std::string name(end == s.npos ? std::string_view{} : s.substr(i + 2, end - i - 2));
    if (name.empty() || name.find_first_of(std::string_view("=\0 ${", 5)) != name.npos) {
      out.broken = true;
      return out;
    }
    const char* const value = std::getenv(name.c_str());
    if (value == nullptr || !is_utf8(value)) {
      out.unset = name;
      out.not_text = value != nullptr;
      return out;
    }
    out.value += value;
    i = end + 1;
  }
  return out;
}

/// The inverse for writing: a text that `expand_environment` turns into `s`.
inline std::string escape_dollars(std::string_view s) {
  std::string out;
  for (const char c : s) {
    if (c == '$') out += '$';
    out += c;
  }
  return out;
}

/// A path as the job keeps it: relative to where the program runs, if it was relative to the file in `folder`. Absolute
/// paths, addresses ("s3://...") and "~" stay, and so does a Hub name where the field may hold one: it is a path only if it
/// starts as one or names a folder beside the file.
inline std::string resolve_path(std::string_view value, const facts& about, std::string_view folder) {
  const auto starts = [&](std::string_view s) { return value.substr(0, s.size()) == s; };
  const std::string as_written(value);
  if (value.empty() || folder.empty() || starts("/") || starts("~") || value.find("://") != value.npos) return as_written;
  const std::filesystem::path whole = std::filesystem::path(folder) / std::filesystem::path(value);
  if (about.hub && !starts("./") && !starts("../")) {
    std::error_code ignored;
    if (value.find('\0') != value.npos || !std::filesystem::is_directory(whole, ignored)) return as_written;
  }
  std::string path = whole.lexically_normal().string();
  if (about.hub && path.front() != '/' && path.front() != '.') path.insert(0, "./");  // still no Hub name
  return path;
}

/// The folder of a file's name; empty when the name has none.
inline std::string folder_of(std::string_view file) {
  const std::size_t slash = file.rfind('/');
  if (slash == file.npos) return {};
  return std::string(slash == 0 ? std::string_view("/") : file.substr(0, slash));
}

}  // namespace trainspec::inline v0
