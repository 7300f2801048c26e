//===- InjectSignals.cpp - The end of an injected session -----------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Inject.h"
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <poll.h>
#include <thread>
#include <unistd.h>

namespace iket::runtime {
namespace {

constexpr int Signals[] = {SIGTERM, SIGINT, SIGHUP, SIGABRT};
constexpr int GraceMilliseconds = 10'000;

void (*End)();
pid_t Owner;
/// The handler may do nothing but write; a thread that waits at the other end
/// does the work. The second pipe tells that it is done.
int Wake[2], Done[2];
std::atomic<bool> Ending;

void dieOf(int Signal) {
  std::signal(Signal, SIG_DFL);
  ::kill(::getpid(), Signal);
}

bool waitForDone() {
  pollfd Fd = {Done[0], POLLIN, 0};
  int Ready;
  do
    Ready = ::poll(&Fd, 1, GraceMilliseconds);
  while (Ready < 0 && errno == EINTR);
  return Ready > 0;
}

void handle(int Signal) {
  int Errno = errno;
  // In a child of fork() there is no thread, and nothing to save.
  if (::getpid() != Owner || Ending.exchange(true)) {
    dieOf(Signal);
    errno = Errno;
    return;
  }
  auto Byte = static_cast<unsigned char>(Signal);
  [[maybe_unused]] ssize_t Written = ::write(Wake[1], &Byte, 1);
  // abort() ends the process as soon as the handler returns. After the other
  // signals the program goes on for as long as saving takes, so that it lets go
  // of what saving may wait for.
  if (Signal == SIGABRT)
    waitForDone();
  errno = Errno;
}

void watch() {
  unsigned char Signal = 0;
  while (::read(Wake[0], &Signal, 1) < 0 && errno == EINTR)
    ;
  std::thread([] {
    End();
    [[maybe_unused]] ssize_t Written = ::write(Done[1], "", 1);
  }).detach();
  if (!waitForDone())
    std::fprintf(stderr,
                 "iket: error: recording could not be ended within %d "
                 "s of a signal: does a kernel still run?\n",
                 GraceMilliseconds / 1000);
  if (Signal != SIGABRT)
    dieOf(Signal);
}

} // namespace

void endOnSignals(void (*Function)()) {
  End = Function;
  Owner = ::getpid();
  if (::pipe2(Wake, O_CLOEXEC) != 0 || ::pipe2(Done, O_CLOEXEC) != 0)
    return;
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
