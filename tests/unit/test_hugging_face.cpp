// Hugging Face folders and config.json: what the case files cannot show.
#include <doctest/doctest.h>

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <trainspec/text/check_file.hpp>

using namespace trainspec;

namespace {
constexpr const char* small_config = R"({"model_type": "qwen3", "hidden_size": 8, "num_hidden_layers": 2, "num_attention_heads": 2,
 "num_key_value_heads": 1, "head_dim": 4, "intermediate_size": 16, "vocab_size": 32, "max_position_embeddings": 64,
 "rope_theta": 1000000, "tie_word_embeddings": true, "dtype": "bfloat16"})";
constexpr const char* mixture_config =
    R"({"model_type": "qwen3_moe", "hidden_size": 8, "num_hidden_layers": 2, "num_attention_heads": 2, "num_key_value_heads": 1,
 "head_dim": 4, "intermediate_size": 16, "moe_intermediate_size": 4, "num_experts": 3, "num_experts_per_tok": 2, "vocab_size": 32,
 "norm_topk_prob": true, "max_position_embeddings": 64, "rope_theta": 1000000, "tie_word_embeddings": false})";

/// A folder that goes when the test ends.
class temporary_folder {
 public:
  temporary_folder() : path_(std::filesystem::temp_directory_path() / ("trainspec_hf_" + std::to_string(getpid()))) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directory(path_);
  }
  ~temporary_folder() { std::filesystem::remove_all(path_); }
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;

  std::string path() const { return path_.string(); }
  void write(const std::string& name, const std::string& content) const { std::ofstream(path_ / name, std::ios::binary) << content; }
  /// A safetensors file of bfloat16 zeros.
  void write_weights(const std::string& name, const std::vector<std::pair<std::string, tensor_shape>>& tensors) const {
    std::vector<tensor_entry> entries;
    std::uint64_t at = 0;
    for (const auto& [tensor, shape] : tensors) {
      const std::uint64_t bytes = 2 * static_cast<std::uint64_t>(shape.elements());
      std::vector<std::int64_t> sizes{shape.rows};
      if (shape.columns > 0) sizes.push_back(shape.columns);
      entries.push_back({tensor, "BF16", sizes, at, at + bytes});
      at += bytes;
    }
    write(name, write_safetensors_header(entries, {}) + std::string(static_cast<std::size_t>(at), '\0'));
  }

 private:
  std::filesystem::path path_;
};

model model_of(const char* config) { return load_string<job>(config, "config.json").job.value.model; }
std::vector<std::pair<std::string, tensor_shape>> tensors_of(const model& m) {
  std::vector<std::pair<std::string, tensor_shape>> all;
  for_each_tensor(m, [&](const std::string& name) {
    all.emplace_back(name, find_tensor(m, name).value());
    return true;
  });
  return all;
}
std::size_t count_code(const report& r, std::string_view code) {
  std::size_t n = 0;
  for (const issue& i : r.issues) n += i.code == code;
  return n;
}
}  // namespace

TEST_CASE("the configs that Transformers 4 and 5 write for one model give equal jobs") {
  for (const char* const kind : {"transformers_", "a_mixture_"}) {
    const std::string name = std::string("tests/cases/config_of_") + kind;
    const loaded<job> old = load_file<job>(name + "4.json"), now = load_file<job>(name + "5.json");
    REQUIRE(old.ok());
    REQUIRE(now.ok());
    CHECK(old.job.value == now.job.value);
  }
}

