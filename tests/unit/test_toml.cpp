#include <doctest/doctest.h>

#include <chrono>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "trainspec/spec/job.hpp"
#include "trainspec/text/load.hpp"
#include "trainspec/text/toml_read.hpp"

namespace ts = trainspec;
using ts::node;

namespace {
std::vector<std::string> problems(const std::string& text, bool* readable = nullptr) {
  ts::report r;
  const auto n = ts::parse_toml(text, "x.toml", r);
  if (readable != nullptr) *readable = n.has_value();
  std::vector<std::string> out;
  for (const ts::issue& i : r.issues)
    out.push_back(std::string(i.code.view()) + " " + std::to_string(i.at.line) + ":" + std::to_string(i.at.column) + "-" +
                  std::to_string(i.at.end_column) + " " + std::string(i.message.view()));
  return out;
}
std::string first(const std::string& text) {
  const auto all = problems(text);
  return all.empty() ? "" : all[0];
}
node parsed(const std::string& text) {
  ts::report r;
  auto n = ts::parse_toml(text, "x.toml", r);
  INFO(text);
  REQUIRE(n.has_value());
  REQUIRE(r.issues.empty());
  return std::move(*n);
}
const node& at(const node& n, std::string_view key) {
  const node* const found = n.find(key);
  REQUIRE(found != nullptr);
  return *found;
}
/// "2:5-9 key 2:1-3"
std::string where(const node& n) {
  const auto s = [](std::uint32_t i) { return std::to_string(i); };
  return s(n.line) + ":" + s(n.column) + "-" + s(n.end_column) + " key " + s(n.key_line) + ":" + s(n.key_column) + "-" +
         s(n.key_end_column);
}
using lines = std::vector<std::string>;
}  // namespace

TEST_CASE("TOML values have the places of their keys and values, in code points") {
  const node n = parsed(
      "\xEF\xBB\xBF"
      "ab = 12345 # x\r\ns = \"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80x\"  \n[t.\"u v\".w]\nx.y = 1.5 \nz = [1, 22 , \"a\"] #\nd = "
      "1979-05-27\nm = '''\nabc'''\nn=-inf");
  CHECK(where(at(n, "ab")) == "1:6-11 key 1:1-3");
  CHECK(where(at(n, "s")) == "2:5-11 key 2:1-2");
  const node& w = at(at(at(n, "t"), "u v"), "w");
  CHECK(w.key_column == 10);
  CHECK(where(at(at(w, "x"), "y")) == "4:7-10 key 4:3-4");
  CHECK(where(at(w, "z").items[1]).substr(0, 6) == "5:9-11");
  CHECK(at(w, "d").is == node::kind::datetime);
  CHECK(at(w, "d").string == "1979-05-27");
  CHECK(at(w, "m").string == "abc");
  CHECK(where(at(w, "n")) == "9:3-7 key 9:1-2");
}

TEST_CASE("TOML entries come in the order of the file") {
  const node n = parsed("z = 1\na = 2\n[m.x]\nq = 1\n[b]\nq = 1\n[m.a]\nq = 1\n[[l]]\nq = 1\n[[l]]\nq = 2\n");
  lines names;
  for (const auto& [key, value] : n.entries) names.push_back(key);
  CHECK(names == lines{"z", "a", "m", "b", "l"});
  CHECK(at(n, "m").entries[0].first == "x");
  CHECK(at(at(n, "l").items[1], "q").integer == 2);
}

TEST_CASE("an error of syntax has a place, and the rest is read") {
  bool readable = false;
  CHECK(problems("[training]\nsteps = \nseq_len = 4 5\ngc_freq = 7\nflavor = 4B\n", &readable).size() == 3);
  CHECK(readable);
  CHECK(first("a = 01").substr(0, 10) == "TS1001 1:7");
  CHECK(first("a b = 1").substr(0, 10) == "TS1001 1:3");
  ts::report r;
  static_cast<void>(ts::parse_toml("[model]\nflavor = 4B # x\nok = True\n", "x.toml", r));
  REQUIRE(r.issues.size() == 2);
  CHECK(r.issues[0].fix == "flavor = \"4B\"");
  CHECK(r.issues[1].fix == "ok = true");
}

