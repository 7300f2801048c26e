//===- OutputDirectory.cpp - A directory that is ours to fill -------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "profile/OutputDirectory.h"
#include "Command.h"
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdlib.h>
#include <utility>

namespace fs = std::filesystem;

namespace iket::tool {

/// In the directory: the names of the files that were made there. A rank's list
/// has its number behind this.
static constexpr char ListPrefix[] = ".iket-profile";
/// There too: what the directories for intermediate files begin with.
static constexpr char IntermediatePrefix[] = ".run-";

[[noreturn]] static void refuse(const std::string &Path,
                                const std::string &Why) {
  throw UsageError("'" + Path + "' can't be the output directory: " + Why);
}

/// True when \p A is \p B or one of the directories above it.
static bool isSameOrAbove(const fs::path &A, const fs::path &B) {
  for (fs::path Up = B;; Up = Up.parent_path()) {
    if (Up == A)
      return true;
    if (Up == Up.parent_path())
      return false;
  }
}

/// The names of the lists in \p Directory.
static std::vector<std::string> findLists(const fs::path &Directory) {
  std::vector<std::string> Lists;
  for (const auto &Entry : fs::directory_iterator(Directory))
    if (std::string Name = Entry.path().filename();
        Name.rfind(ListPrefix, 0) == 0 && Entry.is_regular_file())
      Lists.push_back(Name);
  return Lists;
}

/// Removes the files that \p List names, and the list. Of directories, only
/// those for intermediate files are ever on it.
static void clear(const fs::path &Directory, const std::string &List) {
  std::error_code Failed;
  std::ifstream In(Directory / List);
  for (std::string Name; std::getline(In, Name);) {
    if (Name.empty() || Name.find('/') != Name.npos || Name == "." ||
        Name == "..")
      continue;
    if (!fs::is_directory(fs::symlink_status(Directory / Name)))
      fs::remove(Directory / Name, Failed);
    else if (Name.rfind(IntermediatePrefix, 0) == 0)
      fs::remove_all(Directory / Name, Failed);
  }
  fs::remove(Directory / List, Failed);
}

std::string checkedOutputPath(const std::string &Wanted) {
  if (Wanted.empty())
    refuse(Wanted, "it has no name");
  fs::path Spelt = fs::absolute(Wanted).lexically_normal();
  if (!Spelt.has_filename())
    Spelt = Spelt.parent_path();
  if (fs::is_symlink(Spelt))
    refuse(Wanted, "it is a link; name the directory itself");
  fs::path Real = fs::weakly_canonical(Spelt);
  if (isSameOrAbove(Real, fs::canonical(fs::current_path())))
    refuse(Wanted, "it is the working directory, or above it; name a new one, "
                   "such as ./iket_output");
  if (const char *Home = std::getenv("HOME");
      Home && *Home && Real == fs::weakly_canonical(Home))
    refuse(Wanted, "it is your home; name a new one");
  return Real;
}

OutputDirectory::OutputDirectory(std::string Wanted, Existing Policy,
                                 const std::string &Rank)
    : Path(checkedOutputPath(Wanted)),
      ListName(ListPrefix + (Rank.empty() ? "" : "-rank-" + Rank)) {
  bool Foreign = false;
  auto Look = [&] {
    if (fs::exists(Path) && !fs::is_directory(Path))
      refuse(Wanted, "it is a file");
    if (!fs::exists(Path) || fs::is_empty(Path))
      return;
    std::vector<std::string> Lists = findLists(Path);
    Foreign = Lists.empty();
    for (std::string &List : Lists)
      if (Rank.empty() || List == ListName)
        Earlier.push_back(std::move(List));
  };
  const std::string First = Path;
  Look();
  for (unsigned N = 2;
       Policy == Existing::Number && (Foreign || !Earlier.empty()); ++N) {
    Wanted = First + "_" + std::to_string(N);
    Path = checkedOutputPath(Wanted);
    Foreign = false;
    Earlier.clear();
    Look();
  }
  if (Foreign)
    refuse(Wanted, "it holds files that this program did not make; name a "
                   "new one");
  if (Policy == Existing::Refuse && !Earlier.empty())
    refuse(Wanted, "it holds the files of an earlier run; --clobber removes "
                   "those, or name a new one");
  std::error_code Failed;
  Made = fs::create_directories(Path, Failed);
  if (Failed)
    refuse(Wanted, Failed.message());
  if (Earlier.empty() && !writeList())
    refuse(Wanted, "it can't be written");
}

OutputDirectory::~OutputDirectory() {
  std::error_code Ignored;
  if (!Keep)
    for (const std::string &Name : std::exchange(Intermediates, {}))
      fs::remove_all(fs::path(Path) / Name, Ignored);
  if (!Files.empty() || !Intermediates.empty() || !Earlier.empty()) {
    writeList();
    return;
  }
  fs::remove(fs::path(Path) / ListName, Ignored);
  if (Made)
    fs::remove(Path, Ignored); // Fails where it is not empty, as it should.
}

/// The files of an earlier run stay on the list for as long as they are there.
bool OutputDirectory::writeList() const {
  std::string List = (fs::path(Path) / ListName).string();
  std::ofstream Out(List, Earlier.empty() ? std::ios::trunc : std::ios::app);
  for (const auto *Names : {&Files, &Intermediates})
    for (const std::string &Name : *Names)
      Out << Name << "\n";
  return bool(Out.flush());
}

std::string OutputDirectory::add(const std::string &Stem,
                                 const std::string &Suffix) {
  for (const std::string &List : std::exchange(Earlier, {}))
    clear(Path, List);
  std::string Name = Stem + Suffix;
  for (unsigned N = 2; fs::exists(fs::path(Path) / Name); ++N)
    Name = Stem + "_" + std::to_string(N) + Suffix;
  Files.push_back(Name);
  if (!writeList())
    refuse(Path, "it can't be written");
  return fs::path(Path) / Name;
}

std::string OutputDirectory::addIntermediate() {
  std::string Directory =
      (fs::path(Path) / IntermediatePrefix).string() + "XXXXXX";
  if (!::mkdtemp(Directory.data()))
    refuse(Path, std::strerror(errno));
  Intermediates.push_back(fs::path(Directory).filename());
  if (Earlier.empty()) // Their lists are still to be followed, and not this.
    writeList();
  return Directory;
}

} // namespace iket::tool
