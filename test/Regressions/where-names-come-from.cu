// Case C17. Compilers differ on when a constant is still one, and people give
// names in every way a constant can be given: a literal, a constexpr array, a
// constexpr pointer, `__func__`, a choice of two, a table. Each of those is an
// event at every level. What is known only at run time is refused with the
// place it stands at, never dropped without a word.
// REQUIRES: cuda, oracle

// RUN: %iket-clang -O0 -c %s -o %t.0
// RUN: %oracle --counts %t.0 | %filecheck %s
// RUN: %iket-clang -O1 -DTEMPLATE -c %s -o %t.1
// RUN: %oracle --counts %t.1 | %filecheck %s --check-prefixes=CHECK,OPT
// RUN: %iket-clang -O2 -DTEMPLATE -c %s -o %t.2
// RUN: %oracle --counts %t.2 | %filecheck %s --check-prefixes=CHECK,OPT
// RUN: %iket-clang -O3 -DTEMPLATE -c %s -o %t.3
// RUN: %oracle --counts %t.3 | %filecheck %s --check-prefixes=CHECK,OPT
// CHECK:      event 1 lit NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// CHECK-NEXT: event 2 constexpr_arr NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// CHECK-NEXT: event 3 constexpr_ptr NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// CHECK-NEXT: event 4 k NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// OPT-NEXT:   event 5 one NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
//             A choice is as many events as it has answers, in any order.
// CHECK-DAG:  event {{5|6|7}} sel_a NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// CHECK-DAG:  event {{5|6|7}} sel_b NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// CHECK-DAG:  event {{7|8|9}} short NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// CHECK-DAG:  event {{7|8|9}} a longer one NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// CHECK-DAG:  event {{9|10}} t0 NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// CHECK-DAG:  event {{10|11}} t1 NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// CHECK:      event 31 pop_range
// CHECK-NEXT: kernel _Z1kPii [[#]] points
// CHECK-NEXT:   1 a longer one
// CHECK-NEXT:   1 constexpr_arr
// CHECK-NEXT:   1 constexpr_ptr
// CHECK-NEXT:   1 k
// CHECK-NEXT:   1 lit
// OPT-NEXT:     1 one
// CHECK-NEXT:   1 sel_a
// CHECK-NEXT:   1 sel_b
// CHECK-NEXT:   1 short
// CHECK-NEXT:   1 t0
// CHECK-NEXT:   1 t1
// CHECK-NOT:  {{.}}

#include <iket/iket.h>

static constexpr char ARR[] = "constexpr_arr";
static constexpr const char *PTR = "constexpr_ptr";
__device__ const char *const tbl[2] = {"t0", "t1"};
template <int I> __device__ const char *nm() {
  if constexpr (I)
    return "one";
  else
    return "zero";
}

__global__ void k(int *p, int s) {
  __iket_mark("lit");
  __iket_mark(ARR);
  __iket_mark(PTR);
  __iket_mark(__func__);
#ifdef TEMPLATE // A call at -O0, see names-refused.cu.
  __iket_mark(nm<1>());
#endif
  __iket_mark(s ? "sel_a" : "sel_b");
  __iket_mark(s > 7 ? "short" : "a longer one");
  __iket_mark(tbl[s & 1]);
  p[0] = 1;
}
