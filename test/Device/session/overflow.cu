// Warps with more events than there is room for: the session counts them by
// kernel, and discover() finds the number with which none is lost. With --bare
// there is no session, for iket profile to do the same; with --aside there is one
// that has to leave the recording to others.
// REQUIRES: cuda
// RUN: %clang-whole -O2 --cuda-gpu-arch=sm_90 %s %runtime-libs %trace-libs %cuda-libs -o %t

#include "session_test.h"

extern "C" __global__ void many(int Turns) {
#pragma unroll 1
  for (int I = 0; I < Turns; ++I)
    iket::mark("turn");
}

int main(int Argc, char **Argv) {
  std::string Mode = Argc > 1 ? Argv[1] : "";
  constexpr int Warps = 16;
  check(cudaFree(nullptr), "initialise");
  auto Launch = [](int Turns) {
    many<<<Warps / 2, 64>>>(Turns);
    synchronize();
  };
  if (Mode == "--bare") {
    Launch(1000);
    return finish();
  }
  if (Mode == "--aside")
    return guarded([&] {
      iket::session S;
      S.start();
      expect(S.is_active() && !S.is_recording(), "the session stands aside");
      Launch(10);
      S.stop();
      expect(S.save().empty(), "and writes nothing");
    });
  return guarded([&] {
    iket::session Fits;
    Fits.start();
    Launch(100);
    Fits.stop();
    Recorded R = read(Fits.save(), "many");
    expect(R.Launches == 1 && R.Marks == Warps * 100, "100 events fit");
    expect(Fits.lost_warps().empty(), "nothing was lost");

    iket::session Overflows;
    Overflows.start();
    Launch(1000);
    Overflows.stop();
    auto Lost = Overflows.lost_warps();
    expect(Lost.size() == 1 && Lost[0].warps == Warps &&
               Lost[0].kernel.find("many") != std::string::npos &&
               Lost[0].limit == 256,
           "16 warps of many lost their 1000 events to a limit of 256");
    R = read(Overflows.save(), "many");
    expect(R.Marks == 0, "none of their events is in the trace");

    std::uint64_t Room = Overflows.discover([&] { Launch(1000); });
    std::printf("discovered %llu\n", (unsigned long long)Room);
    expect(Room >= 1000, "discover() finds room for 1000 events");
    R = read(Overflows.save(), "many");
    expect(R.Launches == 1 && R.Marks == Warps * 1000,
           "and keeps a recording with all of them");
  });
}
