# A copy of the consumer whose job file is edited after it was built: the build must check it again, and name its line.
file(REMOVE_RECURSE "${WORK}")
file(COPY "${CONSUMER}/" DESTINATION "${WORK}/source")
execute_process(COMMAND "${CMAKE_COMMAND}" -S "${WORK}/source" -B "${WORK}/build" -G "${GENERATOR}" "-DCMAKE_PREFIX_PATH=${PREFIX}"
  "-DCMAKE_CXX_COMPILER=${COMPILER}" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${WORK}/build" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(WRITE "${WORK}/source/job.toml" "model.flavor = \"4B\"\n[training]\nseq_length = 4096\n")
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${WORK}/build" OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE result)
if(result STREQUAL "0" OR NOT said MATCHES "job\\.toml:3:1: TS1101")
  message(FATAL_ERROR "the edited job was not refused (${result}):\n${said}")
endif()
