#include <iket/iket.h>

__device__ int other(int x) {
  iket::mark("other");
  return x * 3;
}
