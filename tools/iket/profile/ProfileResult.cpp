//===- ProfileResult.cpp - What iket profile makes of a recording ---------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Output.h"
#include "Support/Text.h"
#include "output/ExportTrace.h"
#include "profile/ChildProcess.h"
#include "profile/Profile.h"
#include <csignal>
#include <dlfcn.h>
#include <filesystem>
#include <map>
#include <set>

namespace fs = std::filesystem;

namespace iket::tool {

namespace {
/// Counts the time stamps of each warp: a range has two.
struct WarpCounter : trace::visitor {
  std::map<std::uint32_t, std::uint64_t> Events;
  std::uint64_t Total = 0;
  void on_range(const trace::range &R) override {
    ++Total;
    ++Events[R.start_location];
    ++Events[R.end_location];
  }
  void on_mark(const trace::mark &M) override {
    ++Total;
    ++Events[M.location];
  }
  void on_lifetime(const trace::lifetime &L) override { Events[L.location]; }
};
} // namespace

/// Looks for what the summary does not show; returns the number of events.
std::uint64_t ProfileCommand::look(const trace::file &Trace) {
  trace::KernelLabels Labels(Trace.kernels());
  struct Silent {
    std::uint64_t Warps = 0, Without = 0;
  };
  std::vector<Silent> Kernels(Trace.kernels().size());
  std::uint64_t Total = 0;
  for (const trace::launch &L : Trace.launches()) {
    WarpCounter Counter;
    Trace.read(L, Counter);
    Total += Counter.Total;
    for (auto [Location, Events] : Counter.Events) {
      ++Kernels[L.kernel].Warps;
      Kernels[L.kernel].Without += Events == 0;
      MostEvents = std::max(MostEvents, Events);
    }
  }
  Launches += Trace.launches().size();
  for (std::size_t I = 0; I != Kernels.size(); ++I)
    if (Kernels[I].Without != 0 && Kernels[I].Without != Kernels[I].Warps)
      note(Labels.label(I) + ": " + std::to_string(Kernels[I].Without) +
           " of " + counted(Kernels[I].Warps, "warp") +
           " recorded no event: they never reached one, or lost all of theirs");
  return Total;
}

/// What the program declares; nothing where it is a script or a launcher.
const std::vector<events::table> &ProfileCommand::programTables() {
  if (!Tables) {
    Tables.emplace();
    try {
      Tables = read_event_tables(findProgram(Settings.Command[0]));
    } catch (const std::exception &) {
    }
  }
  return *Tables;
}

/// Makes the user's files of one process's trace.
void ProfileCommand::take(const runtime::Report &R,
                          OutputDirectory &Directory) {
  std::string Stem = runtime::processStem(R.Rank, R.Pid);
  bool Filtered = !Input.spec().empty();
  std::string Final = Directory.add(Stem, ".trace.json");
  std::uint64_t Events = 0;
  {
    trace::file Trace = Input.open(R.Trace);
    trace::KernelLabels Labels(Trace.kernels());
    trace::Filter Wanted = Input.filter(Trace, Labels);
    Events = look(Trace);
    Summary.add(Trace, Wanted);
    if (Filtered) {
      OutputFile Out(Final);
      auto Counts = trace::writeJson({Trace, Labels, Wanted}, Out);
      Events = Counts.Ranges + Counts.Marks;
      Out.commit();
    }
  }
  if (!Filtered)
    fs::rename(R.Trace, Final);
  std::printf("%s: %s, %s\n", Final.c_str(), counted(Events, "event").c_str(),
              sizeText(fs::file_size(Final)).c_str());
  if (Events == 0)
    return; // A picture of nothing helps nobody.
  TraceInput Whole;
  if (Postprocess == "all" || Postprocess == "perfetto")
    exportTrace(Whole, Final, exportFormat("perfetto"),
                Directory.add(Stem, ".pftrace"));
  if (Postprocess == "all" || Postprocess == "html")
    exportTrace(Whole, Final, exportFormat("html"),
                Directory.add(Stem, ".html"), programTables());
}

//===----------------------------------------------------------------------===//
// What was not
//===----------------------------------------------------------------------===//

/// Tells what went wrong in a process; true if nothing did.
bool ProfileCommand::reportProcess(const runtime::Report &R) const {
  std::string Who = "process " + std::to_string(R.Pid);
  if (!R.Rank.empty())
    Who += " (rank " + R.Rank + ")";
  if (R.Code != 0)
    complain(Severity::Error, Who + ": " + R.Message);
  else if (!R.Ended && ::kill(pid_t(R.Pid), 0) == 0)
    complain(Severity::Error,
             Who +
                 " still runs, and its trace is not saved: iket profile waits "
                 "for the program that it starts; let that one wait for it");
  else if (!R.Ended && R.Aborted)
    complain(Severity::Error,
             Who +
                 " was aborted, and its trace could not be saved: if NVIDIA's "
                 "library says above that its buffer is too small, give "
                 "--buffer what it names, or more");
  else if (!R.Ended)
    complain(Severity::Error,
             Who +
                 " ended without a chance to save its trace: by SIGKILL, by "
                 "_exit(), by exec, or in a crash; let it return from main()");
  return R.Code == 0 && R.Ended;
}

void ProfileCommand::reportLosses(const ProfileRun &Run) const {
  std::map<std::string, std::uint64_t> Warps;
  std::uint64_t Limit = 0;
  for (const runtime::Report &R : Run.Reports)
    for (const warp_loss &L : R.Lost.Warps) {
      Warps[L.kernel] += L.warps;
      Limit = L.limit;
    }
  for (const auto &[Kernel, Count] : Warps)
    warn(demangle(Kernel) + ": " + counted(Count, "warp") +
         " lost all events, having more than " + std::to_string(Limit) +
         ": give --events-per-warp a larger number, or leave it out to have "
         "it found");
  if (std::uint64_t Bytes = Run.neededBuffer(); Bytes > Settings.BufferBytes)
    warn("the buffer of " + sizeText(Settings.BufferBytes) +
         " was too small: give --buffer " + std::to_string(Bytes));
}

/// The likely causes of an empty recording, the likeliest first.
void ProfileCommand::explainNothing(const ProfileRun &Run) {
  bool Session = Settings.Method == ProfileMethod::Session;
  std::vector<std::string> Causes;
  if (Launches == 0 && !::dlopen("libcuda.so.1", RTLD_LAZY))
    Causes.push_back("there is no CUDA driver on this machine (libcuda.so.1 "
                     "cannot be loaded)");
  if (Session && Run.Reports.empty())
    Causes.push_back(
        "no process initialised CUDA: it stopped before, runs on another "
        "machine, or was started without this environment (CUDA_INJECTION64_"
        "PATH)");
  else if (Launches == 0)
    Causes.push_back("no kernel was launched while recording");
  if (Run.lostWarps())
    Causes.push_back("every warp with events had more than there was room for, "
                     "and lost them");
  // What the executable holds tells the rest, if it is one.
  std::set<std::string> Arches;
  bool Device = false;
  for (const events::table &T : programTables()) {
    Device = true;
    if (!T.events.empty())
      Arches.insert(T.arch);
  }
  const std::string &Program = Settings.Command[0];
  if (Device && Arches.empty())
    Causes.push_back(Program + " holds device code without events: compile it "
                               "with -fplugin=libIketClang.so, for sm_90 or "
                               "newer");
  else if (!Arches.empty()) {
    std::string List;
    for (const std::string &Arch : Arches)
      List += (List.empty() ? "" : ", ") + Arch;
    Causes.push_back(Program + " has events for " + List +
                     ": is that the GPU's architecture (nvidia-smi "
                     "--query-gpu=compute_cap --format=csv)?");
  } else
    Causes.push_back("the device code was compiled without the plugin, or for "
                     "an architecture below sm_90 (iket events FILE shows "
                     "what a file holds)");
  if (Launches != 0 && Input.spec().empty())
    Causes.push_back("the kernels ran, but no warp reached an event");
  if (!Input.spec().empty())
    Causes.push_back("the filters let nothing through");
  Causes.push_back("another profiler has the process (CUPTI, torch.profiler, "
                   "Nsight, compute-sanitizer)");
  complain(Severity::Error, "NOTHING WAS RECORDED. Likely causes:");
  for (std::size_t I = 0; I != Causes.size(); ++I)
    std::fprintf(stderr, "  %zu. %s\n", I + 1, printable(Causes[I]).c_str());
}

} // namespace iket::tool
