// Index expressions mean what they mean in C with a 32-bit int. Each row is the index of lane 3 of
// warp 1 in a block of 32 × 8 (threadIdx.x 3, threadIdx.y 1).

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "smemlens/model/architecture.h"
#include "smemlens/pattern/evaluate.h"
#include "smemlens/pattern/pattern.h"

namespace smemlens {
namespace {

struct ValueCase {
  const char* expression;
  std::uint32_t value;
};

constexpr ValueCase kValues[] = {
    {"lane",                                            3   },
    {"warp",                                            1   },
    {"tid",                                             35  },
    {"threadIdx.x + 10 * threadIdx.y",                  13  },
    {"tx + 10 * ty + 100 * tz",                         13  },
    {"blockDim.x * 100 + blockDim.y * 10 + blockDim.z", 3281},
    {"warpSize",                                        32  },
    {"k",                                               5   },
    {"(lane ^ k) & 31",                                 6   },
    {"1 + 2 * 3",                                       7   },
    {"(1 + 2) * 3",                                     9   },
    {"20 - 5 - 3",                                      12  },
    {"64 / 4 / 2",                                      8   },
    {"1 << 2 + 1",                                      8   }, // + binds tighter than <<
    {"7 & 3 == 3",                                      1   }, // == binds tighter than &
    {"1 | 6 ^ 3 & 2",                                   5   },
    {"lane < 4 && k > 4",                               1   },
    {"lane > 4 || k == 5",                              1   },
    {"!lane + !0",                                      1   },
    {"~-4",                                             3   },
    {"- -3",                                            3   },
    {"+lane",                                           3   },
    {"lane > 2 ? 10 : 20",                              10  },
    {"lane > 3 ? 10 : lane > 2 ? 30 : 20",              30  },
    {"0x1F",                                            31  },
    {"0b101",                                           5   },
    {"017",                                             15  },
    {"12u",                                             12  },
    {"-7 / 2 + 10",                                     7   }, // division truncates
    {"-7 % 3 + 10",                                     9   }, // the remainder has the dividend's sign
    {"-8 >> 1 & 31",                                    28  }, // an arithmetic shift
    {"(-8u >> 28) + 0",                                 15  }, // a logical shift
    {"-1 < 1u",                                         0   }, // the int becomes unsigned
    {"-1 < 1",                                          1   },
    {"tx - 4 > 0",                                      1   }, // threadIdx is unsigned: 2^32 - 1
    {"lane - 4 > 0",                                    0   },
    {"(int)tx - 4 > 0",                                 0   },
    {"(unsigned)lane - 4 > 0",                          1   },
    {"(unsigned int)(lane) - 4u > 0",                   1   },
    {"(0x7fffffff + 1 < 0) + 4",                        5   }, // signed overflow wraps
    {"(0x7fffffff * 2) + 4",                            2   },
    {"((-0x7fffffff - 1) / -1 < 0) + 4",                5   }, // INT_MIN / -1 wraps
    {"((-0x7fffffff - 1) % -1) + 4",                    4   },
    {"0x80000000 > 0",                                  1   }, // a large hexadecimal number is unsigned
    {"4294967295u / 4294967295u",                       1   },
    {"65536u * 65536u + 3",                             3   },
    {"lane != 3 && 1 / (lane - 3)",                     0   }, // not evaluated for lane 3 …
    {"lane == 3 || 1 / (lane - 3)",                     1   },
    {"lane == 3 ? 7 : 1 / (lane - 3)",                  7   },
    {"lane /* a comment */ + 1 // another",             4   },
};

TEST(PatternExpression, HasCsMeaning) {
  const Architecture& sm_80 = *find_architecture("sm_80");
  for (const auto& [expression, value] : kValues) {
    SCOPED_TRACE(expression);
    const std::string guard = "char s[4096]; if (tid == 35) s[" + std::string(expression) + "\n]";
    const auto pattern = parse_pattern({"pattern", guard});
    ASSERT_TRUE(pattern.has_value()) << to_text(pattern.error());
    const auto places = places_of(*pattern, 0, sm_80,
                                  {
                                      {32, 8, 1}
    },
                                  {{"k", 5}});
    ASSERT_TRUE(places.has_value()) << to_text(places.error());
    EXPECT_EQ((*places)[1].active, LaneMask{1} << 3U);
    EXPECT_EQ((*places)[1].lanes[3].column, value);
  }
}

}  // namespace
}  // namespace smemlens
