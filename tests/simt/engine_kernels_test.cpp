// Whole kernels of tests/simt/kernels: each file says on its lines what every request of the line
// costs (sm_80), and how it is launched:
//
//   // RUN: grid 1,1,1 block 32,32,1 args out:4096 in:4096 32
//   ld.shared.f32 %f2, [%r21];   // expect: 32 wavefronts, 1 ideal
//
// «out:BYTES» is a zeroed buffer, «in:BYTES» one that counts up in floats, a plain number an u32.
// `// output: f32 I = V` compares element I of the first buffer.

#include <gtest/gtest.h>

#include <cctype>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <ios>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "smemlens/simt/launch.h"
#include "tests/folders.h"
#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string kernel_name(const std::string& text) {
  const std::size_t begin = text.find(".entry ") + 7;
  return text.substr(begin, text.find_first_of("( \n", begin) - begin);
}

Extent extent_of(const std::string& text) {
  Extent extent{1, 1, 1};
  std::istringstream in(text);
  char comma = 0;
  in >> extent[0] >> comma >> extent[1] >> comma >> extent[2];
  return extent;
}

void set_up(KernelUnderTest& kernel, const std::string& line) {
  std::istringstream in(line.substr(line.find("RUN:") + 4));
  std::string word;
  while (in >> word) {
    std::string value;
    if (word == "grid" || word == "block" || word == "dynamic") in >> value;
    if (word == "grid") kernel.launch().grid = extent_of(value);
    if (word == "block") kernel.launch().block = extent_of(value);
    if (word == "dynamic") {
      kernel.launch().dynamic_shared_bytes = static_cast<std::uint32_t>(std::stoul(value));
    }
    if (word.starts_with("out:")) {
      kernel.buffer(std::vector<float>(std::stoul(word.substr(4)) / sizeof(float), 0));
    } else if (word.starts_with("in:")) {
      std::vector<float> numbers(std::stoul(word.substr(3)) / sizeof(float));
      for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i % 1000);
      kernel.buffer(numbers);
    } else if (std::isdigit(static_cast<unsigned char>(word[0])) != 0) {
      kernel.value(static_cast<std::uint32_t>(std::stoul(word)));
    }
  }
}

std::string cost_text(const Outcome::Access& access) {
  return std::to_string(access.wavefronts) +
         (access.wavefronts == 1 ? " wavefront, " : " wavefronts, ") +
         std::to_string(access.ideal_wavefronts) + " ideal";
}

void check_file(const std::filesystem::path& path) {
  const std::string text = read_file(path);
  KernelUnderTest kernel(text, kernel_name(text));
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  for (const std::string& line : lines) {
    if (line.find("// RUN:") != std::string::npos) set_up(kernel, line);
  }
  const Outcome outcome = kernel.run();
  ASSERT_FALSE(outcome.fault) << outcome.fault_text();

  std::map<std::uint32_t, std::string> costs;  // by line; several different ones are listed
  for (const Outcome::Access& access : outcome.accesses) {
    std::string& cost = costs[access.ptx_line];
    if (cost.find(cost_text(access)) == std::string::npos) {
      cost += (cost.empty() ? "" : " or ") + cost_text(access);
    }
  }
  std::size_t expectations = 0;
  for (std::uint32_t number = 1; number <= lines.size(); ++number) {
    const std::string& line = lines[number - 1];
    const std::size_t at = line.find("// expect: ");
    if (at != std::string::npos) {
      ++expectations;
      EXPECT_EQ(costs[number], line.substr(at + 11)) << path << ":" << number;
    }
    const std::size_t output = line.find("// output: f32 ");
    if (output != std::string::npos) {
      std::istringstream words(line.substr(output + 15));
      std::size_t index = 0;
      char equals = 0;
      float value = 0;
      words >> index >> equals >> value;
      EXPECT_EQ(kernel.content<float>(0)[index], value) << path << ":" << number;
    }
  }
  EXPECT_GT(expectations, 0U);
}

TEST(Kernels, CostWhatTheirLinesSay) {
  const std::filesystem::path folder = in_sources("tests/simt/kernels");
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".ptx") continue;
    SCOPED_TRACE(entry.path().filename());
    check_file(entry.path());
    ++count;
  }
  EXPECT_GE(count, 3U);
}

}  // namespace
}  // namespace smemlens::simt
