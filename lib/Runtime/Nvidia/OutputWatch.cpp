//===- OutputWatch.cpp - What NVIDIA's library prints ---------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Nvidia/OutputWatch.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <mutex>
#include <poll.h>
#include <string_view>
#include <sys/ioctl.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace iket::runtime {
namespace {

void writeAll(int Fd, std::string_view Text) {
  while (!Text.empty()) {
    ssize_t Written = ::write(Fd, Text.data(), Text.size());
    if (Written >= 0) {
      Text.remove_prefix(std::size_t(Written));
      continue;
    }
    if (errno == EAGAIN) {
      pollfd Ready = {Fd, POLLOUT, 0};
      ::poll(&Ready, 1, -1);
    } else if (errno != EINTR)
      return; // There is nobody to tell.
  }
}

enum class Author { Program, Nvidia, Unclear };

/// How NVIDIA's lines begin; a 0 is any digit. A program's own line may begin
/// with a bracket or with the word IKET too.
constexpr std::string_view Beginnings[] = {
    "[0000-00-00 00:00:00.000] [Iket", "IKET profiling operation failed with "};

/// Whether \p Text has \p Beginning, or is too short to say.
Author begins(std::string_view Text, std::string_view Beginning) {
  std::size_t Size = std::min(Text.size(), Beginning.size());
  for (std::size_t I = 0; I != Size; ++I)
    if (Beginning[I] == '0' ? Text[I] < '0' || Text[I] > '9'
                            : Text[I] != Beginning[I])
      return Author::Program;
  return Size == Beginning.size() ? Author::Nvidia : Author::Unclear;
}

/// Whose a line is by its beginning.
Author authorOf(std::string_view Line) {
  for (std::string_view Beginning : Beginnings)
    if (Author A = begins(Line, Beginning); A != Author::Program)
      return A;
  return Author::Program;
}

} // namespace

/// One of the two. The watch and a thread share it; the thread serves the pipe
/// until nobody has its other end.
class OutputWatch::Stream {
public:
  Stream(int Fd, log_level Wanted) : Fd(Fd), Wanted(Wanted) {}
  ~Stream() {
    for (int Own : {Pipe, Saved, Notices})
      if (Own >= 0)
        ::close(Own);
  }

  static std::shared_ptr<Stream> divert(int Fd, log_level Wanted);
  void restore();
  /// After restore(): returns NVIDIA's lines of what was written before it.
  std::string finish();

private:
  bool open();
  void serve();
  bool readSome();
  void add(std::string_view Text);
  void addLine(std::string_view Line);

  const int Fd;
  const log_level Wanted;
  int Pipe = -1, Saved = -1, Notices = -1;
  std::thread Thread;

  std::mutex Mutex; ///< Of the following.
  bool Ended = false;
  bool InLine = false; ///< Of the program, and passed on already.
  std::string Pending, Lines;
};

bool OutputWatch::Stream::open() {
  // A descriptor that is closed has nobody to print to: leave it.
  Saved = ::fcntl(Fd, F_DUPFD_CLOEXEC, 3);
  if (Saved < 0)
    return false;
  Notices = ::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  int Ends[2];
  if (::pipe2(Ends, O_CLOEXEC) != 0)
    return false;
  Pipe = ::fcntl(Ends[0], F_DUPFD_CLOEXEC, 3);
  if (Pipe >= 0) {
    ::fcntl(Pipe, F_SETFL, O_NONBLOCK);
    ::dup2(Ends[1], Fd);
  }
  ::close(Ends[0]);
  ::close(Ends[1]);
  return Pipe >= 0;
}

std::shared_ptr<OutputWatch::Stream>
OutputWatch::Stream::divert(int Fd, log_level Wanted) {
  auto S = std::make_shared<Stream>(Fd, Wanted);
  if (!S->open())
    return nullptr;
  // The thread takes no signals: they are for the program's own.
  sigset_t All, Before;
  sigfillset(&All);
  ::pthread_sigmask(SIG_SETMASK, &All, &Before);
  try {
    S->Thread = std::thread([S] { S->serve(); });
  } catch (const std::system_error &) {
    S->restore();
    S = nullptr; // Unwatched is better than a pipe that nobody empties.
  }
  ::pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  return S;
}

void OutputWatch::Stream::serve() {
  for (;;) {
    pollfd Ready = {Pipe, POLLIN, 0};
    ::poll(&Ready, 1, -1);
    std::lock_guard<std::mutex> Lock(Mutex);
    readSome();
    if (Ended)
      return;
  }
}

/// Reads what there is, at most a buffer; false when there is no more now.
bool OutputWatch::Stream::readSome() {
  char Buffer[4096];
  ssize_t Got = ::read(Pipe, Buffer, sizeof Buffer);
  if (Got > 0)
    add({Buffer, std::size_t(Got)});
  else
    Ended = Ended || Got == 0;
  return Got > 0;
}

void OutputWatch::Stream::add(std::string_view Text) {
  // What NVIDIA's library prints begins a line, whatever stands before it.
  if (InLine && authorOf(Text) == Author::Nvidia)
    InLine = false;
  if (InLine) {
    std::size_t End = std::min(Text.find('\n'), Text.size() - 1) + 1;
    writeAll(Saved, Text.substr(0, End));
    InLine = Text[End - 1] != '\n';
    Text.remove_prefix(End);
  }
  Pending += Text;
  std::size_t Begin = 0;
  for (std::size_t End; (End = Pending.find('\n', Begin)) != Pending.npos;
       Begin = End + 1)
    addLine(std::string_view(Pending).substr(Begin, End + 1 - Begin));
  Pending.erase(0, Begin);
  if (!Pending.empty() && authorOf(Pending) == Author::Program) {
    writeAll(Saved, std::exchange(Pending, ""));
    InLine = true;
  }
}

void OutputWatch::Stream::addLine(std::string_view Line) {
  if (authorOf(Line) != Author::Nvidia)
    return writeAll(Saved, Line);
  Lines += Line;
  if (Wanted != log_level::error || Line.find("] [warning]") == Line.npos)
    writeAll(Notices, Line);
}

void OutputWatch::Stream::restore() {
  std::fflush(Fd == STDOUT_FILENO ? stdout : stderr);
  ::dup2(Saved, Fd);
}

std::string OutputWatch::Stream::finish() {
  bool Alone;
  std::string Result;
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    // No more than is there now: somebody else may go on writing.
    int Left = 0;
    ::ioctl(Pipe, FIONREAD, &Left);
    while (Left > 0 && readSome())
      Left -= 4096;
    readSome(); // Finds out whether that was the end.
    if (!Pending.empty()) {
      addLine(std::exchange(Pending, ""));
      InLine = true;
    }
    Result = std::exchange(Lines, "");
    Alone = Ended;
  }
  if (Alone)
    Thread.join();
  else
    Thread.detach();
  return Result;
}

OutputWatch::OutputWatch(log_level Wanted) {
  // The library prints through these; what is pending was printed before.
  std::fflush(stdout);
  std::fflush(stderr);
  Out = Stream::divert(STDOUT_FILENO, Wanted);
  Err = Stream::divert(STDERR_FILENO, Wanted);
}

OutputWatch::~OutputWatch() { finish(); }

std::string OutputWatch::finish() noexcept {
  std::string Nvidia;
  auto Streams = {std::exchange(Out, nullptr), std::exchange(Err, nullptr)};
  for (const auto &S : Streams)
    if (S)
      S->restore();
  for (const auto &S : Streams)
    if (S)
      Nvidia += S->finish();
  return Nvidia;
}

} // namespace iket::runtime
