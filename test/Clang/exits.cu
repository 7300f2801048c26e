// A function with three returns, a trap and a failing assertion, whose
// range must end on every way out and on no other: a pop behind a trap never
// runs, yet moves code that does. Unoptimised, all returns are one, and so is the
// pop. Inlined at -O3 with its returns merged, the trap's block still has none.
// To the headers of CUDA 12, which older clangs are tested with, __trap() returns.
// REQUIRES: cuda, frontend, oracle, llvm-22

// RUN: %one-flag-clang -O0 -c %s -o %t.0 && %oracle --counts %t.0 | %filecheck %s --check-prefix=O0
// O0: kernel _Z1kPi 2 points
// O0-NEXT: 1 pop_range
// O0-NEXT: 1 scan

// RUN: %one-flag-clang -O0 -Xclang -disable-llvm-passes -S -emit-llvm %s -o %t.ll
// RUN: %opt -passes=iket-prepare -S %t.ll -o - | %filecheck %s --check-prefix=PREPARED
// PREPARED-LABEL: define internal {{.*}}i32 @_ZL4scaniPi(
// PREPARED:         call void @__iket_range_push(
// PREPARED-NOT:     call void @__iket_range_
// PREPARED:         call void @_ZL6__trapv()
// PREPARED-NEXT:    unreachable
// PREPARED-NOT:     call void @__iket_range_
// PREPARED:         call void @_ZL13__assert_fail{{.*}}(
// PREPARED-NOT:     call void @__iket_range_
// PREPARED:         call void @__iket_range_pop(
// PREPARED-NEXT:    ret i32
// PREPARED-LABEL: define {{.*}} @

// RUN: %one-flag-clang -O3 -S %s -o - | %filecheck %s --check-prefix=PTX --implicit-check-not=pmevent --implicit-check-not=.func
// PTX:       .extern .func __assertfail
// PTX-LABEL: .visible .entry _Z1kPi(
// PTX:         pmevent.mask 1;
// PTX:         call.uni __assertfail,
// PTX:         pmevent.mask 31;
// PTX-NEXT:    st.global.b32
// PTX-NEXT:    ret;
// PTX-NEXT:  $L__BB{{.*}}:
// PTX-NEXT:    st.global.b32 {{.*}}, 1;
// PTX-NEXT:    trap;

#include <assert.h>
#include <iket/iket.h>

[[iket::range("scan")]] static __device__ int scan(int x, int *e) {
  if (x < 0)
    return -1;
  if (x == 77) {
    *e = 1;
    __trap();
  }
  for (int i = 0; i < x; i++)
    if (e[i] == x)
      return i;
  assert(x != 5);
  return x * 2;
}
__global__ void k(int *p) { p[threadIdx.x] = scan(p[threadIdx.x], p); }
