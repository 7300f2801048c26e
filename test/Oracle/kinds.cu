// Every kind of event without payload at every optimisation level: NVIDIA's
// reader sees the names, kinds and points that stand here.
// REQUIRES: cuda, oracle
// RUN: %iket-clang -O0 -c %s -o %t.0 && %oracle %t.0 | %filecheck %s --match-full-lines
// RUN: %iket-clang -O1 -c %s -o %t.1 && %oracle %t.1 | %filecheck %s --match-full-lines
// RUN: %iket-clang -O2 -c %s -o %t.2 && %oracle %t.2 | %filecheck %s --match-full-lines
// RUN: %iket-clang -O3 -c %s -o %t.3 && %oracle %t.3 | %filecheck %s --match-full-lines
// RUN: %iket-clang -O2 -g -c %s -o %t.g && %oracle %t.g | %filecheck %s --match-full-lines
// RUN: %iket-clang -O3 -c %s -o %t.4 && diff %t.3 %t.4

#include <iket/iket.h>

//      CHECK: max id 31
// CHECK-NEXT: event 1 a mark NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// CHECK-NEXT: event 2 outer NATIVE_DUMP NO_PAYLOAD RANGE_START
// CHECK-NEXT: event 3 inner NATIVE_DUMP NO_PAYLOAD RANGE_START
// CHECK-NEXT: event 4 token NATIVE_DUMP NO_PAYLOAD RANGE_START_END
// CHECK-NEXT: event 5 naméd NATIVE_DUMP NO_PAYLOAD RANGE_START_END
// CHECK-NEXT: event 31 pop_range NATIVE_DUMP NO_PAYLOAD RANGE_END
// CHECK-NEXT: range inner PUSH_POP INVALID
// CHECK-NEXT: range naméd START_END NAME_ONLY
// CHECK-NEXT: range outer PUSH_POP INVALID
// CHECK-NEXT: range token START_END NAME_ONLY

// CHECK-NEXT: kernel first 9 points
extern "C" __global__ void first(int *p) {
  iket::mark("a mark"); //          CHECK-NEXT:   a mark
  iket::range_push("outer"); //     CHECK-NEXT:   outer
  iket::range_push("inner"); //     CHECK-NEXT:   inner
  p[0] = 1;
  iket::range_pop("inner"); //      CHECK-NEXT:   pop_range
  auto t = __iket_range_start("token"); // CHECK-NEXT:   token
  iket::range_pop(); //             CHECK-NEXT:   pop_range
  __iket_range_end(t); //           CHECK-NEXT:   token
  iket::range_start("naméd"); //    CHECK-NEXT:   naméd
  p[1] = 2;
  iket::range_end("naméd"); //      CHECK-NEXT:   naméd
}

// CHECK-NEXT: kernel second 1 points
extern "C" __global__ void second(int *p) {
  iket::mark("a mark"); //          CHECK-NEXT:   a mark
  p[0] = iket::enabled();
}

// CHECK-NEXT: kernel third 0 points
extern "C" __global__ void third(int *p) { p[0] = 1; }
//  CHECK-NOT: {{.}}
