//===- File.cpp - Opening a trace -----------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Gzip.h"
#include "Support/Text.h"
#include "Trace/FileState.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

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
  char Magic[4] = {};
  ssize_t Size = ::pread(S.Fd, Magic, sizeof Magic, 0);
  std::string_view Begin(Magic, Size > 0 ? std::size_t(Size) : 0);
  if (startsWith(Begin, "\x1F\x8B")) {
    try {
      int Packed = std::exchange(S.Fd, unpackGzip(S.Fd, path));
      ::close(Packed);
    } catch (const std::runtime_error &E) {
      throw error(E.what());
    }
    S.Size = static_cast<std::uint64_t>(::lseek(S.Fd, 0, SEEK_END));
  } else if (startsWith(Begin, "\x7F"
                               "ELF")) {
    throw error(path + ": an executable, not a trace; iket events reads it");
  } else if (startsWith(Begin, "\n")) {
    // The field of Perfetto's packets; no JSON of a recorder begins so.
    throw error(path + ": a Perfetto trace, which ui.perfetto.dev opens; iket "
                       "reads the .trace.json that was recorded with it");
  }
  ::posix_fadvise(S.Fd, 0, 0, POSIX_FADV_SEQUENTIAL);
  readIndex(S);
}

file::~file() = default;
file::file(file &&) noexcept = default;
file &file::operator=(file &&) noexcept = default;

const std::string &file::path() const { return self->Path; }
const std::vector<std::string> &file::names() const { return self->Names; }
const std::vector<warp_location> &file::locations() const {
  return self->Locations;
}
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
  case problem_kind::far_time:
    return "far from the launch's other times";
  case problem_kind::bad_number:
    return "not a whole number from 0 to 2^64 - 1";
  case problem_kind::unclosed:
    return "range never closed";
  case problem_kind::stray_end:
    return "end without a start";
  case problem_kind::ambiguous_time:
    return "4.29 s or more from its warp's other events, where the timer wraps "
           "unseen";
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
