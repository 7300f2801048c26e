// Launches that nothing waits for. Where records are left on the device they add up,
// and when they fill the buffer NVIDIA's library aborts the program: iket profile sees
// that, and runs it again with more room. By itself the program records nothing.
// REQUIRES: cuda
// RUN: %clang-whole -O2 --cuda-gpu-arch=sm_90 %s %runtime-libs %trace-libs %cuda-libs -o %t

#include "session_test.h"
#include <cstdlib>

constexpr int Threads = 256;

extern "C" __global__ void flood(int *Data, int Microseconds) {
  long long Begin = clock64();
  while (clock64() - Begin < 1500ll * Microseconds)
    ;
  atomicAdd(Data, 1);
  if (threadIdx.x == 0)
    iket::mark("block");
}

int main(int Argc, char **Argv) {
  auto Number = [&](int I, int Default) {
    return I < Argc ? std::atoi(Argv[I]) : Default;
  };
  int Launches = Number(1, 48), Blocks = Number(2, 1024);
  constexpr int Microseconds = 100, NumStreams = 2;
  return guarded([&] {
    Array<int> Count(1);
    std::vector<cudaStream_t> Streams(NumStreams);
    for (cudaStream_t &S : Streams)
      check(cudaStreamCreate(&S), "stream");
    for (int I = 0; I != Launches; ++I)
      flood<<<Blocks, Threads, 0, Streams[I % NumStreams]>>>(Count.device(),
                                                             Microseconds);
    synchronize();
    Count.download();
    expect(Count[0] == Launches * Blocks * Threads, "all launches ran");
  });
}
