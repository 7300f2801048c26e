// The example `all_features`: every kind of event in four warps; two of them take
// the odd token, the others the sentinel.
// BUILD: default = -O2 -mllvm -iket-runtime-payloads
// BUILD: off = -O3
// REQUIRES: cuda, oracle
// RUN: %iket-clang -O2 -I%src/test/Device -c %s -o %t.cubin
// RUN: %oracle --counts %t.cubin | %filecheck %s
// CHECK: max id 31

// TRACE: kernel features
// TRACE: launches 1
// TRACE: warps 4
// TRACE: mark begin 4
// TRACE: mark warp 4
// TRACE: mark count 4
// TRACE: mark first 4
// TRACE: mark narrow 4
// TRACE: mark c_spelling 4
// TRACE: range load 4
// TRACE: range compute 4
// TRACE: range square 4
// TRACE: range offset 4
// TRACE: range scope 4
// TRACE: range statement 4
// TRACE: range block 4
// TRACE: range even 4
// TRACE: range odd 2
// TRACE: range named 4
// TRACE: range pushed 4
// TRACE: depth 2
// TRACE: payload mark warp i32: 0 1 2 3
// TRACE: payload mark count u32: 128*4
// TRACE: payload mark first f32: -64 -32 0 32
// TRACE: payload mark narrow i32: 0*4
// TRACE: payload range compute i32: 0 1 2 3
// TRACE: payload range odd i32: 1*2 3*2

#define EXAMPLE "../../examples/all_features/all_features.cu"
#include "example_test.h"
