//===- MisuseTest.cpp - Sessions that are used as they should not be ------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"
#include <atomic>
#include <csignal>
#include <thread>

using namespace iket;

namespace {
class MisuseTest : public RuntimeTest {};
} // namespace

TEST_F(MisuseTest, SurvivesSelfMove) {
  session S;
  S.start();
  session &Same = S;
  S = std::move(Same);
  EXPECT_TRUE(S.is_recording() && launch());
  S.stop();
}

// A session that was moved from answers, and does nothing else.
TEST_F(MisuseTest, RefusesMovedFrom) {
  session S;
  session Moved = std::move(S);
  std::error_code Code;
  S.start(Code);
  EXPECT_EQ(errc::invalid_state, Code);
  std::string What;
  for (auto Call : {+[](session &S) { S.start(); }, +[](session &S) { S.stop(); },
                    +[](session &S) { S.reset(); }, +[](session &S) { S.save(); },
                    +[](session &S) { S.options(); },
                    +[](session &S) { S.set_options({}); },
                    +[](session &S) { S.lost_warps(); },
                    +[](session &S) { S.output_path("x"); },
                    +[](session &S) { S.discover([] {}); }}) {
    EXPECT_EQ(int(errc::invalid_state), codeOf([&] { Call(S); }, &What));
    EXPECT_EQ(0u, What.find("using a session that was moved from: "));
  }
  EXPECT_FALSE(S.is_active() || S.is_recording());
  EXPECT_EQ(0u, S.needed_buffer_bytes());
  EXPECT_EQ("", calls());
}

// NVIDIA's code is told only where its library gave one.
TEST_F(MisuseTest, TellsWhoseCodeItIs) {
  session_options O;
  O.max_events_per_warp = 0;
  try {
    session(O).start();
    FAIL();
  } catch (const error &E) {
    EXPECT_EQ(errc::invalid_argument, E.code());
    EXPECT_EQ(0u, E.nvidia_code());
  }
  set("IKET_STANDIN_FAIL", "Start=1");
  try {
    session().start();
    FAIL();
  } catch (const error &E) {
    EXPECT_EQ(errc::invalid_argument, E.code());
    EXPECT_EQ(1u, E.nvidia_code());
  }
}

// reset() of a recording that was taken over empties it, and it still goes on
// afterwards.
TEST_F(MisuseTest, ResetsWhileTakenOver) {
  start_recording();
  launch("before");
  session_options O;
  O.override_active = true;
  session Inner(O);
  Inner.start();
  iket::reset();
  EXPECT_TRUE(Inner.is_recording());
  launch("inner");
  Inner.stop();
  EXPECT_TRUE(is_recording());
  launch("after");
  std::string Trace = contents(stop_recording());
  EXPECT_EQ(Trace.find("before"), Trace.npos);
  EXPECT_EQ(Trace.find("inner"), Trace.npos);
  EXPECT_NE(Trace.find("after"), Trace.npos);
}

// A reset that fails leaves the recording as it was.
TEST_F(MisuseTest, GoesOnAfterAFailedReset) {
  start_recording();
  launch("kept");
  set("IKET_STANDIN_FAIL", "ClearTraceData=14");
  EXPECT_EQ(14, codeOf([] { iket::reset(); }));
  set("IKET_STANDIN_FAIL", "");
  EXPECT_TRUE(is_recording() && launch());
  EXPECT_NE(contents(stop_recording()).find("kept"), std::string::npos);
}

// A session that can't be paused goes on, and is not merely said to.
TEST_F(MisuseTest, GoesOnAfterAFailedPause) {
  session Outer;
  Outer.start();
  session_options O;
  O.override_active = true;
  session Inner(O);
  set("IKET_STANDIN_FAIL", "Stop=14");
  EXPECT_EQ(14, codeOf([&] { Inner.start(); }));
  set("IKET_STANDIN_FAIL", "");
  EXPECT_TRUE(Outer.is_recording() && launch());
  // Where it can't, it is over, which is told.
  set("IKET_STANDIN_FAIL", "Stop=14,Start=2");
  std::string What;
  EXPECT_EQ(14, codeOf([&] { Inner.start(); }, &What));
  EXPECT_NE(What.find("the session that was recording could not go on"),
            What.npos);
  EXPECT_FALSE(Outer.is_active() || is_recording() || launch());
}

// Options may be read while another thread replaces them.
TEST_F(MisuseTest, ReadsOptionsWhole) {
  session_options One, Other;
  One.contexts.assign(10'000, &One);
  Other.contexts.assign(10'000, &Other);
  session S(One);
  std::atomic<bool> Stop{false};
  std::thread Replacing([&] {
    while (!Stop) {
      S.set_options(Other);
      S.set_options(One);
    }
  });
  unsigned Torn = 0;
  for (int I = 0; I != 20'000; ++I) {
    std::vector<const void *> Read = S.options().contexts;
    for (const void *Context : Read)
      Torn += Context != Read[0];
  }
  Stop = true;
  Replacing.join();
  EXPECT_EQ(0u, Torn);
}

// As NVIDIA's library does where a module was unloaded that it has recorded.
TEST_F(MisuseTest, SaysWhatCrashed) {
  auto Stop = [] {
    ::setenv("IKET_STANDIN_CRASH", "1", 1);
    session S;
    S.start();
    S.stop();
  };
  EXPECT_EXIT(Stop(), testing::KilledBySignal(SIGSEGV),
              "NVIDIA's library crashed while it stopped recording.*unload "
              "modules");
}
