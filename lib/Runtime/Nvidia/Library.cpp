//===- Library.cpp - Finding and loading NVIDIA's library -----------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Nvidia/Library.h"
#include "Runtime/Locks.h"
#include "iket/session.h"
#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <map>
#include <unistd.h>

namespace fs = std::filesystem;

namespace iket::runtime {
namespace {

std::string variable(const char *Name) {
  const char *Value = std::getenv(Name);
  return Value ? Value : "";
}

/// The parts of a list such as PATH, without empty ones.
std::vector<std::string> split(const std::string &List, char Separator) {
  std::vector<std::string> Parts;
  for (std::size_t At = 0; At <= List.size();) {
    std::size_t End = std::min(List.find(Separator, At), List.size());
    if (End != At)
      Parts.push_back(List.substr(At, End - At));
    At = End + 1;
  }
  return Parts;
}

/// "python3.11" before "python3.9", and "python3", which has no minor, last.
int minorOf(const std::string &Name) {
  std::size_t Dot = Name.find('.');
  return Dot == Name.npos ? -1 : std::atoi(Name.c_str() + Dot + 1);
}

/// Adds the package directories of the Python installed below \p Prefix, the
/// newest first.
void addPrefix(const fs::path &Prefix, std::vector<std::string> &Dirs) {
  std::error_code Ignored;
  for (const char *Lib : {"lib", "lib64", "local/lib"}) {
    std::vector<fs::path> Pythons;
    for (const auto &Entry : fs::directory_iterator(Prefix / Lib, Ignored))
      if (Entry.path().filename().string().rfind("python3", 0) == 0)
        Pythons.push_back(Entry.path());
    std::sort(Pythons.begin(), Pythons.end(), [](auto &A, auto &B) {
      return minorOf(A.filename()) > minorOf(B.filename());
    });
    for (const fs::path &Python : Pythons)
      for (const char *Packages : {"site-packages", "dist-packages"})
        if (fs::is_directory(Python / Packages, Ignored))
          Dirs.push_back(Python / Packages);
  }
}

/// The prefix of the environment that the program \p Name in \p Bin belongs to:
/// first as it is spelt, which is a virtual environment's, then as its links
/// resolve.
void addProgram(const std::string &Bin, const char *Name,
                std::vector<std::string> &Dirs) {
  std::error_code Failed;
  fs::path Program = fs::path(Bin) / Name;
  if (::access(Program.c_str(), X_OK) != 0)
    return;
  addPrefix(fs::path(Bin).parent_path(), Dirs);
  fs::path Real = fs::canonical(Program, Failed);
  if (!Failed)
    addPrefix(Real.parent_path().parent_path(), Dirs);
}

template <class F> bool resolve(void *Handle, const char *Name, F *&Function) {
  std::string Symbol = std::string("IketProfilingSession") + Name;
  Function = reinterpret_cast<F *>(::dlsym(Handle, Symbol.c_str()));
  return Function;
}

Library load(const std::string &Path) {
  // Local, so that its symbols meet none of the program's.
  void *Handle = ::dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Handle) {
    std::string Why = ::dlerror();
    errc Code = !fs::exists(Path)                    ? errc::library_not_found
                : Why.find("libcuda.so") != Why.npos ? errc::no_driver
                                                     : errc::not_the_library;
    throw error(Code, Path + " can't be loaded (" + Why + ")");
  }
  Library L;
  L.Path = Path;
  nvidia::Api &A = L.Api;
  // The version first: what else there is depends on it.
  std::uint32_t Major = 0, Minor = 0;
  if (!resolve(Handle, "GetApiVersion", A.GetApiVersion) ||
      A.GetApiVersion(&Major, &Minor) != 0)
    throw error(errc::not_the_library, Path + " tells no version");
  if (Major != nvidia::ApiMajor)
    throw error(errc::library_version,
                Path + " has version " + std::to_string(Major) + "." +
                    std::to_string(Minor) + " of the session interface, not " +
                    std::to_string(nvidia::ApiMajor) + ".x");
  if (!resolve(Handle, "OptionsInit", A.OptionsInit) ||
      !resolve(Handle, "Create", A.Create) ||
      !resolve(Handle, "Destroy", A.Destroy) ||
      !resolve(Handle, "SetOptions", A.SetOptions) ||
      !resolve(Handle, "Start", A.Start) || !resolve(Handle, "Stop", A.Stop) ||
      !resolve(Handle, "ClearTraceData", A.ClearTraceData) ||
      !resolve(Handle, "SaveTrace", A.SaveTrace))
    throw error(errc::not_the_library, Path + " lacks functions");
  return L;
}

} // namespace

std::vector<std::string> pythonPackageDirs() {
  std::vector<std::string> Dirs = split(variable("PYTHONPATH"), ':');
  for (const char *Prefix : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    if (std::string Value = variable(Prefix); !Value.empty())
      addPrefix(Value, Dirs);
  for (const std::string &Bin : split(variable("PATH"), ':'))
    for (const char *Program : {"python3", "run-iket"})
      addProgram(Bin, Program, Dirs);
  if (std::string Home = variable("HOME"); !Home.empty())
    addPrefix(fs::path(Home) / ".local", Dirs);
  return Dirs;
}

std::string findLibrary() {
  if (std::string Path = variable("IKET_INJECTION_LIBRARY"); !Path.empty())
    return Path;
  std::error_code Ignored;
  for (const std::string &Dir : pythonPackageDirs()) {
    for (const char *Package : nvidia::PackagePaths)
      if (fs::path Path = fs::path(Dir) / Package / nvidia::LibraryName;
          fs::exists(Path, Ignored))
        return Path;
  }
  return "";
}

const Library &loadLibrary(const std::string &Wanted) {
  static auto &Loaded = *new std::map<std::string, Library>;
  std::string Path = Wanted.empty() ? findLibrary() : Wanted;
  if (Path.empty())
    throw error(errc::library_not_found,
                std::string("no ") + nvidia::LibraryName +
                    " in any Python environment on PATH");
  std::lock_guard<std::mutex> Lock(Locks::get().Library);
  auto It = Loaded.find(Path);
  if (It == Loaded.end())
    It = Loaded.emplace(Path, load(Path)).first;
  return It->second;
}

std::string hookHolder() {
  if (std::string Path = variable("CUDA_INJECTION64_PATH"); !Path.empty())
    return "CUDA_INJECTION64_PATH (" + Path + ")";
  // Tools of Nsight and the sanitizer come in through the loader.
  for (const std::string &Library : split(variable("LD_PRELOAD"), ':'))
    for (const char *Tool : {"libToolsInjection", "TreeLauncher",
                             "InterceptorInjectionTarget", "libsanitizer-"})
      if (Library.find(Tool) != Library.npos)
        return "LD_PRELOAD (" + Library + ")";
  if (std::string Id = variable("NSYS_PROFILING_SESSION_ID"); !Id.empty())
    return "Nsight Systems (NSYS_PROFILING_SESSION_ID is set)";
  return "";
}

} // namespace iket::runtime
