//===- Report.cpp - What an injected session tells iket profile -----------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Report.h"
#include "Runtime/Output.h"
#include <fstream>
#include <sstream>

namespace iket::runtime {

/// \p Text on one line.
static std::string flat(std::string Text) {
  for (char &C : Text)
    if (C == '\n' || C == '\r')
      C = ' ';
  return Text;
}

// A key and what belongs to it on each line; the text, if any, is the last.
void Report::write(const std::string &Directory) const {
  std::string File = std::to_string(Pid) + ReportSuffix;
  writeWhole(pathIn(Directory, File), [&](const std::string &Path) {
    std::ofstream Out(Path);
    Out << "pid " << Pid << "\n";
    if (!Rank.empty())
      Out << "rank " << Rank << "\n";
    if (!Trace.empty())
      Out << "trace " << flat(Trace) << "\n";
    if (Code != 0)
      Out << "error " << Code << " " << flat(Message) << "\n";
    for (const warp_loss &L : Lost.Warps)
      Out << "lost " << L.warps << " " << L.limit << " " << flat(L.kernel)
          << "\n";
    if (Lost.BufferBytes != 0)
      Out << "buffer " << Lost.BufferBytes << "\n";
    if (Ended)
      Out << "end\n";
    if (!Out.flush())
      throw error(errc::io_error, Path + " can't be written");
  });
}

Report Report::read(const std::string &Path) {
  Report R;
  std::ifstream In(Path);
  for (std::string Line; std::getline(In, Line);) {
    std::istringstream Words(Line);
    std::string Key;
    Words >> Key;
    auto Rest = [&] {
      std::string Text;
      std::getline(Words >> std::ws, Text);
      return Text;
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
