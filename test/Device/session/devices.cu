// One kernel on each device that the process sees, recorded by one session. With
// one device it is an ordinary launch.
// REQUIRES: cuda
// RUN: %clang-whole -O2 --cuda-gpu-arch=sm_90 %s %runtime-libs %trace-libs %cuda-libs -o %t

#include "session_test.h"

extern "C" __global__ void here(int *Data) {
  iket::mark("here");
  atomicAdd(Data, 1);
}

int main(int Argc, char **) {
  bool Bare = Argc > 1;
  return guarded([&] {
    int Devices = 0;
    check(cudaGetDeviceCount(&Devices), "devices");
    iket::session Recording;
    if (!Bare)
      Recording.start();
    for (int D = 0; D != Devices; ++D) {
      check(cudaSetDevice(D), "device");
      Array<int> Count(1);
      here<<<2, 32>>>(Count.device());
      Count.download();
      expect(Count[0] == 64, "the kernel ran");
    }
    if (Bare)
      return;
    Recording.stop();
    Recorded R = read(Recording.save(), "here");
    expect(R.Launches == Devices && R.Marks == 2 * Devices,
           "every device's launch was recorded");
  });
}
