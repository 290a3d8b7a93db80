# Asks the compiler for every file the umbrella reads; toml++, a JSON library, torch and Python must not be among them.
execute_process(COMMAND "${COMPILER}" -std=c++20 -M "-I${INCLUDE}" -idirafter "${HANA}" -x c++ "${INCLUDE}/trainspec/trainspec.hpp"
  OUTPUT_VARIABLE files COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^ \n]*/(toml[+][+]|rapidjson|nlohmann|torch|ATen|c10|pybind11|CLI)/[^ \n]*|[^ \n]*/Python[.]h" foreign "${files}")
if(foreign)
  list(JOIN foreign "\n  " foreign)
  message(FATAL_ERROR "trainspec.hpp includes\n  ${foreign}")
endif()
