// Events in branches, loops, noinline and recursive functions, virtual callees,
// templates, lambdas and anonymous namespaces; tokens that are chosen at run
// time; names that are chosen at run time.
// REQUIRES: cuda, oracle
// RUN: %iket-clang -O0 -c %s -o %t.0 && %oracle --counts %t.0 | %filecheck %s --check-prefixes=CHECK,O0
// RUN: %iket-clang -O1 -c %s -o %t.1 && %oracle --counts %t.1 | %filecheck %s --check-prefixes=CHECK,OPT
// RUN: %iket-clang -O2 -c %s -o %t.2 && %oracle --counts %t.2 | %filecheck %s --check-prefixes=CHECK,OPT
// RUN: %iket-clang -O3 -c %s -o %t.3 && %oracle --counts %t.3 | %filecheck %s --check-prefixes=CHECK,OPT

#include <iket/iket.h>
#include <new>

namespace {
__device__ __noinline__ int recurse(int n) {
  iket::scoped_range r("recurse");
  return n > 0 ? recurse(n - 1) * 3 + 1 : 1;
}
struct Base {
  __device__ virtual int run(int x) const { return x; }
};
struct Derived : Base {
  __device__ int run(int x) const override {
    iket::mark("virtual");
    return x + 1;
  }
};
template <int N> __device__ int unrolled(int x) {
#pragma unroll
  for (int i = 0; i < N; i++) {
    iket::mark("turn");
    x = x * 3 + i;
  }
  return x;
}
template <class T> __global__ void chosen(T *p, int n) {
  iket::token t = iket::sentinel_token();
  if (n & 1)
    t = iket::range_start("odd");
  else if (n & 2)
    t = iket::range_start("even");
  p[0] = n;
  iket::range_end(t);
  iket::mark(n & 4 ? "high" : "low");
  auto f = [](T x) {
    iket::mark("lambda");
    return x + 1;
  };
  p[1] = f(p[0]);
}
template __global__ void chosen<int>(int *, int);
} // namespace

// The name of the template kernel begins with _ZN, the others sort before.
// CHECK: kernel _ZN{{.*}}chosenIiEEvPT_i [[#]] points
// CHECK-DAG:   2 even
// CHECK-DAG:   2 odd
// CHECK-DAG:   1 high
// CHECK-DAG:   1 low
// CHECK-DAG:   1 lambda

// The recursive and the virtual functions are called from one kernel each.
// CHECK: kernel arms 4 points
// CHECK-NEXT:   1 left
// CHECK-NEXT:   2 pop_range
// CHECK-NEXT:   1 right
extern "C" __global__ void arms(int *p, int n) {
  if (n & 1) {
    iket::scoped_range r("left");
    p[0] *= 2;
  } else {
    iket::scoped_range r("right");
    p[0] += 2;
  }
}

// CHECK: kernel calls 3 points
// CHECK-NEXT:   1 pop_range
// CHECK-NEXT:   1 recurse
// CHECK-NEXT:   1 virtual
extern "C" __global__ void calls(int *p, const Base *b) {
  p[0] = recurse(p[0]);
  p[1] = b->run(p[1]);
}

// CHECK: kernel make 1 points
extern "C" __global__ void make(void *b) { new (b) Derived; }

// O0:  kernel turns 1 points
// OPT: kernel turns 8 points
// OPT-NEXT: 8 turn
extern "C" __global__ void turns(int *p) { p[0] = unrolled<8>(p[0]); }
