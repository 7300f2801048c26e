//===- Doctor.cpp - iket doctor -------------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Runtime/Nvidia/Library.h"
#include "Support/Text.h"
#include "Terminal.h"
#include "iket/session.h"
#include "input/Disassembler.h"
#include "profile/ChildProcess.h"
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace fs = std::filesystem;

namespace iket::tool {
namespace {

enum class State { Good, Missing, Optional };

/// One line of the answer. What is Missing ends the program with 1; without
/// what is Optional, one feature is missing.
struct Check {
  const char *Name;
  State Result;
  std::string What, Remedy;
};

struct DoctorCommand final : Subcommand {
  DoctorCommand()
      : Subcommand(Group::Setup, "doctor",
                   "Report what this machine lacks to compile and to record") {}
  void addOptions(CLI::App &Sub) override;
  int run() override;

  std::string Plugin, Cuda, Output = ".";
  bool AsJson = false;

private:
  void add(const char *Name, State Result, std::string What,
           std::string Remedy = "") {
    Checks.push_back({Name, Result, std::move(What), std::move(Remedy)});
  }
  void checkClang();
  void checkPlugin();
  void checkCuda();
  void checkCccl(const std::string &Tree);
  void checkDisassembler();
  void checkProfiler();
  void checkInjection(const std::string &Site);
  void checkRunIket(const fs::path &Site);
  void checkGpu();
  void checkSurroundings();

