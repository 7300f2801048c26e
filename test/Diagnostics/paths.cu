// Where ranges open and close under conditions, a warning comes only where no
// reading of the conditions is right: at every optimisation level the same ones.
// REQUIRES: cuda
// RUN: %iket-clang -O0 -S %s -o %t.ptx 2>&1 | %filecheck %s --implicit-check-not=warning:
// RUN: %iket-clang -O1 -S %s -o %t.ptx 2>&1 | %filecheck %s --implicit-check-not=warning:
// RUN: %iket-clang -O2 -S %s -o %t.ptx 2>&1 | %filecheck %s --implicit-check-not=warning:
// RUN: %iket-clang -O3 -S %s -o %t.ptx 2>&1 | %filecheck %s --implicit-check-not=warning:

#include <iket/iket.h>

enum Role { Load, Mma, Store };

//===-- Wrong -------------------------------------------------------------===//

// The second switch forgets a role.
__global__ void forgottenRole(int *p, int role) {
  switch (role) {
  case 0: iket::range_push("producer"); break;
  // CHECK-DAG: paths.cu:[[#@LINE+1]]:{{.*}} warning: iket: range 'consumer' is left open on a path to where the kernel returns, and closed on another at {{.*}}paths.cu:[[#@LINE+6]]; close it on every path, or use iket::scoped_range [no-warn=unbalanced]
  case 1: iket::range_push("consumer"); break;
  default: break;
  }
  atomicAdd(p, 1);
  switch (role) {
  case 0: iket::range_pop(); break;
  default: break;
  }
}
// Two conditions on one value that are true at different times.
__global__ void otherBound(int *p, int n) {
  // CHECK-DAG: paths.cu:[[#@LINE+1]]:{{.*}} warning: iket: range 'above three' is left open on a path
  if (n > 3) iket::range_push("above three");
  atomicAdd(p, 1);
  if (n > 5) iket::range_pop();
}
__global__ void otherWarps(int *p) {
  // CHECK-DAG: paths.cu:[[#@LINE+1]]:{{.*}} warning: iket: range 'first warp' is left open on a path
  if (threadIdx.x / 32 == 0) iket::range_push("first warp");
  atomicAdd(p, 1);
  if (threadIdx.x < 16) iket::range_pop();
}
// Inline assembly ends the thread in a range, always or perhaps.
__global__ void exits(int *p, int n) {
  // CHECK-DAG: paths.cu:[[#@LINE+1]]:{{.*}} warning: iket: range 'exits' is left open on a path to where inline assembly exits, and closed on another at {{.*}}paths.cu:[[#@LINE+6]]; close it
  iket::range_push("exits");
  if (p[0] < n) {
    p[1] = 2;
    asm volatile("exit;");
  }
  iket::range_pop();
}
__global__ void mayExit(int *p, int n) {
  // CHECK-DAG: paths.cu:[[#@LINE+1]]:{{.*}} warning: iket: range 'may exit' is left open on a path to where inline assembly exits
  iket::range_push("may exit");
  asm volatile("{ .reg .pred q; setp.eq.s32 q, %0, 3; @q exit; }" ::"r"(n));
  atomicAdd(p, 1);
  iket::range_pop();
}
// A helper that leaves its range open sometimes, or that nobody closes.
__device__ __noinline__ void returnsEarly(int *p) {
  // CHECK-DAG: paths.cu:[[#@LINE+1]]:{{.*}} warning: iket: range 'helper' is left open on a path
  iket::range_push("helper");
  if (p[0] < 0) return;
  atomicAdd(p, 2);
  iket::range_pop();
}
__global__ void callsIt(int *p) { returnsEarly(p); }
// CHECK-DAG: paths.cu:[[#@LINE+1]]:{{.*}} warning: iket: range 'begun' is left open where the kernel returns
__device__ __noinline__ void beginOnly(bool on) { if (on) iket::range_push("begun"); }
__global__ void neverEnds(int *p, bool on) { beginOnly(on); atomicAdd(p, 1); }
__global__ void breaks(int *p, int n) {
  for (int i = 0; i < n; i++) {
    // CHECK-DAG: paths.cu:[[#@LINE+1]]:{{.*}} warning: iket: range 'turn' is left open on a path
    iket::range_push("turn");
    if (p[i] < 0) break;
    atomicAdd(p, i);
    iket::range_pop();
  }
}