TEST_CASE("a config.json of a published model is its flavor") {
  const model read = load_file<job>("tests/cases/config_of_a_mixture_5.json").job.value.model;
  model published;
  apply(*find_qwen3_flavor("30B-A3B"), published);
  CHECK(read == published);
  CHECK(count_parameters(read).unique == 30'532'122'624);
}

TEST_CASE("values of config.json have its lines and columns as origins, those of the class say so") {
  const loaded<job> file = check_string(small_config, "config.json");
  CHECK(file.ok());
  const model& m = file.job.value.model;
  const auto origin_of = [&](const void* field) {
    const origin o = file.job.origin_of(field);
    return std::string(words_of(o, file.job.from.source_of(o)).view());
  };
  CHECK(origin_of(&m.dim) == "config.json:1:40");
  CHECK(origin_of(&m.rope_theta) == "config.json:3:16");
  CHECK(origin_of(&m.norm_eps) == "preset Qwen3Config");
  CHECK(origin_of(&m.flavor) == "default");
}

TEST_CASE("every key of config.json that is a field names one") {
  for (const hf_field& f : hf_fields) {
    bool found = false;
    for (const row& r : rows_of<job>()) found = found || r.path == f.field;
    CHECK_MESSAGE(found, f.key);
    CHECK(is_hf_key(f.key));
  }
}

TEST_CASE("a model alone is checked as a model: rules on training and machine wait for a job") {
  // 64 positions are fewer than the default training.seq_len, and no machine is named
  CHECK(check_string(small_config, "config.json").problems.issues.empty());
}

TEST_CASE("the tensors of a model are as many as its parameters say, and have their elements") {
  for (const char* const config : {small_config, mixture_config}) {
    const model m = model_of(config);
    std::int64_t elements = 0, count = 0;
    for (const auto& [name, shape] : tensors_of(m)) {
      elements += shape.elements();
      ++count;
    }
    CHECK(elements == count_parameters(m).unique);
    CHECK(count == count_parameters(m).tensors);
    for (const char* const stranger : {"model.layers.2.input_layernorm.weight", "model.layers.01.input_layernorm.weight", "model.layers.0",
                                       "model.layers..mlp.gate.weight", "model.layers.0.mlp.experts.3.up_proj.weight",
                                       "model.layers.99999999999.mlp.gate.weight", "input_layernorm.weight", ""})
      CHECK_FALSE(find_tensor(m, stranger).has_value());
  }
}

TEST_CASE("weights in one file are compared with the model, name by name and shape by shape") {
  const temporary_folder folder;
  folder.write("config.json", small_config);
  std::vector<std::pair<std::string, tensor_shape>> tensors = tensors_of(model_of(small_config));
  folder.write_weights("model.safetensors", tensors);
  CHECK(check_file(folder.path()).problems.issues.empty());

  tensors.emplace_back("lm_head.weight", tensor_shape{32, 8});  // a copy of the tied head
  folder.write_weights("model.safetensors", tensors);
  CHECK(check_file(folder.path()).problems.issues.empty());

  tensors.front().second = {31, 8};
  tensors.pop_back();
  tensors.back().first = "model.layers.0.mlp.bias";
  folder.write_weights("model.safetensors", tensors);
  const report r = check_file(folder.path()).problems;
  CHECK(count_code(r, "TS5203") == 2);
  REQUIRE(r.find("TS5204") != nullptr);
  CHECK(
      r.find("TS5204")->message ==
      "1 tensor of model.safetensors has another shape than config.json gives: model.embed_tokens.weight is [31, 8], the model's [32, 8]");
}

TEST_CASE("shards that an index names are looked for, and their headers compared with it") {
  const temporary_folder folder;
  folder.write("config.json", mixture_config);
  const std::vector<std::pair<std::string, tensor_shape>> tensors = tensors_of(model_of(mixture_config));
  const auto middle = tensors.begin() + 5;
  std::string map;
  for (std::size_t i = 0; i < tensors.size(); ++i)
    map += (i > 0 ? ",\n\"" : "\"") + tensors[i].first + "\": \"model-" + (i < 5 ? "1" : "2") + ".safetensors\"";
  const auto index = [&](const std::string& total) {
    folder.write("model.safetensors.index.json", "{\"metadata\": {\"total_size\": " + total + "}, \"weight_map\": {" + map + "}}");
  };
  const std::int64_t unique = count_parameters(model_of(mixture_config)).unique;
  index(std::to_string(2 * unique));
  folder.write_weights("model-1.safetensors", {tensors.begin(), middle});
  folder.write_weights("model-2.safetensors", {middle, tensors.end()});
  CHECK(check_file(folder.path()).problems.issues.empty());

  SUBCASE("a shard that is absent is named with the tensors it holds") {
    std::filesystem::remove(folder.path() + "/model-2.safetensors");
    const report r = check_file(folder.path()).problems;
    REQUIRE(r.issues.size() == 1);
    CHECK(r.issues[0].message == "1 of 2 shards is not in the folder, with 34 tensors: model-2.safetensors (34 tensors)");
    CHECK(check_file(folder.path() + "/model.safetensors.index.json").problems.find("TS5202") != nullptr);
  }
  SUBCASE("a shard that lacks a tensor is not that of the index") {
    folder.write_weights("model-1.safetensors", {tensors.begin(), middle - 1});
    const report r = check_file(folder.path()).problems;
    REQUIRE(r.issues.size() == 1);
    CHECK(r.issues[0].message == "model-1.safetensors has 4 of the 5 tensors that the index puts there");
  }
  SUBCASE("a shard that is cut short is refused") {
    folder.write("model-2.safetensors", "version https://git-lfs.github.com/spec/v1\n");
    CHECK(check_file(folder.path()).problems.find("TS5102") != nullptr);
  }
  SUBCASE("the size in the metadata is that of the model") {
    std::string typed(mixture_config);
    typed.insert(1, "\"dtype\": \"bfloat16\", ");
    folder.write("config.json", typed);
    CHECK(check_file(folder.path()).problems.issues.empty());
    index(std::to_string(unique));
    const report r = check_file(folder.path()).problems;
    REQUIRE(r.issues.size() == 1);
    CHECK(r.issues[0].code == "TS5205");
  }
}

TEST_CASE("a safetensors file given for a job is called that, by its name and by its bytes") {
  const temporary_folder folder;
  folder.write_weights("model.safetensors", {{"a", {1, 0}}});
  folder.write_weights("model.bin", {{"a", {1, 0}}});
  for (const char* const name : {"/model.safetensors", "/model.bin"}) {
    const report r = check_file(folder.path() + name).problems;
    REQUIRE(r.issues.size() == 1);
    CHECK(r.issues[0].code == "TS1501");
  }
}

TEST_CASE("a folder without a config.json cannot be opened") {
  const temporary_folder folder;
  const loaded<job> file = check_file(folder.path());
  CHECK(file.exit_code() == 2);
  CHECK(file.problems.find("TS1007") != nullptr);
}

TEST_CASE("warnings of a config.json can be allowed, errors cannot") {
  std::string half(small_config);
  half.replace(half.find("bfloat16"), 8, "float16");
  const std::vector<std::string> allow{"TS1507"};
  CHECK(check_string(half, "config.json").problems.warnings() == 1);
  CHECK(check_string(half, "config.json", {.allow = allow}).problems.issues.empty());
  CHECK(detail::may_be_allowed("TS1507", rule_groups));
  CHECK_FALSE(detail::may_be_allowed("TS5202", rule_groups));
}

TEST_CASE("settings are stronger than a config.json") {
  const std::vector<std::string> settings{"model.n_layers=1"};
  const loaded<job> file = check_string(small_config, "config.json", {.settings = settings});
  CHECK(file.ok());
  CHECK(file.job.value.model.n_layers == 1);
  CHECK(file.history.size() == 1);
}

TEST_CASE("the greatest token of a tokenizer.json is found in its vocabulary and among its added tokens") {
  CHECK(greatest_token_id(R"({"added_tokens": [{"id": 7, "content": "a\"\\"}], "model": {"type": "BPE", "vocab": {"a": 0, "\"b": 5}}})") ==
        7);
  CHECK(greatest_token_id(R"({"model": {"vocab": {"{": 9, "]": 12}, "merges": ["a b"]}, "other": {"vocab": {"x": 99}}})") == 12);
  for (const char* const none : {"", "{", "\"", "{\"model\": {\"vocab\": {\"a\":", "[[[[1]]]]", "}}}}", "{\"model\": {\"vocab\": {\"a\\"})
    CHECK(greatest_token_id(none) == -1);

  const temporary_folder folder;
  folder.write("config.json", small_config);
  folder.write("tokenizer.json", R"({"model": {"vocab": {"a": 0, "b": 31}}})");
  CHECK(check_file(folder.path()).problems.issues.empty());
  folder.write("tokenizer.json", R"({"model": {"vocab": {"a": 0, "b": 32}}})");
  const report r = check_file(folder.path()).problems;
  REQUIRE(r.issues.size() == 1);
  CHECK(r.issues[0].message == "the tokenizer has a token 32, outside the vocabulary of 32 tokens");
}

