# trainspec::libtorch: trainspec and torch, the latter as imported targets of our own (trainspec::torch on torch_cpu and c10).
# This project's build and its installed package both use this file.
#
# TorchConfig.cmake stops with a fatal error, even when QUIET, where a CUDA wheel meets a machine without the CUDA toolkit, so
# it is used only on request. The libraries and headers are enough, and any wheel or libtorch archive has them.
include_guard(GLOBAL)

set(TRAINSPEC_TORCH_MINIMUM 2.13)
set(TORCH_DIR "" CACHE PATH "torch's folder, which holds include/ and lib/; if empty, the Python interpreter is asked")
option(TRAINSPEC_FIND_PACKAGE_TORCH "Use find_package(Torch) in place of trainspec's own search" OFF)

# trainspec_torch_folder(<result>): TORCH_DIR, else where the interpreter would import torch from (it is not imported: that takes
# seconds), else empty
function(trainspec_torch_folder result)
  set(folder "${TORCH_DIR}")
  if(NOT folder)
    find_package(Python COMPONENTS Interpreter QUIET)
    if(Python_Interpreter_FOUND)
      execute_process(
        COMMAND "${Python_EXECUTABLE}" -c
          "import importlib.util as u; s = u.find_spec('torch'); print(list(s.submodule_search_locations)[0] if s else '')"
        WORKING_DIRECTORY "${CMAKE_BINARY_DIR}" # not the sources, where a folder could pass for a package named torch
        OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    endif()
  endif()
  set(${result} "${folder}" PARENT_SCOPE)
endfunction()

# trainspec_torch_version(<folder> <result>): from the wheel's version.py or the archive's build-version
function(trainspec_torch_version folder result)
  set(text "")
  foreach(file version.py build-version)
    if(EXISTS "${folder}/${file}" AND NOT text)
      file(STRINGS "${folder}/${file}" text REGEX "^(__version__.*)?[^0-9]*[0-9]+\\.[0-9]+" LIMIT_COUNT 1)
    endif()
  endforeach()
  string(REGEX MATCH "[0-9]+\\.[0-9]+(\\.[0-9]+)?" version "${text}")
  set(${result} "${version}" PARENT_SCOPE)
endfunction()

# trainspec_torch_targets(<folder> <problem>): trainspec::torch from a wheel or archive; problem is empty if it fits
function(trainspec_torch_targets folder problem)
  trainspec_torch_version("${folder}" version)
  if(version AND version VERSION_LESS TRAINSPEC_TORCH_MINIMUM)
    set(${problem} "torch ${version} in ${folder} is older than ${TRAINSPEC_TORCH_MINIMUM}" PARENT_SCOPE)
    return()
  endif()
  foreach(name torch_cpu c10)
    set(${name} "${folder}/lib/${CMAKE_SHARED_LIBRARY_PREFIX}${name}${CMAKE_SHARED_LIBRARY_SUFFIX}")
    if(NOT EXISTS "${${name}}")
      set(${problem} "${${name}} does not exist" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  foreach(name torch_cpu c10)
    add_library(trainspec::${name} SHARED IMPORTED GLOBAL)
    set_target_properties(trainspec::${name} PROPERTIES IMPORTED_LOCATION "${${name}}")
  endforeach()
  add_library(trainspec::torch INTERFACE IMPORTED GLOBAL)
  target_include_directories(trainspec::torch SYSTEM INTERFACE
    "${folder}/include" "${folder}/include/torch/csrc/api/include")
  target_link_libraries(trainspec::torch INTERFACE trainspec::torch_cpu trainspec::c10)
  message(STATUS "trainspec: torch ${version} in ${folder}")
  set(${problem} "" PARENT_SCOPE)
endfunction()

# trainspec_find_torch([REQUIRED]): defines trainspec::libtorch, or says why not
function(trainspec_find_torch)
  if(TARGET trainspec::libtorch)
    return()
  endif()
  set(problem "")
  if(TRAINSPEC_FIND_PACKAGE_TORCH)
    find_package(Torch ${TRAINSPEC_TORCH_MINIMUM} REQUIRED)
    set_target_properties(torch PROPERTIES IMPORTED_GLOBAL TRUE)
    add_library(trainspec::torch INTERFACE IMPORTED GLOBAL)
    target_link_libraries(trainspec::torch INTERFACE torch)
  else()
    trainspec_torch_folder(folder)
    if(folder)
      trainspec_torch_targets("${folder}" problem)
    else()
      set(problem "torch was not found; install it, or set TORCH_DIR or Python_EXECUTABLE")
    endif()
  endif()

  if(NOT problem)
    add_library(trainspec::libtorch INTERFACE IMPORTED GLOBAL)
    target_link_libraries(trainspec::libtorch INTERFACE trainspec::trainspec trainspec::torch)
  elseif("REQUIRED" IN_LIST ARGN)
    message(FATAL_ERROR "trainspec: no libtorch engine: ${problem}")
  else()
    message(STATUS "trainspec: no libtorch engine: ${problem}")
  endif()
endfunction()
