//===- TraceFuzzer.cpp - Any bytes as a trace -----------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A libFuzzer target for the reader and all that is made of its events. No
// input may crash it, leak, or run into undefined behaviour. It is built with
// IKET_SANITIZE under clang. test/Trace/fuzz.test has the command, and runs it
// for as many seconds as the environment's IKET_FUZZ_SECONDS says.
//
//===----------------------------------------------------------------------===//

#include "Trace/Export.h"
#include "Trace/Summary.h"
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

using namespace iket::trace;

static void readAll(const std::string &Path, bool Salvage) {
  options Options;
  Options.salvage = Salvage;
  Options.on_problem = [](const problem &P) {
    if (describe(P).empty())
      std::abort();
  };
  file Trace(Path, Options);
  KernelLabels Labels(Trace.kernels());
  Filter Wanted(Trace, Labels, {});
  Summary Sums(true);
  Sums.add(Trace, Wanted);
  std::uint64_t Count = 0;
  for (const SummaryRow *Row : Sums.rows()) {
    // What a summary promises whatever was read.
    if (Row->Kind != EventKind::Mark &&
        (Row->Min > Row->Max || Row->Self > Row->Total ||
         Row->Durations.percentile(100) != Row->Max))
      std::abort();
    Count += Row->Count;
  }
  ExportInput In{Trace, Labels, Wanted};
  for (auto *Write :
       {writePerfetto, writeChrome, writeCsv, writeJson, writeHtml, writeSvg}) {
    iket::OutputFile Out("/dev/shm/iket-fuzz-" + std::to_string(::getpid()));
    ExportCounts Written = Write(In, Out);
    if (Write != writeSvg && Written.Ranges + Written.Marks != Count)
      std::abort();
  }
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *Data,
                                      std::size_t Size) {
  int Fd = ::memfd_create("trace", 0);
  if (Fd < 0 || ::write(Fd, Data, Size) != static_cast<ssize_t>(Size))
    std::abort();
  std::string Path = "/proc/self/fd/" + std::to_string(Fd);
  for (bool Salvage : {false, true})
    try {
      readAll(Path, Salvage);
    } catch (const error &) {
      // The one way in which reading may fail.
    }
  ::close(Fd);
  return 0;
}
