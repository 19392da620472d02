#include "smemlens/report/folded_kernels.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/report/report_text.h"

namespace smemlens {
namespace {

struct NameCase {
  const char* name;
  const char* demangled;
  const char* expected;
};

constexpr NameCase kNameCases[] = {
    {"no template",               "scale(float*)",                          "scale"                },
    {"one argument",              "void reduce<64u>(float*)",               "reduce<...>"          },
    {"arguments with brackets",   "void f<g<int>, (Mode)1>(g<int>)",        "f<...>"               },
    {"a class's member",          "Tile<float, 4>::load(float*) const",     "Tile<...>::load"      },
    {"several",                   "void Tile<4>::load<float>(float*)",      "Tile<...>::load<...>" },
    {"an unnamed namespace",      "void (anonymous namespace)::f<1>(int)",
     "(anonymous namespace)::f<...>"                                                               },
    {"less than",                 "Key<1>::operator<(Key<1> const&) const", "Key<...>::operator<"  },
    {"a call",                    "Tile<4>::operator()(int, int) const",    "Tile<...>::operator()"},
    {"a template's operator",     "S& operator<< <int>(S&, int)",           "S& operator<< <...>"  },
    {"C's name",                  "scale_kernel",                           "scale_kernel"         },
    {"no name",                   "",                                       ""                     },
    {"brackets that don't match", "void f<(a>b)>(int)",                     "void f<(a>b)>(int)"   },
    {"one that doesn't end",      "void f<1(int)",                          "void f<1(int)"        },
};

TEST(FoldedKernels, ATemplatesNameHasNoArguments) {
  for (const NameCase& c : kNameCases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(template_name(c.demangled), c.expected);
  }
}

Site site_at(std::uint32_t line, const std::string& function, std::uint64_t wavefronts) {
  Site site;
  site.key = {
      {"reduce.cu", line, 9},
      function, "ld.shared.f32", "s"
  };
  site.totals = {8, wavefronts, 8};
  site.degrees = {
      {static_cast<std::uint32_t>(wavefronts / 8), 8}
  };
  site.program_order = line;
  return site;
}

KernelAnalysis kernel_of(const std::string& mangled, const std::string& name, std::uint32_t threads,
                         std::vector<Site> sites) {
  KernelAnalysis kernel;
  kernel.key = {
      mangled, {4,       1, 1},
       {threads, 1, 1},
       0
  };
  kernel.name = name;
  kernel.launches = 1;
  kernel.static_bytes = 4 * threads;
  kernel.blocks_run = kernel.blocks_total = 4;
  kernel.sites = std::move(sites);
  return kernel;
}

constexpr const char* k64 = "void reduce<64u>(float*)";
constexpr const char* k128 = "void reduce<128u>(float*)";

Analysis two_instances() {
  Analysis analysis;
  analysis.architecture = "sm_80";
  analysis.kernels = {
      kernel_of("_Z6reduceILj64EEvPf", k64, 64, {site_at(5, k64, 8), site_at(7, k64, 16)}),
      kernel_of("_Z5scalePf", "scale(float*)", 32, {site_at(2, "scale(float*)", 8)}),
      kernel_of("_Z6reduceILj128EEvPf", k128, 128, {site_at(5, k128, 8), site_at(7, k128, 32)}),
  };
  return analysis;
}

TEST(FoldedKernels, InstancesAreOneKernelWithTheSumOfEachLine) {
  EXPECT_EQ(
      report_text(two_instances(), {}, {}),
      R"(reduce.cu:7:9: warning: up to 4-way bank conflict: 48 wavefronts where 16 would do, in 2 instances [shared-load-conflict]

reduce<...>, instances of a template (--instances shows each apart)
  void reduce<64u>(float*): grid 4x1x1, block 64x1x1, 1 launch, shared memory 256 B static
  void reduce<128u>(float*): grid 4x1x1, block 128x1x1, 1 launch, shared memory 512 B static
  line   instruction    array  requests  wavefronts  ideal  excess  degree  instances
  5:9    ld.shared.f32  s            16          16     16       0       1          2
  7:9    ld.shared.f32  s            16          48     16      32       4          2
  total                              32          64     32      32

scale(float*)
  grid 4x1x1, block 32x1x1, 1 launch, shared memory 128 B static
  line   instruction    array  requests  wavefronts  ideal  excess  degree
  2:9    ld.shared.f32  s             8           8      8       0       1
  total                               8           8      8       0

total: 40 requests, 72 wavefronts, 40 ideal, 32 excess
counted on sm_80 at the level of PTX (ptxas may merge or drop accesses)
)");
}

TEST(FoldedKernels, ApartEachIsItself) {
  const Analysis analysis = two_instances();
  const std::string text = report_text(analysis, {}, {.instances = Instances::kApart});
  EXPECT_EQ(text.find("<...>"), std::string::npos) << text;
  EXPECT_EQ(folded_kernels(analysis, Instances::kApart).size(), 3U);
  EXPECT_EQ(findings_of(analysis, Instances::kApart).size(), 2U);
}

TEST(FoldedKernels, TotalsStayTheSame) {
  const Analysis analysis = two_instances();
  for (const Instances instances : {Instances::kApart, Instances::kFolded}) {
    Totals sum;
    Totals of_sites;
    for (const FoldedKernel& kernel : folded_kernels(analysis, instances)) {
      sum += kernel.totals();
      for (const FoldedSite& site : kernel.sites) of_sites += site.sum.totals;
    }
    EXPECT_EQ(sum, analysis.totals());
    EXPECT_EQ(of_sites, analysis.totals());
  }
}

TEST(FoldedKernels, OnRequestAFindingNamesItsKernels) {
  const auto findings = findings_of(two_instances(), Instances::kFolded);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].notes,
            (std::vector<std::string>{std::string("in ") + k64, std::string("in ") + k128}));
}

