# What the folders of unit tests share.
find_package(GTest REQUIRED)

# iket_test_program(TARGET): a program that the lit suites run from bin/.
function(iket_test_program target)
  iket_use_shared_sanitizer(${target})
  set_target_properties(${target} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
endfunction()

# iket_fuzzer(TARGET SOURCE LIBRARY): libFuzzer over LIBRARY, where it is built
# with the sanitizers by clang.
function(iket_fuzzer target source library)
  if(IKET_SANITIZE AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
    add_executable(${target} ${source})
    target_link_libraries(${target} PRIVATE ${library})
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer)
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    iket_test_program(${target})
  endif()
endfunction()
