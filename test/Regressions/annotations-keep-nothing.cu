// Annotations that stand in a table keep functions alive which are
// inlined everywhere, and the image grows. An annotated file has the functions
// that it has without the attribute, and annotations of others stay.
// REQUIRES: cuda, frontend

// RUN: %one-flag-clang -O2 -S %s -o %t.s
// RUN: %filecheck %s --input-file=%t.s --implicit-check-not=".func" --implicit-check-not=".entry"
// CHECK: .visible .entry _Z1kPi(
// CHECK: pmevent.mask 1;
// CHECK: pmevent.mask 2;
// RUN: %one-flag-clang -O2 -DRANGE= -S %s -o %t.plain.s
// RUN: %filecheck %s --check-prefix=PLAIN --input-file=%t.plain.s --implicit-check-not=".func" --implicit-check-not=".entry"
// PLAIN: .visible .entry _Z1kPi(

// A library's own annotation is none of the plugin's business.
// RUN: %one-flag-clang -O2 -DOTHERS -S -emit-llvm %s -o - | %filecheck %s --check-prefix=OTHERS
// OTHERS: c"theirs\00"
// OTHERS: @llvm.global.annotations = appending global [1 x {{.*}} @_Z5otheri

#include <iket/iket.h>

#ifndef RANGE
#define RANGE(name) [[iket::range(name)]]
#else
#undef RANGE
#define RANGE(name)
#endif

template <class T> RANGE("step") static inline __device__ T step(T x) {
  return x + 1;
}
struct op {
  RANGE("op") __device__ int operator()(int x) const { return x * 3; }
};
inline __device__ int whole(int x) {
  IKET_FUNC_RANGE();
  return x - 1;
}
#ifdef OTHERS
__device__ [[clang::annotate("theirs")]] int other(int x) { return x; }
#endif

__global__ void k(int *p) { p[0] = op()(step(p[0])); }
