#include <iket/iket.h>

extern __device__ int other(int x);

extern "C" __global__ void kernel(int *p) {
  iket::scoped_range r("main", p[0]);
  p[1] = other(p[0]);
}
int main() { kernel<<<1, 1>>>(nullptr); }
