// Payloads of at most 32 bits: every value arrives bit for bit, zero-extended
// from its own width.
// BUILD: default = -O2 -mllvm -iket-runtime-payloads
// BUILD: off = -O2
// BUILD: O0 = -O0 -Xcuda-ptxas -O1 -mllvm -iket-runtime-payloads -mllvm -iket-no-warn=payload-O0
// REQUIRES: cuda, oracle
// RUN: %iket-clang -O2 -mllvm -iket-runtime-payloads -c %s -o %t.cubin
// RUN: %oracle --counts %t.cubin | %filecheck %s
// CHECK: kernel narrow 25 points

// TRACE: kernel narrow
// TRACE: warps 2
// TRACE: mark i8 2
// TRACE: mark u8 2
// TRACE: mark i16 2
// TRACE: mark u16 2
// TRACE: mark i32 4
// TRACE: mark u32 2
// TRACE: mark f16 4
// TRACE: mark bf16 4
// TRACE: mark f32 8
// TRACE: mark bool 2
// TRACE: mark enum 2
// TRACE: mark zero 2
// TRACE: mark constant 2
// TRACE: range push 2
// TRACE: range token 2
// TRACE: range named 2
// TRACE: depth 1
// TRACE: payload mark i8 i8: -8*2
// TRACE: payload mark u8 u8: 255*2
// TRACE: payload mark i16 i16: -32768*2
// TRACE: payload mark u16 u16: 65535*2
// TRACE: payload mark i32 i32: -2147483648*2 2147483647*2
// TRACE: payload mark u32 u32: 4294967295*2
// TRACE: payload mark f16 f16: -0.0*2 0x7bff*2
// TRACE: payload mark bf16 bf16: 1.5*2 0x7fc1*2
// TRACE: payload mark f32 f32: 0x7fc00001*2 -0.0*2 -inf*2 0x1*2
// TRACE: payload mark bool u32: 1*2
// TRACE: payload mark enum u8: 200*2
// TRACE: payload mark zero i32: 0*2
// TRACE: payload mark constant f32: -1.5*2
// TRACE: payload range push i16: -3*2
// TRACE: payload range token i32: 7*2 -7*2
// TRACE: payload range named u32: 0*2 4000000000*2

#include "device_test.h"
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

enum class Stage : unsigned char { Last = 200 };

struct Values {
  int8_t I8;
  uint8_t U8;
  int16_t I16;
  uint16_t U16;
  int32_t I32[2];
  uint32_t U32;
  uint16_t F16[2];
  uint16_t BF16[2];
  uint32_t F32[4];
  bool Bool;
  Stage Enum;
};

extern "C" __global__ void narrow(const Values *In, int *Out) {
  const Values &V = *In;
  iket::mark("i8", V.I8);
  iket::mark("u8", V.U8);
  iket::mark("i16", V.I16);
  iket::mark("u16", V.U16);
  iket::mark("i32", V.I32[0]);
  iket::mark("i32", V.I32[1]);
  iket::mark("u32", V.U32);
  iket::mark("f16", __ushort_as_half(V.F16[0]));
  iket::mark("f16", __ushort_as_half(V.F16[1]));
  iket::mark("bf16", __ushort_as_bfloat16(V.BF16[0]));
  iket::mark("bf16", __ushort_as_bfloat16(V.BF16[1]));
  for (uint32_t Bits : V.F32)
    iket::mark("f32", __uint_as_float(Bits));
  iket::mark("bool", V.Bool);
  iket::mark("enum", V.Enum);
  iket::mark("zero", 0);
  iket::mark("constant", -1.5f);
  iket::range_push("push", short(V.I8 + 5));
  pauseWarp();
  iket::range_pop("push");
  pauseWarp();
  iket::token T = iket::range_start("token", V.I8 + 15);
  pauseWarp();
  iket::range_end(T, V.I8 + 1);
  pauseWarp();
  iket::range_start("named", 0u);
  pauseWarp();
  iket::range_end("named", 4000000000u);
  Out[threadIdx.x] = V.I32[0] + V.U8;
}

int main() {
  Array<Values> In(1);
  In[0] = {-8,
           255,
           INT16_MIN,
           UINT16_MAX,
           {INT32_MIN, INT32_MAX},
           UINT32_MAX,
           {0x8000, 0x7bff},
           {0x3fc0, 0x7fc1},
           {0x7fc00001, 0x80000000, 0xff800000, 1},
           true,
           Stage::Last};
  In.upload();
  Array<int> Out(64);
  narrow<<<1, 64>>>(In.device(), Out.device());
  Out.download();
  bool Right = true;
  for (int I = 0; I < 64; ++I)
    Right &= Out[I] == INT32_MIN + 255;
  expect(Right, "values");
  return finish();
}
