// A session that takes over, while another waits: each has its own launches, and
// the outer one's recording goes on where it paused.
// REQUIRES: cuda
// RUN: %clang-whole -O2 --cuda-gpu-arch=sm_90 %s %runtime-libs %trace-libs %cuda-libs -o %t

#include "session_test.h"

extern "C" __global__ void before() { iket::mark("event"); }
extern "C" __global__ void inside() { iket::mark("event"); }
extern "C" __global__ void behind() { iket::mark("event"); }

int main() {
  check(cudaFree(nullptr), "initialise");
  return guarded([&] {
    iket::session Outer;
    Outer.start();
    before<<<1, 32>>>();
    synchronize();
    iket::session_options Options;
    iket::session Refused(Options);
    std::error_code Code;
    Refused.start(Code);
    expect(Code == iket::errc::session_active, "a second session is refused");
    Options.override_active = true;
    iket::session Inner(Options);
    Inner.start();
    inside<<<1, 32>>>();
    synchronize();
    Inner.stop();
    expect(Outer.is_recording(), "the outer session goes on");
    behind<<<1, 32>>>();
    synchronize();
    Outer.stop();
    std::string In = Inner.save(), Out = Outer.save();
    expect(read(In, "inside").Marks == 1, "the inner trace has its own launch");
    expect(read(In, "before").Launches + read(In, "behind").Launches == 0,
           "and no other");
    expect(read(Out, "before").Marks == 1, "the outer trace has what came before");
    expect(read(Out, "behind").Marks == 1, "and what came behind");
    expect(read(Out, "inside").Launches == 0, "and not the inner one's");
  });
}
