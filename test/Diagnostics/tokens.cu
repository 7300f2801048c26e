// What a token is does not depend on the optimisation level.
// REQUIRES: cuda, tool

// A range_start whose token is kept starts a token range, even where nothing is
// left of its end: the scope around it is closed by its own pop. Without a
// token, range_start pushes.
// RUN: %iket-clang -O0 -DKINDS -c %s -o %t.0.cubin 2>&1 && %iket events %t.0.cubin | %filecheck %s --check-prefix=KINDS
// RUN: %iket-clang -O2 -DKINDS -c %s -o %t.2.cubin 2>&1 | %filecheck %s --check-prefix=NEVER --implicit-check-not=warning:
// RUN: %iket events %t.2.cubin | %filecheck %s --check-prefix=KINDS
// KINDS-DAG: {{^ +}}outer push
// KINDS-DAG: {{^ +}}copy token
// KINDS-DAG: {{^ +}}pushed push
// KINDS-DAG: {{^ +}}with value push none
// KINDS-DAG: {{^ +}}named token
// NEVER: tokens.cu:[[#@LINE+16]]:{{[0-9]+}}: warning: iket: range 'copy' is never ended; give its token to range_end [no-warn=token]

// A started token is never the sentinel.
// RUN: %iket-clang -O0 -Werror -DSENTINEL -c %s -o %t.0.cubin
// RUN: %iket-clang -O2 -Werror -DSENTINEL -c %s -o %t.2.cubin

// The types of a start and an end must agree also where the token comes from
// memory or from another function.
// RUN: %not %iket-clang -O0 -DTYPES -c %s -o %t.cubin 2>&1 | %filecheck-raw %s --check-prefix=TYPES
// RUN: %not %iket-clang -O2 -DTYPES -c %s -o %t.cubin 2>&1 | %filecheck-raw %s --check-prefix=TYPES

#include <iket/iket.h>

#if defined(KINDS)
template <bool Split> __device__ void stage(float *p) {
  iket::scoped_range outer("outer");
  auto t = iket::range_start("copy");
  p[threadIdx.x] *= 2;
  if (Split)
    iket::range_end(t);
}
__global__ void k(float *p, int n) {
  stage<false>(p);
  iket::range_start("pushed");
  iket::range_start("with value", n);
  p[0] = 1;
  iket::range_pop();
  iket::range_pop();
  iket::range_start("named");
  p[1] = 2;
  iket::range_end("named");
}
#elif defined(SENTINEL)
__global__ void chosen(int *p) {
  auto t = iket::sentinel_token();
  if (p[0])
    t = iket::range_start("x");
  p[1] += 1;
  if (t != iket::sentinel_token())
    iket::range_end(t);
}
template <bool On> __device__ void work(int *p) {
  auto t = On ? iket::range_start("z") : iket::sentinel_token();
  p[2] += 1;
  if (t != iket::sentinel_token())
    iket::range_end(t);
}
__global__ void known(int *p) {
  auto t = iket::range_start("y");
  p[1] += 1;
  if (t != iket::sentinel_token())
    iket::range_end(t);
  work<true>(p);
  work<false>(p);
}
#else
// TYPES-DAG: tokens.cu:[[#@LINE+4]]:{{.*}}error: iket: range 'shared' ends with a payload of type none but starts with int32 at {{.*}}tokens.cu:[[#@LINE+3]]; give both one type
__global__ void memory(int *p) {
  __shared__ iket::token t;
  t = iket::range_start("shared", *p);
  iket::range_end(t);
}
// TYPES-DAG: tokens.cu:[[#@LINE+1]]:{{.*}}error: iket: range 'shared' ends with a payload of type none
__device__ __noinline__ void done(iket::token t) { iket::range_end(t); }
__global__ void argument(int *p) { done(iket::range_start("passed", *p)); }
#endif
