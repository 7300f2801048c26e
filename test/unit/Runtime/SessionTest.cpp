//===- SessionTest.cpp - Sessions over a stand-in for NVIDIA's library ----===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"
#include "iket/executable.h"
#include <atomic>
#include <csignal>
#include <sys/wait.h>
#include <thread>

using namespace iket;

namespace {
class SessionTest : public RuntimeTest {};

session_options overriding() {
  session_options O;
  O.override_active = true;
  return O;
}
} // namespace

// Every option has its place in the bytes that NVIDIA's library takes.
TEST_F(SessionTest, HandsOverOptions) {
  {
    session S;
    S.start();
    S.stop();
    EXPECT_NE(calls().find("size=56 flags=0 max=257 buffer=536870912 "
                           "contexts=[] cluster=0,0,0 log=1"),
              std::string::npos);
  }
  session_options O;
  O.max_events_per_warp = 4096;
  O.buffer_bytes = 1 << 20;
  O.cluster = {{70000, 2, 3}};
  O.defer_readback = true;
  O.contexts = {reinterpret_cast<void *>(0x10), reinterpret_cast<void *>(0x20)};
  O.log = log_level::info;
  session S(O);
  S.start();
  EXPECT_NE(calls().find("flags=3 max=4097 buffer=1048576 contexts=[0x10,0x20] "
                         "cluster=70000,2,3 log=2"),
            std::string::npos);
  S.stop();
  O.cluster.reset();
  O.lifetimes_only = true;
  O.log = log_level::error;
  S.set_options(O);
  S.start();
  EXPECT_NE(calls().find("flags=6 max=4097 buffer=1048576 contexts=[0x10,0x20] "
                         "cluster=0,0,0 log=1"),
            std::string::npos); // It tells of lost warps from warnings on.
}

// Options that can't be are refused before anything is called.
TEST_F(SessionTest, RefusesImpossibleOptions) {
  auto Start = [&](session_options O) {
    std::string What;
    int Code = codeOf([&] { session(O).start(); }, &What);
    EXPECT_EQ(int(errc::invalid_argument), Code) << What;
    return What;
  };
  session_options O;
  O.max_events_per_warp = 0;
  EXPECT_EQ(0u, Start(O).find("max_events_per_warp is 0, not 1 to 4294967295"));
  O.max_events_per_warp = std::uint64_t(1) << 32;
  EXPECT_EQ(0u, Start(O).find("max_events_per_warp is 4294967296"));
  O = {};
  O.buffer_bytes = 0;
  EXPECT_EQ(0u, Start(O).find("buffer_bytes is 0"));
  O = {};
  O.cluster = {{0, 65536, 0}};
  EXPECT_EQ(0u, Start(O).find("y or z of cluster"));
  O.cluster = {{0, 0, 0}};
  O.lifetimes_only = true;
  EXPECT_EQ(0u, Start(O).find("cluster and lifetimes_only"));
  EXPECT_EQ("", calls());
}

// A recording from start to file; what is launched outside it is not in it.
TEST_F(SessionTest, Records) {
  session S;
  EXPECT_FALSE(launch());
  EXPECT_FALSE(S.is_active() || S.is_recording() || is_recording());
  S.start();
  EXPECT_TRUE(S.is_active() && S.is_recording() && is_recording());
  EXPECT_TRUE(launch("inside"));
  S.stop();
  EXPECT_FALSE(S.is_active() || S.is_recording() || is_recording());
  EXPECT_FALSE(launch("outside"));
  std::string Path = S.save(Directory + "/new/deep/k.trace.json");
  EXPECT_EQ(Directory + "/new/deep/k.trace.json", Path);
  EXPECT_NE(contents(Path).find("\"kernelName\":\"inside\""), std::string::npos);
  EXPECT_EQ(contents(Path).find("outside"), std::string::npos);
  EXPECT_EQ("Create Start Stop Save", verbs());
  // Nothing else is left beside it.
  EXPECT_EQ(1, std::distance(std::filesystem::directory_iterator(
                                 Directory + "/new/deep"),
                             std::filesystem::directory_iterator()));
}

