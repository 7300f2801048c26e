// A name belongs to one kind of event and one type of payload: the
// profiler looks both up by the name. Using it with two types, or ending a
// range with another type than it began with, is an error at the second use
// that names the first, whether payloads are recorded or not.
// REQUIRES: cuda

// RUN: %not %iket-clang -O0 -c %s -o %t 2>&1 | %filecheck-raw %s --implicit-check-not=error:
// RUN: %not %iket-clang -O3 -c %s -o %t 2>&1 | %filecheck-raw %s --implicit-check-not=error:
// RUN: %not %iket-clang -O3 -mllvm -iket-runtime-payloads -c %s -o %t 2>&1 | %filecheck-raw %s --implicit-check-not=error:
// RUN: %not test -e %t

#include <iket/iket.h>

__global__ void k(int *p, float f) {
  __iket_mark("x");
  // CHECK-DAG: one-name-two-types.cu:[[#@LINE+1]]:1: error: iket: mark 'x' has a payload of type int32 here and none at {{.*}}one-name-two-types.cu:[[#@LINE-1]]; give all of them one type, or different names
  __iket_mark("x", 1);
  // CHECK-DAG: one-name-two-types.cu:[[#@LINE+1]]:1: error: iket: mark 'x' has a payload of type float32 here and none at {{.*}}one-name-two-types.cu:[[#@LINE-3]]; give all of them one type, or different names
  __iket_mark("x", f);

  // A mark and a range may share a name, with types of their own.
  __iket_range_push("x", 2.0);
  __iket_range_pop();
  // CHECK-DAG: one-name-two-types.cu:[[#@LINE+1]]:1: error: iket: push 'x' has a payload of type uint32 here and float64 at {{.*}}one-name-two-types.cu:[[#@LINE-2]]; give all of them one type, or different names
  __iket_range_push("x", 2u);
  __iket_range_pop();

  // A token's two ends, and a range without payload that ends with one.
  iket::token t = __iket_range_start("y", 3u);
  p[0] = 1;
  // CHECK-DAG: one-name-two-types.cu:[[#@LINE+1]]:1: error: iket: range 'y' ends with a payload of type float32 but starts with uint32 at {{.*}}one-name-two-types.cu:[[#@LINE-2]]; give both one type
  __iket_range_end(t, f);
  iket::token u = __iket_range_start("z");
  p[1] = 1;
  // CHECK-DAG: one-name-two-types.cu:[[#@LINE+1]]:1: error: iket: range 'z' ends with a payload of type int32 but starts with none at {{.*}}one-name-two-types.cu:[[#@LINE-2]]; give both one type
  __iket_range_end(u, 1);

  // A token range and a pushed range: one name is one hash to the profiler.
  // CHECK-DAG: one-name-two-types.cu:[[#@LINE+1]]:1: error: iket: 'x' names both a nested range and a token range ({{.*}}one-name-two-types.cu:[[#@LINE-17]]), which the profiler cannot tell apart; rename one
  iket::token v = __iket_range_start("x", 2.0);
  p[2] = 1;
  __iket_range_end(v, 2.0);
}
// CHECK: 6 errors generated
