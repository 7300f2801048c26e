// Inline assembly that defines a label or a register by name breaks
// as soon as the compiler copies it: the assembler sees the name twice. A
// record must survive any copying, so it holds no label, no register
// declaration and no state of its first copy; all copies carry one id.
// REQUIRES: cuda, oracle

// ptxas takes sixteen copies in a loop, each behind its own branch, and one in
// front of the loop, which shares their id.
// RUN: %iket-clang -O3 -c %s -o %t
// RUN: %oracle --counts %t | %filecheck %s --implicit-check-not="{{^event|^kernel|^range}}"
// CHECK:      max id 31
// CHECK-NEXT: event 1 x NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// CHECK-NEXT: event 31 pop_range
// CHECK-NEXT: kernel _Z1kPf 17 points
// CHECK-NEXT:   17 x
// CHECK-NOT:  {{.}}

// In PTX every copy is complete: read, store, trigger. No inline assembly.
// RUN: %iket-clang -O3 -S %s -o - | %filecheck %s --check-prefix=PTX --implicit-check-not=pmevent --implicit-check-not=globaltimer_lo --implicit-check-not="begin inline asm"
// PTX-LABEL: .visible .entry _Z1kPf(
// PTX-COUNT-17: {{mov.u32[[:space:]]+%r[0-9]+, %globaltimer_lo;[[:space:]]+or.b32[[:space:]]+%r[0-9]+, %r[0-9]+, 1;[[:space:]]+st.volatile.shared.b32[[:space:]]+\[%rd[0-9]+\], %r[0-9]+;[[:space:]]+pmevent.mask[[:space:]]+1;}}

#include <iket/iket.h>

__global__ void k(float *p) {
  float v = 0;
  __iket_mark("x");
#pragma unroll 16
  for (int i = 0; i < 64; i++) {
    if (p[i] > 0)
      __iket_mark("x");
    v = __sinf(v) * v + p[i];
  }
  p[threadIdx.x] = v;
}