// A second start begins anew, or adds to the first.
TEST_F(SessionTest, ResetsOrAdds) {
  auto Record = [&](session &S, const char *Kernel) {
    S.start();
    launch(Kernel);
    S.stop();
    return contents(S.save());
  };
  session Anew;
  Record(Anew, "first");
  EXPECT_EQ(Record(Anew, "second").find("first"), std::string::npos);
  session_options O;
  O.reset_events = false;
  session Adds(O);
  Record(Adds, "first");
  EXPECT_NE(Record(Adds, "second").find("first"), std::string::npos);
  Adds.reset();
  EXPECT_EQ(int(errc::nothing_recorded), codeOf([&] { Adds.save(); }));
}

// Calls at the wrong time say so, and change nothing.
TEST_F(SessionTest, RefusesCallsOutOfOrder) {
  session S;
  EXPECT_EQ(int(errc::not_started), codeOf([&] { S.stop(); }));
  EXPECT_EQ(int(errc::nothing_recorded), codeOf([&] { S.save(); }));
  S.start();
  EXPECT_EQ(int(errc::still_active), codeOf([&] { S.start(); }));
  EXPECT_EQ(int(errc::still_active), codeOf([&] { S.save(); }));
  EXPECT_EQ(int(errc::still_active), codeOf([&] { S.reset(); }));
  EXPECT_EQ(int(errc::still_active), codeOf([&] { S.set_options({}); }));
  EXPECT_TRUE(S.is_recording());
  S.stop();
  EXPECT_EQ(int(errc::not_started), codeOf([&] { S.stop(); }));
}

// Each code of NVIDIA's library arrives, with what it printed and what to do.
TEST_F(SessionTest, PassesOnEveryCode) {
  for (int Code : {1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 14, 77}) {
    set("IKET_STANDIN_FAIL", "Start=" + std::to_string(Code));
    session S;
    try {
      S.start();
      FAIL() << Code;
    } catch (const error &E) {
      EXPECT_EQ(std::uint32_t(Code), E.nvidia_code());
      EXPECT_EQ(error_category(), E.code().category());
      EXPECT_EQ(0u, std::string(E.what()).find(
                        "starting the session failed: NVIDIA's library "
                        "returned " +
                        std::to_string(Code) +
                        " and says \"The stand-in was told to fail.\": "))
          << E.what();
      EXPECT_NE(std::string(E.what()).find(E.code().message()),
                std::string::npos);
    }
    EXPECT_FALSE(S.is_active() || is_recording());
  }
  EXPECT_EQ(std::errc::device_or_resource_busy,
            make_error_code(errc::duplicate_operation));
  EXPECT_EQ(std::errc::io_error, make_error_code(errc::io_error));
}

// The twins without exceptions tell the same by code.
TEST_F(SessionTest, TellsByCode) {
  std::error_code Code;
  session S;
  S.stop(Code);
  EXPECT_EQ(errc::not_started, Code);
  set("IKET_STANDIN_FAIL", "Start=2");
  S.start(Code);
  EXPECT_EQ(errc::feature_not_supported, Code);
  set("IKET_STANDIN_FAIL", "");
  S.start(Code);
  EXPECT_FALSE(Code);
  S.stop(Code);
  EXPECT_FALSE(Code);
  set("IKET_STANDIN_FAIL", "SaveTrace=13");
  EXPECT_EQ("", S.save("", Code));
  EXPECT_EQ(errc::io_error, Code);
  set("IKET_STANDIN_FAIL", "");
  EXPECT_EQ(output_path(default_trace_name()), S.save("", Code));
  EXPECT_FALSE(Code);
}

