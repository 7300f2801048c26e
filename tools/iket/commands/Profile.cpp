//===- Profile.cpp - iket profile -----------------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "profile/Profile.h"
#include "Runtime/Output.h"
#include "iket/session.h"
#include "output/SummaryTable.h"
#include "profile/ChildProcess.h"
#include "profile/ClusterOption.h"
#include <CLI/Validators.hpp>

namespace iket::tool {

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
  checkFilters();
  OutputDirectory Directory(Output.empty() ? output_dir() : Output,
                            Clobber          ? Existing::Clear
                            : Output.empty() ? Existing::Number
                                             : Existing::Refuse,
                            runtime::processRank());
  if (Keep)
    Directory.keepIntermediates();

  int Status = 0;
  ProfileRun Last;
  for (unsigned I = 0; I != Repeat && !wasInterrupted(); ++I) {
    if (I == 1 && isInputSpent())
      note("standard input can't be read again: each run finds what the one "
           "before left of it");
    Last = record(Directory);
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
  if (SearchedBuffer)
    note("--buffer " + std::to_string(Settings.BufferBytes) +
         " saves the search for room");
  if (SearchedEvents)
    note("the busiest warp took " + std::to_string(MostEvents) +
         " time stamps: --events-per-warp " + std::to_string(MostEvents) +
         " saves the search");
  int Code = Input.finish(Fine);
  return Status ? Status : Code;
}

namespace {

struct ProfileSubcommand final : Subcommand {
  ProfileSubcommand()
      : Subcommand(Group::Recording, "profile",
                   "Record a program, which follows --, and sum up its "
                   "trace") {
    TakesProgram = true;
  }
  void addOptions(CLI::App &Sub) override;
  int run() override {
    // As with nsys and ncu, the first word that is no option begins the
    // program.
    std::vector<std::string> Words = Parsed->remaining();
    if (!Words.empty() && Words[0][0] == '-')
      throw UsageError("there is no option '" + Words[0] +
                       "'; iket profile --help lists them");
    if (!Words.empty() && !Tail.empty())
      Words.push_back("--");
    Words.insert(Words.end(), Tail.begin(), Tail.end());
    Profile.Settings.Command = Words;
    return Profile.run();
  }

private:
  ProfileCommand Profile;
  CLI::App *Parsed = nullptr;
};

void ProfileSubcommand::addOptions(CLI::App &Sub) {
  ProfileSettings &S = Profile.Settings;
  Parsed = &Sub;
  Sub.prefix_command();
  Sub.add_option("-o,--output", Profile.Output,
                 "Directory for the files, a new one; by default "
                 "IKET_OUTPUT_DIR or iket_output, with a number where that "
                 "is taken")
      ->type_name("DIR");
  Sub.add_flag("--clobber", Profile.Clobber,
               "Remove what an earlier run wrote to that directory, once there "
               "is something new");
  Sub.add_option("--method", Profile.Method,
                 "session (one run, recorded from inside), run-iket "
                 "(NVIDIA's two runs), auto")
      ->check(CLI::IsMember({"auto", "session", "run-iket"}))
      ->capture_default_str()
      ->type_name("HOW");
  Sub.add_option("--repeat", Profile.Repeat,
                 "Run the program this often; the summary adds up")
      ->check(CLI::Range(1u, 1000u))
      ->type_name("N");
  Sub.add_option("--postprocess", Profile.Postprocess,
                 "What to write beside the trace.json: perfetto, html, all, "
                 "json (nothing)")
      ->check(CLI::IsMember({"all", "perfetto", "html", "json"}))
      ->capture_default_str()
      ->type_name("WHAT");
  Sub.add_option("--events-per-warp", Profile.EventsPerWarp,
                 "Room in each warp; a warp with more loses all of its "
                 "events. Found by further runs unless given")
      ->check(CLI::Range(std::uint64_t(1), std::uint64_t(UINT32_MAX)))
      ->type_name("N");
  Sub.add_option("--buffer", Profile.BufferBytes,
                 "Device memory for records, such as 2gb; grows as needed "
                 "unless given")
      ->transform(CLI::AsSizeValue(false))
      ->type_name("SIZE");
  Sub.add_flag("--once", Profile.Once,
               "Never run the program again to find room for all events");
  addClusterOption(Sub, S.Cluster);
  Sub.add_flag("--lifetimes-only", S.LifetimesOnly,
               "Record when warps begin and end, and no events");
  Sub.add_flag("--defer-readback", S.DeferReadback,
               "Leave records on the device to the end, which disturbs less "
               "but must all fit in the buffer; run-iket does so always");
  Sub.add_option("--ranks", S.Ranks, "Record these ranks only")
      ->check([](const std::string &Text) {
        return Text.find_first_not_of("0123456789,-") == Text.npos
                   ? std::string()
                   : "'" + Text + "' is not of the form 0,2-4";
      })
      ->type_name("0,2-4");
  Sub.add_option("--log", Profile.Log,
                 "Log level of NVIDIA's library: error, warning, info")
      ->check(CLI::IsMember({"error", "warning", "info"}))
      ->capture_default_str()
      ->type_name("LEVEL");
  Sub.add_option("--library", S.Library,
                 "NVIDIA's library; IKET_INJECTION_LIBRARY or that of the "
                 "Python environment in use by default")
      ->type_name("PATH");
  Sub.add_option("--run-iket", S.RunIket, "The run-iket to call")
      ->type_name("PATH");
  Sub.add_flag("--keep", Profile.Keep, "Keep the intermediate files");
  Profile.Input.addOptions(Sub);
  Sub.footer(
      "The program's output and exit status are passed on; 1 when it ended\n"
      "well but nothing was recorded, or not all of its processes. Each of\n"
      "them has files of its own, named by rank and process number.\n"
      "\n"
      "Example: the first two launches of a kernel, by four ranks\n"
      "  iket profile -o out --kernel gemm --launches 0-1 -- mpirun -n 4 "
      "./app");
}

ProfileSubcommand Command;

} // namespace
} // namespace iket::tool
