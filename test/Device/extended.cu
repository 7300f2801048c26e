// Forty names, more than a native record's id can tell apart: extended records,
// with and without payload.
// BUILD: default = -O2 -mllvm -iket-runtime-payloads
// BUILD: off = -O2
// REQUIRES: cuda, oracle
// RUN: %iket-clang -O2 -mllvm -iket-runtime-payloads -c %s -o %t.cubin
// RUN: %oracle --counts %t.cubin | %filecheck %s
// CHECK: max id 4095
// CHECK: kernel forty 60 points

// TRACE: kernel forty
// TRACE: warps 4
// TRACE: depth 3
// TRACE: mark m0 4
// TRACE: mark m1 4
// TRACE: mark m2 4
// TRACE: mark m3 4
// TRACE: mark m4 4
// TRACE: mark m5 4
// TRACE: mark m6 4
// TRACE: mark m7 4
// TRACE: mark m8 4
// TRACE: mark m9 4
// TRACE: mark m10 4
// TRACE: mark m11 4
// TRACE: mark m12 4
// TRACE: mark m13 4
// TRACE: mark m14 4
// TRACE: mark m15 4
// TRACE: mark m16 4
// TRACE: mark m17 4
// TRACE: mark m18 4
// TRACE: mark m19 4
// TRACE: range r0 4
// TRACE: range r1 4
// TRACE: range r2 4
// TRACE: range r3 4
// TRACE: range r4 4
// TRACE: range r5 4
// TRACE: range r6 4
// TRACE: range r7 4
// TRACE: range r8 4
// TRACE: range r9 4
// TRACE: range r10 4
// TRACE: range r11 4
// TRACE: range r12 4
// TRACE: range r13 4
// TRACE: range r14 4
// TRACE: range r15 4
// TRACE: range r16 4
// TRACE: range r17 4
// TRACE: range r18 4
// TRACE: range r19 4
// TRACE: payload mark m10 i32: 0*4
// TRACE: payload mark m11 i32: 1*4
// TRACE: payload mark m12 i32: 2*4
// TRACE: payload mark m13 i32: 3*4
// TRACE: payload mark m14 i32: 4*4
// TRACE: payload mark m15 i32: 5*4
// TRACE: payload mark m16 i32: 6*4
// TRACE: payload mark m17 i32: 7*4
// TRACE: payload mark m18 i32: 8*4
// TRACE: payload mark m19 i32: 9*4
// TRACE: payload range r15 f32: 2.5*4
// TRACE: payload range r16 f32: 3.0*4
// TRACE: payload range r17 f32: 3.5*4
// TRACE: payload range r18 f32: 4.0*4
// TRACE: payload range r19 f32: 4.5*4

#include "device_test.h"

#define MARKS(N)                                                               \
  iket::mark("m" #N);                                                          \
  iket::mark("m1" #N, P[N]);
#define NEST(N, Push)                                                          \
  iket::range_push("r" #N);                                                    \
  pauseWarp();                                                                 \
  Push;                                                                        \
  pauseWarp();                                                                 \
  P[threadIdx.x] += 1;                                                         \
  iket::range_pop();                                                           \
  pauseWarp();                                                                 \
  iket::range_pop();                                                           \
  pauseWarp();

// P[0..9] holds 0..9; the threads write behind it.
extern "C" __global__ void forty(const int *Values, int *P0) {
  const int *P1 = Values;
  {
    const int *P = P1;
    MARKS(0) MARKS(1) MARKS(2) MARKS(3) MARKS(4)
    MARKS(5) MARKS(6) MARKS(7) MARKS(8) MARKS(9)
  }
  int *P = P0;
  iket::range_push("r14");
  pauseWarp();
  NEST(0, iket::range_push("r10"))
  NEST(1, iket::range_push("r11"))
  NEST(2, iket::range_push("r12"))
  NEST(3, iket::range_push("r13"))
  iket::range_pop("r14");
  pauseWarp();
  NEST(4, iket::range_push("r15", P1[5] * 0.5f))
  NEST(5, iket::range_push("r16", P1[6] * 0.5f))
  NEST(6, iket::range_push("r17", P1[7] * 0.5f))
  NEST(7, iket::range_push("r18", P1[8] * 0.5f))
  NEST(8, iket::range_push("r19", P1[9] * 0.5f))
  IKET_SCOPE("r9") P[threadIdx.x] += 1;
}

int main() {
  constexpr int N = 128;
  Array<int> Values(10), P(N);
  for (int I = 0; I < 10; ++I)
    Values[I] = I;
  Values.upload();
  forty<<<1, N>>>(Values.device(), P.device());
  P.download();
  bool Right = true;
  for (int I = 0; I < N; ++I)
    Right &= P[I] == 10;
  expect(Right, "values");
  return finish();
}
