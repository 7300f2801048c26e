// A macro that hides `__host__ __device__` behind `__CUDA_ARCH__`
// makes the two passes of a CUDA compilation disagree about a function. The
// header declares the same to both, whether it records in the device's or not:
// its functions are callable from functions of every kind and from lambdas.
// REQUIRES: cuda

// RUN: %clang-whole --offload-arch=sm_90 -UIKET_DISABLE -U__IKET__ -Wall -Wextra -Werror -mllvm -iket-no-warn=header-off -fsyntax-only %s
// RUN: %clang-whole --offload-arch=sm_90 -Wall -Wextra -Werror -fsyntax-only %s
// RUN: %iket-clang -O2 -S -emit-llvm %s -o - | %filecheck %s --implicit-check-not="mask(i16" --implicit-check-not="{{^@__iket_evt}}"
// CHECK: @__iket_evt_decl_both_1_attrs
// CHECK: @__iket_evt_decl_device_2_attrs
// CHECK: @__iket_evt_decl_lambda_3_attrs
// CHECK: @__iket_evt_decl_member_4_attrs
// CHECK-LABEL: define {{.*}}i32 @_Z4bothi(
// CHECK: call void @llvm.nvvm.pm.event.mask(i16 1)
// CHECK-LABEL: define {{.*}}ptx_kernel void @_Z1kPi(
// CHECK: call void @llvm.nvvm.pm.event.mask(i16 1)
// CHECK: call void @llvm.nvvm.pm.event.mask(i16 2)
// CHECK: call void @llvm.nvvm.pm.event.mask(i16 3)
// CHECK: call void @llvm.nvvm.pm.event.mask(i16 4)
// CHECK: call void @llvm.nvvm.pm.event.mask(i16 31)
// CHECK: declare void @llvm.nvvm.pm.event.mask(i16

#include <iket/iket.h>

__host__ __device__ int both(int x) {
  __iket_mark("both");
  return x + 1;
}
static __device__ int device(int x) {
  __iket_mark("device");
  return x + 2;
}
__host__ int host(int x) {
  __iket_mark("host");
  return both(x);
}
struct op {
  template <class T> __host__ __device__ T operator()(T x) const {
    iket::scoped_range range("member");
    return x * 3;
  }
};

__global__ void k(int *p) {
  auto lambda = [=](int x) {
    __iket_mark("lambda");
    return x + 3;
  };
  p[0] = op()(lambda(device(both(p[0]))));
}

int main() { return host(op()(1)); }
