// What -k, -s, -c and --blocks select.

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "smemlens/cuda/block_selection.h"
#include "smemlens/cuda/kernel_pattern.h"

namespace smemlens::cuda {
namespace {

std::vector<std::uint64_t> blocks_of(const std::string& text, std::uint64_t blocks) {
  const auto selection = parse_block_selection(text);
  EXPECT_TRUE(selection.has_value()) << text;
  std::vector<std::uint64_t> result;
  const SelectedBlocks selected(selection.value_or(BlockSelection{}), blocks);
  for (std::uint64_t i = 0; i < selected.size(); ++i) result.push_back(selected[i]);
  return result;
}

struct BlockCase {
  const char* text;
  std::uint64_t blocks;
  std::vector<std::uint64_t> selected;
};

const BlockCase kBlockCases[] = {
    {"all",        3, {0, 1, 2}},
    {"first:2",    5, {0, 1}   },
    {"first:9",    3, {0, 1, 2}},
    {"every:1",    3, {0, 1, 2}},
    {"every:2",    5, {0, 2, 4}},
    {"every:2",    4, {0, 2}   },
    {"every:100",  5, {0}      },
    {"random:9",   3, {0, 1, 2}},
    {"random:3:1", 3, {0, 1, 2}},
    {"random:4:7", 0, {}       },
};

TEST(BlockSelection, SelectsByRule) {
  for (const auto& [text, blocks, selected] : kBlockCases) {
    SCOPED_TRACE(text);
    EXPECT_EQ(blocks_of(text, blocks), selected);
  }
}

TEST(BlockSelection, ARandomChoiceIsOrderedDifferentAndAlwaysTheSame) {
  const std::vector<std::uint64_t> drawn = blocks_of("random:100:42", 1'000'000'000'000);
  EXPECT_EQ(drawn.size(), 100U);
  const std::set<std::uint64_t> different(drawn.begin(), drawn.end());
  EXPECT_EQ(std::vector(different.begin(), different.end()), drawn);
  EXPECT_EQ(blocks_of("random:100:42", 1'000'000'000'000), drawn);
  EXPECT_NE(blocks_of("random:100:43", 1'000'000'000'000), drawn);
  EXPECT_EQ(blocks_of("random:3", 10), blocks_of("random:3:0", 10));
}

TEST(BlockSelection, ALargeGridNeedsNoList) {
  const SelectedBlocks selected({.choice = BlockChoice::kEvery, .number = 3},
                                std::uint64_t{1} << 60U);
  EXPECT_EQ(selected[selected.size() - 1] / 3, selected.size() - 1);
}

TEST(BlockSelection, WhatSelectsNothingIsSaid) {
  for (const char* const text :
       {"", "none", "first", "first:", "first:0", "first:-1", "first:1:2", "every:x", "all:1",
        "random:1048577", "random:1:", "random:1:2:3", "first: 1", "random:99999999999999999999"}) {
    SCOPED_TRACE(text);
    const auto selection = parse_block_selection(text);
    ASSERT_FALSE(selection.has_value());
    EXPECT_EQ(selection.error().message, "'" + std::string(text) + "' selects no blocks");
  }
}

struct NameCase {
  const char* pattern;
  const char* mangled;
  bool fits;
};

constexpr NameCase kNames[] = {
    // void ns::reduce<256u>(int*)
    {"reduce",                    "_ZN2ns6reduceILj256EEEvPi", true },
    {"ns::reduce",                "_ZN2ns6reduceILj256EEEvPi", true },
    {"reduce<256u>",              "_ZN2ns6reduceILj256EEEvPi", true },
    {"ns::reduce<256u>",          "_ZN2ns6reduceILj256EEEvPi", true },
    {"ns::reduce<256u>(int*)",    "_ZN2ns6reduceILj256EEEvPi", true },
    {"_ZN2ns6reduceILj256EEEvPi", "_ZN2ns6reduceILj256EEEvPi", true },
    {"reduc",                     "_ZN2ns6reduceILj256EEEvPi", false},
    {"ns",                        "_ZN2ns6reduceILj256EEEvPi", false},
    {"reduce(int*)",              "_ZN2ns6reduceILj256EEEvPi", false},
    {"regex:reduc",               "_ZN2ns6reduceILj256EEEvPi", true },
    {"regex:^reduce",             "_ZN2ns6reduceILj256EEEvPi", true },
    {"regex:^reduce$",            "_ZN2ns6reduceILj256EEEvPi", true },
    {"regex:^ns::reduce<",        "_ZN2ns6reduceILj256EEEvPi", true },
    {"regex:^educe",              "_ZN2ns6reduceILj256EEEvPi", false},
    {"regex:^ns$",                "_ZN2ns6reduceILj256EEEvPi", false},
    {"regex:<(128|256)u>",        "_ZN2ns6reduceILj256EEEvPi", true },
    {"regex:",                    "_ZN2ns6reduceILj256EEEvPi", true },
    // extern "C"
    {"scale",                     "scale",                     true },
    {"scal",                      "scale",                     false},
    // void transpose<float, 32>(float*): spaces don't count
    {"transpose<float,32>",       "_Z9transposeIfLi32EEvPT_",  true },
    {"transpose< float , 32 >",   "_Z9transposeIfLi32EEvPT_",  true },
    {"transpose<float,3>",        "_Z9transposeIfLi32EEvPT_",  false},
    // void apply<void (*)(int)>(void (*)(int))
    {"apply",                     "_Z5applyIPFviEEvT_",        true },
};

TEST(KernelPattern, FitsNamesAsPeopleWriteThem) {
  for (const auto& [text, mangled, fits] : kNames) {
    SCOPED_TRACE(text);
    const auto pattern = KernelPattern::parse(text);
    ASSERT_TRUE(pattern.has_value());
    EXPECT_EQ(pattern->fits(mangled), fits);
  }
  EXPECT_TRUE(KernelPattern{}.fits("anything"));
}

TEST(KernelPattern, WhatIsNoPatternIsSaid) {
  EXPECT_EQ(KernelPattern::parse("").error().message, "the kernel's name is empty");
  const auto pattern = KernelPattern::parse("regex:a(");
  ASSERT_FALSE(pattern.has_value());
  EXPECT_TRUE(pattern.error().message.starts_with("'a(' is no regular expression: "));
}

}  // namespace
}  // namespace smemlens::cuda
