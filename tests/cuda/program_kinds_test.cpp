// Programs linked in other ways, and parts of programs.

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/analysis/record.h"
#include "smemlens/analysis/selection.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/cuda/child.h"
#include "smemlens/cuda/compiler.h"
#include "smemlens/cuda/subprocess.h"
#include "smemlens/model/request.h"
#include "tests/cuda/program_support.h"

namespace smemlens::cuda {
namespace {

struct SelectionCase {
  const char* what;
  Selection selection;
  std::vector<std::string> run;  // kernel, launches, blocks that ran
  std::vector<std::string> not_run;
};

// Of fill, count, fill, count, fill, with eight blocks each.
const SelectionCase kSelections[] = {
    {"everything",            {},                                          {"fill 3 24", "count 2 16"}, {}                   },
    {"by name",               {.kernel = "fill"},                          {"fill 3 24"},               {"count 2"}          },
    {"by regular expression", {.kernel = "regex:^count"},                  {"count 2 16"},              {"fill 3"}           },
    {"no kernel of the name", {.kernel = "other"},                         {},                          {"fill 3", "count 2"}},
    {"skip",                  {.launch_skip = 1},                          {"count 2 16", "fill 2 16"}, {"fill 1"}           },
    {"count",                 {.launch_count = 2},                         {"fill 1 8", "count 1 8"},   {"fill 2", "count 1"}},
    {"of one kernel",
     {.kernel = "fill", .launch_skip = 1, .launch_count = 1},
     {"fill 1 8"},
     {"fill 2", "count 2"}                                                                                                   },
    {"skip all",              {.launch_skip = 9},                          {},                          {"fill 3", "count 2"}},
    {"blocks",                {.blocks = "every:3"},                       {"fill 3 9", "count 2 6"},   {}                   },
    {"one random block",      {.kernel = "count", .blocks = "random:1:5"}, {"count 2 2"},               {"fill 3"}           },
};

// The name without namespaces, template arguments and parameters.
std::string short_name(const std::string& name) {
  return name.find("fill") != std::string::npos ? "fill" : "count";
}

TEST(Selection, WhatIsNotSelectedDoesNotRunAndIsListed) {
  const auto built = compile({.sources = {source("launches.cu")}, .compiler = "clang"});
  ASSERT_TRUE(built.has_value()) << built.error().messages;
  for (const auto& [what, selection, run, not_run] : kSelections) {
    SCOPED_TRACE(what);
    const Observed seen = observe(
        {.program = built->program, .settings = {.selection = selection}, .timeout_seconds = 60});
    EXPECT_TRUE(seen.run.analysis.problems.empty());
    std::vector<std::string> ran;
    for (const KernelAnalysis& kernel : seen.run.analysis.kernels) {
      ran.push_back(short_name(kernel.name) + ' ' + std::to_string(kernel.launches) + ' ' +
                    std::to_string(kernel.blocks_run));
      EXPECT_EQ(kernel.blocks_total, kernel.launches * 8);
    }
    EXPECT_EQ(ran, run);
    std::vector<std::string> left_out;
    for (const LaunchesNotRun& launches : seen.run.analysis.not_run) {
      left_out.push_back(short_name(launches.name) + ' ' + std::to_string(launches.launches));
    }
    EXPECT_EQ(left_out, not_run);
  }
}

TEST(Selection, BlocksThatWaitForEachOtherAllRun) {
  const auto built = compile({.sources = {source("groups.cu")}, .compiler = "clang"});
  ASSERT_TRUE(built.has_value()) << built.error().messages;
  const Observed seen = observe({.program = built->program,
                                 .settings = {.selection = {.blocks = "first:1"}},
                                 .timeout_seconds = 60});
  EXPECT_EQ(seen.output, "0 wrong\n");
  // 10 blocks of 96 threads add up 10 numbers three times; who waits for the grid soon yields.
  EXPECT_LT(seen.run.analysis.kernels.at(0).thread_instructions, 1'000'000U);
  ASSERT_FALSE(seen.run.analysis.notes.empty());
  EXPECT_TRUE(seen.run.analysis.notes[0].starts_with("a cooperative launch ran all its blocks"));
}

TEST(Memory, GrowsNeitherWithTheGridNorWithLaunches) {
  // A sanitizer keeps freed memory, and shadows the rest.
  if (*SMEMLENS_SANITIZER_LIBRARY != '\0') GTEST_SKIP() << "measures the release build";
  const auto built = compile({.sources = {source("memory.cu")}, .compiler = "clang"});
  ASSERT_TRUE(built.has_value()) << built.error().messages;
  const Observed seen = observe({.program = built->program});
  EXPECT_EQ(seen.output, "less than 300 MB\n");
  ASSERT_EQ(seen.run.analysis.kernels.size(), 3U);
  EXPECT_EQ(seen.run.analysis.kernels[1].launches, 20'000U);
  EXPECT_LT(to_record(seen.run.analysis).size(), 10'000U) << "nor does the report";
}

// The tests below need nvcc: its default is the static runtime.
bool has_nvcc() {
  return !find_in_path("nvcc").empty();
}

TEST(StaticRuntime, TheProgramsOwnRuntimeIsRedirected) {
  if (!has_nvcc()) GTEST_SKIP() << "nvcc is not installed";
  auto folder = TemporaryFolder::make();
  ASSERT_TRUE(folder.has_value());
  const std::string program = (folder->path() / "program").string();
  const auto built = run_tool(
      {find_in_path("nvcc"), "-arch", "compute_80", "-lineinfo", source("ends.cu"), "-o", program});
  ASSERT_TRUE(built && built->exit_status == 0) << built->standard_error;
  const Observed seen = observe({.program = program, .arguments = {"return"}});
  EXPECT_EQ(seen.output, "reversed\n");
  EXPECT_EQ(seen.run.analysis.kernels.at(0).totals().requests, 4U);
  EXPECT_TRUE(seen.run.analysis.problems.empty());
  // What ends the program from outside is still told.
  EXPECT_EQ(observe({.program = program, .arguments = {"abort"}}).run.analysis.problems.at(0).code,
            "program-end");

  ASSERT_EQ(run_tool({find_in_path("strip"), program})->exit_status, 0);
  const auto stripped = run_program({.program = program});
  ASSERT_FALSE(stripped.has_value());
  EXPECT_EQ(stripped.error().message,
            program + " has the CUDA runtime linked in statically and no symbols to find it by");
}

TEST(DeviceLink, UnitsUseEachOthersFunctionsAndVariables) {
  if (!has_nvcc()) GTEST_SKIP() << "nvcc is not installed";
  const auto built = compile({
      .sources = {source("linked_main.cu"), source("linked_part.cu")},
      .options = {"-rdc=true"},
      .compiler = "nvcc"
  });
  ASSERT_TRUE(built.has_value()) << built.error().messages;
  const Observed seen = observe({.program = built->program, .timeout_seconds = 60});
  EXPECT_EQ(seen.output, "0 wrong\n");
  EXPECT_TRUE(seen.run.analysis.problems.empty());
  const KernelAnalysis& kernel = seen.run.analysis.kernels.at(0);
  ASSERT_EQ(kernel.sites.size(), 2U);  // each in its own file, in the linker's order
  for (const Site& site : kernel.sites) {
    EXPECT_EQ(std::filesystem::path(site.key.where.file).filename(),
              site.operation == Operation::kStore ? "linked_main.cu" : "linked_part.cu");
    EXPECT_EQ(site.key.array, "scratch");
  }
}

TEST(Driver, ItsProgramsRunWithBothCompilers) {
  for (const std::string compiler : {"clang", "nvcc"}) {
    if (compiler == "nvcc" && !has_nvcc()) continue;
    SCOPED_TRACE(compiler);
    const auto built =
        compile({.sources = {source("driver.cpp")}, .options = {"-lcuda"}, .compiler = compiler});
    ASSERT_TRUE(built.has_value()) << built.error().messages;
    const Observed seen = observe({.program = built->program, .timeout_seconds = 60});
    EXPECT_EQ(seen.output, "0 wrong\n");
    EXPECT_TRUE(seen.run.analysis.problems.empty());
    EXPECT_EQ(seen.run.analysis.kernels.at(0).totals().requests, 4U);
  }
}

TEST(PerThreadStream, IsAStreamLikeAnother) {
  if (!has_nvcc()) GTEST_SKIP() << "nvcc is not installed";
  const auto built = compile({
      .sources = {source("graphs.cu")},
      .options = {"-default-stream", "per-thread"},
      .compiler = "nvcc"
  });
  ASSERT_TRUE(built.has_value()) << built.error().messages;
  EXPECT_EQ(observe({.program = built->program, .timeout_seconds = 60}).output, "0 wrong\n");
}

struct LibraryProgram {
  const char* name;
  const char* output;
};
constexpr LibraryProgram kLibraryPrograms[] = {
    {"tensor.cu",   "0 wrong\n"},
    {"libcu.cu",    "right\n"  },
    {"textures.cu", "0 wrong\n"},
    {"unasked.cu",  "2 1 1 4\n"},
};

// On sm_90 nvcc's barriers wait in another way, and a copy by one thread is a bulk copy.
TEST(Library, WhatItWrapsRunsWithBothCompilers) {
  for (const auto& [name, output] : kLibraryPrograms) {
    for (const std::string compiler : {"clang", "nvcc"}) {
      if (compiler == "nvcc" && !has_nvcc()) continue;
      for (const std::uint32_t capability : {80U, 90U}) {
        SCOPED_TRACE(name + (' ' + compiler) + ' ' + std::to_string(capability));
        const auto built = compile(
            {.sources = {source(name)}, .compiler = compiler, .compute_capability = capability});
        ASSERT_TRUE(built.has_value()) << built.error().messages;
        const Observed seen = observe({.program = built->program, .timeout_seconds = 60});
        EXPECT_EQ(seen.output, output);
        EXPECT_TRUE(seen.run.analysis.problems.empty());
      }
    }
  }
}

TEST(Textures, AFetchFromNoObjectIsNamed) {
  const auto built = compile({.sources = {source("textures.cu")}, .compiler = "clang"});
  ASSERT_TRUE(built.has_value()) << built.error().messages;
  const Observed seen = observe({.program = built->program, .arguments = {"fetch"}});
  ASSERT_EQ(seen.run.analysis.problems.size(), 1U);
  const Diagnostic& problem = seen.run.analysis.problems[0];
  EXPECT_EQ(problem.code, "texture");
  EXPECT_EQ(problem.message, "0x4d is no texture object of readable memory");
}

}  // namespace
}  // namespace smemlens::cuda
