// The example `minimal`: 4096 threads in 32 CTAs of four warps.
// BUILD: default = -O2
// BUILD: payloads = -O2 -mllvm -iket-runtime-payloads
// REQUIRES: cuda, oracle
// RUN: %iket-clang -O2 -I%src/test/Device -c %s -o %t.cubin
// RUN: %oracle --counts %t.cubin | %filecheck %s
// CHECK: max id 31

// TRACE: kernel saxpy
// TRACE: launches 1
// TRACE: warps 128
// TRACE: mark start 128
// TRACE: range work 128
// TRACE: depth 1

#define EXAMPLE "../../examples/minimal/minimal.cu"
#include "example_test.h"
