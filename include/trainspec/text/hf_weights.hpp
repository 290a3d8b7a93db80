#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../model/tensors.hpp"
#include "hf_document.hpp"
#include "hf_say.hpp"
#include "safetensors.hpp"

namespace trainspec::inline v0 {

namespace detail {

inline std::string counted(std::uint64_t n, const char* what) { return std::to_string(n) + " " + what + (n == 1 ? "" : "s"); }

/// "[2048, 1024]"
inline std::string shape_text(const tensor_shape& s) {
  return "[" + std::to_string(s.rows) + (s.columns > 0 ? ", " + std::to_string(s.columns) : "") + "]";
}

/// Compares the tensors that some files have with those of a model; what differs is summed up in one issue of each kind.
class hf_inventory {
 public:
  hf_inventory(const model& m, bool quantized) : m_(m), quantized_(quantized) {}

  /// A tensor of the files, where its shape is known too.
  void see(const std::string& name, const std::vector<std::int64_t>* shape) {
    const std::optional<tensor_shape> wanted = find_tensor(m_, name);
    if (!wanted) {
      if (extra_++ == 0) first_extra_ = name;
      return;
    }
    if (shape != nullptr && !quantized_ && !fits(*wanted, *shape) && wrong_++ == 0) {
      first_wrong_ = name + " is [";
      for (std::size_t i = 0; i < shape->size(); ++i) first_wrong_ += (i > 0 ? ", " : "") + std::to_string((*shape)[i]);
      first_wrong_ += "], the model's " + shape_text(*wanted);
    }
    if (seen_.insert(name).second) elements_ += wanted->elements();
  }

  void report_to(report& problems, std::string_view file, std::string_view what, const place& at) const {
    const auto expected = static_cast<std::uint64_t>(count_parameters(m_).tensors);
    const std::uint64_t found = seen_.size() - (m_.enable_weight_tying && seen_.contains("lm_head.weight") ? 1 : 0);
    const auto add = [&](std::string_view code, const std::string& message, std::string_view reason) {
      issue& i = add_problem(problems, code, message, file, at.line, at.column, at.end_column);
      i.reason = reason;
    };
    const std::string where(what);
    if (found < expected)
      add("TS5203",
          where + " lacks " + std::to_string(expected - found) + " of the model's " + counted(expected, "tensor") + ": " + first_missing(),
          "what is not loaded keeps random weights, or stops the run");
    if (extra_ > 0 && !quantized_)
      add("TS5203",
          where + " has " + counted(extra_, "tensor") + " that the model of config.json has not: " + first_extra_ +
              (extra_ > 1 ? ", ..." : ""),
          "they would be dropped, and the model be another than the one that was trained");
    if (wrong_ > 0)
      add("TS5204",
          counted(wrong_, "tensor") + " of " + where + (wrong_ == 1 ? " has" : " have") +
              " another shape than config.json gives: " + first_wrong_,
          "the numbers of config.json are not those of the weights");
  }
  bool complete() const { return extra_ == 0 && static_cast<std::int64_t>(seen_.size()) >= count_parameters(m_).tensors; }
  std::int64_t elements() const { return elements_; }

 private:
  static bool fits(const tensor_shape& wanted, const std::vector<std::int64_t>& shape) {
    if (wanted.columns == 0) return shape.size() == 1 && shape[0] == wanted.rows;
    return shape.size() == 2 && shape[0] == wanted.rows && shape[1] == wanted.columns;
  }
  /// The first in the order of the model; at most one more than those seen are looked at.
  std::string first_missing() const {
    std::string missing;
    for_each_tensor(m_, [&](const std::string& name) {
      if (!seen_.contains(name)) missing = name;
      return missing.empty();
    });
    return missing + ", ...";
  }

  const model& m_;
  bool quantized_;
  std::set<std::string> seen_{};
  std::uint64_t extra_ = 0, wrong_ = 0;
  std::string first_extra_{}, first_wrong_{};
  std::int64_t elements_ = 0;
};

/// Bytes of a number of the type that config.json names; 0: not known.
inline std::int64_t bytes_of_dtype(std::string_view dtype) {
  return dtype == "bfloat16" || dtype == "float16" ? 2 : dtype == "float32" ? 4 : dtype == "float64" ? 8 : 0;
}

/// model.safetensors.index.json and the files it names.
class hf_index {
 public:
  hf_index(const hf_document& d, std::string_view folder, report& problems)
      : d_(d), folder_(folder), problems_(problems), say_(d.name, d.content, problems) {}

