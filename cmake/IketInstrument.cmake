# iket_instrument(<target> [RUNTIME_PAYLOADS] [LTO] [OPTIONS <option>[=<value>]...])
#
# Compiles the CUDA sources of <target> with Iket. With clang as the CUDA
# compiler it adds the plugin, and the objects are rebuilt when the plugin or the
# file of the option ids (relative to the source folder) changes. With another CUDA
# compiler it says so at configure time and adds only the include folder: the
# annotations are then nothing.
#
#   RUNTIME_PAYLOADS  record payload values
#   LTO               relocatable device code: sources call device functions of
#                     one another, and events are numbered once at the link
#   OPTIONS           options of docs/options.md, without a prefix
#
# Needs Iket_PLUGIN, Iket_PASS_PLUGIN, Iket_INCLUDE_DIR and Iket_LLVM_VERSION,
# which find_package(Iket) and add_subdirectory set.
include_guard(GLOBAL)

function(iket_instrument target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "RUNTIME_PAYLOADS;LTO" "" "OPTIONS")
  if(NOT TARGET ${target})
    message(FATAL_ERROR "iket_instrument: there is no target '${target}'")
  endif()
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "iket_instrument(${target}): unknown arguments "
      "'${arg_UNPARSED_ARGUMENTS}'; it takes RUNTIME_PAYLOADS, LTO and OPTIONS")
  endif()
  target_include_directories(${target} PRIVATE ${Iket_INCLUDE_DIR})

  if(NOT CMAKE_CUDA_COMPILER_ID STREQUAL "Clang")
    message(WARNING "iket_instrument(${target}): the CUDA compiler is "
      "${CMAKE_CUDA_COMPILER_ID}, not clang: nothing will be traced. Configure "
      "with -DCMAKE_CUDA_COMPILER=clang++-${Iket_LLVM_VERSION}.")
    return()
  endif()
  string(REGEX MATCH "^[0-9]+" clang_version "${CMAKE_CUDA_COMPILER_VERSION}")
  if(NOT clang_version EQUAL Iket_LLVM_VERSION)
    message(FATAL_ERROR "iket_instrument(${target}): the plugin was built for "
      "LLVM ${Iket_LLVM_VERSION}, the CUDA compiler is clang "
      "${CMAKE_CUDA_COMPILER_VERSION}. Configure with "
      "-DCMAKE_CUDA_COMPILER=clang++-${Iket_LLVM_VERSION}.")
  endif()

  # Both jobs of a CUDA compile read the attributes; the passes look at device
  # code only.
  set(flags -fplugin=${Iket_PLUGIN})
  if(arg_RUNTIME_PAYLOADS)
    list(APPEND flags -fplugin-arg-iket-runtime-payloads)
  endif()
  set(read_by_passes)
  foreach(option ${arg_OPTIONS})
    if(option MATCHES "^ids=(.*)$")
      get_filename_component(read_by_passes "${CMAKE_MATCH_1}" ABSOLUTE)
      set(option "ids=${read_by_passes}")
    endif()
    list(APPEND flags -fplugin-arg-iket-${option})
  endforeach()
  if(arg_LTO)
    list(APPEND flags -fgpu-rdc -foffload-lto)
    target_link_options(${target} PRIVATE --offload-link -fgpu-rdc
      LINKER:--offload-opt=--load-pass-plugin=${Iket_PASS_PLUGIN})
    set_property(TARGET ${target} APPEND PROPERTY
                 LINK_DEPENDS ${Iket_PASS_PLUGIN})
  endif()
  target_compile_options(${target} PRIVATE
    "$<$<COMPILE_LANG_AND_ID:CUDA,Clang>:${flags}>")

  # Sources may still be added until the end of the target's directory.
  get_target_property(directory ${target} SOURCE_DIR)
  cmake_language(EVAL CODE "
    cmake_language(DEFER DIRECTORY [[${directory}]]
                   CALL _iket_depend_on_plugin [[${target}]]
                        [[${read_by_passes}]])")
endfunction()

# What no depfile lists.
function(_iket_depend_on_plugin target read_by_passes)
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    get_source_file_property(language ${source} TARGET_DIRECTORY ${target}
                             LANGUAGE)
    if(source MATCHES "\\.cu$" OR language STREQUAL "CUDA")
      set_property(SOURCE ${source} TARGET_DIRECTORY ${target} APPEND PROPERTY
        OBJECT_DEPENDS ${Iket_PLUGIN} ${Iket_PASS_PLUGIN} ${read_by_passes})
    endif()
  endforeach()
endfunction()