// A save that fails half-way leaves the old file and no other.
TEST_F(SessionTest, SavesWholeOrNotAtAll) {
  session S;
  S.start();
  S.stop();
  std::string Path = S.save(Directory + "/t.trace.json");
  std::string Before = contents(Path);
  set("IKET_STANDIN_FAIL", "SaveTrace=13");
  EXPECT_EQ(13, codeOf([&] { S.save(Path); }));
  EXPECT_EQ(Before, contents(Path));
  EXPECT_EQ(13, codeOf([&] { S.save(Directory + "/new.trace.json"); }));
  std::size_t Files = 0;
  for (const auto &E : std::filesystem::directory_iterator(Directory))
    Files += E.path().filename() != "calls";
  EXPECT_EQ(1u, Files);
  std::ofstream(Directory + "/file") << "x";
  EXPECT_EQ(int(errc::bad_output_directory),
            codeOf([&] { S.save(Directory + "/file/t.trace.json"); }));
  EXPECT_EQ(int(errc::bad_output_directory), codeOf([&] { S.save(Directory); }));
}

// A second session is refused, and the first goes on.
TEST_F(SessionTest, RefusesNesting) {
  session Outer;
  Outer.start();
  launch("before");
  calls();
  std::string What;
  session Inner;
  EXPECT_EQ(int(errc::session_active), codeOf([&] { Inner.start(); }, &What));
  EXPECT_NE(What.find("another session of this process is recording"),
            std::string::npos);
  EXPECT_NE(What.find("set override_active to take over"), std::string::npos);
  EXPECT_EQ("", calls());
  EXPECT_TRUE(Outer.is_recording() && launch("after"));
  Outer.stop();
  std::string Trace = contents(Outer.save());
  EXPECT_NE(Trace.find("before"), std::string::npos);
  EXPECT_NE(Trace.find("after"), std::string::npos);
}

// A session that takes over gets what is launched until it stops; the one below
// pauses and then goes on. The directory is that of the innermost.
TEST_F(SessionTest, Overrides) {
  session_options O;
  O.output_dir = Directory + "/outer";
  session Outer(O);
  Outer.start();
  launch("one");
  EXPECT_EQ(Directory + "/outer", output_dir());
  O = overriding();
  O.output_dir = Directory + "/inner";
  session Inner(O);
  Inner.start();
  EXPECT_TRUE(Outer.is_active() && !Outer.is_recording() && Inner.is_recording());
  EXPECT_EQ(Directory + "/inner/x", output_path("x"));
  EXPECT_EQ(Directory + "/outer/x", Outer.output_path("x"));
  launch("two");
  {
    session Innermost(overriding());
    Innermost.start();
    EXPECT_EQ(Directory + "/inner", Innermost.output_dir());
    launch("three");
    EXPECT_FALSE(Inner.is_recording());
  }
  EXPECT_TRUE(Inner.is_recording());
  launch("four");
  Inner.stop();
  EXPECT_EQ(Directory + "/outer", output_dir());
  EXPECT_TRUE(Outer.is_recording());
  launch("five");
  Outer.stop();
  EXPECT_EQ(Directory + "/out", output_dir());

  auto Has = [](const std::string &Trace) {
    std::string Text;
    for (const char *Name : {"one", "two", "three", "four", "five"})
      if (Trace.find(Name) != Trace.npos)
        Text += std::string(Name) + " ";
    return Text;
  };
  EXPECT_EQ("one five ", Has(contents(Outer.save())));
  EXPECT_EQ("two four ", Has(contents(Inner.save())));
  EXPECT_TRUE(std::filesystem::exists(Directory + "/inner/" +
                                      default_trace_name()));
}

// The outer session may stop while it is paused: it does not come back.
TEST_F(SessionTest, StopsWhileTakenOver) {
  session Outer, Inner(overriding());
  Outer.start();
  Inner.start();
  Outer.stop();
  EXPECT_TRUE(Inner.is_recording() && !Outer.is_active());
  Inner.stop();
  EXPECT_FALSE(launch());
  EXPECT_FALSE(is_recording());
}

