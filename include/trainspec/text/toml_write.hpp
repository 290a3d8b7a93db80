#pragma once
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "../schema/origins.hpp"
#include "../schema/rows.hpp"
#include "expand.hpp"
#include "problem.hpp"
#include "toml_value.hpp"

namespace trainspec::inline v0 {

struct write_options {
  bool with_defaults = true;  ///< false: fields that have their default are left out
  bool with_origins = false;  ///< each value's origin as a comment at the end of its line (needs a `sourced` job)
};

namespace detail {

/// What `${NAME}` would read in a field is written so that it reads back as it is.
inline void escape_environment(const row& r, node& value) {
  if (!reads_environment(r.name, r.kind, r.about)) return;
  value.string = escape_dollars(value.string);
  for (node& item : value.items) item.string = escape_dollars(item.string);
}

class toml_writer {
 public:
  toml_writer(const std::vector<row>& rows, const std::vector<section_row>& sections, const void* object, const void* defaults,
              const write_options& options, const origin* from, const source_names* sources)
      : rows_(rows), object_(object), defaults_(defaults), options_(options), from_(from), sources_(sources) {
    section("");
    for (const section_row& s : sections) section(s.path);
  }
  std::string out{};

 private:
  /// An absent optional cannot be written: it is left out, and reads back as the default.
  bool written(const row& r, const node& value) const {
    if (value.is == node::kind::null) return false;
    if (r.about.length > 0 && value.is == node::kind::array && value.items.empty()) return false;  // stands for "not given"
    return options_.with_defaults || toml_text(value) != toml_text(r.load(r.member(defaults_)));
  }
  void section(const std::string& path) {
    bool titled = path.empty();
    const auto title = [&] {
      if (titled) return;
      if (!out.empty()) out += '\n';
      out += "[" + path + "]\n";
      titled = true;
    };
    std::vector<const row*> tables;
    for (const row& r : rows_) {
      if (r.section != path) continue;
      node value = r.load(r.member(object_));
      if (!written(r, value)) continue;
      if (r.kind == field_kind::tables && !value.items.empty()) {
        tables.push_back(&r);
        continue;
      }
      title();
      escape_environment(r, value);
      toml_key(out, r.name);
      out += " = ";
      toml_value(out, value);
      if (options_.with_origins && from_ != nullptr) comment(words_of(from_[r.number], source_of(from_[r.number], *sources_)));
      out += '\n';
    }
    for (const row* r : tables) elements(*r);
  }
  /// A comment holds no control characters.
  void comment(std::string_view words) {
    out += "  # ";
    for (const char c : words) out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
  }
  void elements(const row& r) {
    const void* const list = r.member(object_);
    for (std::size_t i = 0; i < r.elements.size(list); ++i) {
      if (!out.empty()) out += '\n';
      out += "[[" + r.path + "]]\n";
      const void* const element = r.elements.at(list, i);
      for (const row& inner : r.elements.rows()) {
        node value = inner.load(inner.member(element));
        // an empty list may stand for "as everywhere": where a length is asked for, none cannot be written
        const bool none = value.is == node::kind::array && value.items.empty() && inner.about.length > 0;
        if (value.is == node::kind::null || none) continue;
        escape_environment(inner, value);
        key_path(inner.path);
        out += " = ";
        toml_value(out, value);
        out += '\n';
      }
    }
  }
  void key_path(std::string_view path) {
    for (std::size_t from = 0; from <= path.size();) {
      const std::size_t dot = std::min(path.find('.', from), path.size());
      if (from > 0) out += '.';
      toml_key(out, path.substr(from, dot - from));
      from = dot + 1;
    }
  }

  const std::vector<row>& rows_;
  const void* object_;
  const void* defaults_;
  const write_options& options_;
  const origin* from_;
  const source_names* sources_;
};
}  // namespace detail

/// A job as TOML, sections in the order of their description. Reading it gives the same job, with two exceptions that TOML
/// cannot express: an absent optional whose default is present, and text that is not UTF-8.
template <described J>
std::string to_toml(const sourced<J>& job, const write_options& options = {}) {
  return detail::toml_writer(rows_of<J>(), sections_of<J>(), std::addressof(job.value), std::addressof(defaults_of<J>()), options,
                             job.from.of, &job.from.sources)
      .out;
}
template <described J>
std::string to_toml(const J& job, const write_options& options = {}) {
  return detail::toml_writer(rows_of<J>(), sections_of<J>(), std::addressof(job), std::addressof(defaults_of<J>()), options, nullptr,
                             nullptr)
      .out;
}

}  // namespace trainspec::inline v0
