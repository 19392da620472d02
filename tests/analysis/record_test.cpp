#include "smemlens/analysis/record.h"

#include <gtest/gtest.h>

#include "smemlens/report/report_json.h"

namespace smemlens {
namespace {

Site column_site() {
  Site site;
  site.key = {
      {"transpose.cu", 9, 17},
      "transpose(float*)", "ld.shared.f32", "tile"
  };
  site.inlined_at = {
      {"transpose.cu", 30, 3}
  };
  site.bytes = 4;
  site.totals = {32768, 1048576, 32768};
  site.degrees = {
      {32, 32768}
  };
  site.divergent_requests = 5;
  site.inexact_requests = 6;
  site.program_order = 7;
  site.worst = {
      .block = {1, 2, 3},
        .warp = 4, .wavefronts = 32, .launch = 8, .order = 9
  };
  site.worst.request.active = 0b101;
  site.worst.request.open_cost = OpenCost::kCluster;
  site.worst.request.addresses[0] = {128};
  site.worst.request.addresses[2] = {384};
  return site;
}

Analysis one_launch() {
  KernelAnalysis kernel;
  kernel.key = {
      "_Z9transposePf", {32, 32, 1},
       {32, 8,  1},
       64
  };
  kernel.name = "transpose(float*)";
  kernel.launches = 1;
  kernel.repeated_launches = 1;
  kernel.static_bytes = 4096;
  kernel.blocks_run = kernel.blocks_total = 1024;
  kernel.thread_instructions = 12345;
  kernel.sites = {column_site()};
  Analysis analysis;
  analysis.architecture = "sm_80";
  analysis.compiler = "clang 19.1.7";
  analysis.kernels = {kernel};
  analysis.problems = {
      {.code = "c", .message = "m", .where = {"f", 1, 2}, .notes = {"n"}, .hint = "h"}
  };
  analysis.not_run = {
      {.key = {"_Z5otherv", {1, 2, 3}, {4, 5, 6}, 7}, .name = "other()", .launches = 8}
  };
  analysis.notes = {"a \"note\"\n"};
  return analysis;
}

TEST(Record, NothingIsLostOnTheWay) {
  const Analysis analysis = one_launch();
  const std::string line = to_record(analysis);
  EXPECT_EQ(line.find('\n'), line.size() - 1) << "one line";
  const auto read = from_record(line);
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(to_record(*read), line);
  EXPECT_EQ(report_json(*read, "1"), report_json(analysis, "1"));
}

// As `fix` has it: with the requests of a site, and the arrays they belong to.
Analysis one_recorded_launch() {
  Analysis analysis = one_launch();
  KernelAnalysis& kernel = analysis.kernels[0];
  kernel.arrays = {
      {.symbol = "_ZZ9transposePfE4tile",
       .name = "transpose(float*)::tile",
       .offset = 128,
       .bytes = 4096}
  };
  Site& site = kernel.sites[0];
  site.recorded_array = 0;
  Request request{.bytes_per_lane = 4, .active = 0b110};
  request.addresses[1] = {132};
  request.addresses[2] = {260};
  site.recorded.add(request, 128, 7);
  site.recorded.leave_out(3);
  analysis.memory = {"0 allocation 1 from cudaMalloc 9f86d081884c7d65"};
  return analysis;
}

TEST(Record, RecordedRequestsAreNotLostEither) {
  const Analysis analysis = one_recorded_launch();
  const std::string line = to_record(analysis);
  const auto read = from_record(line);
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(to_record(*read), line);
  const Site& site = read->kernels[0].sites[0];
  EXPECT_EQ(read->kernels[0].arrays, analysis.kernels[0].arrays);
  EXPECT_EQ(read->memory, analysis.memory);
  EXPECT_EQ(site.recorded.left_out(), 3U);
  ASSERT_EQ(site.recorded.counts().size(), 1U);
  const auto& [key, count] = *site.recorded.counts().begin();
  EXPECT_EQ(count, 7U);
  EXPECT_EQ(key.request.addresses[2].value, 132U) << "from the array's begin";
}

TEST(Record, ATruncatedRecordingIsAnError) {
  const std::string line = to_record(one_recorded_launch());
  for (std::size_t size = 0; size + 1 < line.size(); ++size)
    EXPECT_FALSE(from_record(line.substr(0, size)).has_value()) << size;
}

TEST(Record, ATruncatedLineIsAnError) {
  const std::string line = to_record(one_launch());
  for (std::size_t size = 0; size + 1 < line.size(); ++size) {
    EXPECT_FALSE(from_record(line.substr(0, size)).has_value()) << size;
  }
}

struct MalformedRecord {
  const char* line;
  const char* message;
};

constexpr MalformedRecord kMalformedRecords[] = {
    {"{}",                    "a launch's record is malformed at «architecture»"},
    {"[]",                    "a launch's record is malformed at «architecture»"},
    {R"({"architecture":1})", "a launch's record is malformed at «text»"        },
};

TEST(Record, AMissingPartIsNamed) {
  for (const auto& [line, message] : kMalformedRecords) {
    const auto read = from_record(line);
    ASSERT_FALSE(read.has_value());
    EXPECT_EQ(read.error().message, message);
  }
}

TEST(Analysis, TwoLaunchesOfOneKernelAddUp) {
  Analysis sum;
  add(sum, one_launch());
  add(sum, one_launch());
  ASSERT_EQ(sum.not_run.size(), 1U);
  EXPECT_EQ(sum.not_run[0].launches, 16U);
  ASSERT_EQ(sum.kernels.size(), 1U);
  EXPECT_EQ(sum.kernels[0].launches, 2U);
  EXPECT_EQ(sum.kernels[0].repeated_launches, 2U);
  EXPECT_EQ(sum.kernels[0].blocks_total, 2048U);
  ASSERT_EQ(sum.kernels[0].sites.size(), 1U);
  EXPECT_EQ(sum.totals(), (Totals{65536, 2097152, 65536}));
  EXPECT_EQ(sum.kernels[0].sites[0].degrees.at(32), 65536U);
  EXPECT_EQ(sum.notes.size(), 1U) << "the same note is told once";
}

TEST(Analysis, AnotherGridIsAnotherKernel) {
  Analysis other = one_launch();
  other.kernels[0].key.grid = {1, 1, 1};
  Analysis sum;
  add(sum, one_launch());
  add(sum, other);
  EXPECT_EQ(sum.kernels.size(), 2U);
}

TEST(Analysis, TheWorstRequestIsTheLowestOfEquals) {
  WorstRequest late{
      .block = {0, 1, 0},
        .warp = 0, .wavefronts = 32
  };
  WorstRequest early{
      .block = {5, 0, 0},
        .warp = 9, .wavefronts = 32
  };
  EXPECT_TRUE(early.precedes(late)) << "x runs fastest";
  EXPECT_FALSE(late.precedes(early));
  late.wavefronts = 33;
  EXPECT_TRUE(late.precedes(early)) << "more wavefronts win";
}

}  // namespace
}  // namespace smemlens
