#pragma once
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "hf_document.hpp"
#include "hf_say.hpp"
#include "toml_value.hpp"

namespace trainspec::inline v0 {

namespace detail {
/// The token ids that config.json, generation_config.json and tokenizer_config.json of one folder name.
class hf_tokens {
 public:
  hf_tokens(std::string_view folder, const node& config, std::int64_t vocab_size, report& problems)
      : folder_(folder), config_name_(in_folder(folder, "config.json")), config_(config), vocab_size_(vocab_size), problems_(problems) {}

  /// False: a token without a row in the embedding was found.
  bool check() {
    hf_say say(config_name_, content_of(config_name_), problems_);
    for (const std::string_view key : {"bos_token_id", "eos_token_id", "pad_token_id"}) in_vocabulary(config_, key, say);
    const std::optional<hf_document> generation = read_hf_document(folder_, "generation_config.json", problems_);
    if (generation) {
      hf_say about(generation->name, generation->content, problems_);
      for (const std::string_view key : {"bos_token_id", "eos_token_id", "pad_token_id"}) in_vocabulary(generation->root, key, about);
      sampling(generation->root, about);
      ends_agree(generation->root, about);
    }
    const std::optional<hf_document> tokenizer = read_hf_document(folder_, "tokenizer_config.json", problems_);
    if (tokenizer) tokens_agree(*tokenizer, generation ? &generation->root : nullptr);
    return !outside_;
  }

 private:
  std::string_view content_of(std::string_view name) const {
    for (const source_file& f : problems_.files)
      if (f.name == name) return f.content.view();
    return {};
  }
  static const node* given(const node& root, std::string_view key) {
    const node* const n = root.find(key);
    return n == nullptr || n->is == node::kind::null ? nullptr : n;
  }
  /// An id, or a list of ids.
  static std::vector<std::int64_t> ids(const node* n) {
    std::vector<std::int64_t> all;
    if (n == nullptr) return all;
    if (n->is == node::kind::integer) all.push_back(n->integer);
    for (const node& item : n->items)
      if (item.is == node::kind::integer) all.push_back(item.integer);
    return all;
  }
  void in_vocabulary(const node& root, std::string_view key, hf_say& say) {
    const node* const n = given(root, key);
    if (n == nullptr) return;
    const std::string pointer = "/" + std::string(key);
    const auto one = [&](const node& id) {
      if (id.is != node::kind::integer) {
        say.error("TS1201",
                  pointer + " is " + std::string(name_of(id.is)) + "; it needs an integer" +
                      (key == "eos_token_id" ? ", or an array of them" : ""),
                  pointer, id)
            .reason = text("it is the number of a token");
      } else if (id.integer < 0 || (vocab_size_ > 0 && id.integer >= vocab_size_)) {
        outside_ = true;
        say.error("TS1509",
                  pointer + " = " + std::to_string(id.integer) + " is outside the vocabulary of " + std::to_string(vocab_size_) + " tokens",
                  pointer, id)
            .reason = text("the embedding has no row for it");
      }
    };
    if (n->is == node::kind::array && key == "eos_token_id")
      std::for_each(n->items.begin(), n->items.end(), one);
    else
      one(*n);
  }
  static void sampling(const node& root, hf_say& say) {
    const auto number = [&](std::string_view key, double low, double high, bool whole) {
      const node* const n = given(root, key);
      if (n == nullptr) return;
      const std::string pointer = "/" + std::string(key);
      const bool right = n->is == node::kind::integer || (!whole && n->is == node::kind::number);
      const double d = n->is == node::kind::integer ? static_cast<double>(n->integer) : n->number;
      if (!right)
        say.error("TS1201", pointer + " is " + std::string(name_of(n->is)) + "; it needs " + (whole ? "an integer" : "a number"), pointer,
                  *n)
            .reason = text("Transformers computes with it when it samples");
      else if (d < low || d > high)
        say.error("TS1301", pointer + " = " + say.value(*n) + " is out of range", pointer, *n).reason =
            text("Transformers refuses it when it samples");
    };
    number("temperature", 0, 1e9, false);
    number("top_p", 0, 1, false);
    number("min_p", 0, 1, false);
    number("top_k", 0, 1e9, true);
    number("max_new_tokens", 1, 9e18, true);
    number("repetition_penalty", 1e-9, 1e9, false);
    if (const node* n = given(root, "do_sample"); n != nullptr && n->is != node::kind::boolean)
      say.error("TS1201", "/do_sample is " + std::string(name_of(n->is)) + "; it needs true or false", "/do_sample", *n).reason =
          text("it says whether tokens are drawn");
  }
  void ends_agree(const node& generation, hf_say& say) const {
    const node* const mine = given(config_, "eos_token_id");
    const node* const theirs = given(generation, "eos_token_id");
    const std::vector<std::int64_t> a = ids(mine), b = ids(theirs);
    if (a.empty() || b.empty() || std::ranges::any_of(a, [&](std::int64_t id) { return std::ranges::find(b, id) != b.end(); })) return;
    issue& i = say.warning("TS1509", "eos_token_id = " + say.value(*theirs) + ", but config.json has " + toml_text(*mine), "/eos_token_id",
                           *theirs);
    hf_say::add_related(i, config_name_, "/eos_token_id", *mine, toml_text(*mine));
    i.reason = text("what is generated would end at another token than the one that training teaches");
  }

