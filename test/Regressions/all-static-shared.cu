// A kernel may use every byte of the 48 KiB of static shared memory;
// records go to a slot outside of it. Not one byte more is taken, with marks,
// with payloads of either width, with kept values: ptxas would refuse the
// kernel, and a smaller one would lose occupancy.
// REQUIRES: cuda

// RUN: %plain-clang -O3 -Xcuda-ptxas -v -c %s -o %t.plain 2>&1 | %filecheck %s
// RUN: %iket-clang -O3 -Xcuda-ptxas -v -c %s -o %t.events 2>&1 | %filecheck %s
// RUN: %iket-clang -O3 -Xcuda-ptxas -v -mllvm -iket-runtime-payloads -mllvm -iket-no-warn=wide-payload -c %s -o %t.payloads 2>&1 | %filecheck %s
// CHECK: Compiling entry function '_Z1kPi' for 'sm_90'
// CHECK: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// CHECK: Used [[#]] registers, used 1 barriers, 49152 bytes smem{{$}}

// The one shared object is the user's.
// RUN: %iket-clang -O3 -mllvm -iket-runtime-payloads -mllvm -iket-no-warn=wide-payload -S -emit-llvm %s -o - | %filecheck %s --check-prefix=IR --implicit-check-not="addrspace(3) global"
// IR: @_ZZ1kPiE1s = internal unnamed_addr addrspace(3) global [12288 x i32] undef
// IR: store volatile i64 5, ptr addrspace(3) %

#include <iket/iket.h>

__global__ void k(int *p) {
  __shared__ int s[12 * 1024];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  __iket_mark("after");
  __iket_mark("narrow", 5);
  __iket_mark("wide", 5ll);
  __iket_keep(p[3]);
  p[threadIdx.x] = s[1023 - threadIdx.x];
}
