// Events hold loads and stores in their ranges, whatever the source promises
// about memory: __restrict__, in a kernel and in a function that is inlined, and
// __ldg(). A read of __constant__ memory moves, unless it is volatile. Local
// arrays stay in registers. With fence=none only events keep their order.
// Before LLVM 22 an event is inline assembly, between lines of its own.
// REQUIRES: cuda, llvm-22
// RUN: %iket-clang -O2 -S %s -o - | %filecheck %s --implicit-check-not=.nc --implicit-check-not=.local
// RUN: %iket-clang -O2 -S -mllvm -iket-fence=none %s -o - | %filecheck %s --check-prefix=NONE

#include <iket/iket.h>

// CHECK-LABEL: .entry _Z9invariantPKfPfi(
// CHECK:       pmevent.mask 1;
// CHECK-NEXT:  ld.global
// CHECK:       pmevent.mask 31;
// CHECK-LABEL: .entry _Z10accumulatePKfPfi(
// CHECK:       $L
// CHECK:       pmevent.mask 2;
// CHECK-NEXT:  ld.global
// CHECK-NEXT:  ld.global
// CHECK-NEXT:  {{add|add.rn}}.f32
// CHECK-NEXT:  st.global
// CHECK:       pmevent.mask 31;
// CHECK-NOT:   st.global
// NONE-LABEL:  .entry _Z9invariantPKfPfi(
// NONE:        ld.global.nc
// NONE:        pmevent.mask 1;
// NONE-NOT:    ld.global
// NONE:        ret;
__global__ void invariant(const float *__restrict__ p, float *__restrict__ q, int n) {
  float a = 0;
  for (int k = 0; k < n; ++k) {
    iket::range_push("invariant");
    float v = p[threadIdx.x];
    iket::range_pop();
    a = a * v + k;
  }
  q[threadIdx.x] = a;
}
__global__ void accumulate(const float *__restrict__ p, float *__restrict__ q, int n) {
  for (int k = 0; k < n; ++k) {
    iket::range_push("accumulate");
    q[threadIdx.x] += p[k];
    iket::range_pop();
  }
}

// CHECK-LABEL: .entry _Z8storedToPfi(
// CHECK:       pmevent.mask 3;
// CHECK:       st.global
// CHECK:       pmevent.mask 4;
// CHECK:       st.global
// CHECK:       pmevent.mask 5;
__global__ void storedTo(float *__restrict__ q, int n) {
  iket::mark("one");
  q[threadIdx.x] = 1;
  iket::mark("two");
  q[threadIdx.x] = n;
  iket::mark("three");
}

// CHECK-LABEL: .entry _Z3ldgPKfPfi(
// CHECK:       $L
// CHECK:       pmevent.mask 6;
// CHECK-NEXT:  ld.global
// CHECK:       ret;
__global__ void ldg(const float *p, float *q, int n) {
  float a = 0;
  for (int k = 0; k < n; ++k) {
    iket::mark("ldg");
    a = a * __ldg(p + threadIdx.x) + k;
  }
  q[threadIdx.x] = a;
}

// CHECK-LABEL: .entry _Z8inlinedsPfi(
// CHECK:       $L
// CHECK:       pmevent.mask 7;
// CHECK:       pmevent.mask 31;
// CHECK:       ret;
__device__ void inlined(float *__restrict__ acc, const float *__restrict__ p) {
  iket::scoped_range r("inlined");
  for (int i = 0; i < 4; i++)
    acc[i] += p[i];
}
__global__ void inlineds(float *p, int n) {
  float acc[4] = {};
  for (int k = 0; k < n; k++)
    inlined(acc, p + k);
  p[n] = acc[0] + acc[1] + acc[2] + acc[3];
}

// CHECK-LABEL: .entry _Z9constantsPfi(
// CHECK:       $L
// CHECK:       pmevent.mask 8;
// CHECK-NEXT:  ld.
// CHECK:       ret;
__constant__ float table[64];
__global__ void constants(float *q, int n) {
  float a = 0;
  for (int k = 0; k < n; ++k) {
    iket::mark("constant");
    a = a * *(const volatile float *)&table[threadIdx.x] + k;
  }
  q[threadIdx.x] = a;
}
