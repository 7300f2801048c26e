// Below sm_90 the user's shared memory begins at offset 0, so a
// record would overwrite the kernel's own data without any error. There the
// events are stripped: the kernel is the one that is compiled without the
// plugin, and one warning tells, at the first event of the source.
// REQUIRES: cuda

// RUN: %clang-any-arch --cuda-gpu-arch=sm_75 -O3 -S %s -o %t.75.s 2>&1 | %filecheck %s --check-prefixes=CHECK,SM75 --implicit-check-not=warning:
// RUN: %plain-clang -O3 --no-cuda-gpu-arch=sm_90 --cuda-gpu-arch=sm_75 -S %s -o %t.75.plain.s
// RUN: cmp %t.75.s %t.75.plain.s
// RUN: %clang-any-arch --cuda-gpu-arch=sm_80 -O0 -S %s -o %t.80.s 2>&1 | %filecheck %s --check-prefixes=CHECK,SM80 --implicit-check-not=warning:
// RUN: %plain-clang -D__IKET__ -O0 --no-cuda-gpu-arch=sm_90 --cuda-gpu-arch=sm_80 -S %s -o %t.80.plain.s
// RUN: cmp %t.80.s %t.80.plain.s
// RUN: %clang-any-arch --cuda-gpu-arch=sm_86 -O3 -mllvm -iket-runtime-payloads -S %s -o %t.86.s 2>&1 | %filecheck %s --check-prefixes=CHECK,SM86 --implicit-check-not=warning:
// RUN: %plain-clang -O3 --no-cuda-gpu-arch=sm_90 --cuda-gpu-arch=sm_86 -S %s -o %t.86.plain.s
// RUN: cmp %t.86.s %t.86.plain.s
// RUN: %clang-any-arch --cuda-gpu-arch=sm_89 -O3 -S %s -o %t.89.s 2>&1 | %filecheck %s --check-prefixes=CHECK,SM89 --implicit-check-not=warning:
// RUN: %plain-clang -O3 --no-cuda-gpu-arch=sm_90 --cuda-gpu-arch=sm_89 -S %s -o %t.89.plain.s
// RUN: cmp %t.89.s %t.89.plain.s

// Asked to, the plugin refuses instead, or writes nothing about it.
// RUN: %not %clang-any-arch --cuda-gpu-arch=sm_89 -O3 -mllvm -iket-pre-hopper=error -S %s -o %t.error.s 2>&1 | %filecheck-raw %s --check-prefix=ERROR --implicit-check-not=error:
// RUN: %not test -e %t.error.s
// RUN: %clang-any-arch --cuda-gpu-arch=sm_89 -O3 -mllvm -iket-no-warn=pre-hopper -Werror -S %s -o %t.quiet.s
// RUN: cmp %t.quiet.s %t.89.plain.s

#include <iket/iket.h>

__global__ void k(int *p) {
  __shared__ int s[64];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  // SM75: before-hopper.cu:[[#@LINE+5]]:{{[0-9]+}}: warning: iket: events are stripped for sm_75, which no profiler of events supports; compile for sm_90 or newer to record them [no-warn=pre-hopper]
  // SM80: before-hopper.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: iket: events are stripped for sm_80, which no profiler of events supports; compile for sm_90 or newer to record them [no-warn=pre-hopper]
  // SM86: before-hopper.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: iket: events are stripped for sm_86, which no profiler of events supports; compile for sm_90 or newer to record them [no-warn=pre-hopper]
  // SM89: before-hopper.cu:[[#@LINE+2]]:{{[0-9]+}}: warning: iket: events are stripped for sm_89, which no profiler of events supports; compile for sm_90 or newer to record them [no-warn=pre-hopper]
  // ERROR: before-hopper.cu:[[#@LINE+1]]:{{[0-9]+}}: error: iket: events cannot be recorded on sm_89; compile for sm_90 or newer, or drop pre-hopper=error
  __iket_mark("m", 7);
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x];
}
// CHECK: 1 warning generated
