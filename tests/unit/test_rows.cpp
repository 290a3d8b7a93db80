#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "trainspec/schema/origins.hpp"
#include "trainspec/schema/rows.hpp"
#include "trainspec/spec/job.hpp"

namespace ts = trainspec;
using ts::node;

namespace {
const ts::row* find(const std::vector<ts::row>& rows, std::string_view path) {
  for (const ts::row& r : rows)
    if (r.path == path) return &r;
  return nullptr;
}
node integer(std::int64_t i) {
  node n;
  n.is = node::kind::integer;
  n.integer = i;
  return n;
}
node string(std::string s) {
  node n;
  n.is = node::kind::string;
  n.string = std::move(s);
  return n;
}

struct inner {
  std::int8_t small = 1;
  static constexpr void describe(auto& io) { io("small", &inner::small, "small"); }
  bool operator==(const inner&) const = default;
};
enum class colour { red };
struct foreign {
  std::uint8_t byte = 1;
  std::int32_t word = 2;
  unsigned long huge = 3;
  float real = 0.5f;
  bool flag = true;
  std::string name = "x";
  std::vector<int> numbers{1, 2};
  std::vector<std::string> names{"a"};
  colour other = colour::red;
  std::optional<float> maybe{};
  std::optional<std::string> word_or_none{};
  std::vector<inner> inners{};
  static constexpr void describe(auto& io) {
    io("byte", &foreign::byte, "a byte");
    io("word", &foreign::word);
    io("huge", &foreign::huge);
    io("real", &foreign::real);
    io("flag", &foreign::flag);
    io("name", &foreign::name);
    io("numbers", &foreign::numbers);
    io("names", &foreign::names);
    io("other", &foreign::other);
    io("maybe", &foreign::maybe);
    io("word_or_none", &foreign::word_or_none);
    io("inners", &foreign::inners);
  }
};
}  // namespace

TEST_CASE("rows have the numbers and addresses that walk shows") {
  const ts::job j;
  struct checker final : ts::visitor {
    const ts::job& object;
    std::size_t next = 0;
    explicit checker(const ts::job& o) : object(o) {}
    void field(const ts::leaf& l) override {
      REQUIRE(next < ts::rows_of<ts::job>().size());
      const ts::row& r = ts::rows_of<ts::job>()[next++];
      CHECK(r.number == l.number);
      CHECK(r.member(&object) == l.address);
      CHECK(r.name == l.name);
      CHECK(r.kind == l.kind);
    }
  } c(j);
  ts::walk(j, c);
  CHECK(c.next == ts::rows_of<ts::job>().size());
  CHECK(ts::rows_of<ts::job>().size() == static_cast<std::size_t>(ts::field_count<ts::job>));
}

TEST_CASE("rows know path, section, doc and facts") {
  const ts::row* const r = find(ts::rows_of<ts::job>(), "model.rope_scaling.factor");
  REQUIRE(r != nullptr);
  CHECK(r->section == "model.rope_scaling");
  CHECK(r->name == "factor");
  CHECK(r->about.min == 1);
  CHECK_FALSE(r->optional);
  CHECK(find(ts::rows_of<ts::job>(), "debug.seed")->optional);
  CHECK(find(ts::rows_of<ts::job>(), "optimizer.betas")->capacity == 2);
}

TEST_CASE("lists of sections have rows of their own") {
  const ts::row* const groups = find(ts::rows_of<ts::job>(), "optimizer.param_groups");
  REQUIRE(groups != nullptr);
  CHECK(groups->kind == ts::field_kind::tables);
  CHECK((groups->store == nullptr));
  CHECK(find(groups->elements.rows(), "optimizer_kwargs.lr") != nullptr);
  ts::job j;
  void* const list = groups->member(&j);
  for (std::size_t i = 0; i < groups->capacity; ++i) CHECK(groups->elements.append(list) != nullptr);
  CHECK(groups->elements.append(list) == nullptr);
  CHECK(groups->elements.size(list) == groups->capacity);
  CHECK((groups->elements.at(list, 1) == &j.optimizer.param_groups[1]));
  groups->elements.clear(list);
  CHECK(j.optimizer.param_groups.empty());
}

