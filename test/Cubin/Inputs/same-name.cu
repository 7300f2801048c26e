#include <iket/iket.h>
extern "C" __global__ void same(int *p) {
  iket::scoped_range r("same");
  p[1] = 2;
}
