#pragma once
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../version.hpp"
#include "json_object.hpp"
#include "reading_codes.hpp"
#include "replacement.hpp"
#include "several.hpp"

namespace trainspec::inline v0 {

namespace detail {
/// A file's name as a URI (RFC 3986): relative names stay relative, to where the program ran.
inline std::string uri_of(std::string_view name) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  constexpr std::string_view kept = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::string out = name.starts_with('/') ? "file://" : "";
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (kept.find(c) != kept.npos)
      out += c;
    else
      (out += '%', out += digits[byte >> 4], out += digits[byte & 15]);
  }
  return out;
}

class sarif_writer {
 public:
  explicit sarif_writer(const report& r) : report_(r) {
    for (const source_file& f : r.files) know(files_, f.name);
    for (const issue& i : r.issues) {
      if (std::ranges::none_of(rules_, [&](const issue* other) { return other->code == i.code; })) rules_.push_back(&i);
      know(files_, i.at.file);
      for (const related& other : i.related) know(files_, other.at.file);
    }
  }

  std::string write() {
    json_object top(out_);
    top.string("$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json");
    top.string("version", "2.1.0");
    top.key("runs");
    json_array runs(out_);
    runs.next();
    json_object run(out_);
    run.key("tool");
    tool();
    run.key("invocations");
    out_ += "[{\"executionSuccessful\": true}]";
    run.string("columnKind", "unicodeCodePoints");
    run.key("artifacts");
    artifacts();
    run.key("results");
    json_array results(out_, "\n ");
    for (const issue& i : report_.issues) {
      results.next();
      result(i);
    }
    results.end();
    run.end();
    runs.end();
    top.end();
    out_ += "\n";
    return std::move(out_);
  }

