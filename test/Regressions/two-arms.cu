// Two arms of a branch hold one range each. The trigger's id is an
// immediate, so the arms' records must stay two: not merged behind the branch
// with a chosen id, and no timer read pulled in front of it for one of them.
// REQUIRES: cuda, oracle, nvdisasm

// RUN: %iket-clang -O3 -c %s -o %t
// RUN: %oracle %t | %filecheck %s --implicit-check-not="{{^event|^kernel}}"
// CHECK:      event 1 mul NATIVE_DUMP NO_PAYLOAD RANGE_START
// CHECK-NEXT: event 2 add NATIVE_DUMP NO_PAYLOAD RANGE_START
// CHECK-NEXT: event 31 pop_range
// CHECK-NEXT: range add PUSH_POP
// CHECK-NEXT: range mul PUSH_POP
// CHECK-NEXT: kernel _Z1kPfi 4 points

// Read, store and trigger of all four stand in the arm they belong to: no label
// and no branch between them.
// RUN: %nvdisasm -c %t | %filecheck %s --check-prefix=SASS --implicit-check-not=PMTRIG --implicit-check-not=GLOBALTIMER
// SASS:     @{{!?}}P0 BRA {{.*}}
// SASS-NOT: {{.L_x|BRA}}
// SASS:     CS2R.32 R{{[0-9]+}}, SR_GLOBALTIMERLO
// SASS-NOT: {{.L_x|BRA}}
// SASS:     STS [UR{{[0-9]+}}], R
// SASS-NEXT: PMTRIG 0x1 ;
// SASS-NOT: {{.L_x|BRA}}
// SASS:     CS2R.32 R{{[0-9]+}}, SR_GLOBALTIMERLO
// SASS-NOT: {{.L_x|BRA}}
// SASS:     STS [UR{{[0-9]+}}], R
// SASS-NEXT: PMTRIG 0x1f ;
// SASS:     BRA {{.*}}
// SASS-NEXT: .L_x{{.*}}
// SASS-NOT: {{.L_x|BRA}}
// SASS:     CS2R.32 R{{[0-9]+}}, SR_GLOBALTIMERLO
// SASS-NOT: {{.L_x|BRA}}
// SASS:     STS [UR{{[0-9]+}}], R
// SASS-NEXT: PMTRIG 0x2 ;
// SASS-NOT: {{.L_x|BRA}}
// SASS:     CS2R.32 R{{[0-9]+}}, SR_GLOBALTIMERLO
// SASS-NOT: {{.L_x|BRA}}
// SASS:     STS [UR{{[0-9]+}}], R
// SASS-NEXT: PMTRIG 0x1f ;

#include <iket/iket.h>

__global__ void k(float *p, int n) {
  float v = p[threadIdx.x];
  if (n & 1) {
    __iket_range_push("mul");
    v *= 2.f;
    __iket_range_pop();
  } else {
    __iket_range_push("add");
    v += 2.f;
    __iket_range_pop();
  }
  p[threadIdx.x] = v;
}
