// Two reads of a timer side by side look alike to a compiler, which
// may keep the first and drop the second; then two events share one time. And a
// 64-bit read cut down to its low half costs an instruction more. Three events
// in a row are three reads of the low half, three stores, three triggers.
// REQUIRES: cuda, nvdisasm

// RUN: %iket-clang -O3 -c %s -o %t
// RUN: %nvdisasm -c %t | %filecheck %s --implicit-check-not=GLOBALTIMER --implicit-check-not=PMTRIG --implicit-check-not="STS "
// CHECK-LABEL: .text._Z1kPi:
// CHECK:      CS2R.32 [[A:R[0-9]+]], SR_GLOBALTIMERLO ;
// CHECK-NEXT: LOP3.LUT [[A]], [[A]], 0x1, RZ, 0xfc, !PT ;
// CHECK-NEXT: STS [UR{{[0-9]+}}], [[A]] ;
// CHECK-NEXT: PMTRIG 0x1 ;
// CHECK-NEXT: CS2R.32 [[B:R[0-9]+]], SR_GLOBALTIMERLO ;
// CHECK-NEXT: LOP3.LUT [[B]], [[B]], 0x2, RZ, 0xfc, !PT ;
// CHECK-NEXT: STS [UR{{[0-9]+}}], [[B]] ;
// CHECK-NEXT: PMTRIG 0x2 ;
// CHECK-NEXT: CS2R.32 [[C:R[0-9]+]], SR_GLOBALTIMERLO ;
// CHECK-NEXT: LOP3.LUT [[C]], [[C]], 0x1, RZ, 0xfc, !PT ;
// CHECK-NEXT: STS [UR{{[0-9]+}}], [[C]] ;
// CHECK:      PMTRIG 0x1 ;
// CHECK:      STG.E

#include <iket/iket.h>

__global__ void k(int *p) {
  __iket_mark("a");
  __iket_mark("b");
  __iket_mark("a");
  p[0] = 1;
}
