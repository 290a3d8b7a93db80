#pragma once
#include <string_view>

namespace trainspec::inline v0 {

/// A code that is not a rule of the checker: what reading a file can find, and what every field's description brings.
struct reading_code {
  std::string_view code{}, title{}, reason{};
  std::string_view marks{};  ///< what is not so of every code: all others are errors
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
     "warning; an error with `--here`"},
    {"TS5101", "the safetensors file can be opened", "a file that is not there or may not be read holds no weights"},
    {"TS1409", "a job that is read in the compiler needs nothing but its text", "the compiler opens no other file and has no environment"},
    {"TS5102", "the header of a safetensors file has a possible size", "safetensors format"},
    {"TS5103", "the header of a safetensors file is JSON of the right shape", "safetensors format"},
    {"TS5104", "a tensor is named once", "safetensors format"},
    {"TS5105", "the dtype of a tensor is known", "safetensors format"},
    {"TS5106", "offsets and shapes are sizes", "safetensors format"},
    {"TS5107", "shape and dtype of a tensor give its bytes", "safetensors format"},
    {"TS5108", "tensors do not overlap", "safetensors format"},
    {"TS5109", "tensors leave no holes", "safetensors format"},
    {"TS5110", "tensors lie in the file and fill it", "safetensors format"},
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
