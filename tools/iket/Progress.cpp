//===- Progress.cpp - How far reading a file has come ---------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"
#include "Support/Text.h"
#include "Terminal.h"
#include <algorithm>

namespace iket::tool {

using Clock = std::chrono::steady_clock;

std::string ProgressText::at(Time Now, const std::string &What,
                             std::uint64_t Done, std::uint64_t Total,
                             std::size_t Columns) {
  constexpr std::size_t Least = 10, Most = 40;
  if (Now < Next)
    return {};
  Next = Now + Interval;
  double Part = Total == 0 ? 1 : std::min(1.0, double(Done) / double(Total));
  std::string Percent = std::to_string(unsigned(Part * 100));
  Percent = std::string(3 - Percent.size(), ' ') + Percent + " %";

  // The last column stays free: terminals differ in what they do behind it.
  constexpr std::size_t Frame = sizeof("[] ") - 1;
  std::size_t Fixed = Percent.size() + Frame + 1;
  if (Columns < Fixed + Least)
    return Percent;
  std::size_t Room = Columns - Fixed, Name = columns(What) + 1;
  bool Named = Name + Least <= Room;
  std::size_t Width = std::min(Most, Named ? Room - Name : Room);
  auto Full = std::size_t(Part * double(Width));
  return (Named ? What + " " : "") + "[" + std::string(Full, '#') +
         std::string(Width - Full, ' ') + "] " + Percent;
}

Progress::Progress(bool Wanted)
    : Shown(Wanted && canShowStatus()), Text(Clock::now()) {}

void Progress::start(std::string NewWhat, std::uint64_t NewTotal) {
  What = printable(NewWhat);
  Total = NewTotal;
}

void Progress::reach(std::uint64_t Done) {
  if (!Shown)
    return;
  std::string Line =
      Text.at(Clock::now(), What, Done, Total, terminalColumns());
  if (!Line.empty())
    showStatus(Line);
}

void Progress::erase() {
  if (Shown)
    showStatus("");
}

} // namespace iket::tool
