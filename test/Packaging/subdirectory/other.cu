#include <iket/iket.h>

__device__ int other(int x) {
  iket::mark("other", x);
  return x * 3;
}
