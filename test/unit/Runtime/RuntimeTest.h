//===- RuntimeTest.h - What the tests of lib/Runtime share ------*- C++ -*-===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef IKET_TEST_RUNTIMETEST_H
#define IKET_TEST_RUNTIMETEST_H

#include "iket/session.h"
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <unistd.h>

/// A directory of its own, the stand-in for NVIDIA's library, and a log of the
/// calls into it.
class RuntimeTest : public testing::Test {
protected:
  RuntimeTest() {
    Directory = testing::TempDir() + "iket-runtime-" +
                std::to_string(::getpid()) + "-" +
                testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(Directory);
    std::filesystem::create_directories(Directory);
    set("IKET_INJECTION_LIBRARY", IKET_STANDIN);
    set("IKET_STANDIN_LOG", Directory + "/calls");
    set("IKET_OUTPUT_DIR", Directory + "/out");
    for (const char *Name :
         {"IKET_STANDIN_FAIL", "IKET_STANDIN_VERSION", "IKET_STANDIN_SLOW",
          "CUDA_INJECTION64_PATH", "LD_PRELOAD", "NSYS_PROFILING_SESSION_ID",
          "RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID"})
      ::unsetenv(Name);
    iket::set_output_dir("");
    standIn<void()>("IketStandInReset")();
  }
  ~RuntimeTest() override { std::filesystem::remove_all(Directory); }

  static void set(const char *Name, const std::string &Value) {
    ::setenv(Name, Value.c_str(), 1);
  }
  template <class F> static F *standIn(const char *Name) {
    static void *Handle = ::dlopen(IKET_STANDIN, RTLD_NOW | RTLD_LOCAL);
    return reinterpret_cast<F *>(::dlsym(Handle, Name));
  }
  /// A launch of one warp; true when it was recorded.
  static bool launch(const char *Kernel = "kernel", unsigned Warps = 1,
                     unsigned Events = 2) {
    return standIn<int(const char *, unsigned, unsigned)>("IketStandInLaunch")(
        Kernel, Warps, Events);
  }

  static std::string contents(const std::string &Path) {
    std::ifstream In(Path);
    std::stringstream Text;
    Text << In.rdbuf();
    return Text.str();
  }
  /// The traces in the output directory.
  static std::vector<std::string> traces() {
    std::vector<std::string> Paths;
    std::error_code Absent;
    for (auto &Entry :
         std::filesystem::directory_iterator(iket::output_dir(), Absent))
      if (Entry.path().extension() == ".json")
        Paths.push_back(Entry.path());
    return Paths;
  }
  /// The calls since the last time, each on a line.
  std::string calls() {
    std::string Text = contents(Directory + "/calls");
    std::filesystem::remove(Directory + "/calls");
    return Text;
  }
  /// The calls without their arguments and without what every start does.
  std::string verbs() {
    std::istringstream In(calls());
    std::string Text, Line;
    while (std::getline(In, Line))
      if (Line.rfind("SetOptions", 0) != 0)
        Text += (Text.empty() ? "" : " ") + Line.substr(0, Line.find(' '));
    return Text;
  }

  /// The code that \p Body's iket::error has; 0 if it throws none. \p What gets
  /// its message.
  template <class Fn> static int codeOf(Fn Body, std::string *What = nullptr) {
    try {
      Body();
      return 0;
    } catch (const iket::error &E) {
      if (What)
        *What = E.what();
      return E.code().value();
    }
  }

  std::string Directory;
};

#endif // IKET_TEST_RUNTIMETEST_H
