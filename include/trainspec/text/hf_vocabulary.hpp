#pragma once
#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include "hf_document.hpp"
#include "hf_say.hpp"
#include "toml_value.hpp"

namespace trainspec::inline v0 {

namespace detail {
/// The characters of a JSON string that starts at `at`, escapes as they are; `at` moves behind it.
inline std::string_view skip_json_string(std::string_view s, std::size_t& at) {
  const std::size_t from = ++at;
  while (at < s.size() && s[at] != '"') at += s[at] == '\\' ? 2U : 1U;
  at = std::min(at, s.size());
  const std::string_view inside = s.substr(from, at - from);
  if (at < s.size()) ++at;
  return inside;
}
}  // namespace detail

/// The greatest id in a tokenizer.json: of `model.vocab` and `added_tokens`; -1 when there is none. One pass without a tree,
/// for files of tens of megabytes; what is no JSON gives some number or none.
inline std::int64_t greatest_token_id(std::string_view s) {
  std::array<std::string_view, 4> keys{};  // of the objects and arrays that are open, from the outside
  std::string_view last;
  std::size_t depth = 0;
  std::int64_t greatest = -1;
  for (std::size_t at = 0; at < s.size();) {
    const char c = s[at];
    if (c == '"') {
      last = detail::skip_json_string(s, at);
      continue;
    }
    ++at;
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && depth > 0) --depth;
    if (c != ':' || depth >= keys.size()) continue;
    keys[depth] = last;
    if (depth != 3 || !((keys[1] == "model" && keys[2] == "vocab") || (keys[1] == "added_tokens" && last == "id"))) continue;
    at = std::min(s.find_first_not_of(" \t\r\n", at), s.size());
    std::int64_t id = -1;
    if (std::from_chars(s.data() + at, s.data() + s.size(), id).ec == std::errc{}) greatest = std::max(greatest, id);
  }
  return greatest;
}

/// Sees that every token of a folder's tokenizer.json has a row in the embedding (TS1509).
inline void check_hf_vocabulary(std::string_view folder, const node& config, std::int64_t vocab_size, report& problems) {
  const std::string name = in_folder(folder, "tokenizer.json");
  std::string content;
  bool opened = true;
  if (!is_there(name) || !detail::read_file(name, content, opened, problems)) return;
  const std::int64_t greatest = greatest_token_id(content);
  if (greatest < vocab_size) return;
  issue& i = add_problem(
      problems, "TS1509",
      "the tokenizer has a token " + std::to_string(greatest) + ", outside the vocabulary of " + std::to_string(vocab_size) + " tokens",
      name);
  i.reason = text("the embedding has no row for it: a text that holds the token stops the run");
  if (const node* n = config.find("vocab_size"))
    detail::hf_say::add_related(i, in_folder(folder, "config.json"), "/vocab_size", *n, toml_text(*n));
}

}  // namespace trainspec::inline v0
