// Edits as a new text, a map of lines, and a unified diff.

#include "smemlens/source/edited_text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace smemlens::source {
namespace {

std::string lines(int count) {
  std::string text;
  for (int i = 1; i <= count; ++i) text += "line " + std::to_string(i) + '\n';
  return text;
}

// `after` in place of the first `before`.
Edit change(const std::string& text, const std::string& before, const std::string& after) {
  const auto begin = static_cast<std::uint32_t>(text.find(before));
  return {
      {begin, begin + static_cast<std::uint32_t>(before.size())},
      after
  };
}

TEST(EditedText, NoEditIsNoDifference) {
  const EditedText same = edited("a\nb", {});
  EXPECT_EQ(same.text, "a\nb");
  EXPECT_EQ(same.hunks, "");
  EXPECT_EQ(same.old_lines, (std::vector<std::uint32_t>{1, 2}));
}

TEST(EditedText, AnEditStandsWithThreeLinesAround) {
  const std::string text = lines(9);
  const EditedText result = edited(text, {change(text, "5", "five")});
  EXPECT_EQ(result.hunks,
            "@@ -2,7 +2,7 @@\n line 2\n line 3\n line 4\n-line 5\n+line five\n line 6\n line 7\n"
            " line 8\n");
}

TEST(EditedText, AnInsertedLineComesFromTheOneBefore) {
  const std::string text = lines(3);
  const EditedText result =
      edited(text, {change(text, "line 2", "line 2\nmore"), change(text, "3", "x")});
  EXPECT_EQ(result.text, "line 1\nline 2\nmore\nline x\n");
  EXPECT_EQ(result.old_lines, (std::vector<std::uint32_t>{1, 2, 2, 3}));
  EXPECT_EQ(result.hunks, "@@ -1,3 +1,4 @@\n line 1\n line 2\n+more\n-line 3\n+line x\n");
}

TEST(EditedText, FarEditsHaveHunksOfTheirOwn) {
  const std::string text = lines(30);
  const EditedText result =
      edited(text, {change(text, "line 25", "x\ny"), change(text, "line 3", "line 3\nz")});
  EXPECT_EQ(
      result.hunks,
      "@@ -1,6 +1,7 @@\n line 1\n line 2\n line 3\n+z\n line 4\n line 5\n line 6\n"
      "@@ -22,7 +23,8 @@\n line 22\n line 23\n line 24\n-line 25\n+x\n+y\n line 26\n line 27\n"
      " line 28\n");
}

TEST(EditedText, EditsOfOneLineGoTogether) {
  const std::string text = "a[x][y] = b[x][y];\n";
  const EditedText result =
      edited(text, {change(text, "]\x20=", " ^ x] ="), change(text, "a", "tile")});
  EXPECT_EQ(result.text, "tile[x][y ^ x] = b[x][y];\n");
}

TEST(EditedText, ALastLineWithoutEndIsTold) {
  EXPECT_EQ(edited("a\nb",
                   {
                       {{2, 3}, "c"}
  })
                .hunks,
            "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n"
            "\\ No newline at end of file\n");
}

TEST(EditedText, TheHeaderIsThatOfGit) {
  EXPECT_EQ(diff_header("src/x.cu"), "--- a/src/x.cu\n+++ b/src/x.cu\n");
  EXPECT_EQ(diff_header("/src/x.cu"), "--- /src/x.cu\n+++ /src/x.cu\n");
}

}  // namespace
}  // namespace smemlens::source
