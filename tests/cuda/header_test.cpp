// Our CUDA header says the same as NVIDIA's, where a toolkit is there to compare with.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "smemlens/cuda/subprocess.h"
#include "tests/folders.h"

namespace smemlens::cuda {
namespace {

const std::string ours = in_sources("smemlens/cuda/include");
constexpr const char* kToolkit = "/usr/local/cuda/include";

// What programs/layout.cpp prints when it is compiled with the headers of `folder`.
std::string layout_with(const std::string& folder) {
  const std::string program = testing::TempDir() + "smemlens-layout";
  const auto built = run_tool({find_in_path("g++"), "-std=c++17", "-w", "-isystem", folder,
                               in_sources("tests/cuda/programs/layout.cpp"), "-o", program});
  if (!built || built->exit_status != 0) return built ? built->standard_error : "no g++";
  const auto run = run_tool({program});
  std::filesystem::remove(program);
  return run ? run->standard_output : "did not run";
}

TEST(CudaHeader, HasTheLayoutOfTheToolkits) {
  if (!std::filesystem::exists(kToolkit)) GTEST_SKIP() << "no CUDA toolkit to compare with";
  EXPECT_EQ(layout_with(ours), layout_with(kToolkit));
}

}  // namespace
}  // namespace smemlens::cuda
