// Passes are skipped at -O0 and in functions that asked not to be
// optimised, the classic way for a plugin to do nothing without a word. Events
// are recorded in every function at every level, and no call is left over.
// REQUIRES: cuda, oracle

// RUN: %iket-clang -O0 -c %s -o %t.0
// RUN: %oracle --counts %t.0 | %filecheck %s --check-prefixes=CHECK,O0 --implicit-check-not="{{^event|^range|^kernel}}"
// RUN: %iket-clang -O2 -c %s -o %t.2
// RUN: %oracle --counts %t.2 | %filecheck %s --check-prefixes=CHECK,O2 --implicit-check-not="{{^event|^range|^kernel}}"
// CHECK:      max id 31
// CHECK-NEXT: event 1 slow NATIVE_DUMP NO_PAYLOAD RANGE_START
// CHECK-NEXT: event 2 tok NATIVE_DUMP NO_PAYLOAD RANGE_START_END
// CHECK-NEXT: event 3 fast NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// CHECK-NEXT: event 4 k NATIVE_DUMP NO_PAYLOAD RANGE_START
// CHECK-NEXT: event 5 it NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// CHECK-NEXT: event 6 done NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// CHECK-NEXT: event 7 variable NATIVE_DUMP NO_PAYLOAD RANGE_START
// CHECK-NEXT: event 31 pop_range
// CHECK-NEXT: range k PUSH_POP
// CHECK-NEXT: range slow PUSH_POP
// CHECK-NEXT: range tok START_END NAME_ONLY
// CHECK-NEXT: range variable PUSH_POP
// O0-NEXT:    kernel _Z1kPf 11 points
// O2-NEXT:    kernel _Z1kPf 25 points
// O0-NEXT:      1 done
// O2-NEXT:      8 done
// CHECK-NEXT:   1 fast
// O0-NEXT:      1 it
// O2-NEXT:      8 it
// CHECK-NEXT:   1 k
// CHECK-NEXT:   3 pop_range
// CHECK-NEXT:   1 slow
// CHECK-NEXT:   2 tok
// CHECK-NEXT:   1 variable
// CHECK-NOT:  {{.}}

// Queries fold at -O0 too, and no call is left in the module.
// RUN: %iket-clang -O0 -S -emit-llvm %s -o - | %filecheck %s --check-prefix=IR --implicit-check-not="@__iket_mark" --implicit-check-not="@__iket_range_{{[^d]}}" --implicit-check-not=@__iket_enabled --implicit-check-not=@__iket_sentinel
// IR-LABEL: define {{.*}} @_Z1kPf(
// IR:       br i1 true, label

// Payloads and ptxas -O0 do not go together: at -O0 a warning says so, with the
// flag that helps. A function that is not optimised in a module that is, is
// assembled as the rest of it, and no reason to warn.
// RUN: %iket-clang -O0 -mllvm -iket-runtime-payloads -S %s -o %t.s 2>&1 | %filecheck %s --check-prefix=WARN --implicit-check-not=warning:
// WARN: unoptimised.cu:[[#@LINE+8]]:1: warning: iket: payloads at -O0 need -Xcuda-ptxas -O1, since ptxas -O0 loses them, and -gline-tables-only instead of -g; with both, silence this by no-warn=payload-O0 [no-warn=payload-O0]
// RUN: %iket-clang -O0 -mllvm -iket-runtime-payloads -mllvm -iket-no-warn=payload-O0 -Werror -S %s -o %t.s
// RUN: %iket-clang -O2 -mllvm -iket-runtime-payloads -Werror -S %s -o %t.s

#include <iket/iket.h>

__device__ __attribute__((optnone, noinline)) int slow(int x) {
  // A choice of tokens through memory.
  iket::scoped_range r("slow", x);
  iket::token t = iket::range_start("tok");
  if (x > 3)
    t = iket::sentinel_token();
  iket::range_end(t);
  return x + 1;
}
__device__ __attribute__((noinline)) int fast(int x) {
  __iket_mark("fast");
  return x * 3;
}
__global__ void k(float *p) {
  IKET_FUNC_RANGE();
  float v = p[threadIdx.x];
  for (int i = 0; i < 8; i++) {
    __iket_mark("it");
    v = __sinf(v) * v + i;
    __iket_mark("done", (int)i);
  }
  const char *name = "variable";
  iket::range_push(name);
  p[threadIdx.x] = v + slow(v) + fast(v);
  iket::range_pop(name);
  if (iket::enabled())
    p[3] = 1;
}
