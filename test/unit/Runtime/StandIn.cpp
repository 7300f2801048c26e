//===- StandIn.cpp - In place of NVIDIA's library -------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A library with the interface of NVIDIA's, for tests on machines without a GPU.
// It keeps the rules of the real one (one active session, options checked, no
// change while active) and answers with the same codes. A test scripts it:
//
//   IKET_STANDIN_LOG=FILE         a line for each call, with its arguments
//   IKET_STANDIN_FAIL=Start=14    the call returns this code; several by commas
//   IKET_STANDIN_FAIL=Start=14@2  only its second call does
//   IKET_STANDIN_VERSION=2.0      the version of the interface it claims
//   IKET_STANDIN_SLOW=MS          how long stopping takes
//   IKET_STANDIN_CRASH=1          stopping ends in a segmentation fault
//   IKET_STANDIN_ABORT_BELOW=N    a launch aborts where the buffer is smaller, and
//                                 so does stopping then
//
// Launches are made by IketStandInLaunch(), which a program finds in it.
//
//===----------------------------------------------------------------------===//

#include "Runtime/Nvidia/Abi.h"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

using namespace iket::nvidia;

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace {

enum Code : Result { Success = 0, Invalid = 1, WrongState = 8, Twice = 9, Io = 13, Internal = 14 };

struct Launch {
  std::string Kernel;
  unsigned Warps, Events; ///< Events of each warp.
  unsigned Lost = 0;      ///< Warps that kept none.
};

struct Session {
  Options Wanted = {};
  std::vector<Launch> Launches;
};

std::recursive_mutex Mutex;
bool AllEnded, Aborting;
Session *Active;
std::map<std::string, int> Calls;

std::string variable(const char *Name) {
  const char *Value = std::getenv(Name);
  return Value ? Value : "";
}

void log(const std::string &Line) {
  std::string Path = variable("IKET_STANDIN_LOG");
  if (Path.empty())
    return;
  if (FILE *File = std::fopen(Path.c_str(), "a")) {
    std::fprintf(File, "%s\n", Line.c_str());
    std::fclose(File);
  }
}

/// The code that the script has for this call of \p Name; 0 for none.
Result scripted(const std::string &Name) {
  int Call = ++Calls[Name];
  std::string Script = "," + variable("IKET_STANDIN_FAIL");
  for (std::size_t At = 0;
       (At = Script.find("," + Name + "=", At)) != Script.npos; ++At) {
    char *End;
    const char *Text = Script.c_str() + At + Name.size() + 2;
    auto Code = Result(std::strtoul(Text, &End, 10));
    if (*End != '@' || std::atoi(End + 1) == Call)
      return Code;
  }
  return Success;
}

Session *of(Handle H) { return reinterpret_cast<Session *>(H); }

/// "#1": a session by its number, since addresses differ from run to run.
std::string number(Handle H) {
  static std::vector<Handle> Known;
  auto It = std::find(Known.begin(), Known.end(), H);
  if (It == Known.end()) {
    Known.push_back(H);
    return "#" + std::to_string(Known.size());
  }
  return "#" + std::to_string(It - Known.begin() + 1);
}

std::string hex(const void *Pointer) {
  char Text[32];
  std::snprintf(Text, sizeof Text, "%p", Pointer);
  return Text;
}

/// As the real one prints.
void say(const char *Level, const std::string &Text) {
  std::printf("[2026-01-02 03:04:05.678] [IketStandIn] [%s] %s\n", Level,
              Text.c_str());
  std::fflush(stdout);
}

void finishLaunches(Session &S) {
  for (Launch &L : S.Launches) {
    if (L.Lost == 0 && L.Events >= S.Wanted.MaxEventsPerWarp) {
      L.Lost = L.Warps;
      if (S.Wanted.LogLevel >= 1)
        say("warning",
            "Incomplete: " + std::to_string(L.Lost) +
                " warp record(s) dropped for maxTsCntPerWarp=" +
                std::to_string(S.Wanted.MaxEventsPerWarp) +
                ". => kernel: " + L.Kernel + ". Raise it.");
    }
    std::uint64_t Bytes = 4096 * S.Wanted.MaxEventsPerWarp * L.Warps;
    if (Bytes > S.Wanted.BufferBytes)
      say("error", "The trace buffer is too small: make it at least " +
                       std::to_string(Bytes) + " bytes.");
  }
}

std::string traceOf(const Session &S) {
  std::string Launches, Places;
  unsigned MaxWarps = 0;
  for (const Launch &L : S.Launches) {
    MaxWarps = std::max(MaxWarps, L.Warps);
    std::string Markers, Lifetimes;
    for (unsigned W = 0; W != L.Warps; ++W) {
      std::string Where = std::to_string(W);
      if (!(S.Wanted.Flags & LifetimesOnly) && L.Lost == 0)
        for (unsigned E = 0; E != L.Events; ++E)
          Markers += (Markers.empty() ? "" : ",") +
                     std::string("{\"markerNameIdx\":0,\"color\":0,"
                                 "\"timestamp\":") +
                     std::to_string(1000 + 32 * E) + ",\"locIdx\":" + Where +
                     "}";
      Lifetimes += (Lifetimes.empty() ? "" : ",") +
                   std::string("{\"startTs\":900,\"endTs\":900000,"
                               "\"locIdx\":") +
                   Where + "}";
    }
    Launches += (Launches.empty() ? "" : ",") +
                std::string("{\"contextId\":1,\"gridId\":1,\"kernelName\":\"") +
                L.Kernel +
                "\",\"gridDimX\":1,\"gridDimY\":1,\"gridDimZ\":1,"
                "\"blockDimX\":32,\"blockDimY\":1,\"blockDimZ\":1,"
                "\"markers\":[" +
                Markers + "],\"ranges\":[],\"warpLifetimes\":[" + Lifetimes +
                "]}";
  }
  for (unsigned W = 0; W != MaxWarps; ++W)
    Places += (W ? "," : "") +
              std::string("{\"smId\":0,\"tpcId\":0,\"gpcId\":0,"
                          "\"ctaId\":[0,0,0],\"warpId\":") +
              std::to_string(W) + "}";
  return "{\"graphLaunches\":{},\"launches\":[" + Launches +
         "],\"locationTable\":[" + Places +
         "],\"meta\":{\"version\":1},\"stringTable\":[\"event\"]}\n";
}

} // namespace

