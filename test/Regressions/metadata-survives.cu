// Nothing in the device code reads the globals that declare the
// events, so one tool or another takes them for dead and drops them, and a
// profiler finds a kernel without names. They are in the symbol table, global
// and with their exact sizes, at every level and in relocatable code.
// REQUIRES: cuda, oracle

// RUN: %iket-clang -O0 -c %s -o %t.0
// RUN: %python %S/Inputs/symbols.py %t.0 | %filecheck %s --implicit-check-not=__iket_
// RUN: %iket-clang -O3 -c %s -o %t.3
// RUN: %python %S/Inputs/symbols.py %t.3 | %filecheck %s --implicit-check-not=__iket_
// RUN: %iket-clang -O3 -fgpu-rdc -c %s -o %t.rdc
// RUN: %python %S/Inputs/symbols.py %t.rdc | %filecheck %s --implicit-check-not=__iket_
// RUN: %iket-clang -Os -Xcuda-ptxas -O0 -c %s -o %t.s
// RUN: %python %S/Inputs/symbols.py %t.s | %filecheck %s --implicit-check-not=__iket_
// CHECK:      60 GLOBAL __iket_evt_decl_a_1_attrs
// CHECK-NEXT: 60 GLOBAL __iket_evt_decl_b_2_attrs
// CHECK-NEXT: 48 GLOBAL __iket_meta_info
// CHECK-NEXT: 72 GLOBAL __iket_range_decl_b_3876335077_attrs

// The relocatable object reads as the others do.
// RUN: %oracle %t.rdc | %filecheck %s --check-prefix=RDC
// RDC:      max id 31
// RDC-NEXT: event 1 a NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// RDC-NEXT: event 2 b NATIVE_DUMP NO_PAYLOAD RANGE_START
// RDC-NEXT: event 31 pop_range
// RDC-NEXT: range b PUSH_POP

#include <iket/iket.h>

__global__ void k(int *p) {
  __iket_mark("a");
  iket::scoped_range b("b");
  p[0] = 1;
}
