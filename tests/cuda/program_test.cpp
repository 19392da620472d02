// Whole CUDA programs: compiled, run on our runtime, and observed from outside.

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cuda/child.h"
#include "smemlens/cuda/compiler.h"
#include "smemlens/cuda/protocol.h"
#include "smemlens/model/request.h"
#include "tests/cuda/program_support.h"

namespace smemlens::cuda {
namespace {

// The same tests for each compiler; nvcc's are skipped where it is not installed.
class ProgramTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    auto& built = programs()[GetParam()];
    if (!built) {
      auto result = compile({.sources = {source("ends.cu")}, .compiler = GetParam()});
      if (!result && result.error().diagnostic.message.starts_with("nvcc is not installed")) {
        GTEST_SKIP() << "nvcc is not installed";
      }
      ASSERT_TRUE(result.has_value())
          << to_text(result.error().diagnostic) << result.error().messages;
      built = std::make_unique<BuiltProgram>(std::move(*result));
    }
    program_ = built.get();
  }

  Observed end_by(const std::string& way, Settings settings = {}, double timeout_seconds = 60) {
    return observe({.program = program_->program,
                    .arguments = {way},
                    .settings = std::move(settings),
                    .timeout_seconds = timeout_seconds});
  }

  // Ends by the time limit, which is made longer until the program has got as far as its first
  // launch: how long that takes is the machine's affair.
  Observed end_by_timeout(const std::string& way) {
    for (double seconds = 1;; seconds *= 2) {
      Observed seen = end_by(way, {}, seconds);
      if (!seen.run.analysis.kernels.empty() || seconds > 100) return seen;
    }
  }

  const BuiltProgram* program_ = nullptr;

 private:
  static std::map<std::string, std::unique_ptr<BuiltProgram>>& programs() {
    static std::map<std::string, std::unique_ptr<BuiltProgram>> built;
    return built;
  }
};

INSTANTIATE_TEST_SUITE_P(Compilers, ProgramTest, testing::Values("clang", "nvcc"),
                         [](const auto& compiler) { return std::string(compiler.param); });

struct EndCase {
  const char* way;
  const char* problem;  // empty: none
  bool is_partial;
};

constexpr EndCase kEnds[] = {
    {"return",    "",                                                        false},
    {"status",    "the program ended with exit status 7",                    false},
    {"exit",      "the program ended with exit status 5",                    false},
    {"_exit",     "the program ended with exit status 6",                    false},
    {"abort",     "the program was ended by signal 6 (Aborted)",             true },
    {"segfault",  "the program was ended by signal 11 (Segmentation fault)", true },
    {"interrupt", "the program was ended by signal 2 (Interrupt)",           true },
};

TEST_P(ProgramTest, HoweverTheProgramEndsItsLaunchesAreReported) {
  for (const auto& [way, problem, is_partial] : kEnds) {
    SCOPED_TRACE(way);
    const Observed seen = end_by(way);
    EXPECT_EQ(seen.output, "reversed\n");
    ASSERT_EQ(seen.run.analysis.kernels.size(), 1U);
    const KernelAnalysis& kernel = seen.run.analysis.kernels[0];
    EXPECT_EQ(kernel.name, "reverse(int*)");
    EXPECT_EQ(kernel.launches, 1U);
    EXPECT_EQ(kernel.blocks_run, 1U);
    // Two warps, one store and one load each, no conflict.
    EXPECT_EQ(kernel.totals(), (Totals{.requests = 4, .wavefronts = 4, .ideal_wavefronts = 4}));
    EXPECT_EQ(seen.run.analysis.is_partial, is_partial);
    ASSERT_EQ(seen.run.analysis.problems.size(), *problem == '\0' ? 0U : 1U);
    if (*problem != '\0') {
      EXPECT_EQ(seen.run.analysis.problems[0].message, problem);
    }
  }
}

TEST_P(ProgramTest, WhatRanBeforeTheTimeLimitIsReported) {
  for (const char* way : {"loop", "never"}) {  // on the host, on the device
    SCOPED_TRACE(way);
    const Observed seen = end_by_timeout(way);
    ASSERT_FALSE(seen.run.analysis.kernels.empty());
    EXPECT_EQ(seen.run.analysis.kernels[0].totals().requests, 4U);
    EXPECT_TRUE(seen.run.analysis.is_partial);
    ASSERT_EQ(seen.run.analysis.problems.size(), 1U);
    EXPECT_EQ(seen.run.analysis.problems[0].code, "timeout");
    EXPECT_TRUE(
        seen.run.analysis.problems[0].message.starts_with("the program did not end within "));
  }
}

