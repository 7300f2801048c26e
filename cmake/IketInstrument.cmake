# iket_instrument(<target> [RUNTIME_PAYLOADS] [LTO] [OPTIONS <option>[=<value>]...])
#
# Compiles the CUDA sources of <target> with Iket. With clang as the CUDA
# compiler it adds the plugin, and the objects are rebuilt when the plugin or the
# file of the option ids (relative to the source folder) changes. With another CUDA
# compiler it prints a warning at configure time and adds only the include folder:
# the annotations are then nothing.
#
#   RUNTIME_PAYLOADS  record payload values
#   LTO               relocatable device code: sources call device functions of
#                     one another, and events are numbered once at the link. Not
#                     for static libraries; what links objects is linked by clang
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
      "with -DCMAKE_CUDA_COMPILER=clang++-${Iket_LLVM_VERSION} "
      "-DCMAKE_CUDA_ARCHITECTURES=90.")
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
  set(depends ${Iket_PLUGIN} ${Iket_PASS_PLUGIN})
  if(arg_RUNTIME_PAYLOADS)
    list(APPEND flags -fplugin-arg-iket-runtime-payloads)
  endif()
  foreach(option ${arg_OPTIONS})
    if(option MATCHES "^ids=(.*)$")
      get_filename_component(ids "${CMAKE_MATCH_1}" ABSOLUTE)
      list(APPEND depends ${ids})
      set(option "ids=${ids}")
    endif()
    # A > would end the generator expression around the flags.
    if(NOT option MATCHES "\\$<")
      string(REPLACE ">" "$<ANGLE-R>" option "${option}")
    endif()
    list(APPEND flags -fplugin-arg-iket-${option})
  endforeach()

  # What objects depend on beside their sources: the compiler writes it into each
  # depfile, whatever way the source came into the target. Ninja knows files that
  # it builds by their names from the build folder.
  foreach(file ${depends})
    if(TARGET iket-plugins AND CMAKE_GENERATOR MATCHES "Ninja")
      file(RELATIVE_PATH relative ${CMAKE_BINARY_DIR} ${file})
      if(NOT relative MATCHES "^\\.\\./")
        set(file ${relative})
      endif()
    endif()
    list(APPEND flags "SHELL:-Xclang -fdepfile-entry=${file}")
  endforeach()
  if(TARGET iket-plugins)
    add_dependencies(${target} iket-plugins)
  endif()

  if(arg_LTO)
    list(APPEND flags -fgpu-rdc -foffload-lto)
    # Device code is linked where the host's code is: that of an object library,
    # in the targets that link it.
    get_target_property(type ${target} TYPE)
    set(scope PRIVATE)
    set(link_depends LINK_DEPENDS)
    if(type STREQUAL "STATIC_LIBRARY")
      message(FATAL_ERROR "iket_instrument(${target} LTO): the link leaves out "
        "device code of a static library, since no other device code calls its "
        "kernels. Make '${target}' an OBJECT or SHARED library.")
    elseif(type STREQUAL "OBJECT_LIBRARY")
      set(scope INTERFACE)
      set(link_depends INTERFACE_LINK_DEPENDS)
    endif()
    target_link_options(${target} ${scope} --offload-link -fgpu-rdc
      LINKER:--offload-opt=--load-pass-plugin=${Iket_PASS_PLUGIN})
    set_property(TARGET ${target} APPEND PROPERTY
                 ${link_depends} ${Iket_PASS_PLUGIN})
  endif()
  foreach(flag ${flags})
    target_compile_options(${target} PRIVATE
      "$<$<COMPILE_LANG_AND_ID:CUDA,Clang>:${flag}>")
  endforeach()

  # The architectures may still be set until the end of the target's directory.
  if(NOT arg_OPTIONS MATCHES "pre-hopper=|recorder=")
    get_target_property(directory ${target} SOURCE_DIR)
    cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${directory}]]
      CALL _iket_check_architectures [[${target}]])")
  endif()
endfunction()

# CMake's default is older than any GPU that records.
function(_iket_check_architectures target)
  get_target_property(architectures ${target} CUDA_ARCHITECTURES)
  foreach(architecture ${architectures})
    string(REGEX MATCH "^[0-9]+" number "${architecture}")
    if(NOT number OR number GREATER_EQUAL 90)
      return()
    endif()
  endforeach()
  message(WARNING "iket_instrument(${target}): CUDA_ARCHITECTURES is "
    "'${architectures}', and events are removed below 90. Configure with "
    "-DCMAKE_CUDA_ARCHITECTURES=90, or the architecture of your GPU.")
endfunction()
