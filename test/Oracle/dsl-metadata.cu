// The second judge: NVIDIA's own compiler gives the same names and kinds, in the
// same order, byte-identical metadata globals.
// REQUIRES: cuda, dsl
// RUN: %dsl-python %S/dsl_metadata.py > %t.dsl
// RUN: %iket-clang -O2 -mllvm -iket-runtime-payloads -mllvm -iket-no-warn=wide-payload -S %s -o %t.ptx
// RUN: %dsl-python %S/dsl_metadata.py %t.ptx > %t.iket
// RUN: diff %t.dsl %t.iket
// RUN: %filecheck %s < %t.iket
// CHECK-COUNT-8: __iket_evt_decl
// CHECK: __iket_meta_info
// CHECK-COUNT-4: __iket_range_decl

#include <iket/iket.h>

__global__ void kernel(int x, long y, float z) {
  iket::mark("m");
  iket::mark("mark_i32", x);
  iket::range_push("stack");
  iket::range_pop();
  iket::range_push("stack_payload", x);
  iket::range_pop();
  auto t = iket::range_start("token");
  iket::range_end(t);
  t = iket::range_start("token_payload", x);
  iket::range_end(t, x);
  iket::mark("mark_i64", y);
  iket::mark("mark_f32", z);
}
