//===- Report.cpp - What an injected session tells iket profile -----------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Report.h"
#include "Runtime/Output.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace iket::runtime {

/// \p Text on one line: a path may hold any character.
static std::string escaped(const std::string &Text) {
  std::string Line;
  for (char C : Text)
    if (C == '\n')
      Line += "\\n";
    else if (C == '\\')
      Line += "\\\\";
    else
      Line += C;
  return Line;
}

static std::string unescaped(const std::string &Line) {
  std::string Text;
  for (std::size_t I = 0; I != Line.size(); ++I)
    if (Line[I] != '\\' || I + 1 == Line.size())
      Text += Line[I];
    else
      Text += Line[++I] == 'n' ? '\n' : Line[I];
  return Text;
}

std::string Report::reserve(const std::string &Directory,
                            const std::string &Rank, long Pid) {
  std::string Stem = pathIn(Directory, processStem(Rank, Pid));
  std::string Path = Stem + ReportSuffix;
  for (unsigned N = 2;; ++N) {
    int Fd =
        ::open(Path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (Fd >= 0) {
      ::close(Fd);
      return Path;
    }
    if (errno != EEXIST)
      throw error(errc::bad_output_directory,
                  Path + " can't be written (" + std::strerror(errno) + ")");
    Path = Stem + "_" + std::to_string(N) + ReportSuffix;
  }
}

// A key and what belongs to it on each line; the text, if any, is the last.
void Report::write(const std::string &Path) const {
  auto Write = [&](const std::string &Temporary) {
    std::ofstream Out(Temporary);
    Out << "pid " << Pid << "\n";
    if (!Rank.empty())
      Out << "rank " << Rank << "\n";
    if (!Trace.empty())
      Out << "trace " << escaped(Trace) << "\n";
    if (Code != 0)
      Out << "error " << Code << " " << escaped(Message) << "\n";
    for (const warp_loss &L : Lost.Warps)
      Out << "lost " << L.warps << " " << L.limit << " " << escaped(L.kernel)
          << "\n";
    if (Lost.BufferBytes != 0)
      Out << "buffer " << Lost.BufferBytes << "\n";
    if (Ended)
      Out << "end\n";
    if (!Out.flush())
      throw error(errc::io_error, Path + " can't be written");
  };
  writeWhole(Path, Write, /*MakeDirectory=*/false);
}

Report Report::read(const std::string &Path) {
  Report R;
  R.Aborted = std::filesystem::exists(Path + AbortedSuffix);
  std::ifstream In(Path);
  for (std::string Line; std::getline(In, Line);) {
    std::istringstream Words(Line);
    std::string Key;
    Words >> Key;
    auto Rest = [&] {
      std::string Text;
      std::getline(Words >> std::ws, Text);
      return unescaped(Text);
    };
    if (Key == "pid")
      Words >> R.Pid;
    else if (Key == "rank")
      R.Rank = Rest();
    else if (Key == "trace")
      R.Trace = Rest();
    else if (Key == "buffer")
      Words >> R.Lost.BufferBytes;
    else if (Key == "end")
      R.Ended = true;
    else if (Key == "error") {
      Words >> R.Code;
      R.Message = Rest();
    } else if (Key == "lost") {
      warp_loss L;
      Words >> L.warps >> L.limit;
      L.kernel = Rest();
      R.Lost.Warps.push_back(std::move(L));
    }
  }
  return R;
}

} // namespace iket::runtime
