//===- Apart.cpp - Work that no signal handler interrupts -----------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Apart.h"
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <future>
#include <memory>
#include <pthread.h>
#include <system_error>
#include <thread>

namespace iket::runtime {
namespace {

/// This thread works for another one already.
thread_local bool IsApart;

std::atomic<int> Working;

/// All but those that an instruction raises. A thread inherits the mask of the
/// one that makes it.
class SignalsBlocked {
public:
  SignalsBlocked() {
    sigset_t All;
    sigfillset(&All);
    for (int Signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
      sigdelset(&All, Signal);
    ::pthread_sigmask(SIG_SETMASK, &All, &Before);
  }
  ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &Before, nullptr); }

private:
  sigset_t Before;
};

class CancelOff {
public:
  CancelOff() { ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &Before); }
  ~CancelOff() { ::pthread_setcancelstate(Before, nullptr); }

private:
  int Before;
};

std::thread makeThread(std::function<void()> Body) {
  SignalsBlocked Blocked;
  return std::thread([Body = std::move(Body)] {
    IsApart = true;
    Body();
  });
}

} // namespace

void apart(const std::function<void()> &Body) {
  if (IsApart)
    return Body();
  CancelOff Off;
  ++Working;
  std::exception_ptr Failed;
  std::thread Worker;
  try {
    Worker = makeThread([&] {
      try {
        Body();
      } catch (...) {
        Failed = std::current_exception();
      }
      --Working;
    });
  } catch (const std::system_error &) {
    --Working;
    return Body(); // No thread is to be had.
  }
  Worker.join();
  if (Failed)
    std::rethrow_exception(Failed);
}

bool apartInTime(std::function<void()> Body) {
  if (IsApart) {
    Body();
    return true;
  }
  CancelOff Off;
  auto Done = std::make_shared<std::promise<void>>();
  try {
    makeThread([Done, Body = std::move(Body)] {
      Body();
      Done->set_value();
    }).detach();
  } catch (const std::system_error &) {
    return false;
  }
  // A second signal waits: its handler would call exit() within exit().
  SignalsBlocked Blocked;
  return Done->get_future().wait_for(std::chrono::milliseconds(
             GraceMilliseconds)) == std::future_status::ready;
}

bool isWorkingApart() { return Working != 0; }

void reportNoEnd(const char *What) {
  std::fprintf(stderr,
               "iket: error: recording could not be ended within %d s of %s: "
               "does a kernel still run?\n",
               GraceMilliseconds / 1000, What);
}

} // namespace iket::runtime
