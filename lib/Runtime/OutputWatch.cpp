//===- OutputWatch.cpp - What NVIDIA's library prints ---------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/OutputWatch.h"
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

namespace iket::runtime {

static void writeAll(int Fd, std::string_view Text) {
  while (!Text.empty()) {
    ssize_t Written = ::write(Fd, Text.data(), Text.size());
    if (Written < 0 && errno == EINTR)
      continue;
    if (Written < 0)
      return; // There is nobody to tell.
    Text.remove_prefix(std::size_t(Written));
  }
}

/// "[time] [IketComponent] [level] text", or a line that begins with IKET.
static bool isNvidiaLine(std::string_view Line) {
  return Line.rfind("IKET ", 0) == 0 ||
         (Line.rfind("[", 0) == 0 && Line.find("] [Iket") != Line.npos);
}

OutputWatch::OutputWatch() {
  // The library prints through these; what is pending was printed before.
  std::fflush(stdout);
  std::fflush(stderr);
  divert(Out, STDOUT_FILENO);
  divert(Err, STDERR_FILENO);
}

OutputWatch::~OutputWatch() { finish(); }

void OutputWatch::divert(Stream &S, int Fd) {
  int File = ::memfd_create("iket-output", MFD_CLOEXEC);
  // A descriptor that is closed has nobody to print to: leave it.
  int Saved = File < 0 ? -1 : ::fcntl(Fd, F_DUPFD_CLOEXEC, 3);
  if (Saved < 0) {
    if (File >= 0)
      ::close(File);
    return;
  }
  ::dup2(File, Fd);
  S = {Fd, Saved, File};
}

std::string OutputWatch::restore(Stream &S) {
  std::string Text;
  if (S.Fd < 0)
    return Text;
  std::fflush(S.Fd == STDOUT_FILENO ? stdout : stderr);
  ::dup2(S.Saved, S.Fd);
  char Buffer[4096];
  off_t At = 0;
  for (ssize_t Got; (Got = ::pread(S.File, Buffer, sizeof Buffer, At)) > 0;
       At += Got)
    Text.append(Buffer, std::size_t(Got));
  ::close(S.Saved);
  ::close(S.File);
  S = {};
  return Text;
}

std::string OutputWatch::finish() noexcept {
  // Both first: the lines of one may go to the other.
  int Fds[] = {Out.Fd, Err.Fd};
  std::string Texts[] = {restore(Out), restore(Err)}, Nvidia;
  for (int I : {0, 1}) {
    const std::string &Text = Texts[I];
    for (std::size_t At = 0; At < Text.size();) {
      std::size_t End = std::min(Text.find('\n', At), Text.size() - 1) + 1;
      std::string_view Line(&Text[At], End - At);
      bool IsNvidia = isNvidiaLine(Line);
      writeAll(IsNvidia ? STDERR_FILENO : Fds[I], Line);
      if (IsNvidia)
        Nvidia += Line;
      At = End;
    }
  }
  return Nvidia;
}

} // namespace iket::runtime
