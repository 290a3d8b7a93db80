# trainspec_add_job(<target> <file.toml> [NAME <name>])
#
# Checks a TOML job when <target> is compiled, and gives its sources the job as a constant:
#
#   #include <jobs/pretrain.hpp>   // trainspec::jobs::pretrain, a constexpr trainspec::validated_job
#
# What is wrong with the file is a compile error that names the file as given here, line, column, code and sentence. <name> is by
# default the file's name without its ending; every job of a program needs one of its own. <target> links to trainspec::trainspec.
include_guard(GLOBAL)
set(TRAINSPEC_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/trainspec_embed_job.cmake" CACHE INTERNAL "")

function(trainspec_add_job target file)
  cmake_parse_arguments(PARSE_ARGV 2 job "" NAME "")
  if(job_UNPARSED_ARGUMENTS OR job_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "trainspec_add_job(<target> <file.toml> [NAME <name>]) was given: ${ARGV}")
  endif()
  get_target_property(type ${target} TYPE)
  if(type MATCHES "INTERFACE|UTILITY|UNKNOWN")
    message(FATAL_ERROR "trainspec_add_job: ${target} is not compiled, so nothing would check ${file}")
  endif()
  if(file MATCHES ";")
    message(FATAL_ERROR "trainspec_add_job: CMake cannot depend on a file with a semicolon in its name: ${file}")
  endif()
  if(NOT job_NAME)
    cmake_path(GET file STEM LAST_ONLY stem)
    string(MAKE_C_IDENTIFIER "${stem}" job_NAME)
  endif()
  if(NOT job_NAME MATCHES "^[A-Za-z][A-Za-z0-9_]*$" OR job_NAME MATCHES "__|^(auto|bool|break|case|char|class|concept|const|continue|default|delete|do|double|else|enum|export|extern|false|float|for|friend|goto|if|inline|int|long|module|mutable|namespace|new|operator|private|protected|public|register|requires|return|short|signed|static|struct|switch|template|this|throw|true|try|typedef|union|unsigned|using|virtual|void|volatile|while)$")
    message(FATAL_ERROR "trainspec_add_job: \"${job_NAME}\" is no name of a C++ constant: give one with NAME")
  endif()

  cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE source)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/trainspec_jobs/${target}")
  set(header "${folder}/jobs/${job_NAME}.hpp")
  add_custom_command(OUTPUT "${header}"
    COMMAND "${CMAKE_COMMAND}" "-DTOML=${source}" "-DSHOWN=${file}" "-DNAME=${job_NAME}" "-DOUTPUT=${header}" -P "${TRAINSPEC_EMBED_SCRIPT}"
    DEPENDS "${source}" "${TRAINSPEC_EMBED_SCRIPT}" COMMENT "Embedding ${file}" VERBATIM)
  # a unit of its own: the job is checked even where nothing includes it
  set(unit "${folder}/${job_NAME}.cpp")
  file(CONFIGURE OUTPUT "${unit}" CONTENT "#include <jobs/${job_NAME}.hpp>\n" @ONLY)
  target_sources(${target} PRIVATE "${header}" "${unit}")
  target_include_directories(${target} PRIVATE "${folder}")
endfunction()
