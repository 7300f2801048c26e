// Payloads that all lanes share arrive, in code that whole warps run, and in both
// arms of a branch that divides a warp, where all its lanes store them.
// BUILD: default = -O2 -mllvm -iket-runtime-payloads -mllvm -iket-no-warn=wide-payload
// REQUIRES: cuda, oracle
// RUN: %iket-clang -O2 -mllvm -iket-runtime-payloads -mllvm -iket-no-warn=wide-payload -c %s -o %t.cubin
// RUN: %oracle --counts %t.cubin | %filecheck %s
// CHECK: kernel {{.*}}shared{{.*}} 10 points

// TRACE: kernel shared
// TRACE: warps 2
// TRACE: mark argument 2
// TRACE: mark constant 2
// TRACE: mark cta 2
// TRACE: mark odd 2
// TRACE: mark even 2
// TRACE: mark wide 2
// TRACE: mark turn 8
// TRACE: payload mark argument i32: 41*2
// TRACE: payload mark constant i32: -7*2
// TRACE: payload mark cta i32: 1000*1 1001*1
// TRACE: payload mark odd i32: 42*2
// TRACE: payload mark even i32: 43*2
// TRACE: payload mark wide i64: 81985529216486895*2
// TRACE: payload mark turn i32: 0*2 1*2 2*2 3*2

#include "device_test.h"

__global__ void shared(int *p, int i, long long w) {
  iket::mark("argument", i);
  iket::mark("constant", -7);
  iket::mark("cta", int(blockIdx.x) + 1000);
  if (threadIdx.x & 1) {
    p[threadIdx.x] = 1;
    iket::mark("odd", i + 1);
  } else {
    p[threadIdx.x] = 2;
    iket::mark("even", i + 2);
  }
  iket::mark("wide", w);
  for (int turn = 0; turn < 4; turn++) {
    iket::mark("turn", turn);
    p[threadIdx.x] += turn;
  }
}

int main() {
  Array<int> Out(32);
  shared<<<2, 32>>>(Out.device(), 41, 81985529216486895ll);
  Out.download();
  expect(Out[1] >= 1 && Out[2] >= 2, "the kernel's own result");
  return finish();
}
