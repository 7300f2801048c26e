//===- Error.cpp - What went wrong, and what to do ------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "iket/session.h"

namespace iket {
namespace {

/// The meaning of a code, and what to do.
const char *describe(int Code) {
  switch (errc(Code)) {
  case errc::invalid_argument:
    return "an option has a value that is not possible: check the session's "
           "options";
  case errc::feature_not_supported:
    return "this GPU, driver or kernel is not supported: a GPU of compute "
           "capability 9.0 or newer and a driver of its time are needed";
  case errc::not_implemented:
    return "NVIDIA's library can't do this yet: a newer "
           "nvidia-cutlass-dsl-libs-base may";
  case errc::not_instrumented:
    return "the device code has no events: compile it with "
           "-fplugin=libIketClang.so (iket events shows what a file holds)";
  case errc::unknown:
    return "NVIDIA's library gives no reason: set the log option to info, or "
           "IKET_LOG=info for iket profile, and look at what it prints";
  case errc::invalid_event_record:
    return "a record in the device code has a form that NVIDIA's library does "
           "not know: iket verify names it";
  case errc::no_instrument_config:
    return "NVIDIA's library has no plan for this kernel: iket verify shows "
           "whether its events can be read";
  case errc::invalid_state:
    return "the session can't do this now: it must be stopped first, and one "
           "that was moved from can do nothing";
  case errc::duplicate_operation:
    return "something else in this process records already: another session, "
           "of a shared library or of Python, or run-iket; stop that first";
  case errc::io_error:
    return "the file can't be written: check the directory and the free space";
  case errc::internal_error:
    return "NVIDIA's library failed inside: is there a GPU, and does the "
           "driver "
           "fit the library (nvidia-smi)? Another profiler in this process has "
           "the same effect";
  case errc::library_not_found:
    return "NVIDIA's library is not installed: pip install "
           "nvidia-cutlass-dsl-libs-base, or name the file in "
           "IKET_INJECTION_LIBRARY";
  case errc::no_driver:
    return "NVIDIA's library needs the CUDA driver, and there is no "
           "libcuda.so.1:"
           " run this on a machine with a GPU";
  case errc::not_the_library:
    return "the file is not NVIDIA's library for sessions: install "
           "nvidia-cutlass-dsl-libs-base 4.8.1 or newer";
  case errc::library_version:
    return "NVIDIA's library has another interface than this program was built "
           "for: install nvidia-cutlass-dsl-libs-base 4.8, or a newer Iket";
  case errc::session_active:
    return "one session records at a time in a process: stop the other, or set "
           "override_active to take over";
  case errc::not_started:
    return "the session is not recording: call start() first";
  case errc::still_active:
    return "the session is recording: call stop() first";
  case errc::nothing_recorded:
    return "the session has recorded nothing: call start() and stop() first";
  case errc::no_runtime_payloads:
    return "the executable records no payloads: compile it with the option "
           "runtime-payloads (-fplugin-arg-iket-runtime-payloads)";
  case errc::bad_output_directory:
    return "the output directory can't be used: name one that can be made and "
           "written";
  case errc::out_of_memory:
    return "there is no memory left";
  case errc::process_exiting:
    return "the process is exiting, and NVIDIA's library has ended already: "
           "stop the session before main() returns";
  }
  return "a code of NVIDIA's library that this program does not know: a newer "
         "Iket may";
}

class Category : public std::error_category {
public:
  const char *name() const noexcept override { return "iket"; }
  std::string message(int Code) const override {
    return Code == 0 ? "success" : describe(Code);
  }
  std::error_condition
  default_error_condition(int Code) const noexcept override {
    switch (errc(Code)) {
    case errc::invalid_argument:
      return std::errc::invalid_argument;
    case errc::feature_not_supported:
      return std::errc::not_supported;
    case errc::not_implemented:
      return std::errc::function_not_supported;
    case errc::io_error:
      return std::errc::io_error;
    case errc::out_of_memory:
      return std::errc::not_enough_memory;
    case errc::library_not_found:
      return std::errc::no_such_file_or_directory;
    case errc::session_active:
    case errc::duplicate_operation:
      return std::errc::device_or_resource_busy;
    default:
      return std::error_condition(Code, *this);
    }
  }
};

} // namespace

const std::error_category &error_category() noexcept {
  static const Category C;
  return C;
}

std::error_code make_error_code(errc Code) noexcept {
  return {int(Code), error_category()};
}

error::error(errc Code, const std::string &Message, bool FromNvidia)
    : std::system_error(make_error_code(Code)),
      text(std::make_shared<const std::string>(
          Message + ": " + error_category().message(int(Code)))),
      from_nvidia(FromNvidia) {}

std::uint32_t error::nvidia_code() const noexcept {
  return from_nvidia ? std::uint32_t(code().value()) : 0;
}

} // namespace iket