// An inner session that can't start leaves the outer one recording, with its
// directory and all it has.
TEST_F(SessionTest, FailedStartRestores) {
  session_options O = overriding();
  O.output_dir = Directory + "/outer";
  session Outer(O);
  Outer.start();
  launch("before");
  O.output_dir = Directory + "/inner";
  session Inner(O);
  // Whichever call fails; the second Start is the inner session's.
  for (auto [Fail, Wanted] :
       {std::make_pair("Create=14", 14), std::make_pair("SetOptions=1", 1),
        std::make_pair("Start=2@2", 2)}) {
    set("IKET_STANDIN_FAIL", Fail);
    std::error_code Code;
    Inner.start(Code);
    set("IKET_STANDIN_FAIL", "");
    EXPECT_EQ(Wanted, Code.value()) << Fail;
    EXPECT_FALSE(Inner.is_active());
    EXPECT_TRUE(Outer.is_recording());
    EXPECT_EQ(Directory + "/outer", output_dir());
  }
  EXPECT_EQ("Create Start Create Destroy Create Stop Start Start Destroy",
            verbs());
  launch("after");
  Outer.stop();
  std::string Trace = contents(Outer.save());
  EXPECT_NE(Trace.find("before"), std::string::npos);
  EXPECT_NE(Trace.find("after"), std::string::npos);
}

// A start that fails keeps what the session recorded before.
TEST_F(SessionTest, FailedStartKeepsTheLastRecording) {
  session S;
  S.start();
  launch("kept");
  S.stop();
  set("IKET_STANDIN_FAIL", "Start=14");
  EXPECT_EQ(14, codeOf([&] { S.start(); }));
  EXPECT_NE(contents(S.save()).find("kept"), std::string::npos);
}

// Where the outer session can't go on either, the error says both.
TEST_F(SessionTest, FailedRestoreIsTold) {
  session Outer, Inner(overriding());
  Outer.start();
  set("IKET_STANDIN_FAIL", "Start=14");
  std::string What;
  EXPECT_EQ(14, codeOf([&] { Inner.start(); }, &What));
  EXPECT_NE(What.find("the session that was recording could not go on"),
            std::string::npos);
  EXPECT_FALSE(Outer.is_active() || Inner.is_active() || is_recording());
}

// An exception on its way through an inner session restores the outer one.
TEST_F(SessionTest, ExceptionsRestore) {
  session_options O;
  O.output_dir = Directory + "/outer";
  session Outer(O);
  Outer.start();
  try {
    O = overriding();
    O.output_dir = Directory + "/inner";
    session Inner(O);
    Inner.start();
    throw 1;
  } catch (int) {
  }
  EXPECT_TRUE(Outer.is_recording() && launch());
  EXPECT_EQ(Directory + "/outer", output_dir());
}

// A session that fails to stop is over, and the one below goes on.
TEST_F(SessionTest, FailedStopRestores) {
  session Outer, Inner(overriding());
  Outer.start();
  Inner.start();
  set("IKET_STANDIN_FAIL", "Stop=14");
  EXPECT_EQ(14, codeOf([&] { Inner.stop(); }));
  set("IKET_STANDIN_FAIL", "");
  EXPECT_TRUE(!Inner.is_active() && Outer.is_recording());
}

// Destruction stops, and saves where it is asked to; record() does both.
TEST_F(SessionTest, EndsWithItsScope) {
  {
    session S;
    S.start();
  }
  EXPECT_FALSE(is_recording());
  EXPECT_EQ(0u, traces().size());
  {
    session S = record();
    launch("scoped");
    session Moved = std::move(S);
    EXPECT_TRUE(Moved.is_recording() && !S.is_active());
  }
  ASSERT_EQ(1u, traces().size());
  EXPECT_EQ(output_path(default_trace_name()), traces()[0]);
  EXPECT_NE(contents(traces()[0]).find("scoped"), std::string::npos);
}

