//===- InjectSignals.cpp - The end of an injected session -----------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Apart.h"
#include "Runtime/Inject.h"
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <semaphore.h>
#include <thread>
#include <unistd.h>

namespace iket::runtime {
namespace {

constexpr int Signals[] = {SIGTERM, SIGINT, SIGHUP, SIGABRT};

void (*End)();
pid_t Owner;
const char *AbortMarker;
/// The handler may do next to nothing; a thread that waits for it does the
/// work. Memory is all that they share: the program may close descriptors.
sem_t Wake;
std::atomic<int> Ending; ///< The signal that ends the process.
std::atomic<bool> Done;

void dieOf(int Signal) {
  std::signal(Signal, SIG_DFL);
  ::kill(::getpid(), Signal);
}

/// Like everything here that the handler calls, safe in a signal handler.
bool waitForDone() {
  constexpr int StepMilliseconds = 2;
  for (int Waited = 0; !Done; Waited += StepMilliseconds) {
    if (Waited >= GraceMilliseconds)
      return false;
    timespec Step = {0, StepMilliseconds * 1'000'000};
    while (::nanosleep(&Step, &Step) != 0 && errno == EINTR)
      ;
  }
  return true;
}

void handle(int Signal) {
  int Errno = errno, None = 0;
  if (::getpid() != Owner) {
    // In a child of fork() there is no thread, and nothing to save.
    dieOf(Signal);
  } else if (Ending.compare_exchange_strong(None, Signal)) {
    if (Signal == SIGABRT)
      if (int Fd = ::open(AbortMarker, O_CREAT | O_WRONLY | O_CLOEXEC, 0666);
          Fd >= 0)
        ::close(Fd);
    ::sem_post(&Wake);
    // abort() ends the process as soon as the handler returns. After the other
    // signals the program goes on for as long as saving takes, so that it lets
    // go of what saving may wait for.
    if (Signal == SIGABRT)
      waitForDone();
  } else if (Signal == SIGABRT) {
    dieOf(Signal); // While ending, and perhaps of it.
  }
  // Any other signal only repeats what is being done, as when a terminal, a
  // batch system and iket profile each send one.
  errno = Errno;
}

void watch() {
  while (::sem_wait(&Wake) != 0 && errno == EINTR)
    ;
  std::thread([] {
    End();
    Done = true;
  }).detach();
  if (!waitForDone())
    reportNoEnd("a signal");
  if (Ending != SIGABRT)
    dieOf(Ending);
}

} // namespace

void endOnSignals(void (*Function)(), const std::string &Marker) {
  End = Function;
  Owner = ::getpid();
  AbortMarker = ::strdup(Marker.c_str());
  ::sem_init(&Wake, /*pshared=*/0, 0);
  // The thread takes no signals: they are for the program's own.
  sigset_t All, Before;
  sigfillset(&All);
  ::pthread_sigmask(SIG_SETMASK, &All, &Before);
  std::thread(watch).detach();
  ::pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  for (int Signal : Signals) {
    struct sigaction Old;
    if (::sigaction(Signal, nullptr, &Old) != 0 || Old.sa_handler != SIG_DFL)
      continue;
    struct sigaction New = {};
    New.sa_handler = handle;
    New.sa_flags = SA_RESTART;
    sigemptyset(&New.sa_mask);
    ::sigaction(Signal, &New, nullptr);
  }
}

} // namespace iket::runtime
