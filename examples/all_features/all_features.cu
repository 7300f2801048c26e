//===----------------------------------------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every kind of event in every spelling: marks, nested ranges, token ranges,
// payloads of three types, a sentinel, scopes and whole functions. With --trace
// it records itself and sums up what it recorded.
//
//===----------------------------------------------------------------------===//

#include "../common.h"
#include <iket/trace.h>
#include <map>

// A whole function, under a name of its choice.
IKET_RANGE("square") __device__ float square(float X) {
  return X < 0 ? -X * X : X * X;
}

// A whole function, under its own name.
__device__ __noinline__ float offset(float X, int Lane) {
  IKET_FUNC_RANGE();
  return X + float(Lane);
}

__global__ void features(float *Data, int N) {
  int Thread = threadIdx.x, Warp = Thread / 32;

  // Instants, without and with a value.
  iket::mark("begin");
  iket::mark("warp", Warp);                        // int32
  iket::mark("count", unsigned(N));                // uint32
  iket::mark("first", Data[Warp * 32]);            // float32
  iket::mark("narrow", iket::payload<int>(N & 7)); // its type stated
  __iket_mark("c_spelling");

  // Nested ranges.
  iket::range_push("load");
  float X = Data[Thread];
  iket::range_pop("load");
  __iket_range_push("compute", Warp);
  X = square(X);
  X = offset(X, Thread % 32);
  iket::keep(X); // The arithmetic stays inside.
  __iket_range_pop();

  // Scopes.
  {
    iket::scoped_range Scope("scope");
    IKET_SCOPE("statement") X += 1.0f;
    IKET_SCOPE("block", X) { X *= 0.5f; }
  }

  // Token ranges may overlap. A sentinel ends nothing.
  iket::token Even = iket::range_start("even");
  iket::token Odd =
      Warp % 2 ? iket::range_start("odd", Warp) : iket::sentinel_token();
  iket::range_end(Even);
  X += float(Warp);
  iket::range_end(Odd, Warp);

  // Ended by name; and the aliases of push and pop.
  iket::range_start("named");
  Data[Thread] = X;
  iket::range_end("named");
  iket::range_start("pushed");
  iket::range_end();
}

/// Counts a trace's events by name, and adds up the time of its ranges.
struct Totals : iket::trace::visitor {
  std::map<unsigned, std::pair<unsigned, unsigned long long>> ByName;
  void on_mark(const iket::trace::mark &M) override { ++ByName[M.name].first; }
  void on_range(const iket::trace::range &R) override {
    ++ByName[R.name].first;
    ByName[R.name].second += R.duration();
  }
};

void printSummary(const std::string &Path) {
  iket::trace::file Trace(Path);
  Totals T;
  for (const iket::trace::launch &L : Trace.launches())
    Trace.read(L, T);
  std::printf("recorded: %s\n", Path.c_str());
  for (auto [Name, Total] : T.ByName)
    std::printf("  %-12s %3u times %8llu ns\n", Trace.names()[Name].c_str(),
                Total.first, Total.second);
}

int main(int Argc, char **Argv) {
  Arguments Args = begin(Argc, Argv, /*CanTrace=*/true);
  constexpr int N = 128;
  std::vector<float> Data(N);
  for (int I = 0; I < N; ++I)
    Data[I] = float(I - N / 2);
  DeviceArray<float> Device(Data);

  iket::session Recording;
  if (Args.Trace)
    Recording.start();
  features<<<1, N>>>(Device.get(), N);
  check(cudaGetLastError(), "launch");
  if (Args.Trace) {
    // Not under run-iket, which records.
    bool Recorded = Recording.is_recording();
    Recording.stop();
    if (Recorded)
      printSummary(Recording.save());
  }

  bool Right = true;
  std::vector<float> Result = Device.host();
  for (int I = 0; I < N; ++I) {
    float X = Data[I];
    X = (X < 0 ? -X * X : X * X) + float(I % 32);
    X = (X + 1.0f) * 0.5f + float(I / 32);
    Right &= Result[I] == X;
  }
  return finish(Right);
}