TEST_CASE("what is not closed ends before the next key or table, and the rest is read") {
  const auto keys = [](std::string_view content, lines& places) {
    ts::report r;
    lines names;
    if (const auto n = ts::parse_toml(content, "x.toml", r)) {
      const auto walk = [&](const auto& self, const node& table, const std::string& under) -> void {
        for (const auto& [key, value] : table.entries) {
          names.push_back(under + key);
          if (value.is == node::kind::table) self(self, value, under + key + ".");
        }
      };
      walk(walk, *n, "");
    } else {
      names = {"nothing"};
    }
    places.clear();
    for (const ts::issue& i : r.issues) {
      std::string place = std::string(i.code.view()) + " " + std::to_string(i.at.line);
      if (!i.related.empty()) place += " from " + std::to_string(i.related[0].at.line) + ":" + std::to_string(i.related[0].at.column);
      if (!i.fix.empty()) place += " -> " + std::string(i.fix.view());
      places.push_back(place);
    }
    return names;
  };
  lines places;
  // an array, up to the next key; up to the next table
  CHECK(keys("[a]\nx = 1\ny = [1,\n2,\nz = 3\n", places) == lines{"a", "a.x", "a.z"});
  CHECK(places == lines{"TS1001 5 from 3:1"});
  CHECK(keys("  y = [1,\n2,\n[b]\nz = 3\n", places) == lines{"b", "b.z"});
  CHECK(places.size() == 1);
  CHECK(keys("y = [1,\n", places).empty());
  CHECK(places.size() == 1);
  // a string of one line, of many
  CHECK(keys("x = \"abc\ny = 2\n", places) == lines{"y"});
  CHECK(places == lines{"TS1001 1 -> x = \"abc\""});
  CHECK(keys("x = 'abc  # so\ny = 2\n", places) == lines{"y"});
  CHECK(places == lines{"TS1001 1 -> x = 'abc'"});
  CHECK(keys("x = 'a\\'b\ny = 2\n", places) == lines{"y"});
  CHECK(places == lines{"TS1001 1"});
  CHECK(keys("x = [\"a\", \"b]\ny = 2\n", places) == lines{"y"});
  CHECK(places == lines{"TS1001 1"});
  // two values, and one that only lacks quotes
  CHECK(keys("x = 1e-8 1e-9\ny = 2 w\nz = w\n", places).empty());
  CHECK(places == lines{"TS1001 1", "TS1001 2 -> y = \"2 w\"", "TS1001 3 -> z = \"w\""});
  CHECK(keys("x = \"\"\"abc\ndef\n[b]\ny = 2\n", places) == lines{"b", "b.y"});
  CHECK(places.size() == 1);
  // a header is mended, so that its keys keep their table; where that table is there already, they go with it
  CHECK(keys("[a\nx = 1\n[b]\ny = 2\n", places) == lines{"a", "a.x", "b", "b.y"});
  CHECK(places == lines{"TS1001 1 -> [a]"});
  CHECK(keys("[[a.b]\nx = 1\n", places) == lines{"a", "a.b"});
  CHECK(places == lines{"TS1001 1 -> [[a.b]]"});
  CHECK(keys("[b]\ny = 2\n[b\nx = 1\n[c]\nz = 1\n", places) == lines{"b", "b.y", "c", "c.z"});
  CHECK(places == lines{"TS1001 3"});
  CHECK(keys("[\nx = 1\n[c]\nz = 1\n", places) == lines{"c", "c.z"});
  CHECK(places.size() == 1);
  // a second value within an inline table
  CHECK(keys("x = {a = 1, a = 2}\ny = 2\n", places) == lines{"y"});
  CHECK(places == lines{"TS1002 1"});
  // many at once
  CHECK(keys("[a\nx = [1,\ny = 9999999999999999999\n[b]\nz = 1\nz = 2\nw = \"abc\nv = 3\n", places) ==
        lines{"a", "a.y", "b", "b.z", "b.v"});
  CHECK(places == lines{"TS1001 1 -> [a]", "TS1001 3 from 2:1", "TS1002 6 from 5:1", "TS1001 7 -> w = \"abc\""});
  // reading ends after 50, and says so
  std::string many;
  for (int i = 0; i < 50; ++i) many += "x = \n";
  CHECK(keys(many, places) == lines{"nothing"});
  CHECK((places.size() == 51 && places.back() == "TS1001 0"));
}

