// CCCL has annotations since 3.6; CUDA 13.0 brings 3.0. That nothing would be
// recorded is said. (CUDA 12 keeps its CCCL elsewhere.)
// REQUIRES: cuda, frontend, cccl, llvm-22
// DEFINE: %{compile} = %one-flag-clang -fsyntax-only -D_CCCL_ENABLE_IKET %s
// RUN: %{compile} -isystem %cuda/include/cccl 2>&1 | %filecheck %s
// RUN: %{compile} -isystem %cccl -Werror
// RUN: %{compile} -isystem %cuda/include/cccl -Werror -fplugin-arg-iket-no-warn=no-effect
// CHECK: warning: iket: _CCCL_ENABLE_IKET has no effect on CCCL 3.{{[0-5]}}, which has no annotations; put CCCL 3.6 or newer on the include path in front of CUDA's own [no-warn=no-effect]

#include <cub/version.cuh>
#include <cuda/std/version>
__global__ void k(int *p) { p[0] = 1; }
