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

/// A file that is gone when this is.
class TemporaryFile {
public:
  explicit TemporaryFile(std::string_view Contents) {
    Name = (fs::temp_directory_path() / "iket-XXXXXX").string();
    int Fd = ::mkstemp(Name.data());
    if (Fd < 0)
      throw DisassemblerError("can't write to " + Name + ": " +
                              std::strerror(errno) + "; set TMPDIR");
    while (!Contents.empty()) {
      ssize_t Written = ::write(Fd, Contents.data(), Contents.size());
      if (Written < 0 && errno == EINTR)
        continue;
      if (Written <= 0) {
        int Error = errno;
        ::close(Fd);
        ::unlink(Name.c_str());
        throw DisassemblerError("can't write to " + Name + ": " +
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

std::string disassemble(const std::string &Program, const Bytes &Image) {
  TemporaryFile Input(Image.text());
  int Pipe[2];
  if (::pipe2(Pipe, O_CLOEXEC) != 0)
    throw DisassemblerError(std::string("can't make a pipe: ") +
                            std::strerror(errno));
  posix_spawn_file_actions_t Actions;
  ::posix_spawn_file_actions_init(&Actions);
  ::posix_spawn_file_actions_adddup2(&Actions, Pipe[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&Actions, Pipe[1], STDERR_FILENO);
  std::string Name = Program, Option = "-c";
  char *Arguments[] = {Name.data(), Option.data(), Input.Name.data(), nullptr};
  pid_t Child;
  int Error = ::posix_spawn(&Child, Program.c_str(), &Actions, nullptr,
                            Arguments, environ);
  ::posix_spawn_file_actions_destroy(&Actions);
  ::close(Pipe[1]);
  if (Error != 0) {
    ::close(Pipe[0]);
    throw DisassemblerError(Program + ": " + std::strerror(Error));
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
  if (!WIFEXITED(Status) || WEXITSTATUS(Status) != 0) {
    std::string Message = Output.substr(0, Output.find('\n'));
    throw DisassemblerError(Program + " fails" +
                            (Message.empty() ? "" : ": " + Message));
  }
  return Output;
}

} // namespace iket::cubin