  std::vector<Check> Checks;
};

constexpr char Package[] = "nvidia-cutlass-dsl-libs-base";

std::string variable(const char *Name) {
  const char *Value = std::getenv(Name);
  return Value ? Value : "";
}

bool isThere(const fs::path &Path) {
  std::error_code Ignored;
  return fs::exists(Path, Ignored);
}

/// Puts what the shell's \p Command prints into \p Text; false where it fails.
bool succeeds(const std::string &Command, std::string &Text) {
  FILE *Pipe = ::popen(Command.c_str(), "r");
  if (!Pipe)
    return false;
  char Buffer[4096];
  while (std::size_t Count = std::fread(Buffer, 1, sizeof Buffer, Pipe))
    Text.append(Buffer, Count);
  return ::pclose(Pipe) == 0;
}

/// What `PROGRAM ARGUMENTS` prints; empty where it fails.
std::string outputOf(const std::string &Program, const std::string &Arguments) {
  std::string Text;
  bool Success =
      succeeds(shellQuoted(Program) + " " + Arguments + " 2>/dev/null", Text);
  return Success ? Text : std::string();
}

std::string lastLine(std::string Text) {
  Text.erase(Text.find_last_not_of('\n') + 1);
  return Text.substr(Text.rfind('\n') + 1);
}

/// The number behind \p Mark in \p Text, "22.1.8".
std::string versionAfter(const std::string &Text, const std::string &Mark) {
  std::size_t At = Text.find(Mark);
  if (At == Text.npos)
    return {};
  At += Mark.size();
  return Text.substr(At, Text.find_first_not_of("0123456789.", At) - At);
}

std::string majorOf(const std::string &Version) {
  return Version.substr(0, Version.find('.'));
}

void DoctorCommand::checkClang() {
  std::string Wanted = majorOf(IKET_LLVM_VERSION);
  for (std::string Name : {"clang++-" + Wanted, std::string("clang++")}) {
    std::string Program = findProgram(Name);
    if (Program.empty())
      continue;
    std::string Version =
        versionAfter(outputOf(Program, "--version"), "clang version ");
    if (majorOf(Version) == Wanted)
      return add("clang", State::Good, Program + ", version " + Version);
    if (Name == "clang++")
      return add("clang", State::Missing,
                 Program + " prints version '" + Version + "'",
                 "install clang-" + Wanted +
                     ": the plugin loads only into the clang it was built for");
  }
  add("clang", State::Missing, "no clang++-" + Wanted + " in PATH",
      "install clang-" + Wanted);
}

void DoctorCommand::checkPlugin() {
  std::string Found = Plugin;
  std::error_code Ignored;
  fs::path Prefix =
      fs::read_symlink("/proc/self/exe", Ignored).parent_path().parent_path();
  std::string Installed =
      std::string("lib/iket/llvm-") + majorOf(IKET_LLVM_VERSION);
  if (Found.empty())
    for (const std::string &Directory : {std::string("lib"), Installed})
      if (fs::path Path = Prefix / Directory / "libIketClang.so";
          Found.empty() && isThere(Path))
        Found = Path;
  if (Found.empty())
    return add("plugin", State::Missing,
               "no libIketClang.so beside this program",
               "build it, or name one with --plugin");
  // The plugin says for which LLVM it was built where it is loaded; a clang
  // that takes it is the proof.
  std::string Clang = findProgram("clang++-" + majorOf(IKET_LLVM_VERSION));
  if (Clang.empty())
    return add("plugin", State::Optional, Found + ", not tried without a clang",
               "install clang-" + majorOf(IKET_LLVM_VERSION));
  std::string Flag = "-fplugin='" + Found + "'";
  bool Loads = Found.find('\'') == Found.npos &&
               !outputOf(Clang, Flag + " -x c++ -E -dM /dev/null").empty();
  if (Loads)
    return add("plugin", State::Good, Found + " loads into " + Clang);
  add("plugin", State::Missing, Clang + " can't load " + Found,
      "build the plugin for this clang: cmake "
      "-DIKET_LLVM_VERSION=" +
          majorOf(IKET_LLVM_VERSION));
}

void DoctorCommand::checkCuda() {
  auto IsTree = [](const std::string &Tree) {
    return isThere(Tree + "/bin/ptxas") && isThere(Tree + "/include/cuda.h");
  };
  std::string FromUser = Cuda.empty() ? variable("CUDA_PATH") : Cuda;
  std::vector<std::string> Trees = {FromUser};
  if (FromUser.empty()) {
    Trees = {"/usr/local/cuda"};
    for (const fs::path Site : runtime::pythonPackageDirs())
      Trees.push_back(Site / "nvidia" / "cu13");
  } else if (!IsTree(FromUser)) {
    return add("CUDA", State::Missing,
               (Cuda.empty() ? "CUDA_PATH is " : "--cuda-path is ") + FromUser +
                   ", without bin/ptxas and include/cuda.h",
               "name the directory of a CUDA toolkit, or leave it out");
  }
  for (const std::string &Tree : Trees)
    if (IsTree(Tree)) {
      std::string Version =
          versionAfter(outputOf(Tree + "/bin/ptxas", "--version"), "release ");
      add("CUDA", State::Good,
          Tree + (Version.empty() ? "" : ", release " + Version));
      return checkCccl(Tree);
    }
  add("CUDA", State::Missing, "no tree with bin/ptxas and include/cuda.h",
      "install the CUDA toolkit or the PyPI packages that tools/bootstrap "
      "lists, and set CUDA_PATH");
}

/// CUB records events of its own where CCCL is new enough.
void DoctorCommand::checkCccl(const std::string &Tree) {
  std::vector<fs::path> Folders = {Tree + "/include/cccl", Tree + "/include"};
  for (const fs::path Site : runtime::pythonPackageDirs())
    Folders.push_back(Site / "cuda" / "cccl" / "headers" / "include");
  std::string Older;
  for (const fs::path &Folder : Folders) {
    std::ifstream File(Folder / "cuda/std/__cccl/version.h");
    std::string Text(std::istreambuf_iterator<char>(File), {});
    std::string Digits = versionAfter(Text, "define CCCL_VERSION ");
    if (Digits.empty())
      continue;
    unsigned long Number = std::stoul(Digits);
    std::string What = std::to_string(Number / 1'000'000) + "." +
                       std::to_string(Number / 1000 % 1000) + "." +
                       std::to_string(Number % 1000) + " in " + Folder.string();
    if (Number >= 3'006'000)
      return add("CCCL", State::Good, What);
    if (Older.empty())
      Older = What;
  }
  add("CCCL", State::Optional,
      (Older.empty() ? "not found" : Older) +
          "; -D_CCCL_ENABLE_IKET needs 3.6.0",
      "pip install cuda-cccl==1.2.1, and give its headers/include to clang "
      "with "
      "-I");
}

void DoctorCommand::checkDisassembler() {
  if (std::string Program = findDisassembler(); !Program.empty())
    return add("nvdisasm", State::Good, Program);
  add("nvdisasm", State::Optional, "not found; iket verify needs it",
      "pip install nvidia-cuda-nvdisasm");
}

void DoctorCommand::checkProfiler() {
  for (const fs::path Site : runtime::pythonPackageDirs()) {
    std::string Version;
    std::error_code Error;
    for (const auto &Entry : fs::directory_iterator(Site, Error)) {
      std::string Name = Entry.path().filename();
      std::string Start = "nvidia_cutlass_dsl_libs_base-";
      if (Name.rfind(Start, 0) == 0)
        Version = versionAfter(Name, Start);
    }
    if (Version.empty())
      continue;
    while (Version.back() == '.') // Of ".dist-info".
      Version.pop_back();
    add("profiler", State::Good, std::string(Package) + " " + Version);
    checkInjection(Site);
    return checkRunIket(Site);
  }
  add("profiler", State::Missing, std::string("no ") + Package + " in Python",
      std::string("pip install ") + Package +
          ", in the environment of python3 or VIRTUAL_ENV");
  if (!variable("IKET_INJECTION_LIBRARY").empty())
    checkInjection("");
}

/// NVIDIA's library, among the packages of \p Site.
void DoctorCommand::checkInjection(const std::string &Site) {
  if (std::string File = variable("IKET_INJECTION_LIBRARY"); !File.empty()) {
    std::string What = "IKET_INJECTION_LIBRARY is " + File;
    if (::access(File.c_str(), R_OK) == 0)
      return add("injection", State::Good, What);
    return add("injection", State::Missing, What + ": " + std::strerror(errno),
               "unset it, or name NVIDIA's libiket_injection.so");
  }
  std::error_code Error;
  for (fs::recursive_directory_iterator
           It(fs::path(Site) / "nvidia_cutlass_dsl",
              fs::directory_options::skip_permission_denied, Error),
       End;
       !Error && It != End; It.increment(Error))
    if (It->path().filename() == "libiket_injection.so")
      return add("injection", State::Good, It->path());
  add("injection", State::Missing, "no libiket_injection.so in " + Site,
      std::string("pip install --force-reinstall ") + Package);
}

/// run-iket is Python's; iket profile starts it with the folder of its modules
/// in PYTHONPATH.
void DoctorCommand::checkRunIket(const fs::path &Site) {
  fs::path Modules = Site / "nvidia_cutlass_dsl" / "dsl_packages";
  fs::path Python =
      Site.parent_path().parent_path().parent_path() / "bin" / "python3";
  std::string Program =
      isThere(Python) ? Python.string() : findProgram("python3");
  std::string Path = Modules.string() + ":" + variable("PYTHONPATH"), Text;
  if (succeeds("PYTHONPATH=" + shellQuoted(Path) + " " + shellQuoted(Program) +
                   " -c 'import iket.cli.main' 2>&1",
               Text))
    return add("run-iket", State::Good, Program + " imports iket");
  add("run-iket", State::Optional,
      (Program.empty() ? "no python3" : Program + ": " + lastLine(Text)) +
          "; --method run-iket needs it",
      "pip install protobuf typing_extensions, and export PYTHONPATH=" +
          Modules.string());
}

void DoctorCommand::checkGpu() {
  std::string Program = findProgram("nvidia-smi");
  std::string Text =
      Program.empty()
          ? ""
          : outputOf(Program, "--query-gpu=compute_cap,driver_version,name "
                              "--format=csv,noheader");
  if (Text.empty())
    return add("GPU", State::Missing,
               "no driver: nvidia-smi is missing or fails",
               "compile here and record on a machine with an NVIDIA driver "
               "and a GPU of compute capability 9.0 or newer");
  std::string First;
  for (std::size_t At = 0; At < Text.size();) {
    std::size_t End = std::min(Text.find('\n', At), Text.size());
    std::string Line = Text.substr(At, End - At);
    if (First.empty())
      First = Line;
    if (std::atof(Line.c_str()) >= 9.0)
      return add("GPU", State::Good, Line);
    At = End + 1;
  }
  add("GPU", State::Missing, First + ": compute capability below 9.0",
      "record on Hopper or newer; the program runs here without events");
}

void DoctorCommand::checkSurroundings() {
  std::string Occupied = variable("CUDA_INJECTION64_PATH");
  if (Occupied.empty())
    add("injection slot", State::Good, "CUDA_INJECTION64_PATH is free");
  else
    add("injection slot", State::Missing,
        "CUDA_INJECTION64_PATH is " + Occupied,
        "unset it: only one tool at a time can trace a process");
  // Behind a slash a file is no directory.
  if (::access((Output + "/").c_str(), W_OK | X_OK) == 0)
    add("output", State::Good, Output + " can be written");
  else
    add("output", State::Missing, Output + ": " + std::strerror(errno),
        "record into a directory that you may write to");
}

int DoctorCommand::run() {
  checkClang();
  checkPlugin();
  checkCuda();
  checkDisassembler();
  checkProfiler();
  checkGpu();
  checkSurroundings();

  bool AllGood = true;
  auto List = nlohmann::ordered_json::array();
  for (const Check &C : Checks) {
    const char *Word = C.Result == State::Good      ? "good"
                       : C.Result == State::Missing ? "missing"
                                                    : "optional";
    AllGood &= C.Result != State::Missing;
    if (AsJson) {
      List.push_back({{"check", C.Name},
                      {"state", Word},
                      {"what", repairUtf8(C.What)},
                      {"remedy", repairUtf8(C.Remedy)}});
      continue;
    }
    std::string Line = std::string(Word) + "  " + C.Name + ": " + C.What;
    if (!C.Remedy.empty())
      Line += "; " + C.Remedy;
    std::puts(printable(Line).c_str());
  }
  if (AsJson)
    std::puts(List.dump(2).c_str());
  return AllGood ? Fine : FoundWrong;
}

void DoctorCommand::addOptions(CLI::App &Sub) {
  Sub.add_option("--plugin", Plugin,
                 "libIketClang.so; beside this program by default")
      ->check(CLI::ExistingFile)
      ->type_name("FILE");
  Sub.add_option("--cuda-path", Cuda,
                 "The CUDA tree; by CUDA_PATH, /usr/local/cuda or Python")
      ->check(CLI::ExistingDirectory)
      ->type_name("DIR");
  Sub.add_option("--output-dir", Output, "Where to write traces")
      ->capture_default_str()
      ->type_name("DIR");
  Sub.add_flag("--json", AsJson, "Print JSON");
  Sub.footer("Prints a line for each thing that is needed, with a remedy where "
             "it is missing.\n"
             "Exits with 1 if anything is missing.\n\nExample:\n"
             "  iket doctor --cuda-path /usr/local/cuda");
}

DoctorCommand Command;

} // namespace
} // namespace iket::tool
