//===- OutputDirectory.h - A directory that is ours to fill -----*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TOOLS_OUTPUTDIRECTORY_H
#define IKET_TOOLS_OUTPUTDIRECTORY_H

#include <string>
#include <vector>

namespace iket::tool {

/// The absolute path of the output directory \p Wanted, which need not be
/// there. Throws UsageError if it is the working directory or one above it, the
/// home, or a link.
std::string checkedOutputPath(const std::string &Wanted);

/// What becomes of a directory that is not empty.
enum class Existing {
  Refuse, ///< It is an error.
  Clear,  ///< What this program made there goes, once there is a new file.
  Number, ///< It stays as it is; "out_2", "out_3" and so on is used for "out".
};

/// Where a subcommand puts the files that it makes. The directory is one that
/// nothing of the user's can be lost in: not the working directory or one above
/// it, no link, new or empty, or else filled by this program before. What is
/// not listed as made here is never removed. The ranks of a parallel program
/// may share one: each has a list of its own.
class OutputDirectory {
public:
  /// Checks \p Wanted and makes it. With a \p Rank, the files of other ranks
  /// don't count. Throws UsageError.
  OutputDirectory(std::string Wanted, Existing Policy, const std::string &Rank);
  /// Removes the directories for intermediate files, and the directory itself
  /// where it is empty and was made here.
  ~OutputDirectory();
  OutputDirectory(const OutputDirectory &) = delete;
  OutputDirectory &operator=(const OutputDirectory &) = delete;

  /// The absolute path.
  const std::string &path() const { return Path; }
  /// A path for a new file, which is listed as made here; a number is added to
  /// \p Stem where that name is taken.
  std::string add(const std::string &Stem, const std::string &Suffix);
  /// A new directory for files that are needed in between.
  std::string addIntermediate();
  /// Keeps those directories.
  void keepIntermediates() { Keep = true; }

private:
  bool writeList() const;

  std::string Path, ListName;
  std::vector<std::string> Earlier; ///< The lists of what is yet to be removed.
  std::vector<std::string> Files, Intermediates;
  bool Made = false, Keep = false;
};

} // namespace iket::tool

#endif // IKET_TOOLS_OUTPUTDIRECTORY_H
