//===- ChildProcess.cpp - Running the user's program ----------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "profile/ChildProcess.h"
#include "Command.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/wait.h>
#include <unistd.h>

namespace iket::tool {
namespace {

volatile sig_atomic_t Child, Interrupted;

constexpr int Ending[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
bool endsWork(int Signal) {
  return std::find(std::begin(Ending), std::end(Ending), Signal) !=
         std::end(Ending);
}

/// What the kernel sends for a terminal, the child gets as well.
void passOn(int Signal, siginfo_t *Info, void *) {
  if (endsWork(Signal))
    Interrupted = true;
  if (Child > 0 && Info->si_code != SI_KERNEL)
    ::kill(Child, Signal);
}

/// Passes signals on to the child instead of dying of them. Those that are
/// ignored, as after nohup, stay so.
class SignalGuard {
public:
  SignalGuard() {
    sigset_t All;
    sigemptyset(&All);
    for (int I = 0; I != Count; ++I) {
      struct sigaction New = {};
      New.sa_sigaction = passOn;
      New.sa_flags = SA_SIGINFO | SA_RESTART;
      ::sigaction(Signals[I], nullptr, &Old[I]);
      if (Old[I].sa_handler != SIG_IGN)
        ::sigaction(Signals[I], &New, nullptr);
      sigaddset(&All, Signals[I]);
    }
    // Where children that end are ignored, their status is lost.
    struct sigaction Default = {};
    Default.sa_handler = SIG_DFL;
    ::sigaction(SIGCHLD, &Default, &OldChild);
    // None is to come before it is known whom to pass it on to.
    ::sigprocmask(SIG_BLOCK, &All, &Mask);
  }
  ~SignalGuard() { restore(); }
  void restore() const {
    for (int I = 0; I != Count; ++I)
      ::sigaction(Signals[I], &Old[I], nullptr);
    ::sigaction(SIGCHLD, &OldChild, nullptr);
    unblock();
  }
  void unblock() const { ::sigprocmask(SIG_SETMASK, &Mask, nullptr); }

private:
  static constexpr int Signals[] = {SIGINT, SIGQUIT, SIGTERM,
                                    SIGHUP, SIGUSR1, SIGUSR2};
  static constexpr int Count = 6;
  struct sigaction Old[Count], OldChild;
  sigset_t Mask;
};

} // namespace

std::string findProgram(const std::string &Program) {
  auto Runs = [](const std::string &Path) {
    std::error_code Ignored;
    return ::access(Path.c_str(), X_OK) == 0 &&
           !std::filesystem::is_directory(Path, Ignored);
  };
  if (Program.find('/') != Program.npos)
    return Runs(Program) ? Program : "";
  const char *Value = std::getenv("PATH");
  std::string List = Value ? Value : "/usr/bin:/bin";
  for (std::size_t At = 0; At <= List.size();) {
    std::size_t End = std::min(List.find(':', At), List.size());
    std::string Directory = List.substr(At, End - At);
    std::string Path = (Directory.empty() ? "." : Directory) + "/" + Program;
    if (Runs(Path))
      return Path;
    At = End + 1;
  }
  return "";
}

bool wasInterrupted() { return Interrupted; }

int runChild(const std::vector<std::string> &Words, const Environment &Extra) {
  std::vector<char *> Argv;
  for (const std::string &Word : Words)
    Argv.push_back(const_cast<char *>(Word.c_str()));
  Argv.push_back(nullptr);
  std::fflush(nullptr);
  // Through here the child tells why it could not become the program.
  int Told[2];
  if (::pipe2(Told, O_CLOEXEC) != 0)
    throw UsageError(std::string("no pipe: ") + std::strerror(errno));

  SignalGuard Signals;
  pid_t Pid = ::fork();
  if (Pid == 0) {
    Signals.restore();
    for (const auto &[Name, Value] : Extra)
      ::setenv(Name.c_str(), Value.c_str(), 1);
    ::execvp(Argv[0], Argv.data());
    int Error = errno;
    [[maybe_unused]] ssize_t Written = ::write(Told[1], &Error, sizeof Error);
    ::_exit(127);
  }
  ::close(Told[1]);
  Child = Pid;
  Signals.unblock();
  int Error = 0, Status = 0;
  bool Failed = Pid > 0 && ::read(Told[0], &Error, sizeof Error) > 0;
  ::close(Told[0]);
  while (Pid > 0 && ::waitpid(Pid, &Status, 0) < 0 && errno == EINTR)
    ;
  Child = 0;
  if (Pid < 0 || Failed)
    throw UsageError("'" + Words[0] + "' can't be run: " +
                     std::strerror(Failed ? Error : errno));
  if (WIFSIGNALED(Status) && endsWork(WTERMSIG(Status)))
    Interrupted = true;
  return WIFSIGNALED(Status) ? 128 + WTERMSIG(Status) : WEXITSTATUS(Status);
}

} // namespace iket::tool
