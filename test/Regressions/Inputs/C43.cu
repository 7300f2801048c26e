#include <iket/iket.h>

__global__ void kernel() { iket::mark("event"); }

int main() {
  kernel<<<1, 32>>>();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 3;
}
