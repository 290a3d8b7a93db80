#pragma once
#include <cstdint>
#include <string>

#include "../model/batch.hpp"
#include "../spec/job.hpp"

namespace trainspec::inline v0 {
namespace libtorch {

/// Why this engine cannot run a job, in one sentence; empty when it can. It refuses what would be trained otherwise than
/// the job says, and numbers that no tensor can be made of; the rules of target libtorch say the same with their places.
inline std::string unsupported(const job& j) {
  const trainspec::model& m = j.model;
  const auto says = [](const char* field, std::string_view value) { return std::string(field) + " = \"" + std::string(value) + "\""; };
  if (m.backend != "native") return "the libtorch engine runs backend native, not " + says("model.backend", m.backend);
  if (m.moe_enabled) return "the libtorch engine has no mixture of experts yet (model.moe_enabled)";
  if (m.rope_scaling.rope_type != "none")
    return "the libtorch engine does not scale rotary positions: " + says("model.rope_scaling.rope_type", m.rope_scaling.rope_type);
  if (m.dim <= 0 || m.n_layers <= 0 || m.n_heads <= 0 || m.n_kv_heads <= 0 || m.head_dim <= 0 || m.hidden_dim <= 0 || m.vocab_size <= 0)
    return "model needs dim, n_layers, n_heads, n_kv_heads, head_dim, hidden_dim and vocab_size above 0";
  if (m.n_heads % m.n_kv_heads != 0)
    return "model.n_heads = " + std::to_string(m.n_heads) + " is not a multiple of n_kv_heads = " + std::to_string(m.n_kv_heads);
  if (m.head_dim % 2 != 0) return "model.head_dim = " + std::to_string(m.head_dim) + " is odd, and rotary embedding turns pairs";

  const trainspec::training& t = j.training;
  if (t.dtype != "float32") return "the libtorch engine trains in float32, not " + says("training.dtype", t.dtype);
  if (t.mixed_precision_param != "float32")
    return "the libtorch engine computes in float32, not " + says("training.mixed_precision_param", t.mixed_precision_param);
  if (j.compile.enable) return "the libtorch engine does not compile (compile.enable)";
  if (j.activation_checkpoint.mode != "none")
    return "the libtorch engine does not recompute: " + says("activation_checkpoint.mode", j.activation_checkpoint.mode);
  if (!j.override_.imports.empty()) return "the libtorch engine has no overrides (override.imports)";
  if (j.dataloader.dataset != "text") return "the libtorch engine reads text, not " + says("dataloader.dataset", j.dataloader.dataset);
  if (t.seq_len <= 0 || t.local_batch_size <= 0 || t.steps <= 0) return "training needs seq_len, local_batch_size and steps above 0";
  if (t.seq_len > m.max_seq_len)
    return "training.seq_len = " + std::to_string(t.seq_len) + " is longer than model.max_seq_len = " + std::to_string(m.max_seq_len);
  if (world_size(j) != 1 || degrees_of(j).product() != 1)
    return "the libtorch engine runs one process; the job asks for " + std::to_string(world_size(j));
  if (accumulation_steps(j) == 0)
    return "training.global_batch_size = " + std::to_string(t.global_batch_size) +
           " is not a multiple of local_batch_size = " + std::to_string(t.local_batch_size);

  if (m.vocab_size < 256) return "byte-level tokens need model.vocab_size = 256 or more, not " + std::to_string(m.vocab_size);
  if (j.validator.enable && j.validator.steps == 0) return "validator.steps = 0 measures nothing";
  if (j.validator.enable && !(j.validator.holdout > 0)) return "validator.enable needs validator.holdout above 0";
  if (j.checkpoint.enable && !j.checkpoint.initial_load_path.empty() && !j.checkpoint.initial_load_in_hf)
    return "the libtorch engine loads Hugging Face folders only: checkpoint.initial_load_in_hf = true";
  const std::string_view folder = j.info.dump_folder.view();
  if (!is_local_folder(folder)) return "the libtorch engine writes to a local folder, not to " + says("job.dump_folder", folder);
  return {};
}

}  // namespace libtorch
}  // namespace trainspec::inline v0
