#pragma once

// Golden files: what the program wrote when somebody last looked at it and found it good.
//
//   expect_golden("explain/column.txt", text);
//
// UPDATE_GOLDEN=1 in the environment rewrites the files; the difference is then read in the
// version control's diff.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/folders.h"

namespace smemlens {

// Expects that `actual` is, byte for byte, the content of tests/golden/`name`.
inline void expect_golden(const std::string& name, const std::string& actual) {
  const std::filesystem::path path = in_sources("tests/golden/" + name);
  const char* update = std::getenv("UPDATE_GOLDEN");
  if (update != nullptr && std::string(update) == "1") {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << actual;
    return;
  }
  std::ifstream file(path, std::ios::binary);
  ASSERT_TRUE(file.is_open()) << path << " is missing: run the test with UPDATE_GOLDEN=1";
  std::ostringstream expected;
  expected << file.rdbuf();
  EXPECT_EQ(actual, expected.str())
      << "differs from " << path << "; if it is better, UPDATE_GOLDEN=1 rewrites it";
}

}  // namespace smemlens
