// The reader of the compiler, run here, against toml++: what it accepts it reads as toml++ does.
#include <doctest/doctest.h>
#include <trainspec/embed/toml_at_run_time.hpp>
#include <trainspec/text/toml_read.hpp>

#include <bit>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "support/subset_tree.hpp"

namespace {
using trainspec::node;
using trainspec_tests::difference;
using trainspec_tests::tree;

struct verdict {
  bool ours = false, theirs = false;
  std::string differs{}, why{};
};
verdict compare(const std::string& text) {
  verdict v;
  const trainspec::toml_subset read = trainspec::read_toml_subset(text);
  v.ours = read.ok();
  v.why = std::to_string(read.problem.line) + ":" + std::to_string(read.problem.column) + ": " + std::string(read.problem.message.view());
  trainspec::report problems;
  const std::optional<node> root = trainspec::parse_toml(text, "t.toml", problems);
  v.theirs = root.has_value() && problems.issues.empty();
  if (v.ours && !root) v.differs = "only ours accepts it: " + std::string(problems.issues.at(0).message.view());
  if (v.ours && root && !problems.issues.empty()) v.differs = "only ours accepts it: " + std::string(problems.issues.at(0).message.view());
  // where a character behind a line-ending backslash is given to toml++ as an escape, the places behind it move
  if (v.ours && v.differs.empty()) v.differs = difference(tree(read.view(text), 0), *root, "", text.find('\\') == text.npos);
  return v;
}

std::vector<std::string> texts_of_the_tree() {
  std::vector<std::string> all;
  for (const char* folder : {"examples", "tests/cases"})
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".toml") continue;
      std::ifstream in(entry.path(), std::ios::binary);
      all.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
  return all;
}
}  // namespace

TEST_CASE("all examples and cases that toml++ reads are read alike, with the places of every key and value") {
  std::size_t accepted = 0;
  for (const std::string& text : texts_of_the_tree()) {
    const verdict v = compare(text);
    INFO(text.substr(0, 400));
    INFO(v.why);
    CHECK(v.ours == v.theirs);
    CHECK(v.differs == "");
    accepted += v.ours;
  }
  CHECK(accepted > 40);
}

TEST_CASE("a text of every kind of value is read as toml++ reads it") {
  const char* const good[] = {
      "",
      "# only",
      "\xEF\xBB\xBFx = 1",
      "a = 1\r\nb = \"\"\"\r\nx\r\ny\\\r\n  z\"\"\"\r\n",
      "a.b.c = 1\na.d = 2",
      "[a.b]\nx = 1\n[a]\ny.z = {q = 1}",
      "[[c.d]]\nk=[1,\n2]\n[[c.d]]\nz = 1",
      "[a]\nb.c=1\n[a.b.d]\nq=1",
      "a = {x.y = 1, x.z = 2}",
      "\"\" = 1\n' q.r '.\"s\\u00e9\" = 1",
      "a=[1,2,]\nb=[ # c\n]\nc = {}",
      "x='''\n'a''''\ny=\"\"\"a\"\"\"\"\"",
      "x='''a\\'''",
      "x=\"\"\"a\\  \n  b\"\"\"",
      "[[a]]\n[a.b]\nx=1\n[[a]]\n[a.b]\nx=2\n[a.b.c]",
      "1.2 = 3\n- = 1",
      "[a.b]\n[a.b.c]\n[a]",
      "a = +1_000\nb = -0\nc = 0xdead_BEEF\nd = 0o17\ne = 0b101\nf = 9223372036854775807\ng = -9223372036854775808",
      "a = 1e3\nb = -0.0\nc = 6.02E+23\nd = 1_0.0_1e-1_0\ne = inf\nf = -inf\ng = nan\nh = 0e0",
      "x = \"\\b\\t\\n\\f\\r\\\"\\\\\\U0001F600\" # \xF0\x9F\x98\x80",
      "a = [[1, [2.5]], {b = \"c\"}]",
      "\xC3\xA9 = 1",
  };
  for (const std::string text : good) {
    CAPTURE(text);
    const verdict v = compare(text);
    CAPTURE(v.why);
    CHECK(v.ours == v.theirs);
    CHECK(v.differs == "");
  }
}

