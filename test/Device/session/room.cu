// A warp with just as many events as there is room for keeps them all, with
// payloads too; one more, and it loses all.
// FLAGS: -mllvm -iket-runtime-payloads
// REQUIRES: cuda
// RUN: %clang-whole -O2 --cuda-gpu-arch=sm_90 -mllvm -iket-runtime-payloads %s %runtime-libs %trace-libs %cuda-libs -o %t

#include "session_test.h"

extern "C" __global__ void exact(int Turns) {
#pragma unroll 1
  for (int I = 0; I < Turns; ++I)
    iket::mark("turn", I);
}

int main() {
  check(cudaFree(nullptr), "initialise");
  return guarded([&] {
    for (int Room : {16, 64, 256, 1000})
      for (int More : {0, 1}) {
        iket::session_options Options;
        Options.max_events_per_warp = Room;
        iket::session S(Options);
        S.start();
        exact<<<1, 32>>>(Room + More);
        synchronize();
        S.stop();
        std::size_t Marks = read(S.save(), "exact").Marks;
        std::string What = std::to_string(Room + More) + " events with room for " +
                           std::to_string(Room) + ": " + std::to_string(Marks);
        expect(Marks == (More ? 0 : std::size_t(Room)), What.c_str());
      }
  });
}
