#pragma once
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "../schema/nearest.hpp"
#include "assign.hpp"
#include "hf_kind.hpp"
#include "json_read.hpp"
#include "read_file.hpp"
#include "toml_read.hpp"

namespace trainspec::inline v0 {

/// A file that a job extends: its text, and what was read from it.
struct base_file {
  source_file file{};
  node root{};
};

/// Files that one job may extend, those of its bases included: origins have room for as many, for settings and for presets.
inline constexpr std::size_t max_bases = 8;

namespace detail {

/// Reads the files that a job's `extends` names, the weakest first: the bases of a base before it, each file once.
class base_reader {
 public:
  /// `assign_base(root, file)` is called for each base in turn, after those that it extends itself.
  base_reader(report& problems, std::vector<base_file>& bases) : problems_(problems), bases_(bases) {}

  /// Takes `extends` out of a tree, and reads what it names. False: some of that could not be read, and was reported.
  template <class Assign>
  bool read(node& root, const source_file& file, Assign&& assign_base) {
    open_.push_back({std::string(file.name.view()), identity(std::string(file.name.view()))});
    const bool whole = read_bases(root, file, assign_base);
    open_.pop_back();
    return whole;
  }

 private:
  struct seen {
    std::string name{};
    std::filesystem::path identity{};
  };

  static std::filesystem::path identity(const std::string& name) {
    std::error_code error;
    std::filesystem::path p = std::filesystem::weakly_canonical(name, error);
    return error ? std::filesystem::path(name).lexically_normal() : p;
  }

  template <class Assign>
  bool read_bases(node& root, const source_file& file, Assign&& assign_base) {
    const auto entry = std::ranges::find_if(root.entries, [](const auto& e) { return e.first == "extends"; });
    if (root.is != node::kind::table || entry == root.entries.end()) return true;
    const node extends = std::move(entry->second);
    root.entries.erase(entry);

    const bool one = extends.is == node::kind::string;
    const bool strings =
        extends.is == node::kind::array && std::ranges::all_of(extends.items, [](const node& n) { return n.is == node::kind::string; });
    if (!one && !strings) {
      const auto wrong = std::ranges::find_if(extends.items, [](const node& n) { return n.is != node::kind::string; });
      const node& at = extends.is == node::kind::array ? *wrong : extends;
      issue& i = say("TS1201", "extends holds " + std::string(name_of(at.is)) + "; it needs names of files, an array of strings", at, file);
      i.reason = text("it names job files, the later stronger than the earlier, and all weaker than this one");
      return false;
    }
    bool whole = true;
    std::vector<std::string> named;
    for (std::size_t n = 0; n < (one ? 1 : extends.items.size()); ++n) {
      const node& at = one ? extends : extends.items[n];
      if (std::ranges::find(named, at.string) != named.end()) {
        say("TS1405", "extends: \"" + at.string + "\" is named twice", at, file).reason = text("which of its two places counts is a guess");
        whole = false;
        continue;
      }
      named.push_back(at.string);
      whole = read_one(at, extends, file, assign_base) && whole;
    }
    return whole;
  }

  template <class Assign>
  bool read_one(const node& at, const node& extends, const source_file& file, Assign&& assign_base) {
    const expanded e = expand_environment(at.string);
    if (e.broken || !e.unset.empty()) {
      issue& i = say("TS1401",
                     e.broken ? "extends: \"" + at.string + "\" holds \"${\" without a name and \"}\""
                              : "extends: environment variable " + e.unset + (e.not_text ? " does not hold UTF-8 text" : " is not set"),
                     at, file);
      i.reason = text("${NAME} is read in paths and names; $$ is a dollar");
      return false;
    }
    if (e.value.empty()) {
      say("TS1403", "extends: \"" + at.string + "\" names no file", at, file).reason = text("what it holds would be missing from the job");
      return false;
    }
    const std::string name = resolve_path(e.value, {.path = true}, folder_of(file.name.view()));
    const seen base{name, identity(name)};
    const auto same = [&](const seen& s) { return s.identity == base.identity; };
    if (const auto from = std::ranges::find_if(open_, same); from != open_.end()) {
      std::string circle;
      for (auto s = from; s != open_.end(); ++s) circle += s->name + " extends ";
      issue& i = say("TS1404", "extends: " + circle + from->name + ": a circle", at, file);
      i.reason = text("none of them would be the first to be read");
      return false;
    }
    if (std::ranges::any_of(read_, same)) return true;  // by another base: once is enough, at its first place
    if (read_.size() >= max_bases) {
      issue& i = say("TS1405", "extends: \"" + at.string + "\" is one file too many: a job extends at most " + std::to_string(max_bases), at, file);
      i.reason = text("a reader could not say any more where a value comes from");
      return false;
    }
    read_.push_back(base);
    return open(base, at, extends, file, assign_base);
  }