TEST_CASE("fields of foreign types are loaded and stored within their ranges") {
  const auto& rows = ts::rows_of<foreign>();
  foreign f;
  using fault = ts::store_result::fault;
  const auto store = [&](std::string_view path, const node& n) {
    const ts::row* const r = find(rows, path);
    REQUIRE(r != nullptr);
    return r->store(n, r->member(&f));
  };
  CHECK(store("byte", integer(255)));
  CHECK(f.byte == 255);
  const ts::store_result high = store("byte", integer(256));
  CHECK(high.what == fault::beyond_type);
  CHECK(high.high == 255);
  CHECK(store("byte", integer(-1)).what == fault::beyond_type);
  CHECK(f.byte == 255);
  CHECK(store("word", integer(-2147483648)));
  CHECK(store("word", integer(2147483648)).what == fault::beyond_type);
  CHECK(store("huge", integer(-1)).what == fault::beyond_type);
  CHECK(store("name", string("y\0z")));
  CHECK(store("name", integer(1)).what == fault::wrong_type);
  CHECK(store("maybe", integer(2)));
  CHECK(f.maybe == 2.0f);
  CHECK(store("maybe", node{}));
  CHECK_FALSE(f.maybe.has_value());
  node list;
  list.is = node::kind::array;
  list.items = {integer(7), string("no")};
  const ts::store_result wrong = store("numbers", list);
  CHECK(wrong.what == fault::wrong_type);
  CHECK(wrong.element == 1);
  CHECK(wrong.at == &list.items[1]);
  CHECK(f.numbers == std::vector<int>{1, 2});
  list.items.pop_back();
  CHECK(store("numbers", list));
  CHECK(f.numbers == std::vector<int>{7});
  CHECK(find(rows, "other") == nullptr);
  CHECK(find(rows, "maybe")->number == 9);
  CHECK(find(find(rows, "inners")->elements.rows(), "small") != nullptr);
  node beyond = integer(0);
  beyond.string = "99999999999999999999";
  CHECK(store("word", beyond).what == fault::beyond_64_bits);
}

TEST_CASE("a list that is full says so and keeps its value") {
  const ts::row* const r = find(ts::rows_of<ts::job>(), "optimizer.betas");
  ts::job j;
  node list;
  list.is = node::kind::array;
  list.items = {integer(0), integer(0), integer(0)};
  const ts::store_result s = r->store(list, r->member(&j));
  CHECK(s.what == ts::store_result::fault::too_long);
  CHECK(s.capacity == 2);
  CHECK(j == ts::job{});
}

TEST_CASE("keywords are a table of scalars") {
  const ts::row* const imports = find(ts::rows_of<ts::job>(), "override.imports");
  REQUIRE(imports != nullptr);
  const ts::row* const kwargs = find(imports->elements.rows(), "kwargs");
  REQUIRE(kwargs != nullptr);
  CHECK(kwargs->kind == ts::field_kind::table);
  ts::override_import o;
  node table;
  table.is = node::kind::table;
  table.entries = {{"a", integer(3)}, {"b", string("x")}};
  CHECK(kwargs->store(table, kwargs->member(&o)));
  REQUIRE(o.kwargs.size() == 2);
  CHECK(o.kwargs[0].name == "a");
  CHECK(o.kwargs[0].integer == 3);
  CHECK(o.kwargs[1].string == "x");
  const node back = kwargs->load(kwargs->member(&o));
  CHECK(back.entries[1].second.string == "x");
}

TEST_CASE("rows may be asked for by many threads at once") {
  std::vector<std::thread> threads;
  std::vector<const void*> seen(8);
  for (std::size_t i = 0; i < seen.size(); ++i) threads.emplace_back([&seen, i] { seen[i] = ts::rows_of<foreign>().data(); });
  for (std::thread& t : threads) t.join();
  for (const void* p : seen) CHECK(p == seen[0]);
}
