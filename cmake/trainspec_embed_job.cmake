# cmake -DTOML=... -DSHOWN=... -DNAME=... -DOUTPUT=... -P trainspec_embed_job.cmake: a header that holds a TOML job.
#
# The text goes byte by byte: nothing in it (quotes, backslashes, NUL, line ends) means anything to CMake or to the compiler.
function(literal hex result)
  string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${hex}")
  string(REPLACE "\\x0a" "\\x0a\"\n      \"" lines "${bytes}")
  set(${result} "\"${lines}\"" PARENT_SCOPE)
endfunction()

file(READ "${TOML}" hex HEX)
literal("${hex}" text)
string(HEX "${SHOWN}" hex)
literal("${hex}" shown)
file(WRITE "${OUTPUT}" "// Made by trainspec_add_job; edit the TOML file.
#pragma once
#include <trainspec/embed/job.hpp>

namespace trainspec::jobs {

struct toml_of_${NAME} {
  constexpr toml_source operator()() const {
    return {${shown},
      ${text}};
  }
};
inline constexpr validated_job ${NAME} = embedded_job<::trainspec::job>(toml_of_${NAME}{});

}  // namespace trainspec::jobs
")
