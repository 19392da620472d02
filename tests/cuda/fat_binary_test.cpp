#include "smemlens/cuda/fat_binary.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ios>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "tests/folders.h"

namespace smemlens::cuda {
namespace {

std::vector<std::byte> bytes_of_file(const std::string& name) {
  const std::filesystem::path path = in_sources("tests/cuda/data/fat_binaries/" + name + ".bin");
  std::vector<std::byte> bytes(std::filesystem::file_size(path));
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return bytes;
}

// nvcc's section begins with a container for the device linker; the last one is the program's.
std::span<const std::byte> container_in(std::span<const std::byte> section) {
  std::span<const std::byte> last;
  while (section.size() >= 16) {
    last = section.first(container_bytes(section.first<16>()));
    section = section.subspan(last.size());
  }
  return last;
}

struct Sample {
  const char* name;
  std::vector<std::pair<std::uint16_t, std::uint32_t>> entries;  // kind, architecture
};

const Sample kSamples[] = {
    {"default",           {{kPtxKind, 80}}                  },
    {"size",              {{kPtxKind, 80}}                  },
    {"speed",             {{kPtxKind, 80}}                  },
    {"none",              {{kPtxKind, 80}}                  },
    {"two_architectures", {{kPtxKind, 80}, {kPtxKind, 90}}  },
    {"cubin_and_ptx",     {{kCubinKind, 80}, {kPtxKind, 80}}},
    {"cubin_only",        {{kCubinKind, 80}}                },
};

TEST(FatBinary, ListsTheEntriesThatNvccWrote) {
  for (const auto& [name, expected] : kSamples) {
    SCOPED_TRACE(name);
    const std::vector<std::byte> section = bytes_of_file(name);
    const auto entries = read_container(container_in(section));
    ASSERT_TRUE(entries.has_value()) << to_text(entries.error());
    std::vector<std::pair<std::uint16_t, std::uint32_t>> found;
    for (const FatEntry& entry : *entries) found.emplace_back(entry.kind, entry.architecture);
    EXPECT_EQ(found, expected);
  }
}

TEST(FatBinary, EveryCompressionGivesTheSameText) {
  for (const char* name : {"default", "size", "speed", "none", "cubin_and_ptx"}) {
    SCOPED_TRACE(name);
    const std::vector<std::byte> section = bytes_of_file(name);
    const auto ptx = choose_ptx(read_container(container_in(section)).value(), 80);
    ASSERT_TRUE(ptx.has_value()) << to_text(ptx.error());
    EXPECT_NE(ptx->text.find(".entry scale("), std::string::npos);
    EXPECT_NE(ptx->text.find(".file"), std::string::npos);
    EXPECT_EQ(ptx->text.back(), '\n');
    EXPECT_EQ(ptx->note, "");
  }
}

struct Choice {
  std::uint32_t modelled;
  std::uint32_t chosen;
  bool has_note;
};

constexpr Choice kChoices[] = {
    {80,  80, false},
    {86,  80, false},
    {90,  90, false},
    {120, 90, false},
    {70,  80, true }, // none fits: the oldest, and that is said
};

TEST(FatBinary, ChoosesLikeTheDriver) {
  const std::vector<std::byte> section = bytes_of_file("two_architectures");
  const auto entries = read_container(container_in(section)).value();
  for (const auto& [modelled, chosen, has_note] : kChoices) {
    const auto ptx = choose_ptx(entries, modelled);
    ASSERT_TRUE(ptx.has_value());
    EXPECT_EQ(ptx->architecture, chosen) << modelled;
    EXPECT_EQ(!ptx->note.empty(), has_note) << modelled;
  }
}

TEST(FatBinary, WithoutPtxSaysHowToRebuild) {
  const std::vector<std::byte> section = bytes_of_file("cubin_only");
  const auto ptx = choose_ptx(read_container(container_in(section)).value(), 80);
  ASSERT_FALSE(ptx.has_value());
  EXPECT_EQ(ptx.error().message, "the program holds machine code (cubins) but no PTX");
  EXPECT_NE(ptx.error().hint.find("-arch compute_80"), std::string::npos);
}

TEST(FatBinary, AnEmptyContainerHoldsNothing) {
  const std::vector<std::byte> section = bytes_of_file("default");
  const auto entries = read_container(std::span(section).first(16));
  ASSERT_TRUE(entries.has_value());
  EXPECT_TRUE(entries->empty());
}

TEST(FatBinary, ReadsWhatItWrites) {
  for (const std::string& ptx : {std::string(), std::string("1234567"), std::string("12345678")}) {
    const std::vector<std::byte> container = write_container(ptx, 75);
    EXPECT_EQ(container.size() % 8, 0U);
    const auto read = choose_ptx(read_container(container).value(), 80);
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->text, ptx);
    EXPECT_EQ(read->architecture, 75U);
  }
}

struct Damage {
  const char* what;
  std::size_t offset;  // in the container
  std::uint64_t value;
  std::size_t width;
};

constexpr Damage kDamages[] = {
    {"no magic",                  0,  0,            4},
    {"header size 0",             6,  0,            2},
    {"entries past the end",      8,  1ULL << 33U,  8},
    {"size that wraps around",    8,  ~0ULL,        8},
    {"entry header of 0 bytes",   20, 0,            4},
    {"entry header of 4 GiB",     20, 0xffffffff,   4},
    {"payload past the end",      24, 1ULL << 20U,  8},
    {"payload that wraps around", 24, ~0ULL - 64,   8},
    {"compressed past payload",   32, 0xffffffff,   4},
    {"text of 2^60 bytes",        72, 1ULL << 60U,  8},
    {"text of 60 MiB",            72, 60ULL << 20U, 8},
    {"text too short",            72, 10,           8},
};

TEST(FatBinary, DamageIsADiagnostic) {
  const std::vector<std::byte> section = bytes_of_file("default");
  const std::span<const std::byte> container = container_in(section);
  for (const auto& [what, offset, value, width] : kDamages) {
    SCOPED_TRACE(what);
    std::vector<std::byte> bytes(container.begin(), container.end());
    std::memcpy(bytes.data() + offset, &value, width);
    const auto ptx = read_container(bytes).and_then(
        [](const std::vector<FatEntry>& entries) { return choose_ptx(entries, 80); });
    ASSERT_FALSE(ptx.has_value());
    EXPECT_EQ(ptx.error().code, "fat-binary");
  }
}

TEST(FatBinary, CutAnywhereIsADiagnostic) {
  const std::vector<std::byte> section = bytes_of_file("speed");
  const auto whole = container_in(section);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_FALSE(read_container(whole.first(length)).has_value()) << length;
  }
}

TEST(FatBinary, RandomDamageNeverCrashes) {
  std::mt19937 random(1);
  for (const char* name : {"default", "speed", "two_architectures"}) {
    const std::vector<std::byte> section = bytes_of_file(name);
    const std::span<const std::byte> container = container_in(section);
    for (int i = 0; i < 2000; ++i) {
      std::vector<std::byte> bytes(container.begin(), container.end());
      for (int j = 0; j < 4; ++j) bytes[random() % bytes.size()] = std::byte(random());
      const auto entries = read_container(bytes);
      if (entries) (void)choose_ptx(*entries, 80);
    }
  }
}

}  // namespace
}  // namespace smemlens::cuda