  template <class Assign>
  bool open(const seen& base, const node& at, const node& extends, const source_file& file, Assign&& assign_base) {
    const auto fail = [&](const std::string& what) {
      say("TS1403", "extends: " + base.name + " " + what, at, file).reason = text("what it holds would be missing from the job");
      return false;
    };
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(base.name, error);
    if (base.name.find('\0') != base.name.npos || status.type() == std::filesystem::file_type::not_found) {
      const std::string near = base.name.find('\0') == base.name.npos ? near_file(base.name) : std::string{};
      fail("does not exist" + (near.empty() ? std::string{} : "; did you mean " + near + "?"));
      if (!near.empty()) offer(near, at, extends, file);
      return false;
    }
    if (std::filesystem::is_directory(status)) return fail("is a folder; a job extends job files");
    if (!std::filesystem::is_regular_file(status)) return fail("is no regular file");

    report found;
    std::string content;
    bool opened = true;
    if (!read_file(base.name, content, opened, found)) return fail(opened ? "is too large for a job file" : "cannot be opened");
    if (looks_like_safetensors(content)) return fail("is a safetensors file; a job extends job files");

    std::string_view shown = content;
    if (shown.substr(0, 3) == "\xEF\xBB\xBF") shown.remove_prefix(3);
    const source_file f{text(base.name), text(shown)};
    problems_.files.push_back(f);
    std::optional<node> root =
        looks_like_json(base.name, content) ? parse_json(content, base.name, problems_) : parse_toml(content, base.name, problems_);
    if (!root) return false;
    if (hf_kind_of(*root) != hf_kind::none) {
      problems_.files.pop_back();
      return fail("is a file of a Hugging Face model; a job names the model in model.hf_model");
    }
    open_.push_back(base);
    const bool whole = read_bases(*root, f, assign_base);
    open_.pop_back();
    assign_base(*root, f);
    bases_.push_back({f, std::move(*root)});
    return whole;
  }

  /// The file beside it that was probably meant, as a name of the same folder.
  static std::string near_file(const std::string& name) {
    const std::filesystem::path path(name);
    std::error_code error;
    std::filesystem::directory_iterator entries(path.has_parent_path() ? path.parent_path() : std::filesystem::path("."), error);
    const std::string wanted = path.filename().string();
    std::vector<std::string> names;
    for (; !error && entries != std::filesystem::directory_iterator() && names.size() < 1000; entries.increment(error)) {
      std::error_code ignored;
      const std::string one = entries->path().filename().string();
      if (is_utf8(one) && (one.ends_with(".toml") || one.ends_with(".json")) && entries->is_regular_file(ignored)) names.push_back(one);
    }
    std::ranges::sort(names);
    nearest near(wanted);
    for (const std::string& one : names) near.offer(one);
    return std::string(near.best());
  }
  /// The line with the name mended: the file's name of `at` replaced, its folder kept as written.
  void offer(const std::string& near, const node& at, const node& extends, const source_file& file) {
    const auto literal = [&](const node& n) {
      std::string s = n.string;
      if (&n == &at) s = s.substr(0, s.rfind('/') + 1) + near;
      node changed;
      changed.is = node::kind::string;
      changed.string = s;
      return toml_text(changed);
    };
    std::string value;
    if (&at == &extends) {
      value = literal(extends);
    } else {
      for (const node& n : extends.items) value += (value.empty() ? "" : ", ") + literal(n);
      value = "[" + value + "]";
    }
    const bool json = source_text(file.content.view()).is_json();
    problems_.issues.back().fix = json ? "\"extends\": " + value : "extends = " + value;
  }

  issue& say(std::string_view code, const std::string& message, const node& at, const source_file& file) {
    issue& i = add_problem(problems_, code, message, file.name.view(), at.line, at.column, at.end_column);
    i.path = text("extends");
    i.value = source_text(file.content.view()).value(at);
    return i;
  }

  report& problems_;
  std::vector<base_file>& bases_;
  std::vector<seen> open_{}, read_{};
};
}  // namespace detail

}  // namespace trainspec::inline v0
