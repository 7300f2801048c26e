// Functions that their authors mark const or pure record like any other, and so
// do the ones that call them: LLVM would drop calls whose result is unused and
// merge equal ones.
// REQUIRES: cuda, frontend
// RUN: %one-flag-clang -O2 -S -emit-llvm -o - %s | %filecheck %s

#include <iket/iket.h>

#define FAR __device__ __noinline__
FAR __attribute__((const)) float constant(float X) {
  iket::scoped_range R("const");
  return X * X;
}
FAR __attribute__((pure)) float pure(const float *X) {
  iket::mark("pure");
  return *X * 2;
}
[[iket::range("attribute")]] FAR __attribute__((const)) float attribute(float X) {
  return X * X + 3;
}
FAR __attribute__((const)) float caller(float X) { return constant(X) + 1; }

// CHECK: define {{.*}} ptx_kernel void @_Z1kPfi(
// CHECK-COUNT-2: call {{.*}} @_Z8constantf(
// CHECK-COUNT-2: call {{.*}} @_Z4purePKf(
// CHECK-COUNT-2: call {{.*}} @_Z9attributef(
// CHECK-COUNT-2: call {{.*}} @_Z6callerf(
// CHECK: ret void
__global__ void k(float *P, int N) {
  float A = P[0];
  P[1] = constant(A) + constant(A);
  pure(P);
  P[2] = pure(P);
  attribute(A);
  P[3] = attribute(A);
  P[4] = caller(A) + caller(A);
}
