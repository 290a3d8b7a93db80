#pragma once
#include <string>
#include <string_view>

#include "hf_config.hpp"
#include "hf_kind.hpp"
#include "hf_tokens.hpp"
#include "hf_vocabulary.hpp"
#include "hf_weights.hpp"

namespace trainspec::inline v0 {

/// Checks what stands beside the config.json of a Hugging Face folder against it: generation_config.json, the tokenizer's
/// files, the index and the weights. Of weights only the headers are read. Nothing is said of a file that is absent, and
/// nothing of the weights while config.json has errors.
inline void check_hf_folder(const std::string& folder, const node& config, const model& m, report& problems) {
  const bool good = problems.ok();
  const bool inside = detail::hf_tokens(folder, config, good ? m.vocab_size : 0, problems).check();
  if (!good) return;
  if (inside) check_hf_vocabulary(folder, config, m.vocab_size, problems);
  const node* const quantized = config.find("quantization_config");
  const node* dtype = config.find("dtype");
  if (dtype == nullptr) dtype = config.find("torch_dtype");
  check_hf_weights(folder, m, quantized != nullptr && quantized->is != node::kind::null,
                   dtype != nullptr ? dtype->string : std::string_view{}, problems);
}

}  // namespace trainspec::inline v0
