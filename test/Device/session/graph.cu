// A CUDA graph that is launched three times. NVIDIA's library records the first
// launch; should it come to record all, this test says so. With --bare there is no
// session, for iket profile to record it.
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
    Recorded R = read(Recording.save(), "node");
    std::printf("graph launches in the trace: %s\n", R.HasGraphs ? "yes" : "no");
    expect(R.Marks >= 1 || R.HasGraphs, "its first launch was recorded");
    if (R.Marks < 3)
      std::printf("LIMIT: %d of 3 launches of a CUDA graph were recorded: start "
                  "the session before the launch that matters\n",
                  R.Marks);
  });
}
