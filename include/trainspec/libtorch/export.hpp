#pragma once
#include <stdlib.h>
#include <sys/stat.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "model.hpp"
#include "tensor_file.hpp"

namespace trainspec::inline v0 {
namespace libtorch {

/// config.json for Transformers 5 (and 4): what AutoModelForCausalLM needs to rebuild this model. `dtype` is
/// "float32", "bfloat16" or "float16". Without q/k norms the same function is Hugging Face's Llama, and is written as such.
inline std::string hf_config(const trainspec::model& m, std::string_view dtype) {
  const auto number = [](double v) {
    char digits[32];
    std::string s(digits, std::to_chars(digits, digits + sizeof digits, v).ptr);
    return s.find_first_of(".e") == std::string::npos ? s + ".0" : s;
  };
  const auto boolean = [](bool v) { return v ? "true" : "false"; };
  std::string s = "{\n";
  const auto field = [&s](std::string_view name, const std::string& json) {
    s.append("  \"").append(name).append("\": ").append(json).append(",\n");
  };
  field("architectures", m.qk_norm ? "[\"Qwen3ForCausalLM\"]" : "[\"LlamaForCausalLM\"]");
  field("model_type", m.qk_norm ? "\"qwen3\"" : "\"llama\"");
  field("vocab_size", std::to_string(m.vocab_size));
  field("hidden_size", std::to_string(m.dim));
  field("intermediate_size", std::to_string(m.hidden_dim));
  field("num_hidden_layers", std::to_string(m.n_layers));
  field("num_attention_heads", std::to_string(m.n_heads));
  field("num_key_value_heads", std::to_string(m.n_kv_heads));
  field("head_dim", std::to_string(m.head_dim));
  field("hidden_act", "\"silu\"");
  field("max_position_embeddings", std::to_string(m.max_seq_len));
  field("rms_norm_eps", number(m.norm_eps));
  field("rope_theta", number(m.rope_theta));
  field("rope_parameters", "{\"rope_theta\": " + number(m.rope_theta) + ", \"rope_type\": \"default\"}");
  field("attention_bias", boolean(m.attention_bias));
  field("attention_dropout", "0.0");
  if (m.qk_norm) field("use_sliding_window", "false");
  field("initializer_range", "0.02");
  field("tie_word_embeddings", boolean(m.enable_weight_tying));
  field("bos_token_id", "null");
  field("eos_token_id", "null");
  field("use_cache", "true");
  s.append("  \"dtype\": \"").append(dtype).append("\"\n}\n");
  return s;
}

namespace detail {
/// Makes `ready` appear as `folder`, in one step where the system can exchange two names.
inline bool put_in_place(const std::string& ready, const std::string& folder, std::string& message) {
  std::error_code ignored;
  if (::rename(ready.c_str(), folder.c_str()) == 0) return true;
  if (errno == EEXIST || errno == ENOTEMPTY) {
#if defined(__linux__) && defined(RENAME_EXCHANGE)
    if (::renameat2(AT_FDCWD, ready.c_str(), AT_FDCWD, folder.c_str(), RENAME_EXCHANGE) == 0) {
      std::filesystem::remove_all(ready, ignored);
      return true;
    }
#endif
    const std::string old = ready + ".old";
    if (::rename(folder.c_str(), old.c_str()) == 0) {
      if (::rename(ready.c_str(), folder.c_str()) == 0) {
        std::filesystem::remove_all(old, ignored);
        return true;
      }
      const int why = errno;
      ::rename(old.c_str(), folder.c_str());
      errno = why;
    }
  }
  message = "cannot write " + folder + ": " + std::strerror(errno);
  return false;
}

/// Removes what runs that were killed while they wrote have left: the name holds the number of the process.
inline void remove_unfinished(const std::string& parent, const std::string& prefix) {
  std::error_code failed, ignored;
  std::vector<std::filesystem::path> left;
  for (std::filesystem::directory_iterator each(parent, failed), end; !failed && each != end; each.increment(failed)) {
    const std::string name = each->path().filename().string();
    const long process = name.starts_with(prefix) ? std::strtol(name.c_str() + prefix.size(), nullptr, 10) : 0;
    if (process > 0 && ::kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH) left.push_back(each->path());
  }
  for (const std::filesystem::path& p : left) std::filesystem::remove_all(p, ignored);
}

inline void sync_folder(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) return;
  ::fsync(file);
  ::close(file);
}
}  // namespace detail

/// Whether export_hf could write to `folder` now: found out before hours of training, not after them.
inline bool can_export(const std::string& folder, std::string& message) {
  const std::filesystem::path target(folder);
  std::error_code failed;
  const std::filesystem::file_status status = std::filesystem::symlink_status(target, failed);
  if (std::filesystem::exists(status) && !std::filesystem::is_directory(status)) {
    message = folder + " is there and is no folder: the model could not be written to it";
    return false;
  }
  std::string trial = folder + ".trial-XXXXXX";
  if (!::mkdtemp(trial.data())) {
    message = "cannot write " + folder + ": " + std::strerror(errno);
    return false;
  }
  ::rmdir(trial.c_str());
  return true;
}

/// Writes `folder`/config.json and `folder`/model.safetensors with Hugging Face names, in the type `dtype` ("float32",
/// "bfloat16" or "float16"); a tied head is not stored. Both are written and synced beside `folder` and then renamed, so
/// `folder` is never half-written; what it held before is replaced. False, with the reason in `message`, when that fails.
inline bool export_hf(const qwen3& model, const std::string& folder, std::string_view dtype, std::string& message) {
  const at::ScalarType type = dtype == "bfloat16" ? at::kBFloat16 : dtype == "float16" ? at::kHalf : at::kFloat;
  std::vector<named_tensor> tensors;
  for (const parameter& p : model.parameters()) tensors.emplace_back(p.hf_name, p.value.detach().to(type));

  std::filesystem::path target = std::filesystem::path(folder).lexically_normal();
  if (!target.has_filename()) target = target.parent_path();
  const std::string parent = target.has_parent_path() ? target.parent_path().string() : ".";
  std::error_code failed;
  std::filesystem::create_directories(parent, failed);
  if (failed) {
    message = "cannot write in " + parent + ": " + failed.message();
    return false;
  }
  const std::string unfinished = "." + target.filename().string() + ".unfinished-";
  detail::remove_unfinished(parent, unfinished);
  std::string ready = parent + "/" + unfinished + std::to_string(::getpid()) + "-XXXXXX";
  if (!::mkdtemp(ready.data())) {
    message = "cannot write in " + parent + ": " + std::strerror(errno);
    return false;
  }
  const std::string config = hf_config(model.numbers(), dtype), config_path = ready + "/config.json";
  const bool good = ::chmod(ready.c_str(), 0755) == 0 && write_tensors(ready + "/model.safetensors", tensors, message) &&
                    detail::write_file(config_path, message, [&](int file) {
                      return detail::write_all(file, config.data(), config.size(), config_path, message);
                    });
  if (good) {
    detail::sync_folder(ready);
    if (detail::put_in_place(ready, target.string(), message)) {
      detail::sync_folder(parent);
      return true;
    }
  }
  std::filesystem::remove_all(ready, failed);
  return false;
}

}  // namespace libtorch
}  // namespace trainspec::inline v0
