// The attribute on functions, methods, templates, lambdas and kernels, in both
// spellings, with a name and without; a declaration's is inherited. One flag
// brings header, __IKET__, passes and options; loading the pass plugin as well
// changes nothing.
// REQUIRES: cuda, oracle, frontend
// RUN: %one-flag-clang -O2 -Wall -Wextra -Werror -Wno-c++23-lambda-attributes -c %s -o %t.cubin
// RUN: %oracle %t.cubin | %filecheck %s
// RUN: %one-flag-clang -O0 -w -c %s -o %t.0.cubin && %oracle --counts %t.0.cubin | %filecheck %s --check-prefix=O0
// RUN: %one-flag-clang -O2 -w -c -fpass-plugin=%plugin %s -o %t.both.cubin && cmp %t.cubin %t.both.cubin
// RUN: %one-flag-clang -O2 -w -c -fplugin-arg-iket-disable -DOFF %s -o %t.off && %oracle %t.off | %filecheck %s --check-prefix=OFF
// RUN: %one-flag-clang -O1 -w -ffile-prefix-map=%S=mapped -Xclang -disable-llvm-passes -S -emit-llvm %s -o - | %filecheck %s --check-prefix=MAPPED
// MAPPED: "llvm.assume"="ompx_iket.range\0Ascan\0Amapped/attribute.cu\0A
// OFF: not instrumented

#include <iket/iket.h>
#if defined(__IKET__) == defined(OFF)
#error "the frontend plugin defines __IKET__ unless events are disabled"
#endif

[[iket::range("scan")]] __device__ int scan(int x) { return x + 1; }
__attribute__((iket_range)) __device__ int own(int x) { return x + 2; }
[[iket::range("declared")]] __device__ int later(int x);
__device__ int later(int x) { return x * 2; }
struct S {
  [[iket::range("method")]] __device__ int m(int x) { return x - 1; }
};
template <class T> [[iket::range("template")]] __device__ T t(T x) {
  return x * 3;
}

//      CHECK: kernel k 18 points
//  CHECK-NEXT:   kernel
//  CHECK-NEXT:   scan
//  CHECK-NEXT:   pop_range
//  CHECK-NEXT:   own
//  CHECK-NEXT:   pop_range
//  CHECK-NEXT:   declared
//  CHECK-NEXT:   pop_range
//  CHECK-NEXT:   method
//  CHECK-NEXT:   pop_range
//  CHECK-NEXT:   template
//  CHECK-NEXT:   pop_range
//  CHECK-NEXT:   behind
//  CHECK-NEXT:   pop_range
//  CHECK-NEXT:   in front
//  CHECK-NEXT:   pop_range
//  CHECK-NEXT:   macro
//  CHECK-NEXT:   pop_range
//  CHECK-NEXT:   pop_range
// O0: kernel k 18 points
// O0:   9 pop_range
IKET_RANGE("macro") __device__ int m(int x) { return x ^ 5; }

extern "C" {
[[iket::range("kernel")]] __global__ void k(int *p) {
  auto behind = [](int x) __attribute__((iket_range("behind"))) {
    return x + 5;
  };
  auto front = [] [[iket::range("in front")]] (int x) { return x + 6; };
  p[0] = scan(p[0]);
  p[1] = own(p[1]);
  p[2] = later(p[2]);
  p[3] = S().m(p[3]);
  p[4] = t(p[4]);
  p[5] = behind(p[5]);
  p[6] = front(p[6]);
  p[7] = m(p[7]);
}
}
