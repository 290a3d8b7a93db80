# What this project's own targets are built with. Nothing here reaches a consumer.

# Private to our targets: a user's compiler may warn of what ours do not.
add_library(trainspec_warnings INTERFACE)
target_compile_options(trainspec_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow $<$<BOOL:${TRAINSPEC_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 sees overlapping copies inside std::string's operator+ when it optimises (GCC bug 105651)
  target_compile_options(trainspec_warnings INTERFACE -Wno-restrict)
endif()

if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_CXX_EXTENSIONS OFF)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
  endif()

  # `./dev setup` puts torch there; an interpreter named by the caller wins.
  if(NOT DEFINED Python_EXECUTABLE AND EXISTS "${PROJECT_SOURCE_DIR}/.venv/bin/python")
    set(Python_EXECUTABLE "${PROJECT_SOURCE_DIR}/.venv/bin/python")
  endif()

  # With paths taken relative to the sources, another clone, or the wheel's build beside this one, hits the cache too.
  find_program(TRAINSPEC_CCACHE ccache)
  mark_as_advanced(TRAINSPEC_CCACHE)
  if(TRAINSPEC_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER
      "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1 "${TRAINSPEC_CCACHE}")
  endif()
endif()

# trainspec_layer(<file> <result>): core, toml or libtorch: the least that a source or header needs, found by following its includes
function(trainspec_layer file result)
  get_property(known GLOBAL PROPERTY "trainspec_layer_${file}")
  if(NOT known)
    set(known core)
    set_property(GLOBAL PROPERTY "trainspec_layer_${file}" core) # ends the walk where includes form a circle
    cmake_path(GET file PARENT_PATH folder)
    file(STRINGS "${file}" lines REGEX "^[ \t]*#[ \t]*include[ \t]*[<\"]")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^[^<\"]*[<\"]([^>\"]*)[>\"].*$" "\\1" name "${line}")
      set(layer core)
      if(name MATCHES "^(torch|ATen|c10)/")
        set(layer libtorch)
      elseif(name MATCHES "^(toml[+][+]|rapidjson)/")
        set(layer toml)
      else()
        foreach(candidate "${folder}/${name}" "${PROJECT_SOURCE_DIR}/include/${name}" "${PROJECT_SOURCE_DIR}/tests/${name}")
          if(EXISTS "${candidate}" AND NOT IS_DIRECTORY "${candidate}")
            cmake_path(NORMAL_PATH candidate)
            trainspec_layer("${candidate}" layer)
            break()
          endif()
        endforeach()
      endif()
      if(layer STREQUAL "libtorch" OR (layer STREQUAL "toml" AND known STREQUAL "core"))
        set(known ${layer})
      endif()
    endforeach()
    set_property(GLOBAL PROPERTY "trainspec_layer_${file}" ${known})
  endif()
  set(${result} ${known} PARENT_SCOPE)
endfunction()

# trainspec_layer_target(<layer> <result>): the library of a layer, or empty where this build has it not
function(trainspec_layer_target layer result)
  set(libraries "")
  if(layer STREQUAL "core")
    set(libraries trainspec::trainspec)
  elseif(layer STREQUAL "toml" AND TARGET trainspec::toml)
    set(libraries trainspec::toml)
  elseif(layer STREQUAL "libtorch" AND TARGET trainspec::libtorch)
    set(libraries trainspec::libtorch)
    if(TARGET trainspec::toml) # what trains usually reads a file as well
      list(APPEND libraries trainspec::toml)
    endif()
  endif()
  set(${result} "${libraries}" PARENT_SCOPE)
endfunction()
