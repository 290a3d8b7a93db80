#include <doctest/doctest.h>
#include <rapidjson/document.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "trainspec/schema/json_quote.hpp"
#include "trainspec/text/json_read.hpp"
#include "trainspec/text/json_write.hpp"

namespace ts = trainspec;
using ts::node;

namespace {
/// "TS1001 2:3 message" of the only issue; "" when the text is good.
std::string refusal(const std::string& text) {
  ts::report r;
  const auto n = ts::parse_json(text, "x.json", r);
  if (r.issues.empty()) {
    CHECK(n.has_value());
    return "";
  }
  CHECK(r.issues.size() == 1);
  const ts::issue& i = r.issues[0];
  return std::string(i.code.view()) + " " + std::to_string(i.at.line) + ":" + std::to_string(i.at.column) + " " +
         std::string(i.message.view());
}
node parsed(const std::string& text) {
  ts::report r;
  auto n = ts::parse_json(text, "x.json", r);
  INFO(text);
  REQUIRE(n.has_value());
  REQUIRE(r.issues.empty());
  return std::move(*n);
}
}  // namespace

TEST_CASE("JSON values have the places of their keys and values, in code points") {
  const node n = parsed("{\n  \"\xC3\xA9\": [1, \"\xF0\x9F\x98\x80\", true],\r\n\t\"b\" : -2.5e3}");
  REQUIRE(n.entries.size() == 2);
  CHECK(n.line == 1);
  CHECK(n.column == 1);
  const node& list = n.entries[0].second;
  CHECK(list.key_line == 2);
  CHECK(list.key_column == 3);
  CHECK(list.key_end_column == 6);
  CHECK(list.column == 8);
  CHECK(list.items[1].column == 12);
  CHECK(list.items[1].end_column == 15);
  CHECK(list.items[2].column == 17);
  CHECK(list.items[2].end_column == 21);
  const node& b = n.entries[1].second;
  CHECK(b.key_line == 3);
  CHECK(b.key_column == 2);
  CHECK(b.line == 3);
  CHECK(b.column == 8);
  CHECK(b.end_column == 14);
  CHECK(b.number == -2500);
}

TEST_CASE("JSON integers are exact within 64 bits, and keep their literal beyond") {
  CHECK(parsed("9223372036854775807").integer == INT64_MAX);
  CHECK(parsed("-9223372036854775808").integer == INT64_MIN);
  const node big = parsed("9223372036854775808");
  CHECK(big.is == node::kind::number);
  CHECK(big.string == "9223372036854775808");
  CHECK(big.number == 9223372036854775808.0);
  CHECK(parsed("1.0").is == node::kind::number);
  CHECK(parsed("1e-400").number == 0);
  CHECK(parsed("0.1e-400").number == 0);
  CHECK(refusal("1e400") == "TS1001 1:1 the number is too great for a 64-bit float");
  CHECK(refusal(std::string(400, '9')) == "TS1001 1:1 the number is too great for a 64-bit float");
}

