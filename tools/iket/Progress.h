//===- Progress.h - How far reading a file has come -------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TOOLS_PROGRESS_H
#define IKET_TOOLS_PROGRESS_H

#include <chrono>
#include <cstdint>
#include <string>

namespace iket::tool {

/// The text of a progress bar, and when it is worth a new one.
class ProgressText {
public:
  using Time = std::chrono::steady_clock::time_point;
  explicit ProgressText(Time Start) : Next(Start + Patience) {}

  /// "reading x.json [#####     ]  50 %" for \p Done of \p Total, in less than
  /// \p Columns; without what does not fit. Empty while nobody waits yet, and
  /// where the last text is young enough.
  std::string at(Time Now, const std::string &What, std::uint64_t Done,
                 std::uint64_t Total, std::size_t Columns);

  /// What takes no longer needs no bar.
  static constexpr std::chrono::milliseconds Patience{1000};
  static constexpr std::chrono::milliseconds Interval{100};

private:
  Time Next;
};

/// Shows on a terminal how far a pass over a file has come, once the work has
/// taken a second. The line is gone when the object is.
class Progress {
public:
  /// Without \p Wanted it shows nothing.
  explicit Progress(bool Wanted = true);
  ~Progress() { erase(); }
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// Begins a pass over \p Total bytes; \p What says which, "reading x.json".
  void start(std::string What, std::uint64_t Total);
  /// The pass is at byte \p Done: back to an earlier one where a part of the
  /// file is read twice.
  void reach(std::uint64_t Done);
  void erase();

private:
  bool Shown;
  ProgressText Text;
  std::string What;
  std::uint64_t Total = 0;
};

} // namespace iket::tool

#endif // IKET_TOOLS_PROGRESS_H