  /// The number of a token that tokenizer_config.json declares; -1: none of that name.
  static std::int64_t id_of(const node* declared, std::string_view token) {
    if (declared != nullptr)
      for (const auto& [id, entry] : declared->entries)
        if (const node* content = entry.find("content"); content != nullptr && content->string == token) {
          std::int64_t n = -1;
          static_cast<void>(std::from_chars(id.data(), id.data() + id.size(), n));
          return n;
        }
    return -1;
  }
  void tokens_agree(const hf_document& d, const node* generation) {
    hf_say say(d.name, d.content, problems_);
    const node* const declared = d.root.find("added_tokens_decoder");
    if (declared != nullptr && !outside_)  // else the vocabulary is known to be too small
      for (const auto& [id, entry] : declared->entries) {
        std::int64_t n = -1;
        const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), n);
        if (error == std::errc{} && end == id.data() + id.size() && n >= 0 && (vocab_size_ <= 0 || n < vocab_size_)) continue;
        say(severity::error, "TS1509",
            "token \"" + id + "\" of the tokenizer is outside the vocabulary of " + std::to_string(vocab_size_) + " tokens",
            "/added_tokens_decoder/" + id, entry, true)
            .reason = text("the embedding has no row for it: a text that holds the token stops the run");
        outside_ = true;
        break;  // the others are the same mistake
      }
    const node* const token = given(d.root, "eos_token");
    if (token == nullptr) return;
    const node* const content = token->find("content");
    const std::string& end = content != nullptr ? content->string : token->string;
    const std::int64_t id = id_of(declared, end);
    const node* const mine = given(config_, "eos_token_id");
    std::vector<std::int64_t> known = ids(mine);
    if (generation != nullptr)
      for (const std::int64_t other : ids(given(*generation, "eos_token_id"))) known.push_back(other);
    if (id < 0 || known.empty() || std::ranges::find(known, id) != known.end()) return;
    issue& i = say.warning("TS1509",
                           "eos_token is \"" + end + "\", token " + std::to_string(id) +
                               ", but config.json has eos_token_id = " + (mine != nullptr ? toml_text(*mine) : "null"),
                           "/eos_token", *token);
    if (mine != nullptr) hf_say::add_related(i, config_name_, "/eos_token_id", *mine, toml_text(*mine));
    i.reason =
        text("a model that is tuned on chats ends its turns with the tokenizer's token, and what generates would wait for the other");
    i.source = text("QwenLM/Qwen3 issue 1422");
  }

  std::string folder_, config_name_;
  const node& config_;
  std::int64_t vocab_size_;
  report& problems_;
  bool outside_ = false;
};
}  // namespace detail

}  // namespace trainspec::inline v0
