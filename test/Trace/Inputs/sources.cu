#include <iket/iket.h>

__global__ void kernel(int *P) {
  // One name at four places, and one at a single one.
  iket::range_push("load"); P[0] = 1; iket::range_pop();
  iket::range_push("load"); P[1] = 1; iket::range_pop();
  iket::range_push("load"); P[2] = 1; iket::range_pop();
  iket::range_push("load"); P[3] = 1; iket::range_pop();
  iket::mark("ready");
}
