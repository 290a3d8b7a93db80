#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../schema/json_quote.hpp"
#include "json_read.hpp"

// The safetensors format: 8 bytes (little endian) with the header's size, the header as a JSON object from names to dtype,
// shape and data_offsets, then the bytes of the tensors without holes. Source: huggingface/safetensors, README "Format" and
// safetensors/src/tensor.rs (Metadata::validate).

namespace trainspec::inline v0 {

struct tensor_entry {
  std::string name;
  std::string dtype;  ///< as in the file: "F32", "BF16", ...
  std::vector<std::int64_t> shape;
  std::uint64_t begin = 0, end = 0;  ///< bytes, from the start of the data
};

struct safetensors_header {
  std::vector<tensor_entry> tensors;  ///< in the order of their bytes
  std::vector<std::pair<std::string, std::string>> metadata;
  std::uint64_t data_start = 0;  ///< byte of the file at which the data starts
};

/// Bits of one element of a dtype; 0 when the name is unknown.
constexpr std::uint64_t safetensors_bits(std::string_view dtype) {
  struct size {
    std::string_view name;
    std::uint64_t bits;
  };
  constexpr size sizes[] = {{"BOOL", 8},    {"U8", 8},      {"I8", 8},   {"F8_E5M2", 8}, {"F8_E4M3", 8}, {"F8_E8M0", 8}, {"F4", 4},
                            {"F6_E2M3", 6}, {"F6_E3M2", 6}, {"I16", 16}, {"U16", 16},    {"F16", 16},    {"BF16", 16},   {"I32", 32},
                            {"U32", 32},    {"F32", 32},    {"I64", 64}, {"U64", 64},    {"F64", 64},    {"C64", 64}};
  for (const size& s : sizes)
    if (s.name == dtype) return s.bits;
  return 0;
}

namespace detail {

inline constexpr std::uint64_t max_safetensors_header = 100'000'000;

/// Reads one file's header and collects what is wrong with it.
class safetensors_reader {
 public:
  safetensors_reader(std::string_view file, report& problems) : file_(file), problems_(problems) {}

  std::optional<safetensors_header> read(std::FILE* f, std::uint64_t file_size) {
    unsigned char prefix[8]{};
    if (file_size < 8 || std::fread(prefix, 1, 8, f) != 8) {
      refuse("TS5102", "", "the file has " + std::to_string(file_size) + " bytes; 8 are needed for the size of the header");
      return std::nullopt;
    }
    std::uint64_t size = 0;
    for (int i = 7; i >= 0; --i) size = size << 8 | prefix[i];
    if (size > max_safetensors_header) {
      refuse("TS5102", "", "the header would have " + std::to_string(size) + " bytes; the format allows 100000000");
      return std::nullopt;
    }
    if (size > file_size - 8) {
      refuse("TS5102", "",
             "the header would have " + std::to_string(size) + " bytes, but only " + std::to_string(file_size - 8) +
                 " follow: the file is cut short, or no safetensors file");
      return std::nullopt;
    }
    std::string json(static_cast<std::size_t>(size), '\0');
    if (std::fread(json.data(), 1, json.size(), f) != json.size()) {
      refuse("TS5101", "", "the header cannot be read");
      return std::nullopt;
    }
    safetensors_header header;
    header.data_start = 8 + size;
    if (!read_json(json, header)) return std::nullopt;
    if (!check_layout(header, file_size - header.data_start)) return std::nullopt;
    return header;
  }

  void refuse(std::string_view code, std::string_view tensor, const std::string& message) {
    issue& i = add_problem(problems_, code, tensor.empty() ? message : "tensor \"" + std::string(tensor) + "\": " + message, file_);
    i.path = tensor;
    i.source = text("huggingface/safetensors README, Format");
  }

 private:
  bool read_json(const std::string& json, safetensors_header& header) {
    if (json.empty() || json.front() != '{') {
      refuse("TS5103", "", "the header does not start with '{'");
      return false;
    }
    report inner;
    const std::optional<node> root = parse_json(json, file_, inner);
    for (const issue& i : inner.issues)
      refuse(i.code == "TS1002" ? "TS5104" : "TS5103", "",
             "the header's JSON, column " + std::to_string(i.at.column) + ": " + std::string(i.message.view()));
    if (!root || !inner.issues.empty()) return false;
    bool good = true;
    for (const auto& [name, value] : root->entries)
      good = (name == "__metadata__" ? read_metadata(value, header) : read_tensor(name, value, header)) && good;
    return good;
  }

  bool read_metadata(const node& value, safetensors_header& header) {
    bool good = value.is == node::kind::table;
    for (const auto& [key, v] : value.entries) {
      good = good && v.is == node::kind::string;
      header.metadata.emplace_back(key, v.string);
    }
    if (!good) refuse("TS5103", "", "__metadata__ is not an object of strings");
    return good;
  }

