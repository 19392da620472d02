#include "smemlens/cuda/executable.h"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ios>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace smemlens::cuda {
namespace {

// A folder for the files of one test; tests run side by side.
class ExecutableTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) /
              (std::string("smemlens-executable-") +
               testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name, const std::vector<std::byte>& content) const {
    const std::filesystem::path path = folder_ / name;
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(content.data()),
               static_cast<std::streamsize>(content.size()));
    return path.string();
  }
  std::string file(const std::string& name, const std::string& content) const {
    const auto bytes = std::as_bytes(std::span(content));
    return file(name, std::vector<std::byte>(bytes.begin(), bytes.end()));
  }

  std::filesystem::path folder_;
};

// A small ELF file: strings, a dynamic section with the needed libraries, a symbol table.
struct ElfSketch {
  std::vector<std::string> needed;
  std::vector<std::string> symbols;  // defined ones
  bool has_device_code = false;
};

class ElfWriter {
 public:
  explicit ElfWriter(const ElfSketch& sketch) {
    const std::size_t dynstr = add_section(".dynstr", SHT_STRTAB, 0, strings(sketch.needed));
    add_section(".dynamic", SHT_DYNAMIC, dynstr, dynamic(sketch.needed));
    const std::size_t strtab = add_section(".strtab", SHT_STRTAB, 0, strings(sketch.symbols));
    add_section(".symtab", SHT_SYMTAB, strtab, symbols(sketch.symbols));
    if (sketch.has_device_code) add_section(".nv_fatbin", SHT_PROGBITS, 0, "P");
  }

  std::vector<std::byte> write() {
    const std::string names = names_;
    const std::size_t table = add_section(".shstrtab", SHT_STRTAB, 0, names + ".shstrtab");
    Elf64_Ehdr header = {};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_machine = EM_X86_64;
    header.e_shoff = sizeof header;
    header.e_shnum = static_cast<Elf64_Half>(headers_.size());
    header.e_shstrndx = static_cast<Elf64_Half>(table);
    std::size_t offset = sizeof header + (headers_.size() * sizeof(Elf64_Shdr));
    for (Elf64_Shdr& section : headers_) {
      section.sh_offset = offset;
      offset += section.sh_size;
    }
    std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
    bytes.append(reinterpret_cast<const char*>(headers_.data()),
                 headers_.size() * sizeof(Elf64_Shdr));
    bytes += content_;
    std::vector<std::byte> result(bytes.size());
    std::memcpy(result.data(), bytes.data(), bytes.size());
    return result;
  }

 private:
  std::size_t add_section(const std::string& name, Elf64_Word type, std::size_t link,
                          const std::string& content) {
    Elf64_Shdr header = {};
    header.sh_name = static_cast<Elf64_Word>(names_.size());
    header.sh_type = type;
    header.sh_link = static_cast<Elf64_Word>(link);
    header.sh_size = content.size();
    names_ += name + '\0';
    content_ += content;
    headers_.push_back(header);
    return headers_.size() - 1;
  }

  static std::string strings(const std::vector<std::string>& texts) {
    std::string result(1, '\0');
    for (const std::string& text : texts) result += text + '\0';
    return result;
  }

  static std::string dynamic(const std::vector<std::string>& needed) {
    std::string result;
    std::size_t at = 1;
    for (const std::string& name : needed) {
      const Elf64_Dyn entry = {DT_NEEDED, {at}};
      result.append(reinterpret_cast<const char*>(&entry), sizeof entry);
      at += name.size() + 1;
    }
    return result;
  }

  static std::string symbols(const std::vector<std::string>& names) {
    std::string result;
    std::size_t at = 1;
    for (const std::string& name : names) {
      Elf64_Sym symbol = {};
      symbol.st_name = static_cast<Elf64_Word>(at);
      symbol.st_shndx = 1;
      symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
      result.append(reinterpret_cast<const char*>(&symbol), sizeof symbol);
      at += name.size() + 1;
    }
    return result;
  }

  std::vector<Elf64_Shdr> headers_;
  std::string names_;
  std::string content_;
};

