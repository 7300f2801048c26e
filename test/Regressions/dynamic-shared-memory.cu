// A kernel with dynamic shared memory, of which it may ask for all 227
// KiB: its memory begins at 0x400 with and without events, records go to 0x3f0
// below it, and no tool counts that area as the user's. test/Device/shared_memory.cu
// launches it with all of it.
// REQUIRES: cuda, nvdisasm

// RUN: %plain-clang -O2 -Xcuda-ptxas -v -c %s -o %t.plain 2>&1 | %filecheck %s
// RUN: %iket-clang -O2 -Xcuda-ptxas -v -c %s -o %t.cubin 2>&1 | %filecheck %s
// CHECK: Used [[#]] registers, used 0 barriers{{$}}

// RUN: %nvdisasm -c %t.plain | %filecheck --check-prefix=USER %s
// RUN: %nvdisasm -c %t.cubin | %filecheck --check-prefixes=USER,RECORD %s
// RECORD: ULEA [[SLOT:UR[0-9]+]], UR{{[0-9]+}}, 0x3f0, 0x18
// RECORD: STS {{\[}}[[SLOT]]], R
// RECORD: PMTRIG
// USER:   UMOV [[USER:UR[0-9]+]], 0x400
// USER:   STS {{\[}}[[USER]]], R

// RUN: %iket events --json %t.cubin | %filecheck --check-prefix=TOOL %s
// TOOL-NOT: "shared

#include <iket/iket.h>

extern __shared__ int Dynamic[];

__global__ void k(int *P, int Last) {
  iket::mark("before");
  Dynamic[0] = P[0];
  Dynamic[Last] = P[1];
  P[2] = Dynamic[Last - threadIdx.x] + Dynamic[threadIdx.x];
  iket::mark("after");
}