//===-- Right, and silent -------------------------------------------------===//

__global__ void twoSwitches(int *p, int role) {
  switch (role) { case 0: iket::range_push("p"); break; case 1: iket::range_push("c"); break; default: break; }
  atomicAdd(p, 1);
  switch (role) { case 0: case 1: iket::range_pop(); break; default: break; }
}
__global__ void allRoles(int *p, Role r) {
  switch (r) { case Load: iket::range_push("l"); break; case Mma: iket::range_push("m"); break; case Store: iket::range_push("s"); break; }
  atomicAdd(p, 1);
  iket::range_pop();
}
__global__ void roleChain(int *p, Role r) {
  if (r == Load) iket::range_push("l"); else if (r == Mma) iket::range_push("m"); else if (r == Store) iket::range_push("s");
  atomicAdd(p, 1);
  iket::range_pop();
}
__global__ void someRoles(int *p) {
  Role r = Role(threadIdx.x / 128);
  if (r == Load) iket::range_push("l"); else if (r == Mma) iket::range_push("m");
  atomicAdd(p, 1);
  if (r == Load || r == Mma) iket::range_pop();
}
__global__ void fourFlags(int *p, bool a, bool b, bool c, bool d) {
  if (a) iket::range_push("a"); if (b) iket::range_push("b"); if (c) iket::range_push("c"); if (d) iket::range_push("d");
  atomicAdd(p, 1);
  if (d) iket::range_pop(); if (c) iket::range_pop(); if (b) iket::range_pop(); if (a) iket::range_pop();
}
struct Maybe {
  bool on;
  __device__ Maybe(bool b) : on(b) { if (on) iket::range_push("maybe"); }
  __device__ ~Maybe() { if (on) iket::range_pop(); }
};
__global__ void fourObjects(int *p, int n) {
  Maybe a(n > 1), b(n > 2), c(n > 3), d(n > 4);
  atomicAdd(p, n);
  if (p[3]) return;
  atomicAdd(p + 1, n);
}
__device__ __noinline__ void begin(bool on) { if (on) iket::range_push("cond"); }
__device__ __noinline__ void end(bool on) { if (on) iket::range_pop(); }
__global__ void helpers(int *p, bool on) { begin(on); atomicAdd(p, 1); end(on); }
__global__ void sameWarps(int *p) { if (threadIdx.x / 32 == 0) iket::range_push("w0"); atomicAdd(p, 1); if (threadIdx.x < 32) iket::range_pop(); }
__global__ void namedEnds(int *p, int n) {
  if (n & 1) iket::range_push("odd"); else iket::range_push("even");
  atomicAdd(p, 1);
  if (n & 1) iket::range_pop("odd"); else iket::range_pop("even");
}
__global__ void phases(int *p, int n) {
  for (int i = 0; i < n; i++) { if (i) iket::range_pop(); iket::range_push("phase"); atomicAdd(p, i); }
  if (n > 0) iket::range_pop();
}
__global__ void states(int *p, int n) {
  bool open = false;
  for (int i = 0; i < n; i++) {
    if (p[i] == 1 && !open) { iket::range_push("state"); open = true; }
    else if (p[i] == 2 && open) { iket::range_pop(); open = false; }
    atomicAdd(p, i);
  }
  if (open) iket::range_pop();
}
__global__ void deep(int *p, int n) {
  for (int i = 0; i < n; i++) { iket::range_push("deep"); p[i] = 1; }
  for (int i = 0; i < n; i++) { p[i] += 2; iket::range_pop(); }
}
__global__ void persistent(int *p) { iket::range_push("all"); for (;;) { iket::scoped_range r("turn of it"); atomicAdd(p, 1); } }
__global__ void traps(int *p, int n) { iket::scoped_range r("traps"); if (p[0] < 0) { iket::mark("t"); __trap(); } p[1] = n; }
__global__ void closedFirst(int *p) { iket::range_push("closed"); p[1] = 2; iket::range_pop(); asm volatile("exit;"); }
