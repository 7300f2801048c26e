//===- ForkTest.cpp - Sessions and children of fork() ---------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"
#include <atomic>
#include <csignal>
#include <sys/wait.h>
#include <thread>

using namespace iket;

namespace {
class ForkTest : public RuntimeTest {
protected:
  /// The exit status of a child of fork() that does \p Body; -1 if it hangs.
  template <class Fn> static int child(Fn Body) {
    pid_t Pid = ::fork();
    if (Pid == 0)
      Body();
    int Status = 0;
    for (int I = 0; I != 5000; ++I, ::usleep(1000))
      if (::waitpid(Pid, &Status, WNOHANG) == Pid)
        return WIFEXITED(Status) ? WEXITSTATUS(Status) : -2;
    ::kill(Pid, SIGKILL);
    ::waitpid(Pid, &Status, 0);
    return -1;
  }
};
} // namespace

// A child that is forked while another thread begins or ends the process's
// recording can exit: no lock stays with a thread that it does not have.
TEST_F(ForkTest, ExitsWhileRecordingEnds) {
  ::unsetenv("IKET_STANDIN_LOG");
  start_recording(); // Registers what an exit calls.
  stop_recording();
  std::atomic<bool> Stop{false};
  std::thread Recording([&] {
    while (!Stop) {
      start_recording();
      std::filesystem::remove(stop_recording());
    }
  });
  unsigned Right = 0;
  for (unsigned I = 0; I != 200 && Right == I; ++I)
    Right += child([] { std::exit(3); }) == 3;
  EXPECT_EQ(200u, Right);
  Stop = true;
  Recording.join();
}

// Leaving the scope of the parent's session is nothing to complain about.
TEST_F(ForkTest, LeavesScopesSilently) {
  testing::internal::CaptureStderr();
  session S = record();
  launch();
  EXPECT_EQ(0, child([&] {
              { session Gone = std::move(S); }
              ::_exit(0);
            }));
  S.stop();
  EXPECT_EQ(0, child([&] {
              { session Gone = std::move(S); }
              ::_exit(0);
            }));
  EXPECT_EQ("", testing::internal::GetCapturedStderr());
  EXPECT_EQ(0u, traces().size());
}
