//===- WatchTest.cpp - Reading along with standard output and error -------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Nvidia/OutputWatch.h"
#include "RuntimeTest.h"
#include <fcntl.h>
#include <optional>
#include <sys/wait.h>
#include <thread>

using namespace iket;
using runtime::OutputWatch;

namespace {
/// Standard output and error go to files of their own.
class WatchTest : public RuntimeTest {
protected:
  WatchTest() : Out(1, Directory + "/stdout"), Err(2, Directory + "/stderr") {}
  std::string out() { return contents(Directory + "/stdout"); }
  std::string err() { return contents(Directory + "/stderr"); }
  static void print(const std::string &Text) {
    ASSERT_EQ(ssize_t(Text.size()), ::write(1, Text.data(), Text.size()));
  }
  /// Waits for \p Text on standard output, where another thread puts it.
  bool appears(const std::string &Text) {
    for (int I = 0; I != 500 && out() != Text; ++I)
      ::usleep(10'000);
    return out() == Text;
  }

private:
  struct Redirected {
    Redirected(int Fd, const std::string &Path) : Fd(Fd), Saved(::dup(Fd)) {
      int File = ::open(Path.c_str(), O_CREAT | O_WRONLY | O_APPEND, 0600);
      ::dup2(File, Fd);
      ::close(File);
    }
    ~Redirected() {
      ::dup2(Saved, Fd);
      ::close(Saved);
    }
    int Fd, Saved;
  };
  Redirected Out, Err;
};

constexpr char Nvidia[] =
    "[2026-01-02 03:04:05.678] [IketX] [warning] lost\n";
constexpr char Failed[] =
    "IKET profiling operation failed with CUDA error 0001\n";
} // namespace

// The program's lines go where they were meant to go, NVIDIA's to standard
// error and to the caller, whole and in order.
TEST_F(WatchTest, TellsTheProgramFromNvidia) {
  // What only looks like NVIDIA's is the program's.
  const std::string Program = "one\n[a] two\nIKET is my word too\n"
                              "[12:00] [Iketology] mine\n[2026-01-02] three\n"
                              "[2026-01-02 03:04:05.678] [Ike] four\n";
  OutputWatch Watch;
  print(Nvidia + Program + Failed + "[2026");
  EXPECT_EQ(std::string(Nvidia) + Failed, Watch.finish());
  EXPECT_EQ(Program + "[2026", out());
  EXPECT_EQ(std::string(Nvidia) + Failed, err());
}

// What the program prints is not held back, not even a line without an end; it
// is no obstacle to NVIDIA's lines either.
TEST_F(WatchTest, PassesOnAtOnce) {
  OutputWatch Watch;
  print("working");
  EXPECT_TRUE(appears("working"));
  print("...");
  EXPECT_TRUE(appears("working..."));
  print(Nvidia);
  print(" done\nnext");
  EXPECT_TRUE(appears("working... done\nnext"));
  EXPECT_EQ(Nvidia, Watch.finish());
  EXPECT_EQ(Nvidia, err());
}

// Warnings that nobody wants to see are read all the same.
TEST_F(WatchTest, KeepsSilent) {
  OutputWatch Watch(log_level::error);
  print(std::string(Nvidia) + Failed);
  EXPECT_EQ(std::string(Nvidia) + Failed, Watch.finish());
  EXPECT_EQ(Failed, err());
}

// A child that was started meanwhile prints on after the end of the watch, and
// nothing of it is lost.
TEST_F(WatchTest, ServesChildren) {
  auto Watch = std::make_optional<OutputWatch>();
  std::thread Shell([] {
    EXPECT_EQ(0, std::system("echo early; sleep 0.4; echo late"));
  });
  EXPECT_TRUE(appears("early\n"));
  EXPECT_EQ("", Watch->finish());
  Watch.reset();
  EXPECT_EQ("early\n", out());
  Shell.join();
  EXPECT_TRUE(appears("early\nlate\n"));
}

// More than a pipe holds.
TEST_F(WatchTest, PassesOnMuch) {
  std::string Text;
  for (int I = 0; I != 40'000; ++I)
    Text += std::to_string(I) + "\n";
  OutputWatch Watch;
  print(Text);
  EXPECT_EQ("", Watch.finish());
  EXPECT_EQ(Text, out());
}