TEST_CASE("JSON strings are unescaped, surrogate pairs and zero characters too") {
  CHECK(parsed(R"("\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\uD83D\uDE00")").string == "\"\\/\b\f\n\r\tA\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
  CHECK(parsed("\"a\\u0000b\"").string == std::string("a\0b", 3));
  CHECK(refusal(R"(["\uD83D"])") == "TS1001 1:3 half of a surrogate pair is no character");
  CHECK(refusal(R"("\uDE00\uD83D")").substr(0, 6) == "TS1001");
  CHECK(refusal(R"("\u12G4")").substr(0, 6) == "TS1001");
  CHECK(refusal(R"("\x41")").substr(0, 6) == "TS1001");
  CHECK(refusal("\"a\nb\"") == "TS1001 1:3 the string does not end on its line");
  CHECK(refusal("\"a\tb\"").substr(0, 6) == "TS1001");
}

TEST_CASE("what people write that JSON does not have is named with its place") {
  CHECK(refusal("{\"a\": NaN}") == "TS1001 1:7 JSON has no NaN and no Infinity");
  CHECK(refusal("[1,\n -Infinity]") == "TS1001 2:2 JSON has no NaN and no Infinity");
  CHECK(refusal("{\"a\": 1,}") == "TS1001 1:9 JSON has no comma after the last item");
  CHECK(refusal("[1,]") == "TS1001 1:4 JSON has no comma after the last item");
  CHECK(refusal("{\"a\": 1 // x\n}") == "TS1001 1:9 JSON has no comments");
  CHECK(refusal("# x\n{}") == "TS1001 1:1 JSON has no comments");
  CHECK(refusal("{'a': 1}") == "TS1001 1:2 a key in double quotes is missing here");
  CHECK(refusal("{\"a\": 'b'}") == "TS1001 1:7 JSON strings stand in double quotes");
  CHECK(refusal("{\"a\": True}") == "TS1001 1:7 JSON writes true, false and null");
  CHECK(refusal("{\"a\" 1}") == "TS1001 1:6 a colon is missing here");
  CHECK(refusal("{\"a\": 1 \"b\": 2}") == "TS1001 1:9 a comma or '}' is missing here");
  CHECK(refusal("{\"a\": 01}") == "TS1001 1:7 a number does not start with 0");
  CHECK(refusal("{\"a\": ") == "TS1001 1:7 the file ends in the middle of a value");
  CHECK(refusal("{} {}") == "TS1001 1:4 something follows the end of the JSON value");
  for (const char* bad : {"",   " ",  "[",   "]",     "}",     ",",       ":",  "tru",  "nul",   "-",    "+1",  ".5",
                          "1.", "1e", "1e+", "[1 2]", "{1:2}", "{\"a\"}", "\"", "\"\\", "\"\\u", "[,1]", "{,}", "tRue"})
    CHECK(refusal(bad).substr(0, 6) == "TS1001");
}

TEST_CASE("a duplicate key is reported with both places, and reading goes on") {
  ts::report r;
  const auto n = ts::parse_json("{\"a\": 1,\n \"b\": {\"a\": 2},\n \"a\": 3}", "x.json", r);
  REQUIRE(n.has_value());
  REQUIRE(r.issues.size() == 1);
  CHECK(r.issues[0].code == "TS1002");
  CHECK(r.issues[0].origin == "x.json:3:2");
  REQUIRE(r.issues[0].related.size() == 1);
  CHECK(r.issues[0].related[0].origin == "x.json:1:2");
}

TEST_CASE("JSON is refused when nested beyond 100 levels, and read at 100") {
  CHECK(refusal(std::string(100, '[') + std::string(100, ']')) == "");
  CHECK(refusal(std::string(101, '[') + std::string(101, ']')) == "TS1004 1:101 values are nested more than 100 deep");
  CHECK(refusal(std::string(1'000'000, '[')).substr(0, 6) == "TS1004");
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  CHECK(refusal(objects).substr(0, 6) == "TS1004");
}

TEST_CASE("bytes that are not UTF-8 text are refused with their place") {
  CHECK(refusal("{\n \"a\": \"\xFF\"}") == "TS1003 2:8 byte 0xFF at line 2 column 8 is not UTF-8");
  CHECK(refusal("\"\xC0\x80\"").substr(0, 6) == "TS1003");
  CHECK(refusal("\"\xED\xA0\x80\"").substr(0, 6) == "TS1003");
  CHECK(refusal("\"\xF4\x90\x80\x80\"").substr(0, 6) == "TS1003");
  CHECK(refusal("\"\xE2\x82").substr(0, 6) == "TS1003");
  CHECK(refusal(std::string("[1,\0 2]", 7)) == "TS1003 1:4 NUL byte at line 1 column 4");
  CHECK(refusal("\xEF\xBB\xBF{}") == "");
  CHECK(refusal("{}\n\xEF\xBB\xBF") == "TS1003 2:1 byte-order mark at line 2 column 1 (invisible); delete it");
  CHECK(refusal(std::string("{\0}\0", 4)) == "TS1003 1:1 the file is UTF-16 (little endian); it needs to be UTF-8");
  CHECK(refusal(std::string("\xFE\xFF\0{", 4)) == "TS1003 1:1 the file is UTF-16 (big endian); it needs to be UTF-8");
}

TEST_CASE("quoted strings read back, and bytes that are no UTF-8 become U+FFFD") {
  for (const std::string& s :
       {std::string(), std::string("\"\\/\b\f\n\r\t\x01\x7f"), std::string("a\0b", 3), std::string("\xC3\xA9\xF0\x9F\x98\x80\xEF\xBB\xBF")})
    CHECK(parsed(ts::json_quoted(s)).string == s);
  CHECK(ts::json_quoted("a\xFF"
                        "b") ==
        "\"a\xEF\xBF\xBD"
        "b\"");
}

// RapidJSON is the authority on what is JSON. It adds to null pointers, which a sanitizer would stop at.
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(undefined_behavior_sanitizer) || __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
namespace {
/// Whether our tree and RapidJSON's hold the same.
bool same(const node& n, const rapidjson::Value& v) {
  switch (n.is) {
    case node::kind::null: return v.IsNull();
    case node::kind::boolean: return v.IsBool() && v.GetBool() == n.boolean;
    case node::kind::integer: return v.IsInt64() && v.GetInt64() == n.integer;
    case node::kind::number: return v.IsNumber() && v.GetDouble() == n.number;
    case node::kind::string: return v.IsString() && std::string(v.GetString(), v.GetStringLength()) == n.string;
    case node::kind::array: {
      if (!v.IsArray() || v.Size() != n.items.size()) return false;
      for (rapidjson::SizeType i = 0; i < v.Size(); ++i)
        if (!same(n.items[i], v[i])) return false;
      return true;
    }
    case node::kind::table: {
      if (!v.IsObject() || v.MemberCount() != n.entries.size()) return false;
      auto m = v.MemberBegin();
      for (const auto& [key, value] : n.entries) {
        if (std::string(m->name.GetString(), m->name.GetStringLength()) != key || !same(value, m->value)) return false;
        ++m;
      }
      return true;
    }
    default: return false;
  }
}
}  // namespace

TEST_CASE("JSON is read as RapidJSON reads it: 200000 texts put together at random, and 20000 that are good") {
  static constexpr const char* parts[] = {
      "{",       "}",  "[",    "]",     ",",    ":", "\"a\"", "\"b\\n\"", "1",       "-0", "0.5",
      "1e3",     "1e", "true", "false", "null", " ", "\n",    "\"",       "\\u00e9", "\\", "12345678901234567890",
      "-1.5E-2", "x"};
  std::mt19937_64 engine(7);
  int good = 0;
  const auto compare = [&](const std::string& text) {
    ts::report r;
    const auto ours = ts::parse_json(text, "", r);
    bool repeated = false;
    for (const ts::issue& i : r.issues) repeated = repeated || i.code == "TS1002";
    rapidjson::Document theirs;
    theirs.Parse<rapidjson::kParseFullPrecisionFlag>(text.c_str(), text.size());
    INFO(text);
    const bool agree = ours.has_value() == !theirs.HasParseError();
    if (!agree) CHECK(ours.has_value() == !theirs.HasParseError());
    if (agree && ours && !repeated) {
      ++good;
      if (!same(*ours, theirs)) CHECK(same(*ours, theirs));
    }
  };
  for (int i = 0; i < 200'000; ++i) {
    std::string text;
    for (std::uint64_t n = engine() % 9; n > 0; --n) text += parts[engine() % std::size(parts)];
    compare(text);
  }
  CHECK(good > 1000);
  const auto grow = [&](auto&& self, int depth) -> std::string {
    switch (engine() % (depth > 4 ? 6 : 8)) {
      case 0: return std::to_string(static_cast<std::int64_t>(engine()));
      case 1: return ts::toml_number(static_cast<double>(static_cast<std::int64_t>(engine())) / 1e12);
      case 2: return "null";
      case 3: return engine() % 2 == 0 ? "true" : "false";
      case 4: {
        std::string s;
        for (std::uint64_t n = engine() % 6; n > 0; --n)
          ts::encode_utf8(static_cast<unsigned>(engine() % 0xD800), [&](unsigned byte) { s += static_cast<char>(byte); });
        return ts::json_quoted(s);
      }
      case 5: return "1e" + std::to_string(static_cast<int>(engine() % 600) - 300);
      case 6: {
        std::string s = "[";
        for (std::uint64_t n = engine() % 4; n > 0; --n) s += (s.size() > 1 ? ", " : "") + self(self, depth + 1);
        return s + "]";
      }
      default: {
        std::string s = "{";
        for (std::uint64_t n = engine() % 4; n > 0; --n)
          s += (s.size() > 1 ? ",\n" : "") + ts::json_quoted("k" + std::to_string(n)) + ": " + self(self, depth + 1);
        return s + "}";
      }
    }
  };
  good = 0;
  for (int i = 0; i < 20'000; ++i) compare(grow(grow, 0));
  CHECK(good == 20'000);
}
#endif