  bool read_tensor(const std::string& name, const node& value, safetensors_header& header) {
    const auto bad = [&](std::string_view code, const std::string& message) {
      refuse(code, name, message);
      return false;
    };
    if (value.is != node::kind::table) return bad("TS5103", "is not an object");
    const node* const dtype = value.find("dtype");
    const node* const shape = value.find("shape");
    const node* const offsets = value.find("data_offsets");
    if (dtype == nullptr || shape == nullptr || offsets == nullptr || value.entries.size() != 3)
      return bad("TS5103", "has to have dtype, shape and data_offsets, and nothing else");
    if (dtype->is != node::kind::string) return bad("TS5103", "dtype is not a string");
    if (shape->is != node::kind::array) return bad("TS5103", "shape is not an array");
    if (offsets->is != node::kind::array || offsets->items.size() != 2) return bad("TS5103", "data_offsets is not an array of two");
    const std::uint64_t bits = safetensors_bits(dtype->string);
    if (bits == 0) return bad("TS5105", "dtype \"" + dtype->string + "\" is unknown");

    tensor_entry t{name, dtype->string, {}, 0, 0};
    std::uint64_t total = bits;
    bool overflow = false;
    for (const node& n : shape->items) {
      if (n.is != node::kind::integer || n.integer < 0) return bad("TS5106", "shape holds something that is no size");
      t.shape.push_back(n.integer);
      std::uint64_t next = 0;
      overflow = __builtin_mul_overflow(total, static_cast<std::uint64_t>(n.integer), &next) || overflow;
      total = next;
    }
    if (overflow) return bad("TS5106", "the size of its shape exceeds 64 bits");
    if (total % 8 != 0) return bad("TS5107", "its shape and dtype need " + std::to_string(total) + " bits, which are no whole bytes");
    for (const node& n : offsets->items)
      if (n.is != node::kind::integer || n.integer < 0) return bad("TS5106", "data_offsets holds something that is no offset");
    t.begin = static_cast<std::uint64_t>(offsets->items[0].integer);
    t.end = static_cast<std::uint64_t>(offsets->items[1].integer);
    if (t.end < t.begin) return bad("TS5106", "data_offsets end before they begin");
    if (t.end - t.begin != total / 8)
      return bad("TS5107", "data_offsets give " + std::to_string(t.end - t.begin) + " bytes, but its shape and dtype need " +
                               std::to_string(total / 8));
    header.tensors.push_back(std::move(t));
    return true;
  }

  bool check_layout(safetensors_header& header, std::uint64_t data_size) {
    std::ranges::stable_sort(header.tensors, [](const tensor_entry& a, const tensor_entry& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
    });
    bool good = true;
    std::uint64_t at = 0;
    const tensor_entry* before = nullptr;
    for (const tensor_entry& t : header.tensors) {
      if (t.begin < at) {
        refuse("TS5108", t.name, "its bytes " + range(t) + " overlap those of \"" + before->name + "\" " + range(*before));
        good = false;
      } else if (t.begin > at) {
        refuse("TS5109", t.name, "a hole of " + std::to_string(t.begin - at) + " bytes lies before its bytes " + range(t));
        good = false;
      }
      if (t.end > data_size) {
        refuse("TS5110", t.name, "its bytes " + range(t) + " go beyond the data of " + std::to_string(data_size) + " bytes");
        return false;
      }
      at = std::max(at, t.end);
      before = &t;
    }
    if (at < data_size) {
      refuse("TS5110", "", std::to_string(data_size - at) + " bytes at the end of the file belong to no tensor");
      good = false;
    }
    return good;
  }
  static std::string range(const tensor_entry& t) { return std::to_string(t.begin) + " to " + std::to_string(t.end); }

  std::string_view file_;
  report& problems_;
};
}  // namespace detail

/// The header of a safetensors file, checked against the file's size. Nothing when the file is refused:
/// TS5101 cannot be read, TS5102 header size, TS5103 header is not what the format asks for, TS5104 a name twice, TS5105
/// unknown dtype, TS5106 bad shape or offsets, TS5107 bytes do not fit shape and dtype, TS5108 overlap, TS5109 hole, TS5110
/// bytes outside the file or outside all tensors.
inline std::optional<safetensors_header> read_safetensors_header(const std::string& path, report& problems) {
  detail::safetensors_reader reader(path, problems);
  std::FILE* const f = std::fopen(path.c_str(), "rb");
  if (f == nullptr) {
    reader.refuse("TS5101", "", "the file cannot be opened");
    return std::nullopt;
  }
  std::optional<safetensors_header> header;
  const long size = std::fseek(f, 0, SEEK_END) == 0 ? std::ftell(f) : -1;
  // A folder opens too, and then claims the greatest size.
  if (size < 0 || size == __LONG_MAX__ || std::fseek(f, 0, SEEK_SET) != 0)
    reader.refuse("TS5101", "", "the file is none that can be read at any place");
  else
    header = reader.read(f, static_cast<std::uint64_t>(size));
  std::fclose(f);
  return header;
}

/// The bytes that a safetensors file starts with: the size and the header, padded with blanks so that the data starts at a
/// multiple of 8. The tensors' data follows, in the order of their offsets.
inline std::string write_safetensors_header(std::span<const tensor_entry> tensors,
                                            std::span<const std::pair<std::string, std::string>> metadata) {
  std::string json = "{";
  const auto comma = [&] {
    if (json.back() != '{') json += ',';
  };
  if (!metadata.empty()) {
    json += "\"__metadata__\":{";
    for (const auto& [key, value] : metadata) {
      comma();
      json_quote(json, key);
      json += ':';
      json_quote(json, value);
    }
    json += '}';
  }
  for (const tensor_entry& t : tensors) {
    comma();
    json_quote(json, t.name);
    json += ":{\"dtype\":";
    json_quote(json, t.dtype);
    json += ",\"shape\":[";
    for (std::size_t i = 0; i < t.shape.size(); ++i) json += (i > 0 ? "," : "") + std::to_string(t.shape[i]);
    json += "],\"data_offsets\":[" + std::to_string(t.begin) + "," + std::to_string(t.end) + "]}";
  }
  json += '}';
  json.append((8 - json.size() % 8) % 8, ' ');
  std::string out(8, '\0');
  for (std::size_t i = 0; i < 8; ++i) out[i] = static_cast<char>(json.size() >> (8 * i) & 0xFF);
  return out + json;
}

}  // namespace trainspec::inline v0
