#include <iket/iket.h>

__device__ int other(int x);

__global__ void kernel(int *p) {
  iket::scoped_range r("kernel");
  p[1] = other(p[0]);
}

void run(int *p) { kernel<<<1, 32>>>(p); }
