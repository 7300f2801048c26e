// PTX takes letters, digits, `_` and `$` in a symbol, while names of
// events are free text: `a.b` stopped ptxas, and names that look alike once
// cleaned became one. Each name gets a symbol of its own that ptxas takes, and
// the bytes that the reader shows are those of the source.
// REQUIRES: cuda, oracle

// RUN: %iket-clang -O3 -c %s -o %t
// RUN: %python %S/Inputs/symbols.py %t | %filecheck %s --check-prefix=SYMBOLS --implicit-check-not=__iket_
// SYMBOLS:      60 GLOBAL __iket_evt_decl_100__5_attrs
// SYMBOLS-NEXT: 60 GLOBAL __iket_evt_decl__________6_attrs
// SYMBOLS-NEXT: 60 GLOBAL __iket_evt_decl__n_a_7_attrs
// SYMBOLS-NEXT: 60 GLOBAL __iket_evt_decl_a_b_1_attrs
// SYMBOLS-NEXT: 60 GLOBAL __iket_evt_decl_a_b_2_attrs
// SYMBOLS-NEXT: 60 GLOBAL __iket_evt_decl_a_b_3_attrs
// SYMBOLS-NEXT: 60 GLOBAL __iket_evt_decl_a_b_8_attrs
// SYMBOLS-NEXT: 60 GLOBAL __iket_evt_decl_a_b_9_attrs
// SYMBOLS-NEXT: 60 GLOBAL __iket_evt_decl_ns__f_int____4_attrs
// SYMBOLS-NEXT: 48 GLOBAL __iket_meta_info
// SYMBOLS-NEXT: 72 GLOBAL __iket_range_decl_a_b_277607692_attrs
// SYMBOLS-NEXT: 72 GLOBAL __iket_range_decl_a_b_279181810_attrs

// RUN: %oracle %t | %filecheck %s --implicit-check-not="{{^event|^range|^kernel}}"
// CHECK:      event 1 a.b NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// CHECK-NEXT: event 2 a_b NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// CHECK-NEXT: event 3 a b NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// CHECK-NEXT: event 4 ns::f<int>() NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// CHECK-NEXT: event 5 100% NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// CHECK-NEXT: event 6 é€$"\ NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// CHECK-NEXT: event 7 {{$}}
// CHECK-NEXT: {{^}}n	a NATIVE_DUMP NO_PAYLOAD NOT_IN_RANGE
// CHECK-NEXT: event 8 a.b NATIVE_DUMP NO_PAYLOAD RANGE_START
// CHECK-NEXT: event 9 a b NATIVE_DUMP NO_PAYLOAD RANGE_START
// CHECK-NEXT: event 31 pop_range
// CHECK-NEXT: range a b PUSH_POP
// CHECK-NEXT: range a.b PUSH_POP
// CHECK-NEXT: kernel _Z1kPi 11 points

// An empty name has no symbol and no meaning: it is refused where it stands, be
// it a literal or a variable.
// RUN: %not %iket-clang -O3 -DEMPTY_LITERAL -c %s -o %t.bad 2>&1 | %filecheck-raw %s --check-prefix=LITERAL
// LITERAL: symbol-characters.cu:[[#@LINE+18]]:3: error: iket: event name is empty; give the event a name
// LITERAL: 1 error generated
// RUN: %not %iket-clang -O0 -DEMPTY_VARIABLE -c %s -o %t.bad 2>&1 | %filecheck-raw %s --check-prefix=VARIABLE
// RUN: %not %iket-clang -O3 -DEMPTY_VARIABLE -c %s -o %t.bad 2>&1 | %filecheck-raw %s --check-prefix=VARIABLE
// VARIABLE: symbol-characters.cu:[[#@LINE+18]]:1: error: iket: event name is empty; give the event a name
// VARIABLE: 1 error generated

#include <iket/iket.h>

__global__ void k(int *p) {
  __iket_mark("a.b");
  __iket_mark("a_b");
  __iket_mark("a b");
  __iket_mark("ns::f<int>()");
  __iket_mark("100%");
  __iket_mark("é€$\"\\");
  __iket_mark("\nn\ta");
#ifdef EMPTY_LITERAL
  __iket_mark("");
#endif
#ifdef EMPTY_VARIABLE
  const char *name = "";
  __iket_mark(name);
#endif
  iket::scoped_range dot("a.b");
  iket::scoped_range space("a b");
  p[0] = 1;
}