// How long it takes to tell that is the machine's affair: more time, until it is enough.
TEST_P(ProgramTest, TheTimeLimitTellsWhereTheKernelStands) {
  for (double seconds = 1;; seconds *= 2) {
    const Observed seen = end_by("never", {}, seconds);
    ASSERT_EQ(seen.run.analysis.problems.size(), 1U);
    const Diagnostic& problem = seen.run.analysis.problems[0];
    if (problem.where.line == 0 && seconds < 100) continue;
    EXPECT_TRUE(problem.where.file.ends_with("ends.cu"));
    EXPECT_EQ(problem.notes.size(), 2U) << to_text(problem);
    break;
  }
}

TEST_P(ProgramTest, SitesAreTheUsersLines) {
  const Observed seen = end_by("return");
  ASSERT_EQ(seen.run.analysis.kernels.size(), 1U);
  const std::vector<Site>& sites = seen.run.analysis.kernels[0].sites;
  ASSERT_EQ(sites.size(), 2U);
  EXPECT_EQ(std::filesystem::path(sites[0].key.where.file).filename(), "ends.cu");
  EXPECT_EQ(sites[0].key.where.line, 13U);
  EXPECT_EQ(sites[0].operation, Operation::kStore);
  EXPECT_EQ(sites[0].key.array, "tile");
  EXPECT_EQ(sites[1].key.where.line, 15U);
  EXPECT_EQ(sites[1].operation, Operation::kLoad);
  EXPECT_EQ(seen.run.analysis.architecture, "sm_80");
}

struct FaultCase {
  const char* way;
  const char* error;    // that the program sees
  const char* message;  // part of ours
};

constexpr FaultCase kFaults[] = {
    {"out-of-bounds", "cudaErrorIllegalAddress",
     "store of 4 bytes at offset 256 of allocation 1 from cudaMalloc (256 bytes), past its end"},
    {"assert",        "cudaErrorAssert",         "assert"                                      },
    {"trap",          "cudaErrorLaunchFailure",  "trap"                                        },
};

TEST_P(ProgramTest, AKernelFaultIsStickyForTheProgramAndAProblemForUs) {
  for (const auto& [way, error, message] : kFaults) {
    SCOPED_TRACE(way);
    const Observed seen = end_by(way);
    EXPECT_EQ(seen.output, std::string("reversed\nlaunch: cudaSuccess\nsynchronize: ") + error +
                               "\nmalloc: " + error + "\nlast: " + error + "\n");
    ASSERT_EQ(seen.run.analysis.problems.size(), 1U);
    EXPECT_NE(to_text(seen.run.analysis.problems[0]).find(message), std::string::npos)
        << to_text(seen.run.analysis.problems[0]);
    EXPECT_EQ(seen.run.analysis.kernels.front().totals().requests, 4U);
    EXPECT_TRUE(seen.run.analysis.is_partial);
  }
}

TEST_P(ProgramTest, AnUnsupportedInstructionEndsTheProgramAndIsNamed) {
  const Observed seen = end_by("unsupported");
  EXPECT_EQ(seen.output, "reversed\n");
  ASSERT_EQ(seen.run.analysis.problems.size(), 1U);
  const std::string text = to_text(seen.run.analysis.problems[0]);
  EXPECT_NE(text.find("frobnicate"), std::string::npos) << text;
  EXPECT_EQ(seen.run.analysis.problems[0].code, "unsupported-instruction");
  EXPECT_TRUE(seen.run.analysis.is_partial);
  EXPECT_EQ(seen.run.analysis.kernels.front().totals().requests, 4U);
}

TEST_P(ProgramTest, AKernelThatNeverEndsMeetsTheStepLimit) {
  const Observed seen = end_by("never", {.max_steps = 100'000});
  EXPECT_NE(seen.output.find("synchronize: cudaErrorLaunchTimeout\n"), std::string::npos)
      << "what a GPU's watchdog gives: " << seen.output;
  ASSERT_EQ(seen.run.analysis.problems.size(), 1U);
  EXPECT_EQ(seen.run.analysis.problems[0].code, "step-limit");
}

TEST_P(ProgramTest, ASignalToUsEndsTheProgramAndWhatRanIsReported) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    SCOPED_TRACE(number);
    const Observed seen = observe({
        .program = program_->program, .arguments = {"stop-parent", std::to_string(number)}
    });
    EXPECT_TRUE(seen.run.was_interrupted);
    ASSERT_EQ(seen.run.analysis.problems.size(), 1U);
    EXPECT_EQ(seen.run.analysis.problems[0].message, "the run was interrupted");
    EXPECT_EQ(seen.run.analysis.kernels.at(0).launches, 1U);
  }
}

