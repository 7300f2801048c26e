//===- OutputTest.cpp - Where traces go -----------------------------------===//
//
// Part of the Iket project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Nvidia/Losses.h"
#include "Runtime/Report.h"
#include "RuntimeTest.h"
#include <future>
#include <sys/stat.h>

using namespace iket;

namespace {
class OutputTest : public RuntimeTest {};
} // namespace

TEST_F(OutputTest, DirectoryComesFromCallVariableOrDefault) {
  EXPECT_EQ(Directory + "/out", output_dir());
  set_output_dir("/elsewhere");
  EXPECT_EQ("/elsewhere", output_dir());
  EXPECT_EQ("/elsewhere/a/b", output_path("a//b"));
  EXPECT_EQ("/abs", output_path("/abs"));
  set_output_dir("");
  ::unsetenv("IKET_OUTPUT_DIR");
  EXPECT_EQ("iket_output", output_dir());
  EXPECT_EQ("iket_output/x", output_path("x"));
}

TEST_F(OutputTest, NamesTellRankAndProcess) {
  std::string Pid = std::to_string(::getpid());
  EXPECT_EQ("iket_pid_" + Pid + ".trace.json", default_trace_name());
  set("SLURM_PROCID", "7");
  EXPECT_EQ("iket_rank_7_pid_" + Pid + ".trace.json", default_trace_name());
  set("OMPI_COMM_WORLD_RANK", "3");
  EXPECT_EQ("iket_rank_3_pid_" + Pid + ".trace.json", default_trace_name());
  set("RANK", "../../x");
  EXPECT_EQ("iket_rank_3_pid_" + Pid + ".trace.json", default_trace_name());
}

// As version 4.8.1 words it, and what merely looks like it.
TEST_F(OutputTest, ReadsLosses) {
  runtime::Losses L;
  runtime::readLosses("[t] [Iket] [warning] x: 12 warp record(s) dropped because "
         "maxTsCntPerWarp=64 allows => kernel: _Z1kPf. Raise it\n"
         "no warp record(s) dropped here\n"
         "[t] 3 warp record(s) dropped, maxTsCntPerWarp=64, kernel: ns::k<1>(). "
         "R\n"
         "1 warp record(s) dropped, maxTsCntPerWarp=64 kernel: _Z1kPf",
         L);
  ASSERT_EQ(2u, L.Warps.size());
  EXPECT_EQ("_Z1kPf", L.Warps[0].kernel);
  EXPECT_EQ(13u, L.Warps[0].warps);
  EXPECT_EQ(63u, L.Warps[0].limit);
  EXPECT_EQ("ns::k<1>()", L.Warps[1].kernel);
  EXPECT_EQ(3u, L.Warps[1].warps);
  runtime::readLosses("buffer is too small. Make it at least 4096 bytes\n", L);
  runtime::readLosses("buffer is too small. Make it at least 1024 bytes", L);
  EXPECT_EQ(4096u, L.BufferBytes);
}

// A pipe is written to, and stays one; so does a link.
TEST_F(OutputTest, KeepsPipesAndLinks) {
  session S;
  S.start();
  launch("kept");
  S.stop();
  std::string Pipe = Directory + "/pipe", Link = Directory + "/link";
  ASSERT_EQ(0, ::mkfifo(Pipe.c_str(), 0600));
  std::future<std::string> Read =
      std::async(std::launch::async, [&] { return contents(Pipe); });
  EXPECT_EQ(Pipe, S.save(Pipe));
  ASSERT_TRUE(std::filesystem::is_fifo(Pipe));
  EXPECT_NE(Read.get().find("kept"), std::string::npos);

  std::filesystem::create_symlink("real", Link);
  for (int I = 0; I != 2; ++I) { // A new file, and one that is there.
    S.save(Link);
    EXPECT_TRUE(std::filesystem::is_symlink(Link));
    EXPECT_NE(contents(Directory + "/real").find("kept"), std::string::npos);
  }
}

// A new file is as public as others, at no time more.
TEST_F(OutputTest, FollowsTheMask) {
  session S;
  S.start();
  S.stop();
  mode_t Before = ::umask(027);
  std::string Path = S.save();
  ::umask(Before);
  EXPECT_EQ(std::filesystem::perms(0640),
            std::filesystem::status(Path).permissions());
}

// What an injected session writes is what iket profile reads. Nobody's report
// takes the place of another's.
TEST_F(OutputTest, ReportsSurviveTheFile) {
  runtime::Report R;
  R.Pid = 42;
  R.Rank = "3";
  R.Ended = true;
  R.Trace = "/a b\n\\n/t.trace.json";
  R.Code = 14;
  R.Message = "two\nlines";
  R.Lost.Warps = {{"ns::k<int, 3>(float *)", 7, 256}};
  R.Lost.BufferBytes = 99;
  std::string Path = runtime::Report::reserve(Directory, "3", 42);
  EXPECT_EQ(Directory + "/iket_rank_3_pid_42.report", Path);
  EXPECT_EQ(Directory + "/iket_rank_3_pid_42_2.report",
            runtime::Report::reserve(Directory, "3", 42));
  R.write(Path);
  runtime::Report Read = runtime::Report::read(Path);
  EXPECT_EQ(42, Read.Pid);
  EXPECT_EQ("3", Read.Rank);
  EXPECT_TRUE(Read.Ended);
  EXPECT_EQ(R.Trace, Read.Trace);
  EXPECT_EQ(14, Read.Code);
  EXPECT_EQ("two\nlines", Read.Message);
  EXPECT_FALSE(Read.Aborted);
  ASSERT_EQ(1u, Read.Lost.Warps.size());
  EXPECT_EQ("ns::k<int, 3>(float *)", Read.Lost.Warps[0].kernel);
  EXPECT_EQ(7u, Read.Lost.Warps[0].warps);
  EXPECT_EQ(256u, Read.Lost.Warps[0].limit);
  EXPECT_EQ(99u, Read.Lost.BufferBytes);
  // A directory that is gone does not come back.
  std::filesystem::remove_all(Directory);
  EXPECT_EQ(int(errc::bad_output_directory), codeOf([&] { R.write(Path); }));
  EXPECT_EQ(int(errc::bad_output_directory),
            codeOf([&] { runtime::Report::reserve(Directory, "", 1); }));
  EXPECT_FALSE(std::filesystem::exists(Directory));
}
