//===- AtExit.cpp - Ending a recording when the process exits -------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/AtExit.h"
#include "Runtime/Apart.h"
#include "Runtime/Locks.h"
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <unistd.h>
#include <vector>

namespace iket::runtime {
namespace {

std::atomic<bool> Exiting;
/// What to do at the end could not be done in time, and holds locks.
std::atomic<bool> Late;
std::atomic<pid_t> Owner; ///< A child of fork() has nothing to end.

std::vector<void (*)()> &functions() {
  static auto &F = *new std::vector<void (*)()>; // Guarded by Locks::AtExit.
  return F;
}

void callAll() {
  if (Owner != ::getpid() || Late)
    return;
  bool Interrupts = isWorkingApart();
  bool Done = apartInTime([] {
    std::vector<void (*)()> Known;
    {
      std::lock_guard<std::mutex> Lock(Locks::get().AtExit);
      Known = functions();
    }
    for (auto *Function : Known)
      Function();
    // What is being stopped or saved needs what the exit takes down.
    std::lock_guard<std::mutex> Lock(Locks::get().Sessions);
  });
  if (!Done) {
    Late = true;
    reportNoEnd("the program's exit");
  } else if (Interrupts) {
    std::fputs("iket: note: exit() was called while a recording was being "
               "stopped or saved; what is not saved by now is lost\n",
               stderr);
  }
}

/// The end of a process in which nothing may wait for our locks any more, as
/// the exit handlers of others would.
void callAllOrDie(int Status) {
  Exiting = true;
  callAll();
  if (!Late)
    return;
  // The report may be on its way through a pipe (OutputWatch).
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  ::_exit(Status);
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
  std::lock_guard<std::mutex> Lock(Locks::get().AtExit);
  functions().push_back(Function);
  watchForExit();
}

void watchForExit() {
  Owner = ::getpid();
  if (::gettid() == ::getpid())
    End.Calls = true;
  [[maybe_unused]] static const bool Registered = [] {
    ::on_exit([](int Status, void *) { callAllOrDie(Status); }, nullptr);
    return std::at_quick_exit([] { callAllOrDie(EXIT_FAILURE); }) == 0;
  }();
}

bool isExiting() { return Exiting; }

} // namespace iket::runtime
