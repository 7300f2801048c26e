//===- AtExit.cpp - Ending a recording when the process exits -------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/AtExit.h"
#include "Runtime/Locks.h"
#include <atomic>
#include <cstdlib>
#include <unistd.h>
#include <vector>

namespace iket::runtime {
namespace {

std::atomic<bool> Exiting;

std::vector<void (*)()> &functions() {
  static auto &F = *new std::vector<void (*)()>; // Guarded by Locks::AtExit.
  return F;
}

/// Holds no lock meanwhile: what it calls takes those that come before.
void callAll() {
  std::vector<void (*)()> Known;
  {
    std::lock_guard<std::mutex> Lock(Locks::get().AtExit);
    Known = functions();
  }
  for (auto *Function : Known)
    Function();
}

struct EndOfThread {
  bool Calls = false;
  ~EndOfThread() {
    if (Calls)
      callAll();
  }
};
thread_local EndOfThread End;

} // namespace

void beforeExit(void (*Function)()) {
  {
    std::lock_guard<std::mutex> Lock(Locks::get().AtExit);
    functions().push_back(Function);
    watchForExit();
  }
  std::at_quick_exit(Function);
  if (::gettid() == ::getpid())
    End.Calls = true;
}

void watchForExit() {
  [[maybe_unused]] static const int Registered = std::atexit([] {
    Exiting = true;
    callAll();
  });
}

bool isExiting() { return Exiting; }

} // namespace iket::runtime
