// 200 launches on two streams, in a session that starts before the program uses
// CUDA; and launches before and after it, which are not in it.
// REQUIRES: cuda
// RUN: %clang-whole -O2 --cuda-gpu-arch=sm_90 %s %runtime-libs %trace-libs %cuda-libs -o %t

#include "session_test.h"

extern "C" __global__ void step(int *Data) {
  iket::scoped_range Work("work");
  atomicAdd(Data, 1);
  iket::mark("added");
}

int main() {
  int Devices = 0;
  return guarded([&] {
    iket::session Recording;
    try {
      Recording.start();
    } catch (const iket::error &E) {
      // Without a GPU the library does not start, and the test is skipped.
      check(cudaGetDeviceCount(&Devices), "device");
      throw;
    }
    Array<int> Count(1);
    cudaStream_t Streams[2];
    for (cudaStream_t &S : Streams)
      check(cudaStreamCreate(&S), "stream");
    for (int I = 0; I != 200; ++I)
      step<<<1, 64, 0, Streams[I % 2]>>>(Count.device());
    synchronize();
    Recording.stop();
    step<<<1, 64>>>(Count.device());
    Count.download();
    expect(Count[0] == 201 * 64, "all launches ran");
    Recorded R = read(Recording.save(), "step");
    expect(R.Launches == 200, "200 launches were recorded");
    expect(R.Ranges == 400 && R.Marks == 400, "with all events of two warps");
    for (cudaStream_t S : Streams)
      cudaStreamDestroy(S);
  });
}
