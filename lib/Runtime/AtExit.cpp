//===- AtExit.cpp - Ending a recording when the process exits -------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/AtExit.h"
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <unistd.h>
#include <vector>

namespace iket::runtime {
namespace {

std::atomic<bool> Exiting;

struct Functions {
  std::mutex Mutex;
  std::vector<void (*)()> Known;

  static Functions &get() {
    static auto &F = *new Functions;
    return F;
  }
  void callAll() {
    std::lock_guard<std::mutex> Lock(Mutex);
    for (auto *Function : Known)
      Function();
  }
};

struct EndOfThread {
  bool Calls = false;
  ~EndOfThread() {
    if (Calls)
      Functions::get().callAll();
  }
};
thread_local EndOfThread End;

} // namespace

void beforeExit(void (*Function)()) {
  auto &F = Functions::get();
  {
    std::lock_guard<std::mutex> Lock(F.Mutex);
    F.Known.push_back(Function);
  }
  watchForExit();
  std::at_quick_exit(Function);
  if (::gettid() == ::getpid())
    End.Calls = true;
}

void watchForExit() {
  [[maybe_unused]] static const int Registered = std::atexit([] {
    Exiting = true;
    Functions::get().callAll();
  });
}

bool isExiting() { return Exiting; }

} // namespace iket::runtime
