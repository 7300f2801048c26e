// A CUDA graph that is launched three times. It is instantiated while the session
// records: one from before makes NVIDIA's library abort the program. Once it was
// launched there, it may be launched after the session, and recorded by the next.
// With --bare there is no session, for iket profile to record it.
// REQUIRES: cuda
// RUN: %clang-whole -O2 --cuda-gpu-arch=sm_90 %s %runtime-libs %trace-libs %cuda-libs -o %t

#include "session_test.h"

extern "C" __global__ void node(int *Data) {
  iket::mark("node");
  atomicAdd(Data, 1);
}

int main(int Argc, char **) {
  bool Bare = Argc > 1;
  Array<int> Count(1);
  return guarded([&] {
    iket::session Recording;
    if (!Bare)
      Recording.start();
    cudaStream_t Stream;
    cudaGraph_t Graph;
    cudaGraphExec_t Exec;
    check(cudaStreamCreate(&Stream), "stream");
    check(cudaStreamBeginCapture(Stream, cudaStreamCaptureModeGlobal), "begin");
    node<<<1, 32, 0, Stream>>>(Count.device());
    check(cudaStreamEndCapture(Stream, &Graph), "end");
    check(cudaGraphInstantiate(&Exec, Graph, 0), "instantiate");
    for (int I = 0; I != 3; ++I)
      check(cudaGraphLaunch(Exec, Stream), "graph");
    check(cudaStreamSynchronize(Stream), "stream");
    if (!Bare)
      Recording.stop();
    Count.download();
    expect(Count[0] == 3 * 32, "the graph ran three times");
    if (Bare)
      return;
    expect(read(Recording.save(), "node").Marks == 3, "every launch was recorded");

    check(cudaGraphLaunch(Exec, Stream), "graph after the session");
    check(cudaStreamSynchronize(Stream), "stream after the session");
    iket::session Next;
    Next.start();
    check(cudaGraphLaunch(Exec, Stream), "graph in the next session");
    check(cudaStreamSynchronize(Stream), "stream in the next session");
    Next.stop();
    Count.download();
    expect(Count[0] == 5 * 32, "it runs after the session, and in the next");
    expect(read(Next.save(), "node").Marks == 1, "the next one records it");
  });
}
