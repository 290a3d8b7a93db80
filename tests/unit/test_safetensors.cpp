#include <doctest/doctest.h>

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string>

#include "trainspec/text/safetensors.hpp"

namespace ts = trainspec;

namespace {
std::string temporary_file(const std::string& bytes) {
  static int count = 0;
  const auto path =
      std::filesystem::temp_directory_path() / ("trainspec_safetensors_" + std::to_string(::getpid()) + "_" + std::to_string(count++));
  std::FILE* f = std::fopen(path.c_str(), "wb");
  REQUIRE(f != nullptr);
  std::fwrite(bytes.data(), 1, bytes.size(), f);
  std::fclose(f);
  return path.string();
}
std::string with_size(const std::string& json, std::uint64_t size) {
  std::string s(8, '\0');
  for (int i = 0; i < 8; ++i) s[static_cast<std::size_t>(i)] = static_cast<char>(size >> (8 * i) & 0xFF);
  return s + json;
}
std::string file_of(const std::string& json, std::size_t data) { return with_size(json, json.size()) + std::string(data, 'x'); }
/// The code that refuses a file, or "" when it is read.
std::string refusal(const std::string& bytes) {
  const std::string path = temporary_file(bytes);
  ts::report problems;
  const auto header = ts::read_safetensors_header(path, problems);
  std::filesystem::remove(path);
  CHECK(header.has_value() == problems.issues.empty());
  return problems.issues.empty() ? "" : std::string(problems.issues[0].code.view());
}
std::string tensor(const std::string& name, const std::string& dtype, const std::string& shape, const std::string& offsets) {
  return "\"" + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape + ",\"data_offsets\":" + offsets + "}";
}
}  // namespace

TEST_CASE("a safetensors header reads back as it was written") {
  const std::vector<ts::tensor_entry> tensors{{"model.norm.weight", "F32", {4}, 0, 16},
                                              {"empty", "BF16", {0, 3}, 16, 16},
                                              {"scalar", "F64", {}, 16, 24},
                                              {"\"odd\"\n\xC3\xA9", "F4", {2, 2}, 24, 26}};
  const std::vector<std::pair<std::string, std::string>> metadata{{"format", "pt"}, {"x", "\"y\""}};
  const std::string bytes = ts::write_safetensors_header(tensors, metadata);
  CHECK(bytes.size() % 8 == 0);
  const std::string path = temporary_file(bytes + std::string(26, 'x'));
  ts::report problems;
  const auto header = ts::read_safetensors_header(path, problems);
  std::filesystem::remove(path);
  REQUIRE(header.has_value());
  CHECK(header->data_start == bytes.size());
  CHECK(header->metadata == metadata);
  REQUIRE(header->tensors.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(header->tensors[i].name == tensors[i].name);
    CHECK(header->tensors[i].dtype == tensors[i].dtype);
    CHECK(header->tensors[i].shape == tensors[i].shape);
    CHECK(header->tensors[i].begin == tensors[i].begin);
    CHECK(header->tensors[i].end == tensors[i].end);
  }
}

TEST_CASE("good safetensors files are read") {
  CHECK(refusal(file_of("{}", 0)) == "");
  CHECK(refusal(file_of("{}      ", 0)) == "");
  CHECK(refusal(file_of("{" + tensor("b", "U8", "[2]", "[4,6]") + "," + tensor("a", "F32", "[1]", "[0,4]") + "}", 6)) == "");
  CHECK(refusal(file_of("{\"__metadata__\":{}," + tensor("a", "BOOL", "[]", "[0,1]") + "}", 1)) == "");
}

