// Triggers of the program's own: of no event's mask, and of that of "mine".
#include <iket/iket.h>
extern "C" __global__ void k(unsigned long long *p) {
  iket::mark("mine");
  asm volatile("pmevent 5;");
  p[4] = 1;
  iket::range_push("r");
  p[5] = 1;
  __prof_trigger(0);
  p[6] = 1;
  iket::range_pop();
}
