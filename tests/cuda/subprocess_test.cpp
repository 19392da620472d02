#include "smemlens/cuda/subprocess.h"

#include <gtest/gtest.h>

#include <csignal>
#include <string>

#include "smemlens/cuda/interrupts.h"

namespace smemlens::cuda {
namespace {

TEST(RunTool, KeepsBothStreamsAndTheStatus) {
  const auto run = run_tool({"/bin/sh", "-c", "echo out; echo err >&2; exit 3"});
  ASSERT_TRUE(run.has_value());
  EXPECT_EQ(run->standard_output, "out\n");
  EXPECT_EQ(run->standard_error, "err\n");
  EXPECT_EQ(run->exit_status, 3);
}

TEST(RunTool, ASignalIs128AndItsNumber) {
  EXPECT_EQ(run_tool({"/bin/sh", "-c", "kill -9 $$"})->exit_status, 128 + 9);
}

TEST(RunTool, KeepsTheBeginningOfAFlood) {
  const auto run = run_tool({"/bin/sh", "-c", "yes | head -c 3000000 | tee /dev/stderr"});
  ASSERT_TRUE(run.has_value());
  EXPECT_EQ(run->exit_status, 0);
  EXPECT_EQ(run->standard_output.size(), 1U << 16U);
  EXPECT_EQ(run->standard_error.size(), 1U << 20U);
}

TEST(RunTool, ItsInputIsEmpty) {
  EXPECT_EQ(run_tool({"/bin/cat"})->standard_output, "");
}

TEST(RunTool, ASignalToUsStopsTheTool) {
  for (const char* name : {"INT", "TERM", "HUP"}) {
    const auto run =
        run_tool({"/bin/sh", "-c", "kill -" + std::string(name) + " $PPID; echo sent; sleep 600"});
    ASSERT_TRUE(run.has_value());
    EXPECT_TRUE(run->was_interrupted) << name;
    EXPECT_EQ(run->exit_status, 128 + SIGTERM);
  }
  EXPECT_FALSE(run_tool({"/bin/true"})->was_interrupted);  // the signals are gone
}

TEST(RunTool, ASignalInsideOutlivesTheTool) {
  const Interrupts interrupts;
  EXPECT_TRUE(run_tool({"/bin/sh", "-c", "kill -INT $PPID; sleep 600"})->was_interrupted);
  EXPECT_TRUE(run_tool({"/bin/sh", "-c", "sleep 600"})->was_interrupted);  // still pending
}

TEST(RunTool, WhatCannotBeStartedIsSaid) {
  EXPECT_EQ(run_tool({"/no/such/tool"}).error().message,
            "cannot start /no/such/tool: No such file or directory");
}

TEST(ShellLine, QuotesWhatTheShellWouldRead) {
  EXPECT_EQ(shell_line({"nvcc", "-DX=a b", "it's", ""}), "nvcc '-DX=a b' 'it'\\''s' ''");
}

TEST(FindInPath, FindsTheShellAndNothingElse) {
  EXPECT_NE(find_in_path("sh"), "");
  EXPECT_EQ(find_in_path("no-such-tool-anywhere"), "");
}

}  // namespace
}  // namespace smemlens::cuda
