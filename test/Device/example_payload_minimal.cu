// The example `payload_minimal`: four warps mark their own number.
// BUILD: default = -O2 -mllvm -iket-runtime-payloads
// BUILD: off = -O2
// REQUIRES: cuda, oracle
// RUN: %iket-clang -O2 -I%src/test/Device -c %s -o %t.cubin
// RUN: %oracle --counts %t.cubin | %filecheck %s
// CHECK: max id 31

// TRACE: kernel rotate
// TRACE: launches 1
// TRACE: warps 4
// TRACE: mark warp 4
// TRACE: payload mark warp i32: 0 1 2 3

#define EXAMPLE "../../examples/payload_minimal/payload_minimal.cu"
#include "example_test.h"