TEST_CASE("hostile folders are answered at once") {
  const temporary_folder folder;
  // the greatest model that fields allow has hundreds of millions of tensors
  folder.write("config.json", R"({"model_type": "qwen3_moe", "hidden_size": 131072, "num_hidden_layers": 4096, "num_attention_heads": 4096,
 "num_key_value_heads": 4096, "head_dim": 4096, "intermediate_size": 1048576, "moe_intermediate_size": 262144, "num_experts": 16384,
 "num_experts_per_tok": 8, "vocab_size": 67108864, "norm_topk_prob": true, "tie_word_embeddings": false})");
  folder.write("model.safetensors.index.json", R"({"weight_map": {"model.norm.weight": "a.safetensors"}})");
  const auto start = std::chrono::steady_clock::now();
  CHECK(check_file(folder.path()).problems.find("TS5203") != nullptr);

  folder.write("generation_config.json", std::string(100000, '['));
  folder.write("tokenizer_config.json",
               "{\"added_tokens_decoder\": {\"99999999999999999999\": null, \"x\": []}, \"eos_token\": {\"content\": 1}}");
  CHECK(check_file(folder.path()).problems.find("TS1004") != nullptr);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));

  for (const char* const broken : {R"({"model_type": 1})", R"({"model_type": null, "hidden_size": 1})", R"({"architectures": []})",
                                   R"({"model_type": "qwen3", "rope_parameters": [], "rope_scaling": 1, "layer_types": {}})",
                                   R"({"model_type": "qwen3_moe", "mlp_only_layers": "all", "eos_token_id": {"a": 1}})",
                                   R"({"model_type": "qwen3", "rope_scaling": {"rope_type": "yarn", "factor": 1e308}})",
                                   R"({"model_type": "qwen3", "max_window_layers": "x", "use_sliding_window": true})"}) {
    folder.write("config.json", broken);
    CHECK_FALSE(check_file(folder.path()).ok());
  }
}
