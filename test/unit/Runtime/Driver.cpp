//===- Driver.cpp - In place of a program that uses CUDA ------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Does what the CUDA driver does with CUDA_INJECTION64_PATH, and then what its
// arguments say, one after the other:
//
//   launch:KERNEL:WARPS:EVENTS   a launch, by the stand-in for NVIDIA's library
//   print:TEXT  error:TEXT       to standard output or error
//   cat                          what there is on standard input
//   fork:N      N children, each of which launches "child" and exits with 0
//   spawn       runs the next arguments in a child that uses CUDA itself
//   no-cuda     (first) does not initialise CUDA
//   exit-in-thread:CODE  calls exit() in a thread of its own
//   in-thread   (first) initialises it in a thread of its own
//   exec        becomes a new program that runs the next arguments
//   handle:SIGNAL  has a handler that does nothing
//   close       closes all descriptors from 3 on
//   file:NAME   opens a new file under each descriptor from 3 to 40
//   sleep:MS  abort  kill:SIGNAL  quick_exit  _exit  exit:CODE  return
//
//===----------------------------------------------------------------------===//

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

static void initializeCuda() {
  const char *Path = std::getenv("CUDA_INJECTION64_PATH");
  if (!Path)
    return;
  void *Library = ::dlopen(Path, RTLD_NOW | RTLD_LOCAL);
  if (!Library) {
    std::fprintf(stderr, "driver: %s\n", ::dlerror());
    return;
  }
  if (auto *Initialize = reinterpret_cast<int (*)()>(
          ::dlsym(Library, "InitializeInjection")))
    Initialize();
}

static void launch(const std::string &Kernel, unsigned Warps, unsigned Events) {
  const char *Path = std::getenv("IKET_INJECTION_LIBRARY");
  void *Library = Path ? ::dlopen(Path, RTLD_NOW | RTLD_NOLOAD) : nullptr;
  if (!Library)
    return;
  if (auto *Launch = reinterpret_cast<int (*)(const char *, unsigned, unsigned)>(
          ::dlsym(Library, "IketStandInLaunch")))
    Launch(Kernel.c_str(), Warps, Events);
}

int main(int Argc, char **Argv) {
  std::vector<std::string> Steps(Argv + 1, Argv + Argc);
  if (!Steps.empty() && Steps[0] == "in-thread")
    std::thread(initializeCuda).join();
  else if (Steps.empty() || Steps[0] != "no-cuda")
    initializeCuda();
  for (std::size_t I = 0; I != Steps.size(); ++I) {
    std::string Verb = Steps[I].substr(0, Steps[I].find(':'));
    std::string Rest =
        Verb.size() < Steps[I].size() ? Steps[I].substr(Verb.size() + 1) : "";
    if (Verb == "launch") {
      std::size_t A = Rest.find(':'), B = Rest.find(':', A + 1);
      launch(Rest.substr(0, A), unsigned(std::atoi(&Rest[A + 1])),
             unsigned(std::atoi(&Rest[B + 1])));
    } else if (Verb == "print") {
      std::puts(Rest.c_str());
      std::fflush(stdout);
    } else if (Verb == "error")
      std::fprintf(stderr, "%s\n", Rest.c_str());
    else if (Verb == "cat") {
      for (int C; (C = std::getchar()) != EOF;)
        std::putchar(C);
    } else if (Verb == "sleep")
      std::this_thread::sleep_for(std::chrono::milliseconds(std::stoi(Rest)));
    else if (Verb == "fork") {
      for (int N = std::stoi(Rest); N-- > 0;)
        if (::fork() == 0) {
          launch("child", 1, 1);
          std::exit(0);
        }
      while (::wait(nullptr) > 0)
        ;
    } else if (Verb == "spawn") {
      pid_t Child = ::fork();
      if (Child == 0) {
        ::execv("/proc/self/exe", Argv + 1 + I);
        ::_exit(127);
      }
      int Status = 0;
      ::waitpid(Child, &Status, 0);
      return WEXITSTATUS(Status);
    } else if (Verb == "exec") {
      ::execv("/proc/self/exe", Argv + 1 + I);
      return 127;
    } else if (Verb == "handle")
      std::signal(std::stoi(Rest), [](int) {});
    else if (Verb == "close") {
      for (int Fd = 3; Fd != 100; ++Fd)
        ::close(Fd);
    } else if (Verb == "file") {
      int Fd = ::open(Rest.c_str(), O_RDWR | O_CREAT, 0666);
      for (int To = 3; To != 40; ++To)
        ::dup2(Fd, To);
    } else if (Verb == "abort")
      std::abort();
    else if (Verb == "kill") {
      ::raise(std::stoi(Rest));
      // The signal ends the process from another thread.
      std::this_thread::sleep_for(std::chrono::seconds(30));
    } else if (Verb == "quick_exit")
      std::quick_exit(0);
    else if (Verb == "_exit")
      ::_exit(0);
    else if (Verb == "exit")
      std::exit(std::stoi(Rest));
    else if (Verb == "exit-in-thread")
      std::thread([&] { std::exit(std::stoi(Rest)); }).join();
    else if (Verb == "return")
      return 0;
  }
  return 0;
}
