#include <iket/iket.h>

[[iket::range("scale")]] static __device__ int scale(int x) { return x * 3; }

extern "C" __global__ void kernel(int *p) {
  iket::mark("start", p[0]);
  p[1] = scale(p[0]);
}