// Without NVIDIA's library record() throws, or returns a session that does
// nothing.
TEST_F(SessionTest, RecordsNothingWithoutTheLibrary) {
  set("IKET_INJECTION_LIBRARY", Directory + "/absent.so");
  EXPECT_EQ(int(errc::library_not_found), codeOf([] { record(); }));
  std::error_code Code;
  testing::internal::CaptureStderr();
  {
    session S = record({}, Code);
    EXPECT_EQ(errc::library_not_found, Code);
    EXPECT_FALSE(S.is_active() || S.is_recording() || is_recording() ||
                 launch());
  }
  EXPECT_EQ("", testing::internal::GetCapturedStderr());
  EXPECT_EQ(0u, traces().size());
  set("IKET_INJECTION_LIBRARY", IKET_STANDIN);
  {
    session S = record({}, Code);
    EXPECT_FALSE(Code);
    EXPECT_TRUE(S.is_recording() && launch());
  }
  EXPECT_EQ(1u, traces().size());
}

// Assignment ends the session that it replaces.
TEST_F(SessionTest, AssignmentEndsTheOld) {
  session S;
  S.start();
  S = session();
  EXPECT_FALSE(is_recording() || S.is_active());
  S.start();
  EXPECT_TRUE(S.is_recording());
}

// A session may outlive its object; the next one takes over without asking.
TEST_F(SessionTest, GoesOnAfterDestruction) {
  session_options O;
  O.stop_on_destroy = false;
  {
    session S(O);
    S.start();
  }
  EXPECT_TRUE(is_recording() && launch());
  session Next;
  Next.start();
  EXPECT_TRUE(Next.is_recording());
  Next.stop();
  EXPECT_FALSE(is_recording());
}

// The process's own recording.
TEST_F(SessionTest, RecordsTheProcess) {
  EXPECT_EQ("", stop_recording());
  start_recording();
  EXPECT_TRUE(is_recording());
  EXPECT_EQ(int(errc::still_active), codeOf([] { start_recording(); }));
  launch("first");
  reset();
  EXPECT_TRUE(is_recording());
  launch("second");
  std::string Path = stop_recording();
  EXPECT_FALSE(is_recording());
  EXPECT_EQ(output_path(default_trace_name()), Path);
  EXPECT_NE(contents(Path).find("second"), std::string::npos);
  EXPECT_EQ(contents(Path).find("first"), std::string::npos);
  // The next one has a name of its own.
  start_recording();
  std::string Stem = Path.substr(0, Path.find(".trace.json"));
  EXPECT_EQ(Stem + "_2.trace.json", stop_recording());
  EXPECT_EQ(2u, traces().size());
}

// Lost warps are counted by kernel. What the program prints meanwhile comes out
// where it belongs, and NVIDIA's lines on standard error.
TEST_F(SessionTest, CountsLostWarps) {
  session_options O;
  O.max_events_per_warp = 10;
  session S(O);
  S.start();
  launch("_Z4loud", 3, 11);
  launch("_Z5quiet", 3, 10);
  launch("_Z4loud", 4, 12);
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  S.stop();
  EXPECT_EQ("", testing::internal::GetCapturedStdout());
  EXPECT_NE(testing::internal::GetCapturedStderr().find("3 warp record(s)"),
            std::string::npos);
  auto Lost = S.lost_warps();
  ASSERT_EQ(1u, Lost.size());
  EXPECT_EQ("_Z4loud", Lost[0].kernel);
  EXPECT_EQ(7u, Lost[0].warps);
  EXPECT_EQ(10u, Lost[0].limit);
  EXPECT_EQ(0u, S.needed_buffer_bytes());
  S.reset();
  EXPECT_EQ(0u, S.lost_warps().size());
}

