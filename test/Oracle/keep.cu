// keep() holds plain arithmetic inside its range through LLVM and ptxas, and the
// reader takes the records around it.
// REQUIRES: cuda, oracle, nvdisasm
// RUN: %iket-clang -O3 -c %s -o %t.cubin
// RUN: %oracle %t.cubin | %filecheck %s
// RUN: %nvdisasm -c %t.cubin | %filecheck %s --check-prefix=SASS
// RUN: %iket-clang -O3 -DNO_KEEP -c %s -o %t.without
// RUN: %nvdisasm -c %t.without | %filecheck %s --check-prefix=WITHOUT

#include <iket/iket.h>

// CHECK: kernel k 4 points
// CHECK-NEXT: first
// CHECK-NEXT: pop_range
// CHECK-NEXT: second
// CHECK-NEXT: pop_range

// SASS: PMTRIG 0x1 ;
// SASS: MUFU.SIN
// SASS: STS [UR{{[0-9]+}}+0xc]
// SASS: PMTRIG 0x1f ;
// SASS: PMTRIG 0x2 ;
// SASS: MUFU.SIN
// SASS: PMTRIG 0x1f ;

// Without it ptxas leaves the first range empty.
// WITHOUT:     PMTRIG 0x1 ;
// WITHOUT-NOT: MUFU.SIN
// WITHOUT:     PMTRIG 0x1f ;
extern "C" __global__ void k(float *p) {
  float v = p[threadIdx.x];
#pragma unroll
  for (int i = 0; i < 2; i++) {
    iket::range_push(i ? "second" : "first");
    v = __sinf(v) * v;
#ifndef NO_KEEP
    iket::keep(v);
#endif
    iket::range_pop();
  }
  p[threadIdx.x] = v;
}