EXPORT Result IketProfilingSessionGetApiVersion(std::uint32_t *Major,
                                                std::uint32_t *Minor) {
  std::string Version = variable("IKET_STANDIN_VERSION");
  *Major = Version.empty() ? ApiMajor : unsigned(std::atoi(Version.c_str()));
  *Minor = 0;
  return scripted("GetApiVersion");
}

EXPORT Result IketProfilingSessionOptionsInit(Options *O) {
  std::lock_guard<std::recursive_mutex> Lock(Mutex);
  if (Result R = scripted("OptionsInit"))
    return R;
  if (!O || O->Size < 56)
    return Invalid;
  *O = {};
  O->Size = 56;
  O->MaxEventsPerWarp = 256;
  O->BufferBytes = 512u << 20;
  O->LogLevel = 1;
  return Success;
}

EXPORT Result IketProfilingSessionCreate(Handle *H) {
  std::lock_guard<std::recursive_mutex> Lock(Mutex);
  if (Result R = scripted("Create"))
    return R;
  auto *S = new Session;
  *H = reinterpret_cast<Handle>(S);
  S->Wanted.Size = sizeof S->Wanted;
  IketProfilingSessionOptionsInit(&S->Wanted);
  log("Create " + number(*H));
  return Success;
}

EXPORT Result IketProfilingSessionSetOptions(Handle H, const Options *O) {
  std::lock_guard<std::recursive_mutex> Lock(Mutex);
  std::string Contexts;
  for (std::uint64_t I = 0; I != O->NumContexts; ++I)
    Contexts += (I ? "," : "") + hex(O->Contexts[I]);
  log("SetOptions " + number(H) + " size=" + std::to_string(O->Size) +
      " flags=" + std::to_string(O->Flags) +
      " max=" + std::to_string(O->MaxEventsPerWarp) +
      " buffer=" + std::to_string(O->BufferBytes) + " contexts=[" + Contexts +
      "] cluster=" + std::to_string(O->Cluster.X) + "," +
      std::to_string(O->Cluster.Y) + "," + std::to_string(O->Cluster.Z) +
      " log=" + std::to_string(O->LogLevel));
  if (Result R = scripted("SetOptions"))
    return R;
  if (Active == of(H))
    return WrongState;
  bool Both = (O->Flags & OneCluster) && (O->Flags & LifetimesOnly);
  if (O->Size < 56 || O->Flags > 7 || Both || O->MaxEventsPerWarp == 0 ||
      O->BufferBytes == 0 || O->LogLevel > 2)
    return Invalid;
  of(H)->Wanted = *O;
  return Success;
}