TEST_P(ProgramTest, KernelsMayBeLaunchedAfterMain) {
  const Observed seen = end_by("late");
  EXPECT_EQ(seen.output, "reversed\nagain\nagain\nagain\n");
  EXPECT_TRUE(seen.run.analysis.problems.empty());
  ASSERT_EQ(seen.run.analysis.kernels.size(), 1U);
  EXPECT_EQ(seen.run.analysis.kernels[0].launches, 4U);
}

TEST_P(ProgramTest, AChildThatOutlivesItsParentIsWaitedFor) {
  const Observed seen = end_by("fork");
  EXPECT_EQ(seen.output, "reversed\nagain\n");
  EXPECT_TRUE(seen.run.analysis.problems.empty());
  EXPECT_EQ(seen.run.analysis.kernels.at(0).launches, 2U);
}

TEST_P(ProgramTest, AProgramMayCloseDescriptorsThatItNeverOpened) {
  const Observed seen = end_by("close-many");
  EXPECT_EQ(seen.output, "reversed\nagain\n");
  EXPECT_TRUE(seen.run.analysis.problems.empty());
  EXPECT_EQ(seen.run.analysis.kernels.at(0).launches, 2U);
}

TEST_P(ProgramTest, WhatCanNoLongerBeReportedIsSaidToBeLost) {
  for (const char* way : {"close-all", "reuse"}) {
    SCOPED_TRACE(way);
    const Observed seen = end_by(way);
    EXPECT_EQ(seen.output, "reversed\n");  // nothing of ours, and the program ends there
    ASSERT_EQ(seen.run.analysis.problems.size(), 1U);
    EXPECT_EQ(seen.run.analysis.problems[0].message,
              "launches of the program are lost: it has closed the file descriptor that they are "
              "reported on");
    EXPECT_TRUE(seen.run.analysis.is_partial);
    EXPECT_EQ(seen.run.analysis.kernels.at(0).launches, 1U);
  }
}

TEST_P(ProgramTest, DevicePrintfIsTheProgramsOutput) {
  EXPECT_EQ(end_by("printf").output, "reversed\nhello 42 from 0\nhello 42 from 1\n");
}

TEST_P(ProgramTest, ArgumentsArePassedAsTheyAre) {
  const Observed seen = observe({
      .program = program_->program, .arguments = {"arguments", "a b", "", "--help"}
  });
  EXPECT_EQ(seen.output, "reversed\n[a b][][--help]\n");
}

TEST_P(ProgramTest, OutputCanGoToStandardError) {
  const Observed seen = observe(
      {.program = program_->program, .arguments = {"return"}, .output_to_standard_error = true});
  EXPECT_EQ(seen.output, "");
  EXPECT_EQ(seen.run.analysis.kernels.size(), 1U);
}

// Programs that check themselves, built anew.
struct SelfChecking {
  const char* source;
  const char* output;
};

constexpr SelfChecking kSelfChecking[] = {
    {"maths.cu",      "59 functions, 0 wrong\n"},
    {"warps.cu",      "0 lanes wrong\n"        },
    {"intrinsics.cu", "468 values, 0 wrong\n"  },
    {"half.cu",       "61 values, 0 wrong\n"   },
    {"groups.cu",     "0 wrong\n"              },
    {"graphs.cu",     "0 wrong\n"              },
    {"progress.cu",   "0 wrong\n"              },
    {"objects.cu",    "0 wrong\n"              },
    {"heap.cu",       "0 wrong\n"              },
    {"complex.cu",    "0 wrong\n"              },
};

TEST_P(ProgramTest, DeviceFunctionsGiveTheRightResults) {
  for (const auto& [name, output] : kSelfChecking) {
    SCOPED_TRACE(name);
    const auto built = compile({.sources = {source(name)}, .compiler = GetParam()});
    ASSERT_TRUE(built.has_value()) << built.error().messages;
    const Observed seen = observe({.program = built->program, .timeout_seconds = 120});
    EXPECT_EQ(seen.output, output);
    EXPECT_TRUE(seen.run.analysis.problems.empty());
  }
}

