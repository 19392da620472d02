#include "smemlens/base/diagnostic.h"

#include <gtest/gtest.h>

namespace smemlens {
namespace {

TEST(Diagnostic, ShowsPlaceExcerptCaretAndHint) {
  const SourceText source{"pattern", "float s[32];\ns[8*lane]"};
  const Diagnostic diagnostic = located({.code = "pattern-bounds",
                                         .message = "index 40 is outside s[32] for lane 5",
                                         .hint = "make it larger"},
                                        source, {15, 21});
  EXPECT_EQ(to_text(diagnostic),
            "pattern:2:3: error: index 40 is outside s[32] for lane 5 [pattern-bounds]\n"
            "  s[8*lane]\n"
            "    ^~~~~~\n"
            "hint: make it larger\n");
}

TEST(Diagnostic, CutsALongLineAroundThePlace) {
  const SourceText source{"x", std::string(1000, 'a') + "!" + std::string(1000, 'b')};
  const Diagnostic diagnostic = located({.message = "m"}, source, {1000, 1001});
  EXPECT_EQ(diagnostic.where.column, 1001U);
  EXPECT_EQ(diagnostic.excerpt.size(), 120U);
  EXPECT_EQ(diagnostic.excerpt[diagnostic.caret], '!');
}

TEST(Diagnostic, PlacePastTheEndIsTheEnd) {
  const Diagnostic diagnostic = located({.message = "m"}, {"x", "ab\n"}, {99, 120});
  EXPECT_EQ(diagnostic.where, (Location{"x", 2, 1}));
  EXPECT_EQ(diagnostic.width, 0U);
}

TEST(Diagnostic, WithoutAPlaceNamesTheProgram) {
  EXPECT_EQ(to_text({.message = "no such file"}), "smemlens: error: no such file\n");
}

TEST(Diagnostic, TerminalCommandsInTheTextAreBlanked) {
  EXPECT_EQ(to_text({.message = "a\x1b[31mb"}), "smemlens: error: a [31mb\n");
}

}  // namespace
}  // namespace smemlens
