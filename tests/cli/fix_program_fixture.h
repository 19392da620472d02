#pragma once

// A program for `smemlens fix` in a folder of its own, with what a test is about written into it.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "tests/cli/command_line.h"

namespace smemlens {

// A transpose through shared memory whose host code checks the result. @DECLARE, @STORE, @LOAD and
// @SHARED stand for what a test is about.
inline constexpr const char* kProgram = R"(#include <cuda_runtime.h>
#include <cstdio>
#include "more.cuh"
constexpr int kTile = 32;
@TEMPLATE
__global__ void turn(float* out, const float* in) {
  @DECLARE
  const int x = threadIdx.x, y = threadIdx.y;
  @STORE = in[y * kTile + x];
  __syncthreads();
  out[y * kTile + x] = @LOAD;
}
@MORE
int main(int argc, char**) {
  float *in, *out;
  cudaMallocManaged(&in, 4096);
  cudaMallocManaged(&out, 4096);
  for (int i = 0; i < 1024; ++i) in[i] = i;
  if (argc == 1) @LAUNCH(out, in);
  cudaDeviceSynchronize();
  for (int i = 0; i < 1024 && argc == 1; ++i) {
    if (out[i] != in[i % 32 * 32 + i / 32]) return puts("FAIL"), 1;
  }
  puts("PASS");
  return 0;
}
)";

inline std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), with);
    at += with.size();
  }
  return text;
}

struct Parts {
  std::string before;  // the kernel
  std::string declare = "__shared__ float tile[kTile][kTile];";
  std::string store = "tile[y][x]";
  std::string load = "tile[x][y]";
  std::string more;  // behind the kernel
  std::string launch = "turn<<<1, dim3(32, 32)>>>";
};

inline std::string program(const Parts& parts) {
  std::string text = replaced(kProgram, "@DECLARE", parts.declare);
  text = replaced(text, "@STORE", parts.store);
  text = replaced(text, "@LOAD", parts.load);
  text = replaced(text, "@LAUNCH", parts.launch);
  text = replaced(text, "@TEMPLATE", parts.before);
  return replaced(text, "@MORE", parts.more);
}

class FixProgram : public testing::Test {
 protected:
  FixProgram()
      : folder_(testing::TempDir() + "smemlens-fix-" +
                testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ / "src");
    write("src/more.cuh", "");
  }
  ~FixProgram() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  void write(const Parts& parts) const { write("src/turn.cu", program(parts)); }
  std::string read(const std::string& name) const {
    std::ifstream file(folder_ / name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return std::move(text).str();
  }
  std::filesystem::path path(const std::string& name) const { return folder_ / name; }

  // Of src/turn.cu. A program doesn't know the sanitizer that our runtime is built with.
  CommandResult fix(const std::string& words = {}) const {
    return run_smemlens("fix src/turn.cu --compiler clang " + words,
                        "cd " + folder_.string() + " && " SMEMLENS_PRELOAD);
  }

 private:
  std::filesystem::path folder_;
};

#define EXPECT_SAYS(result, text) \
  EXPECT_NE((result).output.find(text), std::string::npos) << (result).output

}  // namespace smemlens