TEST_CASE("a duplicate key is reported with both places, and the rest is read") {
  ts::report r;
  const auto n = ts::parse_toml("[a]\nseq_len = 1\nx = 2\n  seq_len   =   2 # again\n[b]\nc = 1\n[a]\nd = 1\n[e]\nf = 1\n", "x.toml", r);
  REQUIRE(n.has_value());
  CHECK(at(at(*n, "e"), "f").integer == 1);
  CHECK(at(at(*n, "a"), "seq_len").integer == 1);
  REQUIRE(r.issues.size() == 2);
  CHECK(r.issues[0].code == "TS1002");
  CHECK(r.issues[0].message == "\"seq_len\" is given twice in one table");
  CHECK(r.issues[0].origin == "x.toml:4:3");
  CHECK(r.issues[0].at.end_column == 10);
  REQUIRE(r.issues[0].related.size() == 1);
  CHECK(r.issues[0].related[0].origin == "x.toml:2:1");
  CHECK(r.issues[1].message == "the table [a] is given twice");
  CHECK(r.issues[1].origin == "x.toml:7:1");
  REQUIRE(r.issues[1].related.size() == 1);
  CHECK(r.issues[1].related[0].origin == "x.toml:1:1");
  CHECK(first("a = {b = 1, b = 2}") == "TS1002 1:13-14 \"b\" is given twice in one table");
  CHECK(first("a.b = 1\na.b.c = 2").substr(0, 6) == "TS1002");
  CHECK(first("[[a]]\n[a]").substr(0, 6) == "TS1002");
}

TEST_CASE("integers beyond 64 bits keep their literals and places") {
  const node n =
      parsed("a = 99999999999999999999 # c\nb = [1, -99999999999999999999, 0x1FFFFFFFFFFFFFFFFF]\nc = 1_000_000_000_000_000_000_000\n");
  CHECK(at(n, "a").string == "99999999999999999999");
  CHECK(where(at(n, "a")).substr(0, 6) == "1:5-25");
  CHECK(at(n, "b").items[1].string == "-99999999999999999999");
  CHECK(at(n, "b").items[2].string == "0x1FFFFFFFFFFFFFFFFF");
  CHECK(at(n, "c").string == "1_000_000_000_000_000_000_000");
}

