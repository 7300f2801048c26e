//===- File.cpp - Opening a trace -----------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/FileState.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace iket::trace {

file::state::~state() {
  if (Fd >= 0)
    ::close(Fd);
}

file::file(const std::string &path, options opts)
    : self(std::make_unique<state>()) {
  state &S = *self;
  S.Path = path;
  S.Opts = std::move(opts);
  // Opening a pipe would wait for someone to write into it.
  S.Fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat Info;
  if (S.Fd < 0 || ::fstat(S.Fd, &Info) != 0)
    throw error(path + ": " + std::strerror(errno));
  if (!S_ISREG(Info.st_mode))
    throw error(path + ": not a regular file; a trace is read more than once, "
                       "so save it in one");
  S.Size = static_cast<std::uint64_t>(Info.st_size);
  if (S.Size == 0)
    throw error(path + ": the file is empty");
  unsigned char Magic[2] = {};
  if (::pread(S.Fd, Magic, 2, 0) == 2 && Magic[0] == 0x1F && Magic[1] == 0x8B)
    throw error(path + ": compressed with gzip; unpack it first (gunzip -k)");
  ::posix_fadvise(S.Fd, 0, 0, POSIX_FADV_SEQUENTIAL);
  readIndex(S);
}

file::~file() = default;
file::file(file &&) noexcept = default;
file &file::operator=(file &&) noexcept = default;

const std::string &file::path() const { return self->Path; }
const std::vector<std::string> &file::names() const { return self->Names; }
const std::vector<location> &file::locations() const { return self->Locations; }
const std::vector<std::string> &file::kernels() const { return self->Kernels; }
const std::vector<launch> &file::launches() const { return self->Launches; }
std::uint64_t file::size() const { return self->Size; }

void file::read(const launch &l, visitor &v) const { readLaunch(*self, l, v); }

const char *describe(problem_kind Kind) {
  switch (Kind) {
  case problem_kind::bad_index:
    return "index out of range";
  case problem_kind::end_before_start:
    return "end before start";
  case problem_kind::time_zero:
    return "time is zero";
  case problem_kind::unclosed:
    return "range never closed";
  case problem_kind::stray_end:
    return "end without a start";
  case problem_kind::ambiguous_time:
    return "longer than the timer's wrap of 4.29 s";
  case problem_kind::missing_field:
    return "field missing";
  case problem_kind::bad_payload:
    return "payload of unknown type";
  case problem_kind::bad_text:
    return "invalid UTF-8";
  case problem_kind::unknown_version:
    return "unknown version";
  case problem_kind::damaged:
    return "damaged";
  }
  return "";
}

std::string describe(const problem &P) {
  std::string Text;
  if (P.where)
    Text = "launch " + std::to_string(P.where->index) + " (grid id " +
           std::to_string(P.where->grid) + "), ";
  if (*P.array)
    Text += std::string(P.array) + "[" + std::to_string(P.index) + "], ";
  Text += "byte " + std::to_string(P.offset) + ": " + describe(P.kind);
  if (!P.detail.empty())
    Text += ": " + P.detail;
  return Text;
}

} // namespace iket::trace
