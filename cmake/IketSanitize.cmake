# The tests preload the sanitizers' runtime into opt and clang, and a program
# with a runtime of its own inside would refuse to start beside it.
function(iket_use_shared_sanitizer target)
  if(IKET_SANITIZE AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
    execute_process(
      COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libclang_rt.asan-x86_64.so
      OUTPUT_VARIABLE runtime OUTPUT_STRIP_TRAILING_WHITESPACE)
    get_filename_component(directory ${runtime} DIRECTORY)
    target_link_options(${target} PRIVATE -shared-libasan
                        -Wl,-rpath,${directory})
  endif()
endfunction()

# iket_instrument_for_fuzzing(LIBRARY): the fuzzers, which live with the unit
# tests, see how far into LIBRARY they come.
function(iket_instrument_for_fuzzing library)
  if(IKET_SANITIZE AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
    target_compile_options(${library} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
endfunction()
