// Code that nobody here wrote: CUB's scan shows CUB's own ranges.
// BUILD: default = -O2 -w -D_CCCL_ENABLE_IKET -isystem %cccl
// RUN-IKET: --max-ts-cnt-per-warp 4096
// REQUIRES: cuda, oracle, cccl
// RUN: %iket-clang -O2 -w -D_CCCL_ENABLE_IKET -isystem %cccl -c %s -o %t.cubin
// RUN: %oracle --counts %t.cubin | %filecheck %s
// CHECK: kernel {{.*}}DeviceScanKernel{{.*}} points

// How long blocks look back for one another is not ours to say.
// TRACE: kernel DeviceScanKernel
// TRACE: launches 1
// TRACE: warps >=4
// TRACE: range Load >=4
// TRACE: range Scan =Load
// TRACE: range Store =Load
// TRACE: range Lookback >=1
// TRACE: range Delay >=0
// TRACE: range LoadTileStates >=0
// TRACE: range WaitForValid >=1
// TRACE: range ProcessWindow >=1
// TRACE: range Reduce >=1
// TRACE: range SetPartial >=1
// TRACE: range SetInclusive >=1
// TRACE: range WaitAnchor >=0
// TRACE: range __any_sync >=0
// TRACE: depth >=2

#include "device_test.h"
#include <cub/device/device_scan.cuh>

int main() {
  constexpr int N = 200000;
  Array<int> In(N), Out(N);
  for (int I = 0; I < N; ++I)
    In[I] = I % 7;
  In.upload();
  size_t Bytes = 0;
  check(cub::DeviceScan::ExclusiveSum(nullptr, Bytes, In.device(), Out.device(),
                                      N),
        "size");
  Array<char> Scratch(int(Bytes) + 1);
  check(cub::DeviceScan::ExclusiveSum(Scratch.device(), Bytes, In.device(),
                                      Out.device(), N),
        "ExclusiveSum");
  Out.download();
  bool Right = true;
  int Sum = 0;
  for (int I = 0; I < N; ++I) {
    Right &= Out[I] == Sum;
    Sum += I % 7;
  }
  expect(Right, "sums");
  return finish();
}
