//===- Profile.cpp - iket profile -----------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChildProcess.h"
#include "Command.h"
#include "ProfileRun.h"
#include "Runtime/Library.h"
#include "Runtime/Output.h"
#include "Terminal.h"
#include "Trace/Utf8.h"
#include "TraceInput.h"
#include "iket/events.h"
#include "iket/session.h"
#include <CLI/Validators.hpp>
#include <csignal>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace fs = std::filesystem;

namespace iket::tool {
namespace {

struct ProfileCommand {
  ProfileSettings Settings;
  TraceInput Input;
  std::string Output, Method = "auto", Postprocess = "all", Log = "warning";
  std::uint64_t EventsPerWarp = 0, BufferBytes = 0;
  unsigned Repeat = 1;
  bool Clobber = false, Keep = false, Once = false;

  trace::Summary Summary;
  std::uint64_t Launches = 0, MostEvents = 0;
  bool Searched = false;
  std::optional<std::vector<events::table>> Tables; ///< Once they were read.

  int run();
  void chooseMethod();
  bool needsRunIket(const ProfileRun &Run) const;
  void useRunIket();
  void checkFilters(OutputDirectory &Directory);
  ProfileRun recordAll(OutputDirectory &Directory);
  const std::vector<events::table> &programTables();
  void take(const runtime::Report &R, OutputDirectory &Directory);
  std::uint64_t look(const trace::file &Trace);
  bool reportProcess(const runtime::Report &R) const;
  void reportLosses(const ProfileRun &Run) const;
  void explainNothing(const ProfileRun &Run);
};

void note(const std::string &Text) { complain(Severity::Note, Text); }
void warn(const std::string &Text) { complain(Severity::Warning, Text); }

std::string counted(std::uint64_t N, const char *Noun) {
  return std::to_string(N) + " " + Noun + (N == 1 ? "" : "s");
}

//===----------------------------------------------------------------------===//
// How to record
//===----------------------------------------------------------------------===//

/// Settles the method, and says why. Throws UsageError where there is none.
void ProfileCommand::chooseMethod() {
  if (std::string Holder = runtime::hookHolder(); !Holder.empty())
    throw UsageError(Holder + " already has the programs that are started "
                              "here, and only one tool can: unset it, or run "
                              "without that tool");
  if (Settings.Library.empty())
    Settings.Library = runtime::findLibrary();
  Settings.Inject = findInjectLibrary();
  Settings.RunIket =
      findProgram(Settings.RunIket.empty() ? "run-iket" : Settings.RunIket);
  std::string NoSession;
  if (Settings.Library.empty())
    NoSession = "NVIDIA's library is not in any Python environment on PATH "
                "(pip install nvidia-cutlass-dsl-libs-base, or --library)";
  else if (!fs::exists(Settings.Library))
    NoSession = "there is no " + Settings.Library;
  else if (Settings.Inject.empty())
    NoSession =
        std::string(runtime::InjectName) + " is not beside this program";
  bool Auto = Method == "auto";
  if (Method == "session" || (Auto && NoSession.empty())) {
    if (!NoSession.empty())
      throw UsageError("no method session: " + NoSession);
    Settings.Method = ProfileMethod::Session;
    if (Auto)
      note("recording in one run, by a session with " + Settings.Library);
  } else {
    if (Settings.RunIket.empty())
      throw UsageError((Auto ? NoSession + "; and there is no run-iket on PATH"
                             : "no method run-iket: it is not on PATH") +
                       (Auto ? "" : "; --run-iket names it"));
    Settings.Method = ProfileMethod::RunIket;
    if (Auto)
      note("recording in two runs, by " + Settings.RunIket + ", since " +
           NoSession);
  }
}

/// True when a process ended in a way that no session in it survives.
bool ProfileCommand::needsRunIket(const ProfileRun &Run) const {
  return Method == "auto" && Settings.Method == ProfileMethod::Session &&
         !Settings.RunIket.empty() && Settings.Ranks.empty() &&
         std::any_of(Run.Reports.begin(), Run.Reports.end(), [](auto &R) {
           return R.Code == int(errc::process_exiting);
         });
}

void ProfileCommand::useRunIket() {
  Settings.Method = ProfileMethod::RunIket;
  Settings.EventsPerWarp = EventsPerWarp;
  Settings.BufferBytes = BufferBytes;
}

/// Throws std::invalid_argument for filters that can't be understood: better
/// now than after the program has run.
void ProfileCommand::checkFilters(OutputDirectory &Directory) {
  std::string Path = Directory.addIntermediate() + "/empty.trace.json";
  trace::OutputFile Out(Path);
  Out << R"({"launches":[],"stringTable":[],"locationTable":[]})";
  Out.commit();
  trace::file Empty(Path);
  Input.filter(Empty, trace::KernelLabels({}));
}

/// Runs the program until no warp loses its events, unless told how much room
/// to give.
ProfileRun ProfileCommand::recordAll(OutputDirectory &Directory) {
  constexpr std::uint64_t Growth = 16, Most = std::uint64_t(1) << 24,
                          MostBuffer = std::uint64_t(32) << 30;
  bool Session = Settings.Method == ProfileMethod::Session;
  session_options Defaults;
  // run-iket finds out by itself, and what was found before is kept.
  if (Session && Settings.EventsPerWarp == 0)
    Settings.EventsPerWarp =
        EventsPerWarp ? EventsPerWarp : Defaults.max_events_per_warp;
  if (Session && Settings.BufferBytes == 0)
    Settings.BufferBytes = BufferBytes ? BufferBytes : Defaults.buffer_bytes;
  for (;;) {
    ProfileRun Run = profileOnce(Settings, Directory);
    bool Aborted = Session && !BufferBytes && Run.abortedWhileRecording() &&
                   Settings.BufferBytes < MostBuffer;
    if (Once || (Run.Status != 0 && !Aborted))
      return Run;
    std::string Why;
    if (Aborted) {
      Why = "the program was aborted while recording, as NVIDIA's library does "
            "where launches in flight fill its buffer";
      Settings.BufferBytes *= 8;
    } else if (std::uint64_t Bytes = Run.neededBuffer();
               !BufferBytes && Bytes > Settings.BufferBytes) {
      Why = "the buffer was too small";
      Settings.BufferBytes = Bytes;
    } else if (!EventsPerWarp && Run.lostWarps() &&
               Settings.EventsPerWarp < Most) {
      Why = "some warps had more events than there was room for";
      Settings.EventsPerWarp *= Growth;
      if (!BufferBytes)
        Settings.BufferBytes *= Growth / 4;
    } else
      return Run;
    Searched = true;
    note(Why + ": running the program again, with room for " +
         counted(Settings.EventsPerWarp, "event") + " in each warp and " +
         sizeText(Settings.BufferBytes) + " in all (--once prevents it)");
  }
}

//===----------------------------------------------------------------------===//
// What was recorded
//===----------------------------------------------------------------------===//

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
      trace::OutputFile Out(Final);
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
    exportTrace(Whole, Final, trace::writePerfetto,
                Directory.add(Stem, ".pftrace"), 500'000'000);
  if (Postprocess == "all" || Postprocess == "html")
    exportTrace(Whole, Final, trace::writeHtml, Directory.add(Stem, ".html"),
                100'000'000, programTables());
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
    warn(trace::demangle(Kernel) + ": " + counted(Count, "warp") +
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
    std::fprintf(stderr, "  %zu. %s\n", I + 1,
                 trace::printable(Causes[I]).c_str());
}

int ProfileCommand::run() {
  if (Settings.Command.empty())
    throw UsageError("the program to profile is missing: write it after --");
  if (findProgram(Settings.Command[0]).empty())
    throw UsageError("'" + Settings.Command[0] +
                     "' can't be run: there is no such program");
  if (!Settings.Cluster.empty() && Settings.LifetimesOnly)
    throw UsageError("--cluster and --lifetimes-only can't be combined");
  Settings.Log = Log == "error" ? 0 : Log == "warning" ? 1 : 2;
  chooseMethod();
  if (Settings.Method == ProfileMethod::RunIket) {
    useRunIket();
    if (!Settings.Ranks.empty())
      throw UsageError("--ranks needs the method session");
  }
  OutputDirectory Directory(Output.empty() ? output_dir() : Output, Clobber,
                            runtime::processRank());
  if (Keep)
    Directory.keepIntermediates();
  checkFilters(Directory);

  int Status = 0;
  ProfileRun Last;
  for (unsigned I = 0; I != Repeat; ++I) {
    Last = recordAll(Directory);
    if (needsRunIket(Last)) {
      note("CUDA was initialised outside the main thread, so that recording "
           "could not end before the process did: recording in two more runs, "
           "by " +
           Settings.RunIket);
      useRunIket();
      Last = recordAll(Directory);
    }
    Status = Last.Status ? Last.Status : Status;
    for (const runtime::Report &R : Last.Reports) {
      if (!reportProcess(R) && Status == 0)
        Status = FoundWrong;
      if (R.Trace.empty())
        continue;
      try {
        take(R, Directory);
      } catch (const std::exception &E) {
        // One bad trace is no reason to lose it, or the others.
        complain(Severity::Error,
                 std::string(E.what()) + "; " + R.Trace + " is kept as it is");
        Directory.keepIntermediates();
        Status = Status ? Status : FoundWrong;
      }
    }
    reportLosses(Last);
  }
  if (Last.Status != 0)
    warn("the program ended with status " + std::to_string(Last.Status));
  bool Anything =
      !Summary.rows().empty() || (Settings.LifetimesOnly && Launches != 0);
  if (!Anything) {
    explainNothing(Last);
    return Status ? Status : FoundWrong;
  }
  printSummary(Summary);
  if (Searched)
    note("the busiest warp took " + std::to_string(MostEvents) +
         " time stamps: --events-per-warp " + std::to_string(MostEvents) +
         " saves the search");
  int Code = Input.finish(Fine);
  return Status ? Status : Code;
}

} // namespace

void addProfile(CLI::App &App, Invocation &I) {
  auto Command = std::make_shared<ProfileCommand>();
  CLI::App *Sub = App.add_subcommand(
      "profile", "Record a program, which follows --, and sum up its trace");
  ProfileSettings &S = Command->Settings;
  Sub->add_option("-o,--output", Command->Output,
                  "Directory for the files, a new one; IKET_OUTPUT_DIR or "
                  "iket_output by default")
      ->type_name("DIR");
  Sub->add_flag("--clobber", Command->Clobber,
                "Remove what an earlier run wrote to that directory");
  Sub->add_option("--method", Command->Method,
                  "session (one run, recorded from inside), run-iket "
                  "(NVIDIA's two runs), auto")
      ->check(CLI::IsMember({"auto", "session", "run-iket"}))
      ->capture_default_str()
      ->type_name("HOW");
  Sub->add_option("--repeat", Command->Repeat,
                  "Run the program this often; the summary adds up")
      ->check(CLI::Range(1u, 1000u))
      ->type_name("N");
  Sub->add_option("--postprocess", Command->Postprocess,
                  "What to write beside the trace.json: perfetto, html, all, "
                  "json (nothing)")
      ->check(CLI::IsMember({"all", "perfetto", "html", "json"}))
      ->capture_default_str()
      ->type_name("WHAT");
  Sub->add_option("--events-per-warp", Command->EventsPerWarp,
                  "Room in each warp; a warp with more loses all of its "
                  "events. Found by further runs unless given")
      ->check(CLI::Range(std::uint64_t(1), std::uint64_t(UINT32_MAX)))
      ->type_name("N");
  Sub->add_option("--buffer", Command->BufferBytes,
                  "Device memory for records, such as 2gb; grows as needed "
                  "unless given")
      ->transform(CLI::AsSizeValue(false))
      ->type_name("SIZE");
  Sub->add_flag("--once", Command->Once,
                "Never run the program again to find room for all events");
  Sub->add_option("--cluster", S.Cluster,
                  "Record this cluster (or CTA, without clusters) only")
      ->check([](const std::string &Text) {
        unsigned X, Y, Z;
        char Rest;
        return std::sscanf(Text.c_str(), "%u,%u,%u%c", &X, &Y, &Z, &Rest) == 3
                   ? std::string()
                   : "'" + Text + "' is not of the form X,Y,Z";
      })
      ->type_name("X,Y,Z");
  Sub->add_flag("--lifetimes-only", S.LifetimesOnly,
                "Record when warps begin and end, and no events");
  Sub->add_flag("--defer-readback", S.DeferReadback,
                "Leave records on the device to the end, which disturbs less "
                "but must all fit in the buffer; run-iket does so always");
  Sub->add_option("--ranks", S.Ranks, "Record these ranks only")
      ->check([](const std::string &Text) {
        return Text.find_first_not_of("0123456789,-") == Text.npos
                   ? std::string()
                   : "'" + Text + "' is not of the form 0,2-4";
      })
      ->type_name("0,2-4");
  Sub->add_option("--log", Command->Log,
                  "How much NVIDIA's library tells: error, warning, info")
      ->check(CLI::IsMember({"error", "warning", "info"}))
      ->capture_default_str()
      ->type_name("LEVEL");
  Sub->add_option("--library", S.Library,
                  "NVIDIA's library; IKET_INJECTION_LIBRARY or that of the "
                  "Python environment in use by default")
      ->type_name("PATH");
  Sub->add_option("--run-iket", S.RunIket, "The run-iket to call")
      ->type_name("PATH");
  Sub->add_flag("--keep", Command->Keep, "Keep the intermediate files");
  Command->Input.addOptions(*Sub);
  Sub->footer(
      "The program's output and exit status are passed on; 1 when it ended "
      "well "
      "but\n"
      "nothing was recorded, or not all of its processes. Each process has "
      "files of its own, named by rank "
      "and\n"
      "process number.\n"
      "\n"
      "Example: the first two launches of a kernel, by four ranks\n"
      "  iket profile -o out --kernel gemm --launches 0-1 -- mpirun -n 4 "
      "./app");
  Sub->callback([Command, &I] {
    Command->Settings.Command = I.Tail;
    I.Run = [Command] { return Command->run(); };
  });
}

} // namespace iket::tool
