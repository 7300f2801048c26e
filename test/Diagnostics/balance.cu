// Ranges that do not balance on some path, and tokens that are not ended once:
// one warning each, at the place to mend, at every optimisation level. Device
// functions that push or pop for their callers are understood.
// REQUIRES: cuda
// RUN: %iket-clang -O2 -c %s -o %t.cubin 2>&1 | %filecheck %s --implicit-check-not=warning:
// RUN: %iket-clang -O0 -c %s -o %t.cubin 2>&1 | %filecheck %s --implicit-check-not=warning:
// RUN: %iket-clang -O2 -Werror -mllvm -iket-no-warn=unbalanced,token -c %s -o %t.cubin

#include <iket/iket.h>

// Every return must close what is open.
// CHECK-DAG: balance.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: iket: range 'body' is open on one path and not on another where they meet (closed at {{.*}}balance.cu:[[#@LINE+7]]); close it on every path, or use iket::scoped_range [no-warn=unbalanced]
__global__ void early(float *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  iket::range_push("body");
  if (i >= n)
    return;
  p[i] += 1.f;
  iket::range_pop();
}

// CHECK-DAG: balance.cu:[[#@LINE+2]]:{{[0-9]+}}: warning: iket: range 'forgotten' is left open where the kernel returns; close it there, or use iket::scoped_range [no-warn=unbalanced]
__global__ void forgotten(float *p) {
  iket::range_push("forgotten");
  p[0] = 1;
}

// CHECK-DAG: balance.cu:[[#@LINE+2]]:{{[0-9]+}}: warning: iket: range_pop on a path where no range is open; push one, or remove it [no-warn=unbalanced]
__global__ void stray(float *p) {
  iket::range_pop();
  p[0] = 1;
}

// A loop that grows.
// CHECK-DAG: balance.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: iket: range 'turn' is open on one path and not on another where they meet; close it on every path, or use iket::scoped_range [no-warn=unbalanced]
__global__ void grow(float *p, int n) {
  for (int i = 0; i < n; i++) {
    iket::range_push("turn");
    p[i] = 1;
  }
}

__global__ void crossed(float *p) {
  iket::range_push("outer");
  p[0] = 1;
  iket::range_push("inner");
  p[1] = 1;
  // CHECK-DAG: balance.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: iket: range_pop names 'outer' but the innermost open range is 'inner', pushed at {{.*}}balance.cu:[[#@LINE-2]]; close that one first [no-warn=unbalanced]
  iket::range_pop("outer");
  iket::range_pop();
}

__global__ void tokens(float *p) {
  auto t = iket::range_start("twice");
  p[0] = 1;
  iket::range_end(t);
  p[1] = 2;
  // CHECK-DAG: balance.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: iket: range 'twice', started at {{.*}}balance.cu:[[#@LINE-4]], is ended twice, first at {{.*}}balance.cu:[[#@LINE-2]]; end it once [no-warn=token]
  iket::range_end(t);
}

// Silent: balanced on every path, through helpers, branches and loops.
__device__ __noinline__ void begin(float *p) {
  iket::range_push("helper");
  p[0] = 1;
}
__device__ __noinline__ void end(float *p) {
  p[1] = 1;
  iket::range_pop();
}
__device__ __noinline__ int recurse(int n) {
  iket::scoped_range r("recurse");
  return n ? recurse(n - 1) + n : 0;
}
__global__ void fine(float *p, int n) {
  begin(p);
  for (int i = 0; i < n; i++) {
    iket::scoped_range r(i & 1 ? "odd" : "even");
    if (p[i] > 0)
      continue;
    if (p[i] < -1)
      break;
    p[i] = recurse(i);
  }
  end(p);
  if (n & 1)
    iket::range_push("left");
  else
    iket::range_push("right");
  p[2] = 1;
  iket::range_pop();
  iket::token t = iket::sentinel_token();
  for (int i = 0; i < n; i++) {
    iket::range_end(t);
    t = iket::range_start("pipelined");
    p[i] = 3;
  }
  iket::range_end(t);
  iket::range_start("named");
  p[3] = 1;
  iket::range_end("named");
}
