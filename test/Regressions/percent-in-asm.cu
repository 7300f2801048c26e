// nvcc takes a single percent sign before a special register in
// inline assembly, clang does not, and profilers' headers written for the one
// fail under the other with "invalid % escape in inline assembly string". The
// header has no inline assembly at all, and compiles for host and device,
// without a warning in the strictest mode that there is.
// REQUIRES: cuda

// RUN: %clang-whole --offload-arch=sm_90 -Weverything -Werror -Wno-c++98-compat -Wno-c++98-compat-pedantic -Wno-missing-prototypes -Wno-unsafe-buffer-usage -fsyntax-only %s
// RUN: %iket-clang -O2 -S %s -o - | %filecheck %s
// RUN: %not grep -nE "asm *(volatile)? *\(.*%" %include/iket/iket.h

// A user's own timer read behind an event, in the portable spelling, and the
// record's, which is none of its business.
// CHECK-LABEL: .visible .entry _Z1kPj(
// CHECK:       mov.u32 %r[[#]], %globaltimer_lo;
// CHECK:       pmevent.mask 1;
// CHECK:       // begin inline asm
// CHECK-NEXT:  mov.u32 %r[[#]], %globaltimer_lo;

#include <iket/iket.h>

__global__ void k(unsigned *p) {
  __iket_mark("m");
  unsigned t;
  asm volatile("mov.u32 %0, %%globaltimer_lo;" : "=r"(t));
  p[0] = t;
}
