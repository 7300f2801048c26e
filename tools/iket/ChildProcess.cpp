//===- ChildProcess.cpp - Running the user's program ----------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChildProcess.h"
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

volatile sig_atomic_t Child;

void passOn(int Signal) {
  if (Child > 0)
    ::kill(Child, Signal);
}

/// The terminal sends its own signals to the child as well, so they are only
/// to be survived; the others are to be passed on.
class SignalGuard {
public:
  SignalGuard() {
    for (int I = 0; I != Count; ++I) {
      struct sigaction New = {};
      New.sa_handler = I < FromTerminal ? SIG_IGN : passOn;
      ::sigaction(Signals[I], &New, &Old[I]);
    }
  }
  ~SignalGuard() { restore(); }
  void restore() const {
    for (int I = 0; I != Count; ++I)
      ::sigaction(Signals[I], &Old[I], nullptr);
  }

private:
  static constexpr int Signals[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
  static constexpr int Count = 4, FromTerminal = 2;
  struct sigaction Old[Count];
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
  int Error = 0, Status = 0;
  bool Failed = Pid > 0 && ::read(Told[0], &Error, sizeof Error) > 0;
  ::close(Told[0]);
  while (Pid > 0 && ::waitpid(Pid, &Status, 0) < 0 && errno == EINTR)
    ;
  Child = 0;
  if (Pid < 0 || Failed)
    throw UsageError("'" + Words[0] + "' can't be run: " +
                     std::strerror(Failed ? Error : errno));
  return WIFSIGNALED(Status) ? 128 + WTERMSIG(Status) : WEXITSTATUS(Status);
}

} // namespace iket::tool
