// The promise that users ask for most: annotations stay in the source
// and cost nothing while nobody traces. Without the plugin, with the option
// `disable`, and with every annotation deleted by the preprocessor, the PTX is
// the same byte for byte. The header is compiled in every form it has.
// REQUIRES: cuda, frontend

// RUN: %plain-clang -O1 -S %s -o %t.plain.s
// RUN: %one-flag-clang -O1 -fplugin-arg-iket-disable -S %s -o %t.off.s
// RUN: %plain-clang -O1 -DNO_EVENTS -S %s -o %t.deleted.s
// RUN: cmp %t.plain.s %t.off.s
// RUN: cmp %t.plain.s %t.deleted.s

// RUN: %plain-clang -O3 -S %s -o %t.plain3.s
// RUN: %one-flag-clang -O3 -fplugin-arg-iket-disable -fplugin-arg-iket-runtime-payloads -S %s -o %t.off3.s
// RUN: %plain-clang -O3 -DNO_EVENTS -S %s -o %t.deleted3.s
// RUN: cmp %t.plain3.s %t.off3.s
// RUN: cmp %t.plain3.s %t.deleted3.s

// Without optimisation what the C++ spelling leaves is there, yet nothing is left
// to link, and the plugin adds nothing.
// RUN: %plain-clang -O0 -S %s -o %t.plain0.s
// RUN: %one-flag-clang -O0 -fplugin-arg-iket-disable -S %s -o %t.off0.s
// RUN: cmp %t.plain0.s %t.off0.s
// RUN: %plain-clang -O0 -c %s -o %t.plain0
// RUN: %filecheck %s --check-prefix=O0 --input-file=%t.plain0.s --implicit-check-not=.extern --implicit-check-not=pmevent
// O0: .visible .entry _Z1kPif(

// The comparison means something: with the plugin the PTX is another.
// RUN: %iket-clang -O3 -S %s -o %t.on3.s
// RUN: %not cmp -s %t.plain3.s %t.on3.s

// An event in an unused function, and a file that only includes the header,
// leave nothing with the plugin on.
// RUN: %plain-clang -O3 -DUNUSED -S %s -o %t.unused.plain.s
// RUN: %iket-clang -O3 -DUNUSED -S %s -o %t.unused.on.s
// RUN: cmp %t.unused.plain.s %t.unused.on.s
// RUN: %filecheck %s --check-prefix=UNUSED --input-file=%t.unused.on.s --implicit-check-not=iket
// UNUSED: .visible .entry _Z1ePi(

#ifdef NO_EVENTS
#define EVENTS(...)
#else
#include <iket/iket.h>
#define EVENTS(...) __VA_ARGS__
#endif

#ifdef UNUSED
static __device__ int unused(int x) {
  __iket_mark("unused", x);
  return x;
}
__global__ void e(int *p) { p[0] = 1; }
#else

EVENTS(IKET_RANGE("search"))
__device__ __attribute__((noinline)) int search(int x, int *e) {
  EVENTS(__iket_mark("searching", x);)
  for (int i = 0; i < x; i++)
    if (e[i] == x)
      return i;
  return x * 2;
}

EVENTS(IKET_RANGE()) __device__ int twice(int x) { return x * 2; }

__global__ void k(int *p, float f) {
  EVENTS(IKET_FUNC_RANGE();)
  EVENTS(iket::scoped_range all("all", f);)
  float v = f;
#pragma unroll
  for (int i = 0; i < 8; i++) {
    EVENTS(IKET_SCOPE("turn", i)) {
      v = __sinf(v) * v + i;
    }
    EVENTS(__iket_mark("v", v);)
  }
  EVENTS(iket::token t = __iket_sentinel_token();)
  EVENTS(if (f > 3) t = __iket_range_start("tok", 3ll);)
  p[threadIdx.x] = search(v, p) + twice(p[3]);
  EVENTS(__iket_keep(v);)
  EVENTS(__iket_range_end(t, 4ll);)
  EVENTS(if (__iket_enabled()) p[1] = 7;)
  EVENTS(if (__iket_runtime_payloads()) p[2] = 7;)
  EVENTS(__iket_mark(p[5] ? "yes" : "no");)
  EVENTS(__iket_range_start("push"); __iket_range_end();)
  EVENTS(__iket_range_start("named", 1.0); __iket_range_end("named", 2.0);)
  EVENTS(__iket_range_push("p", &p[6]); __iket_range_pop("p");)
}
#endif
