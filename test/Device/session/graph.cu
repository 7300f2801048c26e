// CUDA graphs, each launched three times: one that is instantiated while a session
// records, and one from before, of which NVIDIA's library may not see every launch.
// With --bare there is no session, for iket profile to record it.
// REQUIRES: cuda
// RUN: %clang-whole -O2 --cuda-gpu-arch=sm_90 %s %runtime-libs %trace-libs %cuda-libs -o %t

#include "session_test.h"

extern "C" __global__ void node(int *Data) {
  iket::mark("node");
  atomicAdd(Data, 1);
}

extern "C" __global__ void earlier(int *Data) {
  iket::mark("earlier");
  atomicAdd(Data, 1);
}

template <class Launch>
static cudaGraphExec_t instantiate(cudaStream_t Stream, Launch Work) {
  cudaGraph_t Graph;
  cudaGraphExec_t Exec;
  check(cudaStreamBeginCapture(Stream, cudaStreamCaptureModeGlobal), "begin");
  Work();
  check(cudaStreamEndCapture(Stream, &Graph), "end");
  check(cudaGraphInstantiate(&Exec, Graph, 0), "instantiate");
  return Exec;
}

int main(int Argc, char **) {
  bool Bare = Argc > 1;
  Array<int> Count(1);
  return guarded([&] {
    cudaStream_t Stream;
    check(cudaStreamCreate(&Stream), "stream");
    cudaGraphExec_t Earlier = instantiate(
        Stream, [&] { earlier<<<1, 32, 0, Stream>>>(Count.device()); });
    iket::session Recording;
    if (!Bare)
      Recording.start();
    cudaGraphExec_t Now = instantiate(
        Stream, [&] { node<<<1, 32, 0, Stream>>>(Count.device()); });
    for (cudaGraphExec_t Exec : {Earlier, Now})
      for (int I = 0; I != 3; ++I)
        check(cudaGraphLaunch(Exec, Stream), "graph");
    check(cudaStreamSynchronize(Stream), "stream");
    if (!Bare)
      Recording.stop();
    Count.download();
    expect(Count[0] == 2 * 3 * 32, "the graphs ran three times");
    if (Bare)
      return;
    std::string Path = Recording.save();
    expect(read(Path, "node").Marks == 3, "every launch was recorded");
    if (int Marks = read(Path, "earlier").Marks; Marks < 3)
      std::printf("LIMIT: %d of 3 launches were recorded of a graph from before "
                  "the session\n",
                  Marks);
  });
}
