// Ranges that do not balance on some path, and tokens that are not ended once:
// one warning each, at the place to mend, at every optimisation level. Device
// functions that push or pop for their callers are understood.
// REQUIRES: cuda
// RUN: %iket-clang -O2 -c %s -o %t.cubin 2>&1 | %filecheck %s --check-prefixes=CHECK,LOOP --implicit-check-not=warning:
// RUN: %iket-clang -O0 -c %s -o %t.cubin 2>&1 | %filecheck %s --implicit-check-not=warning:
// RUN: %iket-clang -O2 -Werror -mllvm -iket-no-warn=unbalanced,token -c %s -o %t.cubin

#include <iket/iket.h>

// Every return must close what is open.
// CHECK-DAG: balance.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: iket: range 'body' is left open on a path to where the kernel returns, and closed on another at {{.*}}balance.cu:[[#@LINE+7]]; close it on every path, or use iket::scoped_range [no-warn=unbalanced]
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
// CHECK-DAG: balance.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: iket: range 'turn' is left open where the kernel returns; close it there, or use iket::scoped_range [no-warn=unbalanced]
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

// A function that is not inlined pops what its caller has not pushed, or not last.
__device__ __noinline__ void popsForNobody(float *p) {
  p[0] = 1;
  // CHECK-DAG: balance.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: iket: range_pop where its caller, the kernel '_Z7nobodysPf', has no range open; push one, or remove it [no-warn=unbalanced]
  iket::range_pop();
}
__global__ void nobodys(float *p) { popsForNobody(p); }
__device__ __noinline__ void popsByName(float *p) {
  p[0] = 1;
  // CHECK-DAG: balance.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: iket: range_pop names 'wanted' but the innermost open range is 'callers', pushed at {{.*}}balance.cu:[[#@LINE+3]]; close that one first [no-warn=unbalanced]
  iket::range_pop("wanted");
}
__global__ void misnamed(float *p) { iket::range_push("callers"); popsByName(p); }

// Ended on one path only, on one of two returns, in each turn of a loop; started in
// each turn and ended once.
// CHECK-DAG: balance.cu:[[#@LINE+2]]:{{[0-9]+}}: warning: iket: range 'one arm' is not ended on a path to where the function returns{{.*}}; end it on every path [no-warn=token]
__global__ void oneArm(float *p, int n) {
  auto t = iket::range_start("one arm");
  p[0] = 1;
  if (n > 3)
    iket::range_end(t);
  p[1] = 1;
}
__global__ void armAndJoin(float *p, int n) {
  auto t = iket::range_start("arm and join");
  p[0] = 1;
  if (n > 3)
    iket::range_end(t);
  p[1] = 1;
  // CHECK-DAG: balance.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: iket: range 'arm and join', started at {{.*}}balance.cu:[[#@LINE-5]], is ended twice, first at {{.*}}balance.cu:[[#@LINE-2]]; end it once [no-warn=token]
  iket::range_end(t);
}
// At -O0 the loop may be one of exactly one turn.
// LOOP-DAG: balance.cu:[[#@LINE+2]]:{{[0-9]+}}: warning: iket: range 'in loop' is not ended on a path to where the function returns{{.*}}; end it on every path [no-warn=token]
__global__ void inLoop(float *p, int n) {
  auto t = iket::range_start("in loop");
  for (int i = 0; i < n; i++) {
    p[i] = 1;
    iket::range_end(t);
  }
}
__global__ void eachTurn(float *p, int n) {
  auto t = iket::range_start("each turn");
  int i = 0;
  do {
    p[i] = 1;
    // CHECK-DAG: balance.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: iket: range 'each turn', started at {{.*}}balance.cu:[[#@LINE-4]], is ended twice by a loop; end it once [no-warn=token]
    iket::range_end(t);
  } while (++i < n);
}
// CHECK-DAG: balance.cu:[[#@LINE+4]]:{{[0-9]+}}: warning: iket: range 'restarted' is not ended on a path to where {{it is started again|the function returns.*}}; end it on every path [no-warn=token]
__global__ void restarted(float *p, int n) {
  int i = 0;
  do {
    auto t = iket::range_start("restarted");
    p[i] = 1;
    if (p[i + n] < 0)
      iket::range_end(t);
  } while (++i < n);
}

// Silent: what happens under one condition goes together.
__global__ void flag(float *p, int n) {
  bool on = n > 3;
  if (on)
    iket::range_push("flag");
  for (int i = 0; i < n; i++)
    p[i] = 1;
  if (on)
    iket::range_pop();
  iket::token t = iket::range_start("either");
  p[0] = 2;
  if (n & 4)
    iket::range_end(t);
  p[1] += 2;
  if (!(n & 4))
    iket::range_end(t);
}
__device__ __noinline__ void beginIf(float *p, bool on) {
  if (on)
    iket::range_push("inside");
  p[0] = 1;
  if (on)
    iket::range_pop();
}
__global__ void helped(float *p, int n) { beginIf(p, n > 7); }

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