 private:
  static void know(std::vector<std::string_view>& names, std::string_view name) {
    if (!name.empty() && std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  std::size_t index_of(std::string_view file) const { return static_cast<std::size_t>(std::ranges::find(files_, file) - files_.begin()); }

  void message(json_object& in, std::string_view key, std::string_view said) {
    in.key(key);
    json_object m(out_);
    m.string("text", said);
    m.end();
  }
  void tool() {
    out_ += "{\"driver\": ";
    json_object driver(out_);
    driver.string("name", "trainspec");
    driver.string("version", TRAINSPEC_VERSION);
    driver.string("semanticVersion", TRAINSPEC_VERSION);
    driver.key("rules");
    json_array rules(out_, "\n ");
    for (const issue* i : rules_) {
      rules.next();
      rule(*i);
    }
    rules.end();
    driver.end();
    out_ += "}";
  }
  /// A rule as its first issue knows it; what reading finds has a reason of its own in each issue.
  void rule(const issue& i) {
    const reading_code* const reading = find_reading_code(i.code);
    const std::string_view reason = reading ? reading->reason : i.reason.view(), title = i.title;
    json_object o(out_);
    o.string("id", i.code);
    message(o, "shortDescription", title.empty() ? i.code.view() : title);
    if (!reason.empty()) {
      message(o, "fullDescription", std::string(title) + ": " + std::string(reason));
      std::string help = "why: " + std::string(reason);
      if (!reading && !i.source.empty()) help += "\nsource: " + std::string(i.source.view());
      message(o, "help", help + "\nmore: trainspec explain " + std::string(i.code.view()));
    }
    o.end();
  }
  void artifacts() {
    json_array list(out_, "\n ");
    for (const std::string_view name : files_) {
      list.next();
      json_object o(out_);
      o.key("location");
      json_object location(out_);
      location.string("uri", uri_of(name));
      location.end();
      if (is_real_file(name)) {
        o.key("roles");
        out_ += "[\"analysisTarget\"]";
      } else {  // nobody could open it: its text comes along
        for (const source_file& f : report_.files)
          if (f.name == name) message(o, "contents", f.content);
      }
      o.end();
    }
    list.end();
  }

  void artifact_location(json_object& in, std::string_view file) {
    in.key("artifactLocation");
    json_object o(out_);
    o.string("uri", uri_of(file));
    o.key("index");
    out_ += std::to_string(index_of(file));
    o.end();
  }
  void region(json_object& in, std::string_view key, const place& at) {
    in.key(key);
    json_object o(out_);
    o.number("startLine", at.line);
    if (at.column > 0) o.number("startColumn", at.column);
    if (at.column > 0 && at.end_column > at.column) o.number("endColumn", at.end_column);
    o.end();
  }
  void physical_location(json_object& in, const place& at) {
    if (at.file.empty()) return;
    in.key("physicalLocation");
    json_object o(out_);
    artifact_location(o, at.file);
    if (at.line > 0) region(o, "region", at);
    o.end();
  }
  void logical_location(json_object& in, std::string_view path) {
    if (path.empty()) return;
    in.key("logicalLocations");
    out_ += "[";
    json_object o(out_);
    o.string("name", last_name(path));
    o.string("fullyQualifiedName", path);
    o.string("kind", "member");
    o.end();
    out_ += "]";
  }

  void result(const issue& i) {
    json_object o(out_);
    o.string("ruleId", i.code);
    o.key("ruleIndex");
    const auto rule = std::ranges::find_if(rules_, [&](const issue* other) { return other->code == i.code; });
    out_ += std::to_string(rule - rules_.begin());
    o.string("level", name_of(i.severity));
    message(o, "message", sentences_of(i));
    o.key("locations");
    json_array locations(out_);
    if (!i.at.file.empty() || !i.path.empty()) {
      locations.next();
      json_object location(out_);
      physical_location(location, i.at);
      logical_location(location, i.path);
      location.end();
    }
    locations.end();
    related_locations(o, i);
    fixes(o, i);
    o.key("properties");
    json_object bag(out_);
    bag.text("path", i.path);
    bag.text("value", i.value);
    bag.text("origin", i.origin);
    bag.text("reason", i.reason);
    bag.text("source", i.source);
    bag.text("fix", i.fix);
    bag.end();
    o.end();
  }
  void related_locations(json_object& in, const issue& i) {
    if (i.related.empty()) return;
    in.key("relatedLocations");
    json_array list(out_);
    for (std::size_t n = 0; n < i.related.size(); ++n) {
      const related& other = i.related[n];
      list.next();
      json_object o(out_);
      o.key("id");
      out_ += std::to_string(n);
      if (other.at.line > 0) physical_location(o, other.at);
      logical_location(o, other.path);
      message(o, "message", std::string(other.message.view()) + " (" + std::string(other.origin.view()) + ")");
      o.end();
    }
    list.end();
  }
  void fixes(json_object& in, const issue& i) {
    const std::optional<replacement> fix = replacement_of(report_, i);
    if (!fix) return;
    in.key("fixes");
    out_ += "[";
    json_object o(out_);
    message(o, "description", i.fix);
    o.key("artifactChanges");
    out_ += "[";
    json_object change(out_);
    artifact_location(change, fix->at.file);
    change.key("replacements");
    out_ += "[";
    json_object r(out_);
    region(r, "deletedRegion", fix->at);
    message(r, "insertedContent", fix->text);
    r.end();
    out_ += "]";
    change.end();
    out_ += "]";
    o.end();
    out_ += "]";
  }

  const report& report_;
  std::vector<std::string_view> files_{};
  std::vector<const issue*> rules_{};  ///< the first issue of each code
  std::string out_{};
};
}  // namespace detail

/// The report as SARIF 2.1.0, one run: for code scanning, and for editors and viewers that read it. Columns count code points,
/// as everywhere. A fix that is a plain replacement is one that an editor can apply.
inline std::string to_sarif(const report& r) { return detail::sarif_writer(r).write(); }

}  // namespace trainspec::inline v0