struct ProgramCase {
  const char* what;
  ElfSketch sketch;
  const char* message;  // follows the path; empty: it can be run
};

const ProgramCase programs[] = {
    {"cuda 13, shared",                       {{"libc.so.6", "libcudart.so.13"}, {}, true},                                  ""},
    {"cuda 12, shared",
     {{"libcudart.so.12"}, {}, true},
     " is linked to libcudart.so.12, and only CUDA 13's runtime is supported"                                                  },
    {"static",                                {{"libc.so.6"}, {"main", "__cudaRegisterFatBinary", "__cudaGetKernel"}, true}, ""},
    {"static, cuda 12",
     {{"libc.so.6"},
      {"__cudaRegisterFatBinary", "__cudaGetKernel", "cudaGetDeviceProperties_v2"},
      true},
     " has a CUDA runtime linked in that is not CUDA 13's"                                                                     },
    {"static, older still",
     {{"libc.so.6"}, {"__cudaRegisterFatBinary"}, true},
     " has a CUDA runtime linked in that is not CUDA 13's"                                                                     },
    {"static and stripped",
     {{"libc.so.6"}, {}, true},
     " has the CUDA runtime linked in statically and no symbols to find it by"                                                 },
    {"static as a whole",
     {{}, {"__cudaRegisterFatBinary", "__cudaGetKernel"}, true},
     " is linked statically as a whole, so nothing can be loaded into it"                                                      },
    {"driver only",                           {{"libcuda.so.1"}, {"main"}, false},                                           ""},
    {"driver, and a stripped static runtime",
     {{"libcuda.so.1"}, {}, true},
     " has the CUDA runtime linked in statically and no symbols to find it by"                                                 },
    {"no CUDA at all",
     {{"libc.so.6"}, {"main"}, false},
     " has no CUDA in it: it is linked neither to libcudart nor to libcuda"                                                    },
};

TEST_F(ExecutableTest, SaysWhyAProgramCannotBeRun) {
  for (const auto& [what, sketch, message] : programs) {
    SCOPED_TRACE(what);
    const std::string path = file("program", ElfWriter(sketch).write());
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    const auto why = why_unrunnable(path);
    ASSERT_EQ(why.has_value(), *message != '\0');
    EXPECT_EQ(why ? why->message : "", *message != '\0' ? path + message : "");
  }
}

TEST_F(ExecutableTest, AFileThatMayNotBeExecutedIsSaid) {
  const std::string path = file("program", ElfWriter({{"libcudart.so.13"}, {}, true}).write());
  const auto why = why_unrunnable(path);
  ASSERT_TRUE(why.has_value());
  EXPECT_EQ(why->message, path + " may not be executed");
}

TEST_F(ExecutableTest, OtherFilesAreNoPrograms) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "is neither a CUDA source nor a 64-bit x86 executable"},
      {"\x7f"
       "ELF", "is neither a CUDA source nor a 64-bit x86 executable"},
      {std::string(1000, 'x'), "is neither a CUDA source nor a 64-bit x86 executable"},
      {"#!/bin/sh\nexec ./real\n", "is a script"},
  };
  for (const auto& [content, message] : cases) {
    const std::string path = file("thing", content);
    EXPECT_EQ(why_unrunnable(path)->message, path + ' ' + message);
  }
  EXPECT_EQ(why_unrunnable("/no/such")->message, "cannot read /no/such: No such file or directory");
  EXPECT_EQ(why_unrunnable("/")->message, "cannot read /: Is a directory");
}

TEST_F(ExecutableTest, RandomDamageNeverCrashes) {
  const std::vector<std::byte> whole =
      ElfWriter({
                    {"libcudart.so.13"},
                    {"main", "cudaLaunchKernel"},
                    true
  })
          .write();
  std::mt19937 random(1);
  for (int i = 0; i < 5000; ++i) {
    std::vector<std::byte> bytes = whole;
    for (int j = 0; j < 3; ++j) bytes[random() % bytes.size()] = std::byte(random());
    bytes.resize(random() % (bytes.size() + 1));
    (void)facts_of(bytes);
  }
}

}  // namespace
}  // namespace smemlens::cuda
