#pragma once
#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/empty.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../text/safetensors.hpp"
#include "model.hpp"

namespace trainspec::inline v0 {
namespace libtorch {

using named_tensor = std::pair<std::string, at::Tensor>;

/// safetensors' name of a type; empty for one that it or this engine does not know.
inline std::string_view safetensors_dtype(at::ScalarType type) {
  switch (type) {
    case at::kFloat: return "F32";
    case at::kDouble: return "F64";
    case at::kBFloat16: return "BF16";
    case at::kHalf: return "F16";
    case at::kLong: return "I64";
    default: return {};
  }
}

namespace detail {
/// Writes all of it, or says why not in `message`.
inline bool write_all(int file, const void* data, std::size_t size, const std::string& path, std::string& message) {
  const char* p = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t n = ::write(file, p, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      message = "cannot write " + path + ": " + std::strerror(errno);
      return false;
    }
    p += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

/// Opens, lets `fill(file)` write, and brings the bytes to the disk before it closes.
template <class Fill>
bool write_file(const std::string& path, std::string& message, Fill&& fill) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) {
    message = "cannot write " + path + ": " + std::strerror(errno);
    return false;
  }
  bool good = fill(file);
  // Some file systems report a full disk only here.
  if (good && ::fsync(file) != 0 && errno != EINVAL) {
    message = "cannot write " + path + ": " + std::strerror(errno);
    good = false;
  }
  if (::close(file) != 0 && good) {
    message = "cannot write " + path + ": " + std::strerror(errno);
    good = false;
  }
  return good;
}
}  // namespace detail

/// Writes a safetensors file and syncs it. False, with the reason in `message`, when that fails.
inline bool write_tensors(const std::string& path, const std::vector<named_tensor>& tensors, std::string& message) {
  std::vector<tensor_entry> entries;
  std::uint64_t offset = 0;
  for (const auto& [name, value] : tensors) {
    tensor_entry e;
    e.name = name;
    e.dtype = safetensors_dtype(value.scalar_type());
    e.shape.assign(value.sizes().begin(), value.sizes().end());
    e.begin = offset;
    e.end = offset += static_cast<std::uint64_t>(value.nbytes());
    entries.push_back(std::move(e));
  }
  const std::pair<std::string, std::string> metadata[]{{"format", "pt"}};
  const std::string header = write_safetensors_header(entries, metadata);
  return detail::write_file(path, message, [&](int file) {
    if (!detail::write_all(file, header.data(), header.size(), path, message)) return false;
    for (const auto& [name, value] : tensors) {
      const at::Tensor dense = value.detach().contiguous();
      if (!detail::write_all(file, dense.const_data_ptr(), static_cast<std::size_t>(dense.nbytes()), path, message)) return false;
    }
    return true;
  });
}

namespace detail {
/// "F32 [256, 64]"
inline std::string shape_text(std::string_view dtype, at::IntArrayRef shape) {
  std::string s = std::string(dtype) + " [";
  for (std::size_t i = 0; i < shape.size(); ++i) s += (i > 0 ? ", " : "") + std::to_string(shape[i]);
  return s + "]";
}
inline std::optional<at::ScalarType> loadable(std::string_view dtype) {
  if (dtype == "F32") return at::kFloat;
  if (dtype == "BF16") return at::kBFloat16;
  if (dtype == "F16") return at::kHalf;
  return std::nullopt;
}
}  // namespace detail

/// Fills every parameter of `model` from `folder`/model.safetensors: one file with Hugging Face names, in float32, bfloat16
/// or float16 (which float32 holds exactly). A copy of a tied head is ignored. False, with the reason in `message`, when a
/// tensor is missing, unknown or of another shape or type.
inline bool load_hf(const std::string& folder, const qwen3& model, std::string& message) {
  const std::string path = folder + "/model.safetensors";
  report problems;
  const std::optional<safetensors_header> header = read_safetensors_header(path, problems);
  if (!header) {
    message = "cannot read " + path;
    if (const issue* i = problems.first_error()) message += ": " + std::string(i->message.view());
    if (std::ifstream(folder + "/model.safetensors.index.json")) message += "; weights in several files cannot be loaded yet";
    return false;
  }
  std::ifstream in(path, std::ios::binary);
  const at::NoGradGuard no_grad;
  for (const parameter& p : model.parameters()) {
    const tensor_entry* found = nullptr;
    for (const tensor_entry& e : header->tensors)
      if (e.name == p.hf_name) found = &e;
    if (!found) {
      message = path + " has no tensor " + p.hf_name;
      return false;
    }
    const std::optional<at::ScalarType> type = detail::loadable(found->dtype);
    if (!type || at::IntArrayRef(found->shape) != p.value.sizes()) {
      message = path + ": " + p.hf_name + " is " + detail::shape_text(found->dtype, found->shape) + "; the model has " +
                detail::shape_text("F32", p.value.sizes()) + " (BF16 and F16 can be loaded too)";
      return false;
    }
    at::Tensor stored = *type == at::kFloat ? p.value.detach() : at::empty(p.value.sizes(), at::TensorOptions().dtype(*type));
    in.seekg(static_cast<std::streamoff>(header->data_start + found->begin));
    in.read(static_cast<char*>(stored.mutable_data_ptr()), static_cast<std::streamsize>(stored.nbytes()));
    if (!in) {
      message = path + " ends too early";
      return false;
    }
    if (*type != at::kFloat) p.value.copy_(stored);
  }
  for (const tensor_entry& e : header->tensors) {
    bool known = e.name == "lm_head.weight" && model.numbers().enable_weight_tying;
    for (const parameter& p : model.parameters()) known = known || p.hf_name == e.name;
    if (!known) {
      message = path + " has a tensor that the model has not: " + e.name;
      return false;
    }
  }
  return true;
}

}  // namespace libtorch
}  // namespace trainspec::inline v0
