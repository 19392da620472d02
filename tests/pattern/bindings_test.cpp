#include "smemlens/pattern/bindings.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "smemlens/pattern/geometry.h"

namespace smemlens {
namespace {

TEST(Bindings, ReadsRanges) {
  EXPECT_EQ(parse_let({"--let", "k=0..31"}), (LetRange{"k", 0, 31}));
  EXPECT_EQ(parse_let({"--let", " k = -4 .. 4 "}), (LetRange{"k", -4, 4}));
  EXPECT_EQ(parse_let({"--let", "step_2=7"}), (LetRange{"step_2", 7, 7}));
  EXPECT_EQ(parse_let({"--let", "k=-2147483648..2147483647"}),
            (LetRange{"k", std::numeric_limits<std::int32_t>::min(),
                      std::numeric_limits<std::int32_t>::max()}));
}

struct LetErrorCase {
  const char* text;
  const char* message;
};

constexpr LetErrorCase kLetErrors[] = {
    {"",                "expected a name before '='"                      },
    {"=3",              "expected a name before '='"                      },
    {"2k=3",            "expected a name before '='"                      },
    {"a b=3",           "expected a name before '='"                      },
    {"k",               "expected '=' after the name"                     },
    {"k=",              "expected a 32-bit whole number"                  },
    {"k=x",             "expected a 32-bit whole number"                  },
    {"k=0..",           "expected a 32-bit whole number"                  },
    {"k=0...3",         "expected a 32-bit whole number"                  },
    {"k=0..2147483648", "expected a 32-bit whole number"                  },
    {"k=5..4",          "the range is empty"                              },
    {"lane=3",          "lane has a meaning of its own: it can't be bound"},
};

TEST(Bindings, ExplainsWhatIsWrong) {
  for (const auto& [text, message] : kLetErrors) {
    SCOPED_TRACE(text);
    const auto range = parse_let({"--let", text});
    ASSERT_FALSE(range.has_value());
    EXPECT_EQ(range.error().message, message);
  }
}

TEST(Bindings, TheLastNameVariesFastest) {
  const std::vector<LetRange> ranges = {
      {"i", 0, 1},
      {"j", 5, 6}
  };
  const std::vector<Bindings> expected = {
      {{"i", 0}, {"j", 5}},
      {{"i", 0}, {"j", 6}},
      {{"i", 1}, {"j", 5}},
      {{"i", 1}, {"j", 6}}
  };
  EXPECT_EQ(combinations_of(ranges), expected);
  EXPECT_EQ(combinations_of({}), std::vector<Bindings>{{}});
}

TEST(Bindings, RefusesTooManyCombinations) {
  const std::vector<LetRange> billion = {
      {"k", 0, 999'999'999}
  };
  EXPECT_EQ(combinations_of(billion).error().message,
            "--let asks for 1000000000 combinations of values; the limit is 65536");
  const std::vector<LetRange> square = {
      {"i", 0, 255},
      {"j", 0, 256}
  };
  EXPECT_FALSE(combinations_of(square).has_value());
  const std::vector<LetRange> widest(
      8, {"k", std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()});
  EXPECT_FALSE(combinations_of(widest).has_value());
  const std::vector<LetRange> twice = {
      {"k", 0, 1},
      {"k", 0, 1}
  };
  EXPECT_EQ(combinations_of(twice).error().message, "--let binds k twice");
}

TEST(Geometry, ReadsBlocks) {
  EXPECT_EQ(parse_block({
                "--block", "64"
  }),
            (Geometry{{64, 1, 1}}));
  EXPECT_EQ(parse_block({
                "--block", "32,8"
  }),
            (Geometry{{32, 8, 1}}));
  EXPECT_EQ(parse_block({
                "--block", "4,4,64"
  }),
            (Geometry{{4, 4, 64}}));
}

constexpr LetErrorCase kBlockErrors[] = {
    {"",              "expected a 32-bit number of threads"       },
    {"32,",           "expected a 32-bit number of threads"       },
    {"32x8",          "expected a 32-bit number of threads"       },
    {"-1",            "expected a 32-bit number of threads"       },
    {"0",             "a block needs at least one thread"         },
    {"32,33",         "a block of 1056 threads; the limit is 1024"},
    {"1,1,65",        "at most 64 threads in dimension z"         },
    {"4294967295,1",  "at most 1024 threads in dimension x"       },
    {"99999999999,1", "expected a 32-bit number of threads"       },
    {"1,1,1,1",       "a block has at most three dimensions"      },
};

TEST(Geometry, ExplainsWhatIsWrong) {
  for (const auto& [text, message] : kBlockErrors) {
    SCOPED_TRACE(text);
    const auto geometry = parse_block({"--block", text});
    ASSERT_FALSE(geometry.has_value());
    EXPECT_EQ(geometry.error().message, message);
  }
}

}  // namespace
}  // namespace smemlens
