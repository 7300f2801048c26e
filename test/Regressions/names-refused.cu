// Case C17, the other half: names that no compiler can know are errors, at
// every level, each at the line of its event; and all of them at once.
// REQUIRES: cuda

// RUN: %not %iket-clang -O0 -c %s -o %t.0 2>&1 | %filecheck-raw %s --check-prefixes=CHECK,O0 --implicit-check-not=error:
// RUN: %not %iket-clang -O1 -c %s -o %t.1 2>&1 | %filecheck-raw %s --check-prefixes=CHECK,OPT --implicit-check-not=error:
// RUN: %not %iket-clang -O3 -c %s -o %t.3 2>&1 | %filecheck-raw %s --check-prefixes=CHECK,OPT --implicit-check-not=error:
// RUN: %not test -e %t.0
// RUN: %not test -e %t.3

#include <iket/iket.h>

__device__ const char *writable[2] = {"w0", "w1"};
template <int I> __device__ const char *nm() { return I ? "one" : "zero"; }

// Without optimisation a function that returns a name is a call like any other.
// O0: names-refused.cu:[[#@LINE+2]]:1: error: iket: event name is not a constant string; use a literal, a constexpr array or a choice between such
__global__ void call(int *p) {
  __iket_mark(nm<1>());
}

// CHECK: names-refused.cu:[[#@LINE+3]]:1: error: iket: event name is not a constant string; use a literal, a constexpr array or a choice between such
__global__ void built(int *p, int s) {
  char dyn[4] = {'d', (char)s, 0, 0};
  __iket_mark(dyn);
}

// CHECK: names-refused.cu:[[#@LINE+2]]:1: error: iket: event name is not a constant string; use a literal, a constexpr array or a choice between such
__global__ void variable(int *p, int s) {
  iket::range_push(writable[s & 1]);
  iket::range_pop();
}

// CHECK: names-refused.cu:[[#@LINE+2]]:1: error: iket: event name is not a constant string; use a literal, a constexpr array or a choice between such
__global__ void argument(const char *name) {
  iket::range_end(iket::range_start(name));
}

// One answer of two is enough to refuse the choice.
// CHECK: names-refused.cu:[[#@LINE+2]]:1: error: iket: event name is not a constant string; use a literal, a constexpr array or a choice between such
__global__ void half(const char *name, int s) {
  __iket_mark(s ? "known" : name);
}

// O0:  5 errors generated
// OPT: 4 errors generated
