// Errors name the place and say what to do. Each row is a wrong pattern, what is wrong, the text
// under the caret, and the hint.

#include <gtest/gtest.h>

#include <string>

#include "smemlens/model/architecture.h"
#include "smemlens/pattern/evaluate.h"
#include "smemlens/pattern/pattern.h"
#include "tests/pattern/error_cases.h"

namespace smemlens {
namespace {

// The first error, of the parser or of any access on sm_80 in a block of one warp.
Diagnostic error_of(const std::string& text, const char* arch = "sm_80",
                    const Bindings& bindings = {}) {
  const auto pattern = parse_pattern({"pattern", text});
  if (!pattern) return pattern.error();
  const Architecture& architecture = *find_architecture(arch);
  for (std::size_t access = 0; access < pattern->accesses.size(); ++access) {
    const auto requests =
        evaluate(*pattern, access, architecture, one_warp(architecture), bindings);
    if (!requests) return requests.error();
  }
  return {};
}

TEST(PatternError, SaysWhatWhereAndWhatToDo) {
  for (const ErrorCase& test : kErrors) {
    SCOPED_TRACE(test.pattern);
    const Diagnostic error = error_of(test.pattern);
    EXPECT_EQ(error.message, test.message);
    EXPECT_EQ(error.excerpt.substr(error.caret, error.width), test.underlined);
    EXPECT_EQ(error.hint, test.hint);
    EXPECT_FALSE(error.code.empty());
    EXPECT_EQ(error.where.file, "pattern");
  }
}

TEST(PatternError, IsShownWithACaret) {
  EXPECT_EQ(to_text(error_of("float s[32]; s[8*lane]")),
            "pattern:1:16: error: index 32 is outside s[32] for lane 4 [pattern-bounds]\n"
            "  float s[32]; s[8*lane]\n"
            "                 ^~~~~~\n"
            "hint: it goes from 0 to 31: make the array larger, or the index smaller\n");
}

TEST(PatternError, NamesTheWarpAndTheBoundValues) {
  const auto pattern = parse_pattern({"pattern", "float s[64]; s[tid + k]"});
  const auto requests = evaluate(*pattern, 0, *find_architecture("sm_80"),
                                 {
                                     {64, 1, 1}
  },
                                 {{"k", 1}});
  ASSERT_FALSE(requests.has_value());
  EXPECT_EQ(requests.error().message, "index 64 is outside s[64] for lane 31 of warp 1");
  EXPECT_EQ(requests.error().notes, std::vector<std::string>{"with k = 1"});
}

TEST(PatternError, AnInactiveLaneMayHaveAnyIndex) {
  EXPECT_EQ(error_of("float s[32]; if (lane < 4) s[8*lane]"), Diagnostic{});
  EXPECT_EQ(error_of("float s[32]; if (lane) s[31 / lane]"), Diagnostic{});
  EXPECT_EQ(error_of("half h[8][64]; ldmatrix.x1(&h[lane][0])"), Diagnostic{});
}

TEST(PatternError, NamesWhatTheArchitectureLacks) {
  EXPECT_EQ(error_of("half h[32][8]; ldmatrix.x4(&h[lane][0])", "sm_61").message,
            "sm_61: ldmatrix does not exist on this architecture");
}

}  // namespace
}  // namespace smemlens
