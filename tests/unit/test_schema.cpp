#include <doctest/doctest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <trainspec/text/json_read.hpp>
#include <trainspec/text/schema.hpp>
#include <trainspec/text/write_file.hpp>
#include <trainspec/trainspec.hpp>

#include "support/temporary.hpp"

using namespace trainspec;

namespace {
node schema_of_jobs() {
  report problems;
  std::optional<node> n = parse_json(to_json_schema<job>(), "schema.json", problems);
  REQUIRE(problems.issues.empty());
  REQUIRE(n.has_value());
  return std::move(*n);
}
const node& at(const node& n, std::initializer_list<const char*> names) {
  const node* p = &n;
  for (const char* name : names) {
    CAPTURE(name);
    p = p->find(name);
    REQUIRE(p != nullptr);
  }
  return *p;
}
const node& property(const node& schema, std::string_view path) {
  const node* p = &schema;
  while (!path.empty()) {
    CAPTURE(std::string(path));
    const std::size_t dot = path.find('.');
    p = at(*p, {"properties"}).find(path.substr(0, dot));
    REQUIRE(p != nullptr);
    path = dot == path.npos ? std::string_view{} : path.substr(dot + 1);
  }
  return *p;
}
struct small {
  float ratio = 0.5f;
  bool on = false;
  std::optional<std::int64_t> seed{};
  static constexpr void describe(auto& io) {
    io("ratio", &small::ratio, "a share", {.min = 0, .max = 1});
    io("on", &small::on, "on or off");
    io("seed", &small::seed, "a seed");
  }
  bool operator==(const small&) const = default;
};
std::string content_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}
}  // namespace

TEST_CASE("the schema has every field with its doc, and refuses what it does not have") {
  const node schema = schema_of_jobs();
  CHECK(at(schema, {"$schema"}).string == "http://json-schema.org/draft-04/schema#");
  CHECK(at(schema, {"properties", "extends", "anyOf"}).items.size() == 2);
  for (const row& r : rows_of<job>()) {
    const node& n = property(schema, r.path);
    CHECK(at(n, {"description"}).string.starts_with(r.doc));
    if (r.kind != field_kind::tables) continue;
    for (const row& inner : r.elements.rows())
      CHECK(at(property(at(n, {"items"}), inner.path), {"description"}).string.starts_with(inner.doc));
    CHECK_FALSE(at(n, {"items", "additionalProperties"}).boolean);
  }
  CHECK_FALSE(at(schema, {"additionalProperties"}).boolean);
  for (const section_row& s : sections_of<job>()) CHECK_FALSE(at(property(schema, s.path), {"additionalProperties"}).boolean);
}

TEST_CASE("the schema has types, ranges, choices and lengths") {
  const node schema = schema_of_jobs();
  const node& betas = property(schema, "optimizer.betas");
  CHECK(at(betas, {"minItems"}).integer == 2);
  CHECK(at(betas, {"maxItems"}).integer == 2);
  CHECK(at(betas, {"items", "type"}).string == "number");
  const node& lr = property(schema, "optimizer.lr");
  CHECK(at(lr, {"minimum"}).integer == 0);
  CHECK(at(lr, {"exclusiveMinimum"}).boolean);
  CHECK(property(schema, "training.seq_len").find("exclusiveMinimum") == nullptr);
  CHECK(property(schema, "training.max_norm").find("maximum") == nullptr);
  const node& backend = property(schema, "model.backend");
  std::vector<std::string> names;
  for (const node& n : at(backend, {"enum"}).items) names.push_back(n.string);
  CHECK(names == std::vector<std::string>{"native", "transformers", "nki_moe", "huggingface_v5"});
  CHECK(at(property(schema, "model.flavor"), {"anyOf"}).items.size() == 2);
}

TEST_CASE("a type of one's own has a schema too") {
  report problems;
  const std::optional<node> schema = parse_json(to_json_schema<small>(), "schema.json", problems);
  REQUIRE((problems.issues.empty() && schema.has_value()));
  CHECK(at(*schema, {"properties", "ratio", "maximum"}).integer == 1);
  const node& types = at(*schema, {"properties", "seed", "type"});
  REQUIRE(types.items.size() == 2);
  CHECK((types.items[0].string == "integer" && types.items[1].string == "null"));
}

TEST_CASE("a file is written whole, or not at all") {
  const trainspec_test::temporary_folder f;
  const std::string path = (f.path() / "a").string();
  CHECK(write_file(path, "one", existing::keep).empty());
  CHECK(content_of(path) == "one");
  CHECK(write_file(path, "two", existing::keep) == path + " exists");
  CHECK(content_of(path) == "one");
  ::chmod(path.c_str(), 0640);
  CHECK(write_file(path, "three", existing::replace).empty());
  CHECK(content_of(path) == "three");
  struct ::stat s {};
  REQUIRE(::stat(path.c_str(), &s) == 0);
  CHECK((s.st_mode & 0777) == 0640);
  // a link stays, and what it names is written
  const std::string link = (f.path() / "link").string();
  std::filesystem::create_symlink("a", link);
  CHECK(write_file(link, "four", existing::replace).empty());
  CHECK(std::filesystem::is_symlink(link));
  CHECK(content_of(path) == "four");
  CHECK(write_file(link, "five", existing::keep) == link + " exists");
  // a link to nothing is not followed
  const std::string dangling = (f.path() / "dangling").string();
  std::filesystem::create_symlink("nothing", dangling);
  CHECK(write_file(dangling, "six", existing::keep) == dangling + " exists");
  CHECK(write_file(f.path().string(), "x", existing::replace) == f.path().string() + " is a folder");
  CHECK_FALSE(write_file((f.path() / "no" / "such").string(), "x", existing::replace).empty());
  CHECK_FALSE(write_file("", "x", existing::replace).empty());
  CHECK_FALSE(write_file(std::string("a\0b", 3), "x", existing::replace).empty());
  CHECK(write_file("/dev/null", "x", existing::keep).empty());
  CHECK(write_file("/dev/full", "x", existing::keep).find("cannot be written") != std::string::npos);
  CHECK(std::distance(std::filesystem::directory_iterator(f.path()), std::filesystem::directory_iterator()) ==
        3);  // nothing is left behind
}
