// Names that no compiler can know are errors, at
// every level, each at the line of its event, with the form it has; and all of
// them at once.
// REQUIRES: cuda

// RUN: %not %iket-clang -O0 -c %s -o %t.0 2>&1 | %filecheck-raw %s --implicit-check-not=error:
// RUN: %not %iket-clang -O1 -c %s -o %t.1 2>&1 | %filecheck-raw %s --implicit-check-not=error:
// RUN: %not %iket-clang -O3 -c %s -o %t.3 2>&1 | %filecheck-raw %s --implicit-check-not=error:
// RUN: %not test -e %t.0
// RUN: %not test -e %t.3

#include <iket/iket.h>

__device__ const char *writable[2] = {"w0", "w1"};

// CHECK-DAG: names-refused.cu:[[#@LINE+3]]:1: error: iket: event name is not a constant string: it is written to a local array at run time; use a literal, a constexpr array or a choice between such
__global__ void built(int *p, int s) {
  char dyn[4] = {'d', (char)s, 0, 0};
  __iket_mark(dyn);
}

// CHECK-DAG: names-refused.cu:[[#@LINE+2]]:1: error: iket: event name is not a constant string: it is read from 'writable', which is not const; use
__global__ void variable(int *p, int s) {
  iket::range_push(writable[s & 1]);
  iket::range_pop();
}

// CHECK-DAG: names-refused.cu:[[#@LINE+2]]:1: error: iket: event name is not a constant string: it comes through {{.*}} of 'argument(char const*)', a kernel, which is launched with it; use
__global__ void argument(const char *name) {
  iket::range_end(iket::range_start(name));
}

// One answer of two is enough to refuse the choice.
// CHECK-DAG: names-refused.cu:[[#@LINE+2]]:1: error: iket: event name is not a constant string: it comes through {{.*}} of 'half(char const*, int)', a kernel, which is launched with it; use
__global__ void half(const char *name, int s) {
  __iket_mark(s ? "known" : name);
}

// A function that cannot be inlined into its callers, which are named.
// CHECK-DAG: names-refused.cu:[[#@LINE+2]]:1: error: iket: event name is not a constant string: it comes through {{.*}} of 'deep(char const*, int)', called by {{.*}}'{{.*}}, which cannot be inlined; use
__device__ __noinline__ int deep(const char *name, int n) {
  __iket_mark(name);
  return n ? n * deep(name, n - 1) + deep(name, n / 2) : 1;
}
__global__ void recursive(int *p, int n) { *p = deep("down", n); }

// CHECK-DAG: 5 errors generated
