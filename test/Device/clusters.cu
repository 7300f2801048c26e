// Clusters of 1, 2, 4 and 8 blocks. Each block's record goes to its own shared
// memory, which its neighbours read here word by word: nothing of theirs may
// change.
// BUILD: default = -O2 -mllvm -iket-runtime-payloads
// REQUIRES: cuda, oracle
// RUN: %iket-clang -O2 -mllvm -iket-runtime-payloads -c %s -o %t.cubin
// RUN: %oracle --counts %t.cubin | %filecheck %s
// CHECK: kernel cluster 6 points
// CHECK-NEXT: 1 fill
// CHECK-NEXT: 2 pop_range
// CHECK-NEXT: 1 rank
// CHECK-NEXT: 1 read
// CHECK-NEXT: 1 size

// 16 blocks of two warps in every launch.
// TRACE: kernel cluster
// TRACE: launches 4
// TRACE: warps 128
// TRACE: mark rank 128
// TRACE: mark size 128
// TRACE: range fill 128
// TRACE: range read 128
// TRACE: depth 1
// TRACE: payload mark rank i32: 0*60 1*28 2*12 3*12 4*4 5*4 6*4 7*4
// TRACE: payload mark size i32: 1*32 2*32 4*32 8*32
// TRACE: payload range read i32: 0*60 1*28 2*12 3*12 4*4 5*4 6*4 7*4

#include "device_test.h"

constexpr int Words = 10000, Blocks = 16, Threads = 64;

__device__ inline unsigned pattern(unsigned Block, int Word) {
  return (Block + 1) * 0x9e3779b9u + Word;
}

__device__ inline void syncCluster() {
  __cluster_barrier_arrive();
  __cluster_barrier_wait();
}

extern "C" __global__ void cluster(unsigned *Wrong) {
  extern __shared__ unsigned Shared[];
  unsigned Rank = __clusterRelativeBlockRank(), Size = __clusterSizeInBlocks();
  iket::mark("rank", int(Rank));
  {
    iket::scoped_range Fill("fill");
    for (int I = threadIdx.x; I < Words; I += Threads)
      Shared[I] = pattern(blockIdx.x, I);
  }
  syncCluster();
  iket::mark("size", int(Size));
  unsigned Errors = 0;
  {
    iket::scoped_range Read("read", int(Rank));
    unsigned Other = (Rank + 1) % Size;
    auto *Theirs = static_cast<const unsigned *>(
        __cluster_map_shared_rank(Shared, Other));
    for (int I = threadIdx.x; I < Words; I += Threads)
      Errors += Theirs[I] != pattern(blockIdx.x - Rank + Other, I);
  }
  syncCluster();
  for (int I = threadIdx.x; I < Words; I += Threads)
    Errors += Shared[I] != pattern(blockIdx.x, I);
  if (Errors)
    atomicAdd(Wrong, Errors);
}

int main() {
  constexpr int Bytes = Words * 4;
  Array<unsigned> Wrong(1);
  for (unsigned Size : {1, 2, 4, 8}) {
    cudaLaunchConfig_t Config = {};
    Config.gridDim = dim3(Blocks);
    Config.blockDim = dim3(Threads);
    Config.dynamicSmemBytes = Bytes;
    cudaLaunchAttribute Attribute = {};
    Attribute.id = cudaLaunchAttributeClusterDimension;
    Attribute.val.clusterDim.x = Size;
    Attribute.val.clusterDim.y = 1;
    Attribute.val.clusterDim.z = 1;
    Config.attrs = &Attribute;
    Config.numAttrs = 1;
    check(cudaLaunchKernelEx(&Config, cluster, Wrong.device()), "launch");
    Wrong.download();
    char What[64];
    std::snprintf(What, sizeof(What), "clusters of %u: %u wrong words", Size,
                  Wrong[0]);
    expect(Wrong[0] == 0, What);
  }
  return finish();
}
