//===- LibraryTest.cpp - Finding and loading NVIDIA's library -------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Nvidia/Library.h"
#include "RuntimeTest.h"

using namespace iket;
namespace fs = std::filesystem;

namespace {
class LibraryTest : public RuntimeTest {
protected:
  LibraryTest() {
    for (const char *Name : {"IKET_INJECTION_LIBRARY", "VIRTUAL_ENV",
                             "CONDA_PREFIX", "PYTHONPATH"})
      ::unsetenv(Name);
    set("PATH", Directory + "/empty");
    set("HOME", Directory + "/home");
  }
  ~LibraryTest() override {
    set("PATH", Path);
    ::unsetenv("VIRTUAL_ENV");
    ::unsetenv("PYTHONPATH");
  }
  /// An environment with the library in it; returns the library's path.
  std::string install(const std::string &Prefix,
                      const std::string &Packages = "lib/python3.11/"
                                                    "site-packages") {
    fs::path At = fs::path(Prefix) / Packages /
                  "nvidia_cutlass_dsl/dsl_packages/iket/profiler";
    fs::create_directories(At);
    std::ofstream(At / "libiket_injection.so") << "x";
    return At / "libiket_injection.so";
  }
  void program(const std::string &Where) {
    fs::create_directories(fs::path(Where).parent_path());
    std::ofstream(Where) << "#!/bin/sh\nexit 1\n";
    fs::permissions(Where, fs::perms::owner_all);
  }
  std::string Path = std::getenv("PATH");
};
} // namespace

TEST_F(LibraryTest, FindsItInTheOrderOfUse) {
  EXPECT_EQ("", runtime::findLibrary());
  std::string User = install(Directory + "/home/.local");
  EXPECT_EQ(User, runtime::findLibrary());
  // python3 on PATH, as a link out of the environment's bin.
  std::string OnPath = install(Directory + "/py");
  program(Directory + "/py/bin/python3");
  set("PATH", Directory + "/empty:" + Directory + "/py/bin");
  EXPECT_EQ(OnPath, runtime::findLibrary());
  fs::create_directories(Directory + "/links/bin");
  fs::create_symlink(Directory + "/py/bin/python3",
                     Directory + "/links/bin/python3");
  set("PATH", Directory + "/links/bin");
  EXPECT_EQ(OnPath, runtime::findLibrary());
  // A Debian layout, found by run-iket alone.
  std::string Debian = install(Directory + "/usr", "lib/python3/dist-packages");
  program(Directory + "/usr/bin/run-iket");
  set("PATH", Directory + "/usr/bin");
  EXPECT_EQ(Debian, runtime::findLibrary());
  // The environment in use, and in it the newest Python.
  install(Directory + "/venv", "lib/python3.9/site-packages");
  std::string Venv = install(Directory + "/venv", "lib/python3.12/site-packages");
  set("VIRTUAL_ENV", Directory + "/venv");
  EXPECT_EQ(Venv, runtime::findLibrary());
  std::string PythonPath = install(Directory + "/target", "");
  set("PYTHONPATH", ":" + Directory + "/nothing:" + Directory + "/target");
  EXPECT_EQ(PythonPath, runtime::findLibrary());
  set("IKET_INJECTION_LIBRARY", "/named/by/the/user.so");
  EXPECT_EQ("/named/by/the/user.so", runtime::findLibrary());
}

TEST_F(LibraryTest, SaysWhatIsWrong) {
  auto Start = [&](const std::string &Library, std::string &What) {
    session_options O;
    O.library = Library;
    return codeOf([&] { session(O).start(); }, &What);
  };
  std::string What;
  EXPECT_EQ(int(errc::library_not_found), Start("", What));
  EXPECT_NE(What.find("pip install nvidia-cutlass-dsl-libs-base"), What.npos);
  EXPECT_EQ(int(errc::library_not_found), Start("/absent.so", What));
  EXPECT_EQ(0u, What.find("/absent.so can't be loaded (/absent.so: "));
  std::string Broken = install(Directory + "/broken");
  EXPECT_EQ(int(errc::not_the_library), Start(Broken, What));
  EXPECT_EQ(int(errc::not_the_library), Start("libm.so.6", What));
  EXPECT_EQ(0u, What.find("libm.so.6 tells no version")) << What;
  // The real one without a driver fails in the loader; so does this.
  EXPECT_EQ(int(errc::no_driver), Start(IKET_STANDIN_NEEDS_DRIVER, What));
  EXPECT_NE(What.find("run this on a machine with a GPU"), What.npos);
}

TEST_F(LibraryTest, RefusesAnotherMajorVersion) {
  // A copy, since a library once loaded stays.
  std::string Copy = Directory + "/copy.so", What;
  fs::copy_file(IKET_STANDIN, Copy);
  session_options O;
  O.library = Copy;
  set("IKET_STANDIN_VERSION", "2.0");
  EXPECT_EQ(int(errc::library_version), codeOf([&] { session(O).start(); }, &What));
  EXPECT_EQ(0u, What.find(Copy + " has version 2.0 of the session interface, "
                                 "not 1.x"));
  set("IKET_STANDIN_VERSION", "1.7");
  EXPECT_EQ(0, codeOf([&] { session(O).start(); }, &What)) << What;
}

TEST_F(LibraryTest, NamesWhoHoldsTheHook) {
  EXPECT_EQ("", runtime::hookHolder());
  set("LD_PRELOAD", "/usr/lib/libjemalloc.so");
  EXPECT_EQ("", runtime::hookHolder());
  set("LD_PRELOAD", "/a.so:/s/libInterceptorInjectionTarget.so");
  EXPECT_EQ("LD_PRELOAD (/s/libInterceptorInjectionTarget.so)",
            runtime::hookHolder());
  set("CUDA_INJECTION64_PATH", "/x/libtool.so");
  EXPECT_EQ("CUDA_INJECTION64_PATH (/x/libtool.so)", runtime::hookHolder());
}
