#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../spec/job.hpp"
#include "load.hpp"

namespace trainspec::inline v0 {

namespace detail {
/// What a job takes from a Hugging Face folder.
struct hf_use {
  std::string folder{};
  std::string_view field{};  ///< of the job, that names the folder
  bool weights = false;      ///< its weights, or the model itself; else the tokenizer alone
};

/// The folders of a job that are on this machine, each once.
inline std::vector<hf_use> hf_folders_of(const job& j) {
  std::vector<hf_use> all;
  const auto add = [&](const text& folder, std::string_view field, bool weights) {
    std::string path(folder.view());
    while (path.size() > 1 && path.back() == '/') path.pop_back();
    if (path.empty() || !is_there(in_folder(path, "config.json"))) return;
    for (hf_use& u : all)
      if (u.folder == path) {
        u.weights = u.weights || weights;
        return;
      }
    all.push_back({path, field, weights});
  };
  const checkpoint& c = j.checkpoint;
  const bool loads = c.enable && c.initial_load_in_hf;
  if (loads && !c.initial_load_path.empty()) add(c.initial_load_path, "checkpoint.initial_load_path", true);
  if (j.model.backend == "transformers") add(j.model.hf_model, "model.hf_model", true);
  add(j.model.hf_assets_path, "model.hf_assets_path", loads && c.initial_load_path.empty());
  return all;
}

/// Numbers that weights of another value still fit: a job may choose them.
inline bool is_free_number(std::string_view path) {
  return path == "model.max_seq_len" || path == "model.router_aux_loss_coef" || path.starts_with("model.rope_scaling.");
}

/// Compares one job with the folders that it names.
template <described J>
class folder_comparison {
 public:
  folder_comparison(const sourced<J>& j, report& into) : j_(j), into_(into) {}

  void with(const hf_use& use) {
    const std::string file = in_folder(use.folder, "config.json");
    const loaded<J> other = load_file<J>(file);
    const issue* const wrong = other.problems.first_error();
    if (wrong != nullptr || other.from != loaded_from::hugging_face) return unreadable(use, wrong);
    const std::size_t before = into_.issues.size();
    for (const row& r : rows_of<J>())
      if (other.job.from.of[r.number].how == way::file && j_.from.of[r.number].how != way::by_default) field(r, other, use, file);
    if (into_.issues.size() > before) into_.files.insert(into_.files.end(), other.problems.files.begin(), other.problems.files.end());
  }

 private:
  issue start(std::string_view code, severity how, const row& r) const {
    issue i;
    i.code = code;
    i.title = title_of_reading(code);
    i.severity = how;
    i.path = r.path;
    i.value = toml_text(r.load(r.member(std::addressof(j_.value))));
    const origin& o = j_.from.of[r.number];
    describe_origin(o, j_.from.source_of(o), i.origin, i.at);
    if (o.how == way::preset) preset_place(i.at);
    return i;
  }
  /// Nobody wrote a preset's number: the place is that of the preset's name.
  void preset_place(place& at) const {
    for (const std::string_view name : {"model.flavor", "model.hf_model"})
      for (const row& r : rows_of<J>()) {
        const origin& o = j_.from.of[r.number];
        text words;
        if (r.path == name && at.line == 0) describe_origin(o, j_.from.source_of(o), words, at);
      }
  }
  void unreadable(const hf_use& use, const issue* wrong) {
    for (const row& r : rows_of<J>()) {
      if (r.path != use.field) continue;
      issue i = start("TS5206", use.weights ? severity::error : severity::warning, r);
      i.message = std::string(use.field) + ": the config.json there " + (wrong != nullptr ? "has errors" : "is none of a model") +
                  ", which `trainspec check " + use.folder + "` lists";
      i.reason = text("the job cannot be compared with it");
      if (wrong != nullptr) i.related.push_back({wrong->path, wrong->origin, wrong->at, wrong->message});
      into_.issues.push_back(std::move(i));
    }
  }
  void field(const row& r, const loaded<J>& other, const hf_use& use, const std::string& file) {
    const node mine = r.load(r.member(std::addressof(j_.value))), theirs = r.load(r.member(std::addressof(other.job.value)));
    const std::string is = toml_text(mine), was = toml_text(theirs);
    // a tokenizer serves any model that has a row for each of its tokens
    if (is == was || (!use.weights && !(r.path == "model.vocab_size" && mine.integer < theirs.integer))) return;
    issue i = start("TS5207", is_free_number(r.path) || !use.weights ? severity::warning : severity::error, r);
    const std::string_view key = hf_key_of(r.path);
    const std::string name(key.empty() ? std::string_view(r.name) : key);
    i.message = r.path + " = " + is + ", but " + name + " of " + use.folder + " is " + was;
    i.reason =
        text(use.weights ? "the weights of the folder are of its own numbers" : "a token without a row in the embedding stops the run");
    const origin& o = other.job.from.of[r.number];
    i.related.push_back(
        {text(r.path), text(origin_text(file, o.line, o.column)), {text(file), o.line, o.column, o.end_column}, text(name + " = " + was)});
    i.fix = std::string(r.name) + " = " + was;
    into_.issues.push_back(std::move(i));
  }

  const sourced<J>& j_;
  report& into_;
};
}  // namespace detail

/// Compares the model of a job with the config.json of each Hugging Face folder that the job takes weights, the model or the
/// tokenizer from and that is on this machine.
template <described J>
void compare_with_hf_folders(const sourced<J>& j, report& into) {
  detail::folder_comparison<J> comparison(j, into);
  for (const detail::hf_use& use : detail::hf_folders_of(j.value)) comparison.with(use);
}

}  // namespace trainspec::inline v0
