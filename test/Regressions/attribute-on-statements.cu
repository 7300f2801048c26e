// Annotations on blocks and loops vanish in clang without a word:
// nothing in the IR remembers them. The range attribute warns there and names
// what works, a macro, which then records block and loop.
// REQUIRES: cuda, oracle, frontend

// RUN: %one-flag-clang -O2 -fsyntax-only -Xclang -verify %s
// RUN: %one-flag-clang -O2 -w -c %s -o %t.cubin
// RUN: %oracle %t.cubin | %filecheck %s --check-prefix=NONE
// RUN: %one-flag-clang -O2 -Wall -Werror -DMACRO -c %s -o %t.cubin
// RUN: %oracle --counts %t.cubin | %filecheck %s
// NONE: not instrumented
//      CHECK: event 1 block NATIVE_DUMP NO_PAYLOAD RANGE_START
// CHECK-NEXT: event 2 loop NATIVE_DUMP NO_PAYLOAD RANGE_START
//      CHECK: kernel _Z1kPi 4 points
// CHECK-NEXT:   1 block
// CHECK-NEXT:   1 loop
// CHECK-NEXT:   2 pop_range

#include <iket/iket.h>

__global__ void k(int *p) {
  int a = p[0];
#ifdef MACRO
  IKET_SCOPE("block") {
    a += p[1];
    a *= 3;
  }
  IKET_SCOPE("loop") for (int i = 0; i < 4; i++) a += p[i];
#else
  [[iket::range("block")]] { // expected-warning {{iket: a range attribute on a statement has no effect; write IKET_SCOPE("name") in front of the statement}}
    a += p[1];
    a *= 3;
  }
  [[iket::range("loop")]] for (int i = 0; i < 4; i++) a += p[i]; // expected-warning {{on a statement has no effect; write IKET_SCOPE("name") in front of the statement}}
#endif
  p[0] = a;
}
