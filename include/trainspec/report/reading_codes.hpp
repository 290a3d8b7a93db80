#pragma once
#include <string_view>

namespace trainspec::inline v0 {

/// A code that is not a rule of the checker: what reading a file can find, and what every field's description brings.
struct reading_code {
  std::string_view code{}, title{}, reason{};
  enum class level : unsigned char { error, warning, either } is = level::error;

  constexpr bool may_warn() const { return is != level::error; }
};

inline constexpr reading_code reading_codes[] = {
    {"TS1001", "the text is TOML or JSON", "what cannot be parsed cannot be checked"},
    {"TS1002", "a key is given once", "which of two values was meant is a guess"},
    {"TS1003", "the file is UTF-8 text", "TOML and JSON files are UTF-8"},
    {"TS1004", "values are nested at most 100 deep", "deeper nesting is no job, and would exhaust a parser's stack"},
    {"TS1005", "the file has the size of a job", "a job file has a few thousand bytes"},
    {"TS1006", "the report stays readable", "after 200 problems of one file the rest is not listed"},
    {"TS1007", "the file can be opened", "a file that is not there, is a folder or may not be read says nothing"},
    {"TS1101", "the key is known", "a key that nobody reads would be ignored"},
    {"TS1102", "the table is known", "a table that nobody reads would be ignored"},
    {"TS1201", "the value has the type of its field", "a guess at what was meant would be wrong some day"},
    {"TS1202", "the number fits in its field", "integers have 64 bits"},
    {"TS1203", "the list has a length that its field can hold", "lists of a job have a fixed capacity, some a fixed length"},
    {"TS1301", "the value is in the range of its field", "the range stands in the field's description: `trainspec explain KEY`"},
    {"TS1302", "the value is one of the choices of its field", "the choices stand in the field's description: `trainspec explain KEY`"},
    {"TS1303", "what is allowed is the code of a warning", "an error cannot be allowed, and a code that does not exist would be ignored"},
    {"TS1401", "an environment variable that a path or name uses is set", "an unset variable would silently become nothing"},
    {"TS1402", "an input path exists on this machine", "the job may be for another machine: a warning, but an error for `run`",
     reading_code::level::warning},
    {"TS1403", "a file that a job extends can be read", "what it holds would be missing from the job"},
    {"TS1404", "files do not extend each other in a circle", "none of them would be the first to be read"},
    {"TS1405", "a job extends at most eight files, and names none twice", "each value's origin is kept, and a later file is stronger"},
    {"TS1409", "a job that is read in the compiler needs nothing but its text", "the compiler opens no other file and has no environment"},
    {"TS1501", "the file is a job or the config.json of a model", "the other files of a model folder do not say what the model is"},
    {"TS1502", "the model is a Qwen3", "other models have other parts", reading_code::level::either},
    {"TS1503", "the key of config.json is known", "Transformers ignores a key that it does not know", reading_code::level::either},
    {"TS1504", "two keys of config.json that say the same agree", "readers differ in which of the two they take"},
    {"TS1505", "what makes the model is written in config.json", "a default that nobody sees is a silent choice",
     reading_code::level::either},
    {"TS1506", "config.json asks for nothing that is not computed", "the model would be trained otherwise than it was made",
     reading_code::level::either},
    {"TS1507", "the weights are of a type that can hold the model", "Qwen3 was trained in bfloat16", reading_code::level::warning},
    {"TS1508", "the rotary scaling and the longest sequence agree", "readers differ in which of the two they take",
     reading_code::level::warning},
    {"TS1509", "the token ids of a model folder agree", "generation and training would end at different tokens",
     reading_code::level::either},
    {"TS5101", "the safetensors file can be opened", "a file that is not there or may not be read holds no weights"},
    {"TS5102", "the header of a safetensors file has a possible size", "safetensors format"},
    {"TS5103", "the header of a safetensors file is JSON of the right shape", "safetensors format"},
    {"TS5104", "a tensor is named once", "safetensors format"},
    {"TS5105", "the dtype of a tensor is known", "safetensors format"},
    {"TS5106", "offsets and shapes are sizes", "safetensors format"},
    {"TS5107", "shape and dtype of a tensor give its bytes", "safetensors format"},
    {"TS5108", "tensors do not overlap", "safetensors format"},
    {"TS5109", "tensors leave no holes", "safetensors format"},
    {"TS5110", "tensors lie in the file and fill it", "safetensors format"},
    {"TS5201", "the index of a checkpoint maps tensors to files beside it", "it says which file holds which tensor"},
    {"TS5202", "the files that an index names are there", "their weights would be random"},
    {"TS5203", "the tensors of a checkpoint are those of its model", "what is not loaded keeps random weights",
     reading_code::level::either},
    {"TS5204", "the tensors of a checkpoint have the shapes of its model", "the numbers of config.json are not those of the weights"},
    {"TS5205", "the size of a checkpoint is that of its model", "the index may be of other weights", reading_code::level::warning},
    {"TS5206", "the config.json of a folder that a job names can be read", "the job cannot be compared with it",
     reading_code::level::either},
    {"TS5207", "a job and the folder that it loads have the same numbers", "weights fit the model that they were made for",
     reading_code::level::either},
    {"TS5301", "a job that is to start from given weights does not go on from another run",
     "torchtitan goes on from the newest checkpoint of the folder and ignores the weights that were given"},
};

constexpr const reading_code* find_reading_code(std::string_view code) {
  for (const reading_code& c : reading_codes)
    if (c.code == code) return &c;
  return nullptr;
}
/// What must hold where a reading code is reported; empty when there is no such code.
constexpr std::string_view title_of_reading(std::string_view code) {
  const reading_code* const c = find_reading_code(code);
  return c ? c->title : std::string_view{};
}

}  // namespace trainspec::inline v0
