#pragma once
#include <string>
#include <string_view>

#include "../schema/node.hpp"
#include "problem.hpp"

namespace trainspec::inline v0 {

/// What a file of a Hugging Face folder is.
enum class hf_kind : unsigned char {
  none,        ///< none of these: a job
  config,      ///< config.json
  index,       ///< model.safetensors.index.json
  generation,  ///< generation_config.json
  tokenizer,   ///< tokenizer.json or tokenizer_config.json
  weights      ///< a safetensors file
};

/// Tells by the keys at the top which kind a JSON object is. A job has tables there, config.json has values.
inline hf_kind hf_kind_of(const node& root) {
  const auto value = [&](std::string_view key) {
    const node* const n = root.find(key);
    return n != nullptr && n->is != node::kind::table;
  };
  if (root.is != node::kind::table) return hf_kind::none;
  if (const node* m = root.find("weight_map"); m != nullptr) return hf_kind::index;
  if (root.find("added_tokens_decoder") != nullptr || value("tokenizer_class") || (value("added_tokens") && root.find("model") != nullptr))
    return root.find("model_type") != nullptr ? hf_kind::config : hf_kind::tokenizer;
  if (value("model_type") || value("architectures") || value("hidden_size") || value("num_hidden_layers")) return hf_kind::config;
  if (value("do_sample") || value("top_p") || value("eos_token_id") || value("max_new_tokens")) return hf_kind::generation;
  return hf_kind::none;
}

/// Whether a text starts as a safetensors file does: eight bytes of a size, then '{'.
inline bool looks_like_safetensors(std::string_view content) {
  return content.size() > 9 && content[8] == '{' && content[6] == '\0' && content[7] == '\0';
}

/// Says that a file is one of a model folder, but not the one to read.
inline void wrong_hf_file(hf_kind kind, std::string_view file, report& problems) {
  const std::string_view what = kind == hf_kind::index        ? "an index of safetensors files"
                                : kind == hf_kind::generation ? "a generation_config.json"
                                : kind == hf_kind::tokenizer  ? "a tokenizer's file"
                                                              : "a safetensors file";
  issue& i =
      add_problem(problems, "TS1501", std::string(file) + " is " + std::string(what) + ": give its folder, or the config.json in it", file);
  i.reason = text("it belongs to a model folder, and says nothing of the model's shape by itself");
}

}  // namespace trainspec::inline v0
