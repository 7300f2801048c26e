// Every kind of event, a payload, a function of its own and an inlined one.
#include <iket/iket.h>
__device__ __noinline__ int helper(int x) {
  iket::scoped_range r("helper");
  return x * 3 + 1;
}
extern "C" __global__ void k(int *p, int n) {
  iket::mark("start", n);
  iket::scoped_range r("body");
  auto t = iket::range_start("tok", 1.5f);
  for (int i = 0; i < n; i++)
    p[i] += helper(i);
  iket::range_end(t, 2.5f);
}
#ifndef NO_MAIN
int main() { k<<<1, 32>>>(nullptr, 0); }
#endif