TEST_P(ProgramTest, ACSourceIsC) {
  const auto built = compile({
      .sources = {source("with_c.cu"), source("plain.c")},
        .compiler = GetParam()
  });
  ASSERT_TRUE(built.has_value()) << built.error().messages;
  EXPECT_EQ(observe({.program = built->program, .timeout_seconds = 60}).output, "496\n");
}

TEST(RunProgram, WhatCannotBeRunIsSaid) {
  const auto run = run_program({.program = "/bin/true"});
  ASSERT_FALSE(run.has_value());
  EXPECT_EQ(run.error().message,
            "/bin/true has no CUDA in it: it is linked neither to libcudart nor to libcuda");
}

TEST(Compile, AnErrorIsTheCompilersOwn) {
  const auto built = compile({.sources = {source("not_cuda.cu")}, .compiler = "clang"});
  ASSERT_FALSE(built.has_value());
  EXPECT_NE(built.error().messages.find("not_cuda.cu:1:"), std::string::npos);
  EXPECT_EQ(built.error().diagnostic.message, "the compiler refused the program");
}

TEST(Compile, EveryHeaderOfOursCompiles) {
  const auto built = compile({.sources = {source("headers.cu")}, .compiler = "clang"});
  ASSERT_TRUE(built.has_value()) << built.error().messages;
  // A linker may have something to say of a sanitizer; the compiler has nothing of our headers.
  EXPECT_EQ(built->messages.find(".h:"), std::string::npos) << built->messages;
}

TEST(Compile, AHeaderThatOursLackIsSaid) {
  auto folder = TemporaryFolder::make();
  ASSERT_TRUE(folder.has_value());
  for (const std::string header : {"cublas_v2.h", "thrust/device_vector.h", "cub/cub.cuh",
                                   "curand_kernel.h", "cuda/std/span"}) {
    SCOPED_TRACE(header);
    const std::string path = (folder->path() / "needs.cu").string();
    std::ofstream(path) << "#include <" << header << ">\n";
    const auto built = compile({.sources = {path}, .compiler = "clang"});
    ASSERT_FALSE(built.has_value());
    EXPECT_EQ(built.error().diagnostic.hint,
              "smemlens's own CUDA header for clang has no " + header +
                  ": install CUDA 13's nvcc and use --compiler nvcc");
  }
}

TEST(Compile, ASourceThatIsNotThereIsSaid) {
  const auto built = compile({.sources = {"/no/such.cu"}, .compiler = "clang"});
  ASSERT_FALSE(built.has_value());
  EXPECT_EQ(built.error().diagnostic.message, "cannot read /no/such.cu: No such file or directory");
}

TEST(Compile, LeavesNothingBehind) {
  std::filesystem::path folder;
  {
    const auto built = compile({.sources = {source("ends.cu")}, .compiler = "clang"});
    ASSERT_TRUE(built.has_value());
    folder = built->folder.path();
    EXPECT_TRUE(std::filesystem::exists(built->program));
    EXPECT_TRUE(built->compiler.starts_with("clang "));
    EXPECT_EQ(built->commands.size(), 3U);  // device, host, link
  }
  EXPECT_FALSE(std::filesystem::exists(folder));
}

// The page shows this kernel beside its passes: 4 blocks of 32 warps, a clean store, a load of a
// column.
TEST(PageSnippet, RunsAndCostsWhatThePageSays) {
  const auto built = compile({.sources = {source("page_snippet.cu")}, .compiler = "clang"});
  ASSERT_TRUE(built.has_value()) << built.error().messages;
  const Observed seen = observe({.program = built->program, .timeout_seconds = 60});
  EXPECT_EQ(seen.output, "0 wrong\n");
  ASSERT_EQ(seen.run.analysis.kernels.size(), 1U);
  const std::vector<Site>& sites = seen.run.analysis.kernels[0].sites;
  ASSERT_EQ(sites.size(), 2U);
  const std::uint64_t requests = std::uint64_t{4} * 32;
  EXPECT_EQ(sites[0].operation, Operation::kStore);
  EXPECT_EQ(sites[0].totals.wavefronts, requests);
  EXPECT_EQ(sites[1].operation, Operation::kLoad);
  EXPECT_EQ(sites[1].totals.wavefronts, requests * 32);
}

}  // namespace
}  // namespace smemlens::cuda