TEST_CASE("every hostile safetensors file is refused with its reason") {
  CHECK(refusal("") == "TS5102");
  CHECK(refusal("1234567") == "TS5102");
  CHECK(refusal(with_size("{}", 3)) == "TS5102");
  CHECK(refusal(with_size("{}", ~std::uint64_t{0})) == "TS5102");
  CHECK(refusal(with_size("{}", 100'000'001)) == "TS5102");
  CHECK(refusal(file_of("", 0)) == "TS5103");
  CHECK(refusal(file_of(" {}", 0)) == "TS5103");
  CHECK(refusal(file_of("[]", 0)) == "TS5103");
  CHECK(refusal(file_of("{", 0)) == "TS5103");
  CHECK(refusal(file_of("{}x", 0)) == "TS5103");
  CHECK(refusal(file_of("{\"a\":1}", 0)) == "TS5103");
  CHECK(refusal(file_of("{\"\xFF\":1}", 0)) == "TS5103");
  CHECK(refusal(file_of(std::string("{\"a\0\":1}", 8), 0)) == "TS5103");
  CHECK(refusal(file_of("{\"a\":" + std::string(100'000, '['), 0)) == "TS5103");
  CHECK(refusal(file_of("{\"__metadata__\":{\"a\":1}}", 0)) == "TS5103");
  CHECK(refusal(file_of("{\"a\":{\"dtype\":\"U8\",\"shape\":[1]}}", 1)) == "TS5103");
  CHECK(refusal(file_of("{" + tensor("a", "U8", "[1]", "[0]") + "}", 1)) == "TS5103");
  CHECK(refusal(file_of("{" + tensor("a", "U8", "[1]", "[0,1]") + "," + tensor("a", "U8", "[1]", "[1,2]") + "}", 2)) == "TS5104");
  CHECK(refusal(file_of("{\"a\":{\"dtype\":\"U8\",\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}", 1)) == "TS5104");
  CHECK(refusal(file_of("{" + tensor("a", "F31", "[1]", "[0,4]") + "}", 4)) == "TS5105");
  CHECK(refusal(file_of("{" + tensor("a", "U8", "[-1]", "[0,1]") + "}", 1)) == "TS5106");
  CHECK(refusal(file_of("{" + tensor("a", "U8", "[1.0]", "[0,1]") + "}", 1)) == "TS5106");
  CHECK(refusal(file_of("{" + tensor("a", "U8", "[99999999999999999999]", "[0,1]") + "}", 1)) == "TS5106");
  CHECK(refusal(file_of("{" + tensor("a", "F32", "[4294967296,4294967296]", "[0,0]") + "}", 0)) == "TS5106");
  CHECK(refusal(file_of("{" + tensor("a", "U8", "[1]", "[2,1]") + "}", 2)) == "TS5106");
  CHECK(refusal(file_of("{" + tensor("a", "U8", "[1]", "[-1,0]") + "}", 2)) == "TS5106");
  CHECK(refusal(file_of("{" + tensor("a", "F32", "[2]", "[0,7]") + "}", 7)) == "TS5107");
  CHECK(refusal(file_of("{" + tensor("a", "F4", "[3]", "[0,1]") + "}", 1)) == "TS5107");
  CHECK(refusal(file_of("{" + tensor("a", "U8", "[2]", "[0,2]") + "," + tensor("b", "U8", "[2]", "[1,3]") + "}", 3)) == "TS5108");
  CHECK(refusal(file_of("{" + tensor("a", "U8", "[1]", "[0,1]") + "," + tensor("b", "U8", "[1]", "[2,3]") + "}", 3)) == "TS5109");
  CHECK(refusal(file_of("{" + tensor("a", "U8", "[1]", "[1,2]") + "}", 2)) == "TS5109");
  CHECK(refusal(file_of("{" + tensor("a", "U8", "[4]", "[0,4]") + "}", 3)) == "TS5110");
  CHECK(refusal(file_of("{" + tensor("a", "U8", "[4]", "[0,4]") + "}", 5)) == "TS5110");
  CHECK(refusal(file_of("{}", 1)) == "TS5110");
}

TEST_CASE("a safetensors file that cannot be read is refused without a crash") {
  ts::report problems;
  CHECK_FALSE(ts::read_safetensors_header("/nonexistent/x.safetensors", problems).has_value());
  CHECK_FALSE(ts::read_safetensors_header("/tmp", problems).has_value());
  CHECK_FALSE(ts::read_safetensors_header("/dev/null", problems).has_value());
  REQUIRE(problems.issues.size() == 3);
  CHECK(problems.issues[0].code == "TS5101");
  CHECK(problems.issues[1].code == "TS5101");
}