// discover() runs the workload until all its events fit, and keeps that run.
TEST_F(SessionTest, Discovers) {
  session S;
  int Runs = 0;
  EXPECT_EQ(4096u, S.discover([&] {
    ++Runs;
    launch("many", 2, 3000);
  }));
  EXPECT_EQ(2, Runs);
  EXPECT_EQ(0u, S.lost_warps().size());
  EXPECT_EQ(4096u, S.options().max_events_per_warp);
  std::string Trace = contents(S.save());
  std::size_t Marks = 0;
  for (std::size_t At = 0; (At = Trace.find("\"timestamp\"", At)) != Trace.npos;
       ++At)
    ++Marks;
  EXPECT_EQ(6000u, Marks);

  // The buffer grows as NVIDIA's library asks.
  session_options O;
  O.buffer_bytes = 1000;
  S.set_options(O);
  EXPECT_EQ(256u, S.discover([&] { launch("wide", 5, 1); }));
  EXPECT_EQ(5u * 257 * 4096, S.options().buffer_bytes);

  // It searches also where the user wants to hear nothing of it.
  O = {};
  O.log = log_level::error;
  S.set_options(O);
  testing::internal::CaptureStderr();
  EXPECT_EQ(4096u, S.discover([&] { launch("many", 2, 3000); }));
  EXPECT_EQ("", testing::internal::GetCapturedStderr());

  // What the workload throws comes through, and the session is stopped.
  EXPECT_THROW(S.discover([] { throw 1; }), int);
  EXPECT_FALSE(S.is_active());
}

// Under another tool a session stands aside: all calls succeed, nothing is
// loaded or written, and it is told once.
TEST_F(SessionTest, StandsAside) {
  for (const char *Name :
       {"CUDA_INJECTION64_PATH", "LD_PRELOAD", "NSYS_PROFILING_SESSION_ID"}) {
    set(Name, "/x/libToolsInjection64.so");
    calls();
    session S;
    S.start();
    EXPECT_TRUE(S.is_active() && !S.is_recording() && !is_recording()) << Name;
    S.stop();
    EXPECT_EQ("", S.save());
    EXPECT_EQ("", calls());
    EXPECT_FALSE(std::filesystem::exists(Directory + "/out"));
    ::unsetenv(Name);
    S.start();
    EXPECT_TRUE(S.is_recording()) << Name;
    S.stop();
  }
}

// A child of fork() records nothing, touches nothing of its parent's, and may
// start anew; the parent goes on.
TEST_F(SessionTest, SurvivesFork) {
  session S;
  S.start();
  launch("parent");
  calls();
  pid_t Child = ::fork();
  if (Child == 0) {
    bool Right = !S.is_active() && !S.is_recording() && !is_recording();
    Right &= codeOf([&] { S.stop(); }) == int(errc::not_started);
    Right &= codeOf([&] { S.save(); }) == int(errc::nothing_recorded);
    { session Gone = std::move(S); }
    Right &= !std::filesystem::exists(Directory + "/calls");
    standIn<void()>("IketStandInReset")();
    session Own;
    Own.start();
    launch("child");
    Own.stop();
    Right &= contents(Own.save()).find("child") != std::string::npos;
    ::_exit(Right ? 0 : 1);
  }
  int Status = 0;
  ASSERT_EQ(Child, ::waitpid(Child, &Status, 0));
  EXPECT_EQ(0, Status);
  EXPECT_TRUE(S.is_recording());
  S.stop();
  EXPECT_NE(contents(S.save()).find("parent"), std::string::npos);
}

// Threads that start and stop at once: one session at a time records, and none
// is left behind.
TEST_F(SessionTest, ThreadsTakeTurns) {
  std::atomic<int> Started{0}, Refused{0}, Other{0};
  auto Run = [&] {
    for (int I = 0; I != 200; ++I) {
      session S;
      std::error_code Code;
      S.start(Code);
      if (!Code) {
        ++Started;
        S.stop(Code);
        Other += bool(Code);
      } else if (Code == errc::session_active)
        ++Refused;
      else
        ++Other;
    }
  };
  std::thread A(Run), B(Run);
  A.join();
  B.join();
  EXPECT_EQ(400, Started + Refused);
  EXPECT_GT(Started, 0);
  EXPECT_EQ(0, Other);
  EXPECT_FALSE(is_recording());
}

// This program has no device code, so it can have no payloads.
TEST_F(SessionTest, RequiresPayloads) {
  EXPECT_FALSE(built_with_runtime_payloads());
  EXPECT_EQ(0u, event_tables().size());
  session_options O;
  O.runtime_payloads = true;
  EXPECT_EQ(int(errc::no_runtime_payloads), codeOf([&] { session(O).start(); }));
  EXPECT_EQ("", calls());
}