EXPORT Result IketProfilingSessionStart(Handle H) {
  std::lock_guard<std::recursive_mutex> Lock(Mutex);
  log("Start " + number(H));
  if (Result R = scripted("Start")) {
    say("error", "The stand-in was told to fail.");
    return R;
  }
  if (Active)
    return Twice;
  Active = of(H);
  return Success;
}

EXPORT Result IketProfilingSessionStop(Handle H) {
  std::lock_guard<std::recursive_mutex> Lock(Mutex);
  log("Stop " + number(H));
  if (Aborting)
    std::abort();
  if (Active != of(H))
    return Twice;
  if (AllEnded) {
    Active = nullptr;
    of(H)->Launches.clear();
    return Internal;
  }
  if (!variable("IKET_STANDIN_CRASH").empty())
    *reinterpret_cast<volatile int *>(16) = 0;
  if (std::string Slow = variable("IKET_STANDIN_SLOW"); !Slow.empty())
    std::this_thread::sleep_for(std::chrono::milliseconds(std::stoi(Slow)));
  Active = nullptr;
  finishLaunches(*of(H));
  return scripted("Stop");
}

EXPORT Result IketProfilingSessionClearTraceData(Handle H) {
  std::lock_guard<std::recursive_mutex> Lock(Mutex);
  log("Clear " + number(H));
  if (Result R = scripted("ClearTraceData"))
    return R;
  if (Active == of(H))
    return WrongState;
  of(H)->Launches.clear();
  return Success;
}

EXPORT Result IketProfilingSessionSaveTrace(Handle H, const char *Path) {
  std::lock_guard<std::recursive_mutex> Lock(Mutex);
  log("Save " + number(H));
  Result R = scripted("SaveTrace");
  FILE *File = Path ? std::fopen(Path, "w") : nullptr;
  if (!File)
    return Io;
  std::string Text = traceOf(*of(H));
  // A failure leaves half a file, as a full disk does.
  std::fwrite(Text.data(), 1, R ? Text.size() / 2 : Text.size(), File);
  return std::fclose(File) ? Result(Io) : R;
}

EXPORT Result IketProfilingSessionDestroy(Handle H) {
  std::lock_guard<std::recursive_mutex> Lock(Mutex);
  log("Destroy " + number(H));
  if (Active == of(H))
    Active = nullptr;
  // Its memory stays, so that its number does not return.
  of(H)->Launches.clear();
  return scripted("Destroy");
}

/// Stands for a launch of \p Kernel by \p Warps warps with \p Events events
/// each. Returns whether a session saw it.
EXPORT int IketStandInLaunch(const char *Kernel, unsigned Warps,
                             unsigned Events) {
  std::unique_lock<std::recursive_mutex> Lock(Mutex);
  // The real one registers an exit handler with the first kernel, too, which
  // ends everything.
  [[maybe_unused]] static const int Registered =
      std::atexit([] { AllEnded = true; });
  if (!Active)
    return 0;
  if (std::string Bytes = variable("IKET_STANDIN_ABORT_BELOW");
      !Bytes.empty() && Active->Wanted.BufferBytes < std::stoull(Bytes)) {
    Aborting = true;
    Lock.unlock();
    std::abort();
  }
  Active->Launches.push_back({Kernel, Warps, Events});
  return 1;
}

/// Forgets all sessions and counts calls from the beginning.
EXPORT void IketStandInReset() {
  std::lock_guard<std::recursive_mutex> Lock(Mutex);
  Active = nullptr;
  Calls.clear();
}