TEST_CASE("TOML is refused when nested beyond 100 levels, however it is nested") {
  const auto repeat = [](const std::string& s, int n) {
    std::string out;
    for (int i = 0; i < n; ++i) out += s;
    return out;
  };
  CHECK(problems("a = " + repeat("[", 99) + repeat("]", 99)).empty());
  CHECK(first("a = " + repeat("[", 200'000)).substr(0, 6) == "TS1004");
  CHECK(first("a = " + repeat("{a = ", 200'000)).substr(0, 6) == "TS1004");
  CHECK(first(repeat("a.", 200'000) + "a = 1").substr(0, 6) == "TS1004");
  CHECK(first("[" + repeat("a.", 200'000) + "a]").substr(0, 6) == "TS1004");
  CHECK(first("[[" + repeat("a.", 200'000) + "a]]").substr(0, 6) == "TS1004");
  CHECK(first("x = " + repeat("{" + repeat("a.", 60) + "a = ", 60)).substr(0, 6) == "TS1004");
  CHECK(first("[" + repeat("a.", 60) + "a]\n" + repeat("b.", 60) + "b = 1").substr(0, 6) == "TS1004");
  CHECK(first(repeat("a . ", 150) + "a = 1").substr(0, 6) == "TS1004");
  CHECK(problems("a = \"" + repeat(".[{", 1000) + "\" # " + repeat(".", 1000) + "\nb = '" + repeat(".", 300) + "'\nc = \"\"\"\n" +
                 repeat("[.\n", 300) + "\"\"\"")
            .empty());
}

TEST_CASE("bytes that are not UTF-8 text are refused with their place") {
  CHECK(first("a = 1\nb = \"\xFF\"") == "TS1003 2:6-7 byte 0xFF at line 2 column 6 is not UTF-8");
  CHECK(first(std::string("a = 1\0", 6)) == "TS1003 1:6-7 NUL byte at line 1 column 6");
  CHECK(first("a = 1\n\n\xEF\xBB\xBF[b]") == "TS1003 3:1-2 byte-order mark at line 3 column 1 (invisible); delete it");
  CHECK(first(std::string("a\0 \0=\0", 6)) == "TS1003 1:1-2 the file is UTF-16 (little endian); it needs to be UTF-8");
  CHECK(first("\xFF\xFE"
              "a")
            .substr(0, 6) == "TS1003");
  CHECK(first("\xFF"
              "a")
            .substr(0, 6) == "TS1003");
}

TEST_CASE("no text makes the way in crash or hang: pieces of job files put together at random") {
  static constexpr const char* parts[] = {"[training]",
                                          "[[optimizer.param_groups]]",
                                          "\n",
                                          "\r\n",
                                          "seq_len",
                                          "steps",
                                          " = ",
                                          "=",
                                          "4000",
                                          "\"x\"",
                                          "'",
                                          "\"",
                                          "\"\"\"",
                                          "'''",
                                          "[",
                                          "]",
                                          "{",
                                          "}",
                                          ",",
                                          ".",
                                          "#",
                                          "inf",
                                          "nan",
                                          "1e999",
                                          "99999999999999999999",
                                          "-",
                                          "+",
                                          "0x",
                                          "true",
                                          "1979-05-27",
                                          "\\",
                                          "\\u0000",
                                          "\xC3\xA9",
                                          "\t",
                                          "model",
                                          "a",
                                          "optimizer_kwargs",
                                          "kwargs",
                                          "override.imports",
                                          "[override]",
                                          "version",
                                          " ",
                                          "_",
                                          "\x7f"};
  std::mt19937_64 engine(11);
  const auto start = std::chrono::steady_clock::now();
  int good = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (std::uint64_t n = engine() % 40; n > 0; --n) text += parts[engine() % std::size(parts)];
    const auto l = ts::load_string<ts::job>(text, i % 3 == 0 ? "x.json" : "x.toml");
    good += l.ok();
    for (const ts::issue& p : l.problems.issues) {
      CHECK_FALSE(p.code.empty());
      CHECK_FALSE(p.message.empty());
      if (p.at.line == 0) CHECK(p.code == "TS1006");
    }
  }
  CHECK(good > 100);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::minutes(5));
}

TEST_CASE("no damage to a good file makes the way in crash") {
  const std::string good =
      "version = 1\n[job]\nname = \"x\"\n[model]\nflavor = \"4B\"\nmlp_only_layers = [1, 2]\n[model.rope_scaling]\nfactor = "
      "4.0\n[optimizer]\nbetas = [0.9, 0.95]\n"
      "[[optimizer.param_groups]]\npattern = \"norm\"\noptimizer_kwargs = { lr = 1e-3, betas = [0.8, 0.9] }\n[[override.imports]]\ntarget "
      "= \"a.b\"\nkwargs = { x = 1, y = \"z\" }\n";
  REQUIRE(ts::load_string<ts::job>(good, "x.toml").ok());
  std::mt19937_64 engine(13);
  for (int i = 0; i < 10'000; ++i) {
    std::string text = good;
    for (std::uint64_t n = engine() % 4 + 1; n > 0 && !text.empty(); --n) {
      const std::size_t p = engine() % text.size();
      switch (engine() % 4) {
        case 0: text[p] = static_cast<char>(engine() % 256); break;
        case 1: text.erase(p, engine() % 8 + 1); break;
        case 2: text.insert(p, text.substr(engine() % text.size(), engine() % 30)); break;
        default: text.resize(p);
      }
    }
    static_cast<void>(ts::load_string<ts::job>(text, "x.toml"));
    static_cast<void>(ts::load_string<ts::job>("", "x.toml", std::vector<std::string>{text}));
  }
}

TEST_CASE("large hostile files are answered quickly") {
  const auto start = std::chrono::steady_clock::now();
  std::string many_tables, many_keys, many_values = "a = [";
  for (int i = 0; i < 300'000; ++i) {
    many_tables += "[a" + std::to_string(i) + ".b]\n";
    many_keys += "k" + std::to_string(i) + " = 1\n";
    many_values += "1,";
  }
  CHECK(first(many_tables).substr(0, 6) == "TS1005");
  CHECK(first(many_keys).substr(0, 6) == "TS1005");
  CHECK(first(many_values).substr(0, 6) == "TS1005");
  CHECK(ts::load_string<ts::job>("{\"a\": \"" + std::string(8'000'000, 'x') + "\"}", "x.json").problems.issues.size() == 1);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(60));
}

TEST_CASE("what toml++ has undefined behaviour for is answered, and its good part is read") {
  CHECK(first("a = [}").substr(0, 10) == "TS1001 1:6");
  CHECK(first("[=").substr(0, 10) == "TS1001 1:2");
  CHECK(first("[").substr(0, 10) == "TS1001 1:2");
  CHECK(first("[[\n").substr(0, 10) == "TS1001 1:3");
  CHECK(first("\xC3\xA9 = 1").substr(0, 10) == "TS1001 1:1");
  CHECK(first("a = \xE3\x80\x80"
              "1")
            .substr(0, 10) == "TS1001 1:5");
  CHECK(first("a = \"\"\"x\\\xC3\xA9\"\"\"").substr(0, 6) == "TS1001");
  CHECK(first("a = \"\"\"x\\ \xC3\xA9\"\"\"").substr(0, 6) == "TS1001");
  CHECK(first("a = \"x\\\xC3\xA9\"").substr(0, 6) == "TS1001");
  CHECK(first("a = 1 # \x01").substr(0, 6) == "TS1001");
  CHECK(first("a = 1_'x\xC3\xA9").substr(0, 6) == "TS1001");
  CHECK(first("a = 1.'x\xC3\xA9").substr(0, 6) == "TS1001");
  CHECK(first("a = 1979-05-27Tx").substr(0, 6) == "TS1001");
  CHECK(first("a = 1979-05-27T").substr(0, 6) == "TS1001");
  CHECK(first("a = 1979-05-27 5").substr(0, 6) == "TS1001");
  CHECK(
      parsed(
          "a = 1979-05-27 # x\nb = 1979-05-27 07:32:00\nc = 1979-05-27T07:32:00Z\n1979-05-27T = 1\n\"x\".\"y\" = [\"z\",'z']\nd={e=\"f\"}")
          .entries.size() == 6);
  CHECK(first("a = 1\rb = 2").substr(0, 6) == "TS1001");
  CHECK(at(parsed("a = \"\"\"x\\\r\n\n  \xC3\xA9\\\n\xF0\x9F\x98\x80 y\xE3\x80\x80\"\"\"\nb = 1"), "a").string ==
        "x\xC3\xA9\xF0\x9F\x98\x80 y\xE3\x80\x80");
  CHECK(at(parsed("a = \"\"\"\"\"x\"\"\"\"\" # \xC3\xA9\n\"\xC3\xA9\" = '\xC3\xA9\\'"), "a").string == "\"\"x\"\"");
}
