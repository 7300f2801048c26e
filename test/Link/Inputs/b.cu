#include <iket/iket.h>
__device__ int helper(int x) { iket::range_push("beta"); iket::mark("gamma", x); iket::range_pop(); return x * 3; }
extern "C" __global__ void kb(int *p) { p[0] = helper(1); }
