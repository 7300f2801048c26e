// 64-bit payloads, mixed with narrower ones and none: all records of the cubin
// are wider then, and each value still arrives whole.
// BUILD: default = -O2 -mllvm -iket-runtime-payloads -mllvm -iket-no-warn=wide-payload
// BUILD: extended = -O2 -mllvm -iket-runtime-payloads -mllvm -iket-extended=always -mllvm -iket-no-warn=wide-payload
// REQUIRES: cuda, oracle
// RUN: %iket-clang -O2 -mllvm -iket-runtime-payloads -mllvm -iket-no-warn=wide-payload -c %s -o %t.cubin
// RUN: %oracle --counts %t.cubin | %filecheck %s
// CHECK: kernel wide 18 points

// TRACE: kernel wide
// TRACE: warps 2
// TRACE: mark i64 4
// TRACE: mark u64 2
// TRACE: mark f64 8
// TRACE: mark ptr 4
// TRACE: mark i32 2
// TRACE: mark none 2
// TRACE: mark zero 2
// TRACE: range push 2
// TRACE: range token 2
// TRACE: range plain 2
// TRACE: depth 1
// TRACE: payload mark i64 i64: -9223372036854775808*2 81985529216486895*2
// TRACE: payload mark u64 u64: 18446744073709551615*2
// TRACE: payload mark f64 f64: 0x7ff8000000000001*2 -0.0*2 inf*2 -2.5*2
// TRACE: payload mark ptr ptr: 0x123456789abc*2 0*2
// TRACE: payload mark i32 i32: -2*2
// TRACE: payload mark zero i64: 0*2
// TRACE: payload range push f64: 0.1*2
// TRACE: payload range token i64: -1*2 1*2

#include "device_test.h"
#include <cstdint>

struct Values {
  int64_t I64[2];
  uint64_t U64;
  uint64_t F64[4];
  uint64_t Ptr[2];
  int32_t I32;
  double Tenth;
};

extern "C" __global__ void wide(const Values *In, long long *Out) {
  const Values &V = *In;
  iket::mark("i64", V.I64[0]);
  iket::mark("i64", V.I64[1]);
  iket::mark("u64", V.U64);
#pragma unroll
  for (uint64_t Bits : V.F64)
    iket::mark("f64", __longlong_as_double(Bits));
  iket::mark("ptr", reinterpret_cast<const char *>(V.Ptr[0]));
  iket::mark("ptr", reinterpret_cast<const char *>(V.Ptr[1]));
  iket::mark("i32", V.I32);
  iket::mark("none");
  iket::mark("zero", 0ll);
  iket::range_push("push", V.Tenth);
  pauseWarp();
  iket::range_pop("push");
  pauseWarp();
  iket::token T = iket::range_start("token", -1ll);
  pauseWarp();
  iket::range_end(T, 1ll);
  pauseWarp();
  iket::scoped_range Plain("plain");
  Out[threadIdx.x] = V.I64[1] + V.I32;
  pauseWarp();
}

int main() {
  Array<Values> In(1);
  In[0] = {{INT64_MIN, 0x0123456789abcdef},
           UINT64_MAX,
           {0x7ff8000000000001, 0x8000000000000000, 0x7ff0000000000000,
            0xc004000000000000},
           {0x123456789abc, 0},
           -2,
           0.1};
  In.upload();
  Array<long long> Out(64);
  wide<<<1, 64>>>(In.device(), Out.device());
  Out.download();
  bool Right = true;
  for (int I = 0; I < 64; ++I)
    Right &= Out[I] == 0x0123456789abcdef - 2;
  expect(Right, "values");
  return finish();
}