TEST_CASE("what is no TOML, or is left to other readers, is one problem with its place") {
  struct row {
    const char* text;
    const char* problem;
  };
  const row rows[] = {
      {"a = 1\nb = 2024-01-01", "2:5: not TOML: a date or time: no field of a job holds one"},
      {"a = 07:32:00", "1:5: not TOML: a date or time: no field of a job holds one"},
      {"a = 1\na = 2", "2:1: \"a\" is given twice in one table"},
      {"[a]\n[b]\n[a]", "3:2: the table [a] is given twice"},
      {"[a.b]\n[a]\nb.c = 1", "3:1: \"b\" is already given and cannot be added to by a dotted key"},
      {"a = {b = 1}\n[a.c]", "2:2: \"a\" is already given and cannot hold a table"},
      {"a = [{}]\n[[a]]", "2:3: [[a]] is already something else than an array of tables"},
      {"a = bf16", "1:5: not TOML: a value is expected here: strings stand in quotes"},
      {"a = 12k", "1:7: not TOML: the value ends in what is no part of it: strings stand in quotes"},
      {"a = \"\xC3\xA9", "1:7: not TOML: the string has no end"},
      {"a = \"x\nb = 1", "1:7: not TOML: the string has no end on its line"},
      {"a = {b = 1,\nc = 2}", "1:12: not TOML: a key is expected here"},
      {"a = 1e400", "1:10: not TOML: a number that a double does not hold"},
      {"a = 01", "1:5: not TOML: a number starts with no 0 before its digits"},
      {"a = \"\\q\"", "1:6: not TOML: no such escape: a backslash is written \\\\"},
      {"a = \"\xFF\"", "1:6: the text is not UTF-8 here"},
      {"a = 1 b = 2", "1:7: not TOML: the end of the line is expected here"},
  };
  for (const row& r : rows) {
    CAPTURE(r.text);
    const verdict v = compare(r.text);
    CHECK_FALSE(v.ours);
    CHECK(v.why == r.problem);
  }
  CHECK(compare("a = " + std::string(101, '[') + std::string(101, ']')).why.find("nested more than 100 deep") != std::string::npos);
  CHECK(trainspec::read_toml_subset("a = [" + std::string(30000, ',') + "]").problem.code == "TS1005");
}

TEST_CASE("decimal numbers become the nearest double, as strtod has it") {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    std::string literal = std::to_string(random() % (i % 3 == 0 ? 1000 : UINT64_MAX)) + "." + std::to_string(random() % 1000000007);
    if (i % 2) literal += "e" + std::to_string(static_cast<int>(random() % 590) - 300);
    if (i % 5 == 0) literal.insert(0, std::to_string(random() | 1u << 31));
    const trainspec::toml_subset read = trainspec::read_toml_subset("x = " + literal);
    CAPTURE(literal);
    const double exact = std::strtod(literal.c_str(), nullptr);
    if (exact > 1e308 || exact < 3e-308) continue;
    REQUIRE(read.ok());
    CHECK(std::bit_cast<std::uint64_t>(read.items[1].number) == std::bit_cast<std::uint64_t>(exact));
  }
}

TEST_CASE("an integer beyond 64 bits keeps its literal, in any base") {
  for (const char* literal : {"0o7777777777777777777777777", "0xFFFFFFFFFFFFFFFFFFF", "99999999999999999999", "-99999999999999999999"}) {
    const verdict v = compare("x = " + std::string(literal) + "\n");
    CAPTURE(literal);
    CHECK(v.ours);
    CHECK(v.differs == "");
  }
}

TEST_CASE("a number that is too long for toml++ is not accepted either") {
  for (const char* end : {"", ".5", "e1"})
    for (const std::size_t size : {20u, 100u, 118u, 119u, 120u, 121u, 125u, 126u, 127u, 200u}) {
      const std::string text = "x = " + std::string(size, '8') + end + "\n";
      const verdict v = compare(text);
      CAPTURE(text);
      CHECK(v.differs == "");
      if (size + std::string_view(end).size() > 120) CHECK_FALSE(v.ours);
      if (size <= 120 && *end == 0) CHECK(v.ours == v.theirs);
    }
}

TEST_CASE("texts with random mistakes: what is accepted is read as toml++ reads it") {
  std::mt19937 random(20260);
  std::vector<std::string> texts = texts_of_the_tree();
  texts.emplace_back(
      "[a.b]\nx = \"\"\"q\\\n z\"\"\"\ny.z = {a = [1, 2.5e3, 'l'], b.c = true}\n[[c]]\n[c.d]\nk = 0x1F\n[[c]]\n\"q\" = '''\nx''' # "
      "\xC3\xA9\n");
  texts.push_back(texts.back());
  const std::string_view pieces[] = {"\"", "'",  "[",    "]",   "{",        "}",    "=",  ".", ",",     "\n",        "\r\n",   "#",
                                     " ",  "\\", "_",    "0",   "1",        "e",    "-",  "+", "x",     "a",         "\"\"\"", "'''",
                                     "[[", "]]", "true", "inf", "\xC3\xA9", "\xFF", "\t", ":", "[a]\n", "a.b = 1\n", "\\u00e9"};
  std::size_t accepted = 0, refused = 0, only_theirs = 0;
  for (int i = 0; i < 30000; ++i) {
    std::string text = texts[random() % texts.size()];
    const std::size_t from = random() % (text.size() + 1);
    text = text.substr(from - from % 2, 1 + random() % 300);
    for (std::size_t n = random() % 4; n > 0; --n) {
      const std::string_view piece = pieces[random() % std::size(pieces)];
      const std::size_t at = random() % (text.size() + 1);
      text.replace(at, std::min<std::size_t>(random() % 3, text.size() - at), piece);
    }
    const verdict v = compare(text);
    CAPTURE(text);
    CAPTURE(v.why);
    REQUIRE(v.differs == "");
    (v.ours ? accepted : refused) += 1;
    only_theirs += v.theirs && !v.ours;
  }
  MESSAGE(accepted << " accepted, " << refused << " refused, of those " << only_theirs << " that toml++ reads");
  CHECK(accepted > 3000);
  CHECK(refused > 3000);
  CHECK(only_theirs < 30);
}
