// Where nothing is recorded the annotations are nothing: at every level the PTX
// is, byte for byte, that of the source without them. So it is without the
// plugin, with its option disable, and with IKET_DISABLE whatever is loaded.
// Below sm_90 the plugin strips events; it changes no file that has none.
// REQUIRES: cuda, frontend
// RUN: sed '/ANNOTATION/d' %s > %t.bare.cu && cp %s %t.cu
// DEFINE: %{level} = 2
// DEFINE: %{same} = %plain-clang -O%{level} -S %t.bare.cu -o %t.bare && \
// DEFINE:   %plain-clang -O%{level} -S %t.cu -o %t.off && diff %t.off %t.bare && \
// DEFINE:   %one-flag-clang -O%{level} -S %t.cu -fplugin-arg-iket-disable -o %t.disabled && diff %t.disabled %t.bare && \
// DEFINE:   %one-flag-clang -O%{level} -S %t.cu -DIKET_DISABLE -o %t.defined && diff %t.defined %t.bare && \
// DEFINE:   %one-flag-clang -O%{level} -S %t.bare.cu -o %t.none && diff %t.none %t.bare
// REDEFINE: %{level} = 0
// RUN: %{same}
// REDEFINE: %{level} = 1
// RUN: %{same}
// REDEFINE: %{level} = 2
// RUN: %{same}
// REDEFINE: %{level} = 3
// RUN: %{same}
// RUN: %clang-any-arch --cuda-gpu-arch=sm_80 -mllvm -iket-no-warn=pre-hopper -DSTRAIGHT -O3 -S %t.cu -o %t.80
// RUN: %clang-any-arch --cuda-gpu-arch=sm_80 -DSTRAIGHT -O3 -S %t.bare.cu -o %t.bare.80 && diff %t.80 %t.bare.80

#include <iket/iket.h>

IKET_RANGE("function") // ANNOTATION
__device__ int helper(int x) {
  IKET_FUNC_RANGE(); // ANNOTATION
  return x * 3;
}

__global__ void k(int *p, float f) {
  __iket_mark("a"); // ANNOTATION
  __iket_mark("payload", f * p[7]); // ANNOTATION
  IKET_SCOPED_RANGE("scope", p[1]); // ANNOTATION
  __iket_range_start("named"); // ANNOTATION
  for (int i = 0; i < 16; i++) {
    __iket_range_push("turn", i); // ANNOTATION
    p[i] = helper(p[i]) + threadIdx.x;
    __iket_keep(p[i]); // ANNOTATION
    __iket_range_pop(); // ANNOTATION
  }
  if (p[3])
    IKET_SCOPE("statement") // ANNOTATION
    p[2] = 5;
  else
    p[2] = 6;
  __iket_range_end("named"); // ANNOTATION
}

#ifndef STRAIGHT
__global__ void nested(const int *p, int *q, int n) {
  IKET_SCOPED_RANGE("all"); // ANNOTATION
  int s = 0;
  for (int i = 0; i < n; ++i) {
    IKET_SCOPED_RANGE("row"); // ANNOTATION
    for (int j = 0; j < 4; ++j) {
      IKET_SCOPED_RANGE("column", s); // ANNOTATION
      if (p[i + j] == 7) {
        q[0] = s;
        return;
      }
      s ^= p[i * 4 + j];
    }
  }
  q[threadIdx.x] = s;
}

__global__ void jumps(const int *p, int *q, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    IKET_SCOPE("body") // ANNOTATION
    {
      IKET_TOKEN(t, "turn", p[i + 1]); // ANNOTATION
      if (p[i] == 0)
        continue;
      if (p[i] == 1)
        break;
      if (p[i] == 2)
        return;
      s += p[i];
      __iket_range_end(t, s); // ANNOTATION
      __iket_mark("block", s / n); // ANNOTATION
    }
  q[0] = s;
}
#endif