  /// Sees that the shards are there. False: the index has no usable map.
  bool check_shards() {
    const node* const map = d_.root.find("weight_map");
    if (map == nullptr || map->is != node::kind::table) {
      say_.error("TS5201", "weight_map has to be an object from the names of tensors to the names of files", "/weight_map",
                 map == nullptr ? d_.root : *map)
          .reason = text("it says which file holds which tensor");
      return false;
    }
    map_ = map;
    for (const auto& [tensor, file] : map->entries) {
      if (file.is != node::kind::string || !is_plain(file.string)) {
        say_.error("TS5201", "\"" + tensor + "\" is in " + say_.value(file) + ", which is no name of a file in this folder", "/weight_map",
                   file)
            .reason = text("shards lie beside the index; a path could lead anywhere");
        return false;
      }
      shard& s = shards_[file.string];
      if (s.tensors++ == 0) s.place = &file;
    }
    std::vector<std::string> missing;
    std::uint64_t tensors = 0;
    const node* first = nullptr;
    for (auto& [name, s] : shards_) {
      s.here = is_there(in_folder(folder_, name));
      if (s.here) continue;
      if (first == nullptr || s.place->line < first->line) first = s.place;
      missing.push_back(name);
      tensors += s.tensors;
    }
    if (missing.empty()) return true;
    constexpr std::size_t shown = 4;
    std::string names;
    for (std::size_t i = 0; i < missing.size() && i < shown; ++i)
      names += (i > 0 ? ", " : "") + missing[i] + " (" + counted(shards_[missing[i]].tensors, "tensor") + ")";
    if (missing.size() > shown) names += ", ...";
    say_.error("TS5202",
               std::to_string(missing.size()) + " of " + counted(shards_.size(), "shard") + (missing.size() == 1 ? " is" : " are") +
                   " not in the folder, with " + counted(tensors, "tensor") + ": " + names,
               "/weight_map", *first)
        .reason = text("their weights would be random, or the run would stop when it loads them");
    return true;
  }

  /// Compares names, shapes and sizes with the model.
  void check_tensors(const model& m, bool quantized, std::string_view dtype) {
    hf_inventory all(m, quantized);
    std::map<std::string, std::vector<std::int64_t>> shapes;
    for (const auto& [name, s] : shards_)
      if (s.here) read_shard(name, shapes);
    for (const auto& [tensor, file] : map_->entries) {
      const auto shape = shapes.find(tensor);
      all.see(tensor, shape == shapes.end() ? nullptr : &shape->second);
    }
    const place at{text(d_.name), map_->key_line, map_->key_column, map_->key_end_column};
    all.report_to(problems_, d_.name, "the index", at);
    const node* const metadata = d_.root.find("metadata");
    const node* const size = metadata == nullptr ? nullptr : metadata->find("total_size");
    const std::int64_t bytes = bytes_of_dtype(dtype) * all.elements();
    if (size == nullptr || size->is != node::kind::integer || bytes == 0 || quantized || !all.complete() || size->integer == bytes) return;
    say_.warning("TS5205",
                 "metadata.total_size = " + say_.value(*size) + ", but the model's tensors have " + std::to_string(bytes) + " bytes in " +
                     std::string(dtype),
                 "/metadata/total_size", *size)
        .reason = text("the index is of other weights, or the dtype of config.json is not theirs");
  }

 private:
  struct shard {
    std::uint64_t tensors = 0;
    const node* place = nullptr;
    bool here = false;
  };

  static bool is_plain(std::string_view name) {
    return !name.empty() && name != "." && name != ".." && name.find_first_of(std::string_view("/\\\0", 3)) == name.npos;
  }
  void read_shard(const std::string& name, std::map<std::string, std::vector<std::int64_t>>& shapes) {
    const std::optional<safetensors_header> header = read_safetensors_header(in_folder(folder_, name), problems_);
    if (!header) return;
    std::uint64_t here = 0;
    std::string stranger;
    for (const tensor_entry& t : header->tensors) {
      const auto [at, fresh] = shapes.try_emplace(t.name, t.shape);
      const node* const file = named(t.name);
      if (file != nullptr && file->string == name && fresh)
        ++here;
      else if (stranger.empty())
        stranger = t.name;
    }
    const shard& s = shards_[name];
    if (here < s.tensors)
      say_.error("TS5203", name + " has " + std::to_string(here) + " of the " + counted(s.tensors, "tensor") + " that the index puts there",
                 "/weight_map", *s.place)
          .reason = text("the index and the file are not of one download");
    else if (!stranger.empty())
      say_.warning("TS5203", name + " holds " + stranger + ", which the index does not put there", "/weight_map", *s.place).reason =
          text("readers that follow the index never see it");
  }
  /// `node::find` looks at one entry after the other: with tens of thousands of tensors a map is made once.
  const node* named(const std::string& tensor) {
    if (by_name_.empty())
      for (const auto& [name, file] : map_->entries) by_name_.emplace(name, &file);
    const auto found = by_name_.find(tensor);
    return found == by_name_.end() ? nullptr : found->second;
  }

  const hf_document& d_;
  std::string folder_;
  report& problems_;
  hf_say say_;
  const node* map_ = nullptr;
  std::map<std::string, shard> shards_{};
  std::map<std::string, const node*> by_name_{};
};
}  // namespace detail

/// Sees that the files that an index names lie beside it.
inline void check_hf_shards(std::string_view folder, std::string_view name, report& problems) {
  if (std::optional<hf_document> d = read_hf_document(folder, name, problems)) detail::hf_index(*d, folder, problems).check_shards();
}

/// Checks the weights of a folder against the model of its config.json: the index and its shards, or the one file.
inline void check_hf_weights(std::string_view folder, const model& m, bool quantized, std::string_view dtype, report& problems) {
  if (std::optional<hf_document> d = read_hf_document(folder, "model.safetensors.index.json", problems)) {
    detail::hf_index index(*d, folder, problems);
    if (index.check_shards()) index.check_tensors(m, quantized, dtype);
    return;
  }
  const std::string single = in_folder(folder, "model.safetensors");
  if (!is_there(single)) return;
  const std::optional<safetensors_header> header = read_safetensors_header(single, problems);
  if (!header) return;
  detail::hf_inventory all(m, quantized);
  for (const tensor_entry& t : header->tensors) all.see(t.name, &t.shape);
  all.report_to(problems, single, "model.safetensors", {});
}

}  // namespace trainspec::inline v0
