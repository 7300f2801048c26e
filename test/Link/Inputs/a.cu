#include <iket/iket.h>
__device__ int helper(int);
extern "C" __global__ void ka(int *p) { iket::range_push("alpha"); p[0] = helper(p[0]); iket::range_pop(); }
int main() { ka<<<1, 32>>>(nullptr); }
