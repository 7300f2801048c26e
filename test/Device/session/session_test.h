//===- session_test.h - What the tests of sessions share --------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These programs record themselves, and look at what came out.
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TEST_SESSION_TEST_H
#define IKET_TEST_SESSION_TEST_H

#include "../device_test.h"
#include <iket/session.h>
#include <iket/trace.h>
#include <set>

/// What a trace has of the kernels whose name holds a text.
struct Recorded {
  int Launches = 0, Marks = 0, Ranges = 0, Lifetimes = 0;
  int WarpsWithEvents = 0;
};

inline Recorded read(const std::string &Path, const std::string &Kernel) {
  struct Counter : iket::trace::visitor {
    Recorded R;
    std::set<std::uint32_t> Warps;
    void on_mark(const iket::trace::mark &M) override {
      ++R.Marks;
      Warps.insert(M.location);
    }
    void on_range(const iket::trace::range &X) override {
      ++R.Ranges;
      Warps.insert(X.start_location);
    }
    void on_lifetime(const iket::trace::lifetime &) override { ++R.Lifetimes; }
  } C;
  iket::trace::file Trace(Path);
  for (const iket::trace::launch &L : Trace.launches()) {
    if (Trace.kernels()[L.kernel].find(Kernel) == std::string::npos)
      continue;
    ++C.R.Launches;
    C.Warps.clear();
    Trace.read(L, C);
    C.R.WarpsWithEvents += int(C.Warps.size());
  }
  std::printf("%s: %d launches, %d marks, %d ranges, %d lifetimes, %d warps "
              "with events\n",
              Kernel.c_str(), C.R.Launches, C.R.Marks, C.R.Ranges,
              C.R.Lifetimes, C.R.WarpsWithEvents);
  return C.R;
}

/// Runs \p Body, and reports what it throws as a failure.
template <class Fn> int guarded(Fn Body) {
  try {
    Body();
  } catch (const std::exception &E) {
    expect(false, E.what());
  }
  return finish();
}

#endif // IKET_TEST_SESSION_TEST_H
