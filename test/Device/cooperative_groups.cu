// Tiles of more than a warp reduce through shared memory that the hardware
// keeps free for cooperative groups. The slot of untraced events must not lie
// in it, traced ones must not either.
// BUILD: default = -O2 -isystem %cccl -mllvm -iket-runtime-payloads
// REQUIRES: cuda, oracle, cccl
// RUN: %iket-clang -O2 -isystem %cccl -mllvm -iket-runtime-payloads -c %s -o %t.cubin
// RUN: %oracle --counts %t.cubin | %filecheck %s
// CHECK: kernel reduceTiles 5 points

// TRACE: kernel reduceTiles
// TRACE: launches 1
// TRACE: warps 128
// TRACE: range tile64 2560
// TRACE: range tile128 2560
// TRACE: mark turn 2560
// TRACE: depth 1

#include "device_test.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

constexpr int Threads = 512, Blocks = 8, Turns = 20;

__device__ __host__ inline int value(int Thread, int Turn) {
  return (Thread * 7 + Turn * 13) % 101;
}

extern "C" __global__ void reduceTiles(unsigned *Wrong) {
  __shared__ cg::block_tile_memory<Threads> Scratch;
  cg::thread_block Block = cg::this_thread_block(Scratch);
  auto Tile64 = cg::tiled_partition<64>(Block);
  auto Tile128 = cg::tiled_partition<128>(Block);
  int Thread = threadIdx.x;
  unsigned Errors = 0;
#pragma unroll 1
  for (int Turn = 0; Turn < Turns; ++Turn) {
    iket::mark("turn", Turn);
    int X = value(Thread, Turn), Sum64, Sum128;
    IKET_SCOPE("tile64", Thread / 32)
    Sum64 = cg::reduce(Tile64, X, cg::plus<int>());
    IKET_SCOPE("tile128", Thread / 32)
    Sum128 = cg::reduce(Tile128, X, cg::plus<int>());
    int Right64 = 0, Right128 = 0;
    for (int I = 0; I < 128; ++I) {
      int Y = value(Thread / 128 * 128 + I, Turn);
      Right128 += Y;
      Right64 += I / 64 == Thread / 64 % 2 ? Y : 0;
    }
    Errors += Sum64 != Right64;
    Errors += Sum128 != Right128;
  }
  if (Errors)
    atomicAdd(Wrong, Errors);
}

int main() {
  Array<unsigned> Wrong(1);
  reduceTiles<<<Blocks, Threads>>>(Wrong.device());
  Wrong.download();
  if (Wrong[0])
    std::printf("%u wrong sums\n", Wrong[0]);
  expect(Wrong[0] == 0, "sums of 64 and 128 threads");
  return finish();
}
