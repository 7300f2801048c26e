//===- Output.h - Where traces go -------------------------------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_RUNTIME_OUTPUT_H
#define IKET_RUNTIME_OUTPUT_H

#include <functional>
#include <string>

namespace iket::runtime {

/// The rank of this process among those of a parallel program; "" if it has
/// none.
std::string processRank();

/// "iket_rank_3_pid_4711", without a rank "iket_pid_4711": what the files of a
/// process are called.
std::string processStem(const std::string &Rank, long Pid);

/// \p Name in \p Directory; an absolute name stays as it is.
std::string pathIn(const std::string &Directory, const std::string &Name);

/// \p Path, or where that is taken "x_2.trace.json" for "x.trace.json".
std::string freePath(const std::string &Path);

/// Lets \p Write make a file under a name of its own beside \p Path, and then
/// renames it: nobody sees half a file, and when \p Write throws nothing is
/// left. A link stays one; a device or a pipe is what \p Write writes to
/// itself. Throws iket::error.
void writeWhole(const std::string &Path,
                const std::function<void(const std::string &)> &Write,
                bool MakeDirectory = true);

} // namespace iket::runtime

#endif // IKET_RUNTIME_OUTPUT_H
