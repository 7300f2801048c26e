//===- Disassembler.cpp - Running nvdisasm --------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cubin/Sass.h"
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace fs = std::filesystem;

namespace iket::cubin {
namespace {

bool isProgram(const std::string &Path) {
  std::error_code Ignored;
  return fs::is_regular_file(Path, Ignored) &&
         ::access(Path.c_str(), X_OK) == 0;
}

/// The nvdisasm of the package nvidia-cuda-nvdisasm below \p Environment.
std::string inPython(const fs::path &Environment) {
  std::error_code Error;
  for (const auto &Python : fs::directory_iterator(Environment / "lib", Error))
    for (const char *Cuda : {"cu13", "cuda_nvdisasm"}) {
      fs::path Program = Python.path() / "site-packages" / "nvidia" / Cuda /
                         "bin" / "nvdisasm";
      if (isProgram(Program))
        return Program;
    }
  return {};
}

/// A file that is gone when this is.
class TemporaryFile {
public:
  explicit TemporaryFile(std::string_view Contents) {
    Name = (fs::temp_directory_path() / "iket-XXXXXX").string();
    int Fd = ::mkstemp(Name.data());
    if (Fd < 0)
      throw events::error("can't write to " + Name + ": " +
                          std::strerror(errno) + "; set TMPDIR");
    while (!Contents.empty()) {
      ssize_t Written = ::write(Fd, Contents.data(), Contents.size());
      if (Written < 0 && errno == EINTR)
        continue;
      if (Written <= 0) {
        int Error = errno;
        ::close(Fd);
        ::unlink(Name.c_str());
        throw events::error("can't write to " + Name + ": " +
                            std::strerror(Error) + "; set TMPDIR");
      }
      Contents.remove_prefix(std::size_t(Written));
    }
    ::close(Fd);
  }
  ~TemporaryFile() { ::unlink(Name.c_str()); }
  TemporaryFile(const TemporaryFile &) = delete;
  TemporaryFile &operator=(const TemporaryFile &) = delete;

  std::string Name;
};

} // namespace

std::string findDisassembler(const std::string &Given) {
  if (!Given.empty())
    return Given;
  auto Variable = [](const char *Name) {
    const char *Value = std::getenv(Name);
    return std::string(Value ? Value : "");
  };
  if (std::string Cuda = Variable("CUDA_PATH");
      !Cuda.empty() && isProgram(Cuda + "/bin/nvdisasm"))
    return Cuda + "/bin/nvdisasm";
  std::string Path = Variable("PATH");
  for (std::size_t At = 0; At < Path.size();) {
    std::size_t End = std::min(Path.find(':', At), Path.size());
    std::string Program = Path.substr(At, End - At) + "/nvdisasm";
    if (End != At && isProgram(Program))
      return Program;
    At = End + 1;
  }
  if (isProgram("/usr/local/cuda/bin/nvdisasm"))
    return "/usr/local/cuda/bin/nvdisasm";
  if (std::string Python = Variable("VIRTUAL_ENV"); !Python.empty())
    return inPython(Python);
  return {};
}

std::string disassemble(const std::string &Program, const Bytes &Image) {
  TemporaryFile Input(Image.text());
  int Pipe[2];
  if (::pipe2(Pipe, O_CLOEXEC) != 0)
    throw events::error(std::string("can't make a pipe: ") +
                        std::strerror(errno));
  posix_spawn_file_actions_t Actions;
  ::posix_spawn_file_actions_init(&Actions);
  ::posix_spawn_file_actions_adddup2(&Actions, Pipe[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&Actions, Pipe[1], STDERR_FILENO);
  std::string Name = Program, Option = "-c";
  char *Arguments[] = {Name.data(), Option.data(), Input.Name.data(), nullptr};
  pid_t Child;
  int Error = ::posix_spawnp(&Child, Program.c_str(), &Actions, nullptr,
                             Arguments, environ);
  ::posix_spawn_file_actions_destroy(&Actions);
  ::close(Pipe[1]);
  if (Error != 0) {
    ::close(Pipe[0]);
    throw events::error(Program + ": " + std::strerror(Error));
  }
  std::string Output;
  char Buffer[1 << 16];
  ssize_t Count;
  while ((Count = ::read(Pipe[0], Buffer, sizeof Buffer)) > 0 ||
         (Count < 0 && errno == EINTR))
    if (Count > 0)
      Output.append(Buffer, std::size_t(Count));
  ::close(Pipe[0]);
  int Status = 0;
  while (::waitpid(Child, &Status, 0) < 0 && errno == EINTR)
    ;
  if (!WIFEXITED(Status) || WEXITSTATUS(Status) != 0)
    throw events::error(Program + " can't read the image: " +
                        Output.substr(0, Output.find('\n')));
  return Output;
}

} // namespace iket::cubin
