// One program for each thing that can go wrong in a kernel or with its memory, in tests/faults, and
// what we say of it, in tests/golden/faults. docs/diagnostics.md lists them.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/cuda/compiler.h"
#include "tests/cli/command_line.h"
#include "tests/folders.h"
#include "tests/golden_test.h"

namespace smemlens {
namespace {

namespace fs = std::filesystem;

const std::string folder = in_sources("tests/faults");

// The words behind "// launch: " in the second line of a PTX file.
std::string options_in(const fs::path& file) {
  constexpr std::string_view kMark = "// launch: ";
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  std::getline(stream, line);
  EXPECT_TRUE(line.starts_with(kMark)) << file;
  return line.substr(std::min(kMark.size(), line.size()));
}

void expect_answer(const std::string& name, const CommandResult& result) {
  expect_golden("faults/" + name + ".txt",
                result.output + "exit code " + std::to_string(result.code) + "\n");
}

TEST(Faults, OfOneKernel) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".ptx") files.push_back(entry.path());
  }
  EXPECT_GT(files.size(), 20U);
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    SCOPED_TRACE(file.stem());
    const CommandResult result = run_smemlens(
        "launch " + file.filename().string() + ' ' + options_in(file), "cd " + folder + " &&");
    EXPECT_EQ(result.code, 3);
    expect_answer(file.stem(), result);
  }
}

TEST(Faults, OfAProgram) {
  const fs::path before = fs::current_path();
  fs::current_path(folder);  // so that places are told as in the folder
  const auto built = cuda::compile({.sources = {"ends.cu"}, .compiler = "clang"});
  fs::current_path(before);
  ASSERT_TRUE(built) << built.error().messages;
  for (const std::string way :
       {"past-the-end", "use-after-free", "use-after-free-of-much", "double-free", "invalid-free",
        "host-pointer", "assert", "unreadable-string", "flag-of-a-later-copy", "plain-flag"}) {
    SCOPED_TRACE(way);
    expect_answer(way, run_smemlens("run " + built->program + " -- " + way,
                                    "cd " + folder + " && " + SMEMLENS_PRELOAD));
  }
}

std::string content_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(Faults, EachIsInTheDocument) {
  const std::string document = content_of(in_sources("docs/diagnostics.md"));
  const std::regex code(R"((?:error|warning): .* \[([a-z-]+)\])");
  for (const auto& entry : fs::directory_iterator(in_sources("tests/golden/faults"))) {
    const std::string text = content_of(entry.path());
    std::smatch found;
    ASSERT_TRUE(std::regex_search(text, found, code)) << entry.path();
    EXPECT_NE(document.find('`' + found.str(1) + '`'), std::string::npos) << found.str(1);
  }
}

}  // namespace
}  // namespace smemlens
