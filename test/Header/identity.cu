// Without the plugin the annotations are nothing: from -O1 up the PTX is, byte
// for byte, that of the source without them, and so it is with the plugin and
// its option disable. At -O0 their arguments are still evaluated, but no call is
// made and no symbol of ours is left.
// REQUIRES: cuda
// RUN: sed -E '/ANNOTATION/d' %s > %t.bare.cu
// RUN: %plain-clang -O1 -S %s -o %t.1 && %plain-clang -O1 -S %t.bare.cu -o %t.bare.1 && diff %t.1 %t.bare.1
// RUN: %plain-clang -O2 -S %s -o %t.2 && %plain-clang -O2 -S %t.bare.cu -o %t.bare.2 && diff %t.2 %t.bare.2
// RUN: %plain-clang -O3 -S %s -o %t.3 && %plain-clang -O3 -S %t.bare.cu -o %t.bare.3 && diff %t.3 %t.bare.3
// RUN: %iket-clang -mllvm -iket-disable -O3 -S %s -o %t.off && diff %t.off %t.bare.3
// RUN: %iket-clang -O3 -S %t.bare.cu -o %t.plugin && diff %t.plugin %t.bare.3
// RUN: %iket-clang -O0 -S %t.bare.cu -o %t.plugin0 && %plain-clang -O0 -S %t.bare.cu -o %t.bare.0 && diff %t.plugin0 %t.bare.0
// RUN: %plain-clang -O0 -S %s -o - | %filecheck %s --check-prefix=O0
// RUN: %clang-any-arch --cuda-gpu-arch=sm_80 -mllvm -iket-no-warn=pre-hopper -O3 -S %s -o %t.80 && %clang-any-arch --cuda-gpu-arch=sm_80 -O3 -S %t.bare.cu -o %t.bare.80 && diff %t.80 %t.bare.80
// O0-NOT: {{__iket|call.*iket}}

#include <iket/iket.h>

IKET_RANGE("function") // ANNOTATION
__device__ int helper(int x) {
  IKET_FUNC_RANGE(); // ANNOTATION
  return x * 3;
}

__global__ void k(int *p, float f) {
  iket::mark("a"); // ANNOTATION
  __iket_mark("payload", f * 2); // ANNOTATION
  iket::scoped_range r("scope", p[1]); // ANNOTATION
  auto t = iket::range_start("token"); // ANNOTATION
  for (int i = 0; i < 16; i++) {
    iket::range_push("turn", i); // ANNOTATION
    p[i] = helper(p[i]) + threadIdx.x;
    iket::keep(p[i]); // ANNOTATION
    iket::range_pop(); // ANNOTATION
  }
  if (p[3])
    IKET_SCOPE("statement") // ANNOTATION
    p[2] = 5;
  else
    p[2] = 6;
  iket::range_end(t); // ANNOTATION
}
