#pragma once

// From CUDA sources to a program that meets our runtime: with nvcc where it is installed, else with
// clang, our header and no NVIDIA software at all.
//
//   const auto built = compile({.sources = {"transpose.cu"}});
//   built->program    →  "/tmp/smemlens-…/program", gone when `built` is
//   built->compiler   →  "clang 19.1.7"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "smemlens/base/expected.h"

namespace smemlens::cuda {

struct CompileOptions {
  std::vector<std::string> sources;  // .cu, .cpp, .cc, .cxx, .c
  std::vector<std::string> include_directories;
  std::vector<std::string> definitions;  // NAME or NAME=VALUE
  std::string standard = "c++17";
  std::vector<std::string> options;  // passed on as they are, to each compilation and the link
  std::string compiler;              // "nvcc", "clang" or empty: nvcc if there is one, else clang
  std::uint32_t compute_capability = 80;  // of the modelled GPU: code is for 80, or 90 from 90 on
};

// A folder of our own below the system's temporary one, removed with everything in it.
class TemporaryFolder {
 public:
  static Expected<TemporaryFolder> make();
  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&& other) noexcept;
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  TemporaryFolder() = default;

  std::filesystem::path path_;
};

struct BuiltProgram {
  TemporaryFolder folder;
  std::string program;
  std::string compiler;               // name and version, for the report
  std::vector<std::string> commands;  // as one would type them
  std::string messages;               // the compilers' warnings, as they wrote them
};

// No answer: no compiler, or it refused the program. Then `messages` of the error is what the
// compiler wrote.
struct CompileError {
  Diagnostic diagnostic;
  std::string messages;
  bool was_interrupted = false;  // by SIGINT, SIGTERM or SIGHUP
};

tl::expected<BuiltProgram, CompileError> compile(const CompileOptions& options);

// True for a file that is compiled and not run: by its ending.
bool is_source(const std::string& path);

}  // namespace smemlens::cuda
