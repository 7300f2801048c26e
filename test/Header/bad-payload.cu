// A payload of a type that can not be recorded is refused by name.
// REQUIRES: cuda
// RUN: %not %plain-clang -fsyntax-only %s 2>&1 | %filecheck-raw %s
// CHECK: error: static assertion failed {{.*}}: iket: a payload must be an 8 to 64-bit integer, bool, float, double, __half, __nv_bfloat16, an enumeration or a pointer to an object
// CHECK: bad-payload.cu:[[#@LINE+4]]:{{[0-9]+}}: note: while substituting deduced template arguments into function template 'mark'
#include <iket/iket.h>
struct Pair { int a, b; };
__global__ void k(Pair p) {
  iket::mark("pair", p);
}
