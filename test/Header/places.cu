// IKET_RANGE may stand wherever the plugin takes a range attribute; without the
// plugin it is nothing there.
// REQUIRES: cuda, frontend, oracle
// RUN: %plain-clang -fsyntax-only -Wall -Wextra -Werror %s
// RUN: %one-flag-clang -O1 -c %s -o %t.cubin && %oracle --counts %t.cubin | %filecheck %s

// CHECK: kernel k {{[0-9]+}} points
// CHECK: 1 after
// CHECK: 1 before
// CHECK: 1 before device
// CHECK: 1 behind arguments
// CHECK: 1 behind type
// CHECK: 1 declared
// CHECK: 1 generic
// CHECK: 1 in front
// CHECK: 1 kernel
// CHECK: 1 method
// CHECK: 1 mutable
// CHECK: 1 template

#include <iket/iket.h>

static IKET_RANGE("in front") __device__ int a(int x) { return x + 1; }
__device__ int IKET_RANGE("behind type") b(int x) { return x + 2; }
__device__ int c(int x) IKET_RANGE("declared");
__device__ int c(int x) { return x + 3; }
template <class T> IKET_RANGE("template") __device__ T d(T x) { return x + 4; }
struct S {
  __device__ int f(int x) IKET_RANGE("method");
};
__device__ int S::f(int x) { return x + 5; }

extern "C" __global__ void IKET_RANGE("kernel") k(int *p) {
  auto e = [] IKET_RANGE("before") (int x) { return x + 17; };
  auto f = [](int x) IKET_RANGE("after") { return x * 3; };
  auto g = [] IKET_RANGE("generic") (auto x) { return x + 17; };
  auto h = [=] IKET_RANGE("mutable") () mutable { return p[0] * 3; };
  auto i = [] IKET_RANGE("before device") __device__ (int x) { return x * 5; };
  auto j = [] __device__ (int x) IKET_RANGE("behind arguments") { return x * 7; };
  p[0] = a(p[0]) + b(p[1]) + c(p[2]) + d(p[3]) + S().f(p[4]) + e(p[5]) + f(p[6]) +
         g(p[7]) + h() + i(p[8]) + j(p[9]);
}
