// `smemlens run`: what it leaves behind however it ends.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/cli/command_line.h"
#include "tests/folders.h"

namespace smemlens {
namespace {

namespace fs = std::filesystem;

// A folder of its own for temporary files and one for fake tools, removed with everything in them.
class Run : public testing::Test {
 protected:
  Run()
      : folder_(testing::TempDir() + "smemlens-" +
                testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::remove_all(folder_);
    fs::create_directories(temporary());
    fs::create_directories(folder_ / "bin");
    fs::create_directories(sources());
  }
  ~Run() override { fs::remove_all(folder_); }

  fs::path temporary() const { return folder_ / "tmp"; }
  fs::path sources() const { return folder_ / "sources"; }

  void write_nvcc(const std::string& script) const {
    const fs::path path = folder_ / "bin" / "nvcc";
    std::ofstream(path) << "#!/bin/sh\n" << script;
    fs::permissions(path, fs::perms::owner_all);
  }

  CommandResult run(const std::string& words) const {
    return run_smemlens("run " + words, "TMPDIR=" + temporary().string() +
                                            " PATH=" + (folder_ / "bin").string() + ":$PATH");
  }

 private:
  fs::path folder_;
};

const std::string program = in_sources("tests/cuda/programs/ends.cu");

TEST_F(Run, ASignalDuringTheCompilationLeavesNothing) {
  for (const std::string name : {"INT", "TERM", "HUP"}) {
    SCOPED_TRACE(name);
    write_nvcc(
        "[ \"$1\" = --version ] && exit 0\ntouch \"$(dirname \"$0\")/../tmp/\"smemlens-*/x\n"
        "kill -" +
        name + " $PPID\nsleep 600\n");
    const CommandResult result = run(program + " --compiler nvcc");
    EXPECT_EQ(result.code, 130);
    EXPECT_NE(result.output.find("the compilation was interrupted"), std::string::npos)
        << result.output;
    EXPECT_TRUE(fs::is_empty(temporary()));
  }
}

TEST_F(Run, ACompilerThatIgnoresTheRequestToEndIsKilled) {
  write_nvcc(
      "[ \"$1\" = --version ] && exit 0\ntrap '' TERM\nkill -INT $PPID\n"
      "while :; do sleep 1; done\n");
  EXPECT_EQ(run(program + " --compiler nvcc").code, 130);
  EXPECT_TRUE(fs::is_empty(temporary()));
}

TEST_F(Run, NvccsIntermediateFilesLieWhereTheProgramDoes) {
  write_nvcc(
      "[ \"$1\" = --version ] && exit 0\ncase \"$*\" in *-objtemp*) exit 1;; esac\nexit 0\n");
  EXPECT_EQ(run(program + " --compiler nvcc").code, 3);
}

TEST_F(Run, ANameThatNvccWouldHandToAShellIsRefused) {
  write_nvcc("[ \"$1\" = --version ] && exit 0\ntouch \"$(dirname \"$0\")/../tmp/ran\"\n");
  for (const std::string name : {"a$(touch x).cu", "a`x`.cu", "a\\.cu"}) {
    SCOPED_TRACE(name);
    const fs::path source = sources() / name;
    std::ofstream(source) << "int main() {}\n";
    const CommandResult result = run("'" + source.string() + "' --compiler nvcc");
    EXPECT_EQ(result.code, 3);
    EXPECT_NE(result.output.find("for a shell's command"), std::string::npos) << result.output;
    EXPECT_TRUE(fs::is_empty(temporary()));
  }
}

TEST_F(Run, AReportOverASourceIsRefused) {
  const fs::path source = sources() / "mine.cu";
  std::ofstream(source) << "int main() {}\n";
  const CommandResult result = run(source.string() + " -o " + source.string());
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.output.find("would be overwritten"), std::string::npos) << result.output;
  EXPECT_EQ(fs::file_size(source), 14U);
}

TEST_F(Run, ACompilerThatFailsLeavesNothing) {
  write_nvcc("echo no >&2; exit 1\n");
  EXPECT_EQ(run(program + " --compiler nvcc").code, 3);
  EXPECT_TRUE(fs::is_empty(temporary()));
}

TEST_F(Run, AReaderThatClosesEarlyLeavesNothing) {
  run(program + " --compiler clang -- return | true");
  EXPECT_TRUE(fs::is_empty(temporary()));
}

}  // namespace
}  // namespace smemlens
