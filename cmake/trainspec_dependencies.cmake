# The headers trainspec stands on, as imported targets. This project's build and its installed package both use this file.
#
# Found by header, not by package: a package's own target may bring a library along (Debian's toml++ links a shared one)
# and all of these are used header-only. If one lies in an unusual place, set CMAKE_PREFIX_PATH, or TRAINSPEC_<NAME>_INCLUDE.
include_guard(GLOBAL)

# trainspec_header_target(<name> <header> <what it is> [REQUIRED]): trainspec::<name>, its warnings not ours
function(trainspec_header_target name header what)
  if(TARGET trainspec::${name})
    return()
  endif()
  string(TOUPPER "TRAINSPEC_${name}_INCLUDE" variable)
  find_path(${variable} "${header}" DOC "The folder that holds ${header}")
  mark_as_advanced(${variable})
  if(${variable})
    add_library(trainspec::${name} INTERFACE IMPORTED GLOBAL)
    target_include_directories(trainspec::${name} SYSTEM INTERFACE "${${variable}}")
  elseif("REQUIRED" IN_LIST ARGN)
    message(FATAL_ERROR "trainspec needs ${what}: ${header} was not found; set ${variable} to the folder that holds it")
  endif()
endfunction()

function(trainspec_find_core)
  trainspec_header_target(hana boost/hana.hpp "Boost.Hana (Debian: libboost-dev)" ${ARGN})
endfunction()

# defines trainspec::toml
function(trainspec_find_toml)
  trainspec_header_target(tomlplusplus toml++/toml.h "toml++ (Debian: libtomlplusplus-dev)" ${ARGN})
  if(TARGET trainspec::tomlplusplus AND NOT TARGET trainspec::toml)
    add_library(trainspec::toml INTERFACE IMPORTED GLOBAL)
    target_link_libraries(trainspec::toml INTERFACE trainspec::trainspec trainspec::tomlplusplus)
  endif()
endfunction()
