// Each new CUDA breaks some clang, and real code needs more than clang
// gives it by itself. The points of the page on compiling CUDA with clang, in one
// program that compiles for host and device without a warning of ours, and has
// its events: libcu++'s headers by -I, `%%` in inline assembly, a function that
// CUDA 13 dropped by -D, and overloads of min and max by <algorithm>.
// REQUIRES: cuda, oracle, frontend, cccl

// RUN: rm -rf %t && mkdir -p %t
// RUN: %clang-host -std=c++17 -O2 -Wall -Werror -Wno-unknown-cuda-version --cuda-path=%cuda --cuda-gpu-arch=sm_90 -isystem %cccl -DcudaThreadSynchronize=cudaDeviceSynchronize -fplugin=%frontend %s -o %t/app %cuda-libs
// RUN: %clang-host -std=c++17 -O2 -Wno-unknown-cuda-version --cuda-path=%cuda --cuda-gpu-arch=sm_90 -isystem %cccl -DcudaThreadSynchronize=cudaDeviceSynchronize -fplugin=%frontend --cuda-device-only -c %s -o %t/cubin
// RUN: %oracle --counts %t/cubin | %filecheck %s
// CHECK: kernel _Z5lanesPj 3 points
// CHECK-NEXT: 1 lane
// CHECK-NEXT: 1 lanes
// CHECK-NEXT: 1 pop_range

// Each of them is needed: without it clang stops.
// RUN: %not %clang-host -std=c++17 -Wno-unknown-cuda-version --cuda-path=%cuda --cuda-gpu-arch=sm_90 -isystem %cccl -fplugin=%frontend -fsyntax-only %s 2>&1 | %filecheck-raw %s --check-prefix=DROPPED
// DROPPED: error: use of undeclared identifier 'cudaThreadSynchronize'
// RUN: %not %plain-clang -isystem %cccl -DSINGLE_PERCENT -fsyntax-only %s 2>&1 | %filecheck-raw %s --check-prefix=PERCENT
// PERCENT: error: invalid % escape in inline assembly string
// RUN: %not %plain-clang -fsyntax-only %s 2>&1 | %filecheck-raw %s --check-prefix=CCCL
// CCCL: fatal error: 'cuda/std/type_traits' file not found

#include <algorithm>
#include <cuda/std/type_traits>
#include <iket/iket.h>

#ifdef SINGLE_PERCENT
#define PERCENT "%"
#else
#define PERCENT "%%"
#endif

__global__ void lanes(unsigned *p) {
  IKET_FUNC_RANGE();
  static_assert(cuda::std::is_same_v<decltype(*p), unsigned &>);
  unsigned lane;
  asm("mov.u32 %0, " PERCENT "laneid;" : "=r"(lane));
  iket::mark("lane", lane);
  p[threadIdx.x] = max(lane, 3u);
}

int main() {
  unsigned *p;
  if (cudaMalloc(&p, 32 * sizeof(unsigned)))
    return 1;
  lanes<<<1, std::min(32, 64)>>>(p);
  return cudaThreadSynchronize() || cudaFree(p);
}