// Each pair of sites: folded into one or not.
struct PairCase {
  const char* name;
  Site other;
  bool is_folded;
};

std::vector<PairCase> pair_cases() {
  const Site same = site_at(5, k128, 8);
  Site instruction = same;
  instruction.key.instruction = "ld.shared.f64";
  Site array = same;
  array.key.array = "t";
  Site column = same;
  column.key.where.column = 10;
  Site function = same;
  function.key.function = "void load<128u>(float*)";
  return {
      {"an instance", same, true},
      {"another line", site_at(6, k128, 8), false},
      {"another column", column, false},
      {"another instruction", instruction, false},
      {"another array", array, false},
      {"another function", function, false},
  };
}

TEST(FoldedKernels, SitesMustBeOnePlaceInTheSource) {
  for (const PairCase& c : pair_cases()) {
    SCOPED_TRACE(c.name);
    Analysis analysis;
    analysis.kernels = {kernel_of("_Z6reduceILj64EEvPf", k64, 64, {site_at(5, k64, 8)}),
                        kernel_of("_Z6reduceILj128EEvPf", k128, 128, {c.other})};
    const auto kernels = folded_kernels(analysis, Instances::kFolded);
    ASSERT_EQ(kernels.size(), 1U);
    EXPECT_EQ(kernels[0].sites.size(), c.is_folded ? 1U : 2U);
    EXPECT_EQ(kernels[0].sites[0].instances, c.is_folded ? 2U : 1U);
  }
}

TEST(FoldedKernels, InstancesOfADeviceFunctionAreFoldedWithinAKernel) {
  Analysis analysis;
  analysis.kernels = {
      kernel_of("_Z1kPf", "k(float*)", 32,
                {site_at(5, "float load<1>(float*)", 8), site_at(5, "float load<2>(float*)", 8)})};
  const auto kernels = folded_kernels(analysis, Instances::kFolded);
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_EQ(kernels[0].name, "k(float*)");
  ASSERT_EQ(kernels[0].sites.size(), 1U);
  EXPECT_EQ(kernels[0].sites[0].instances, 2U);
  EXPECT_EQ(kernels[0].sites[0].sum.totals.requests, 16U);
}

TEST(FoldedKernels, OneInstanceAloneIsNotFoldedWhateverItsGrids) {
  Analysis analysis;
  analysis.kernels = {kernel_of("_Z6reduceILj64EEvPf", k64, 64, {site_at(5, k64, 8)}),
                      kernel_of("_Z6reduceILj64EEvPf", k64, 32, {site_at(5, k64, 8)})};
  EXPECT_EQ(folded_kernels(analysis, Instances::kFolded).size(), 2U);
}

TEST(FoldedKernels, OverloadsWithoutArgumentsAreNotFolded) {
  Analysis analysis;
  analysis.kernels = {kernel_of("_Z1kPf", "k(float*)", 32, {}),
                      kernel_of("_Z1kPd", "k(double*)", 32, {})};
  EXPECT_EQ(folded_kernels(analysis, Instances::kFolded).size(), 2U);
}

}  // namespace
}  // namespace smemlens
