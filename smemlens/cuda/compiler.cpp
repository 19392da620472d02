#include "smemlens/cuda/compiler.h"

#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): POSIX's own
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ios>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cuda/compile_hint.h"
#include "smemlens/cuda/fat_binary.h"
#include "smemlens/cuda/installation.h"
#include "smemlens/cuda/subprocess.h"

namespace smemlens::cuda {
namespace {

using Words = std::vector<std::string>;

constexpr std::array<std::string_view, 5> kSourceEndings = {".cu", ".cpp", ".cc", ".cxx", ".c"};
constexpr std::array<const char*, 8> kClangs = {"clang++-19", "clang++-20", "clang++-21",
                                                "clang++-22", "clang++-18", "clang++-17",
                                                "clang++-16", "clang++"};
constexpr const char* kRuntime = "libcudart.so.13";

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

CompileError failure(std::string message, std::string hint = {}) {
  return {
      .diagnostic = {.code = "compile", .message = std::move(message), .hint = std::move(hint)},
      .messages = {}
  };
}

// The path of nvcc; empty if there is none.
std::string find_nvcc() {
  if (std::string found = find_in_path("nvcc"); !found.empty()) return found;
  Words folders = {"/usr/local/cuda"};
  for (const char* const name : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* const value = std::getenv(name)) folders.insert(folders.begin(), value);
  }
  for (const std::string& folder : folders) {
    const std::string candidate = folder + "/bin/nvcc";
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return {};
}

std::string find_clang() {
  for (const char* const name : kClangs) {
    if (std::string found = find_in_path(name); !found.empty()) return found;
  }
  return {};
}

// "clang 19.1.7" or "nvcc 13.0": `name` and the number after `before` in what --version prints.
std::string version_of(const std::string& tool, const std::string& name, std::string_view before) {
  const Expected<ToolRun> run = run_tool({tool, "--version"});
  if (!run) return name;
  const std::string_view text = run->standard_output;
  const std::size_t found = text.find(before);
  if (found == std::string_view::npos) return name;
  const std::string_view rest = text.substr(found + before.size());
  return name + ' ' + std::string(rest.substr(0, rest.find_first_not_of("0123456789.")));
}

Words preprocessor_options(const CompileOptions& options) {
  Words words;
  for (const std::string& folder : options.include_directories) append(words, {"-I", folder});
  for (const std::string& definition : options.definitions) words.push_back("-D" + definition);
  return words;
}

// What both compilers take alike.
Words common_options(const CompileOptions& options) {
  Words words = {"-std=" + options.standard};
  append(words, preprocessor_options(options));
  append(words, options.options);
  return words;
}

// PTX for one architecture runs on all newer ones, so two suffice: programs ask in __CUDA_ARCH__
// whether they may use what sm_90 brought, and clang 19 knows nothing newer.
std::uint32_t code_architecture(const CompileOptions& options) {
  return options.compute_capability >= 90 ? 90 : 80;
}

// Runs tools one after the other; remembers their commands and messages.
class Build {
 public:
  explicit Build(BuiltProgram& built) : built_(&built) {}

  // The first failure, if any.
  std::optional<CompileError> run(const Words& words) {
    built_->commands.push_back(shell_line(words));
    const Expected<ToolRun> run = run_tool(words);
    if (!run) return CompileError{.diagnostic = run.error(), .messages = built_->messages};
    built_->messages += run->standard_error;
    if (run->exit_status == 0 && !run->was_interrupted) return std::nullopt;
    CompileError error = run->was_interrupted
                             ? failure("the compilation was interrupted")
                             : failure("the compiler refused the program",
                                       compile_hint(run->standard_error + run->standard_output));
    error.was_interrupted = run->was_interrupted;
    error.messages = built_->messages + run->standard_output;
    return error;
  }

 private:
  BuiltProgram* built_;
};

// nvcc hands the names on to a shell, between double quotes.
bool means_something_to_a_shell(const std::string& name) {
  return name.find_first_of("$`\"\\") != std::string::npos;
}

std::optional<CompileError> build_with_nvcc(const std::string& nvcc, const CompileOptions& options,
                                            BuiltProgram& built) {
  const auto unsafe = std::ranges::find_if(options.sources, means_something_to_a_shell);
  if (unsafe != options.sources.end()) {
    return failure("nvcc would take the name of '" + *unsafe + "' for a shell's command",
                   "rename the file: no $ ` \" or \\ in its path");
  }
  // Its intermediate files go where the program goes, so that they are removed with it.
  Words words = {nvcc,
                 "-cudart",
                 "shared",
                 "-objtemp",
                 "-lineinfo",
                 "-arch",
                 "compute_" + std::to_string(code_architecture(options))};
  append(words, common_options(options));
  append(words, options.sources);
  append(words, {"-o", built.program});
  return Build(built).run(words);
}

std::optional<std::string> content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return file ? std::optional(std::move(text).str()) : std::nullopt;
}

// clang's side: device code to PTX, that into a container, the host's code around it, the link.
class ClangBuild {
 public:
  ClangBuild(std::string clang, const CompileOptions& options, const Installation& installation,
             BuiltProgram& built)
      : clang_(std::move(clang)),
        options_(&options),
        installation_(&installation),
        built_(&built) {}

  std::optional<CompileError> run() {
    for (const std::string& source : options_->sources) {
      if (auto error = compile(source)) return error;
    }
    Words words = {clang_};
    append(words, objects_);
    append(words, {"-L", installation_->runtime_directory.string(), std::string("-l:") + kRuntime,
                   "-pthread", "-o", built_->program});
    append(words, options_->options);
    return Build(*built_).run(words);
  }

 private:
  std::string file(std::string_view ending) const {
    const std::string name = "unit" + std::to_string(objects_.size()) + std::string(ending);
    return (built_->folder.path() / name).string();
  }

  // No toolkit is looked for, ours stands in: an empty --cuda-path, and no headers of one.
  Words cuda_options() const {
    const std::string header = (installation_->header_directory / "smemlens_cuda.h").string();
    Words words = {clang_,
                   "-x",
                   "cuda",
                   "--cuda-path=" + built_->folder.path().string(),
                   "-nocudainc",
                   "-nocudalib",
                   "-Xclang",
                   "-target-sdk-version=12.3",
                   "-O2",
                   "-isystem",
                   installation_->header_directory.string(),
                   "-include",
                   header};
    append(words, common_options(*options_));
    return words;
  }

  std::optional<CompileError> compile(const std::string& source) {
    const std::string object = file(".o");
    const bool is_cuda = source.ends_with(".cu");
    Words words;
    if (is_cuda) {
      if (auto error = compile_device(source)) return error;
      words = cuda_options();
      append(words, {"--cuda-host-only", "-Xclang", "-fcuda-include-gpubinary", "-Xclang",
                     file(".fatbin")});
    } else if (source.ends_with(".c")) {
      // clang++ would take it for C++, in which it may mean something else; nvcc takes it for C.
      words = {clang_, "-x", "c", "-O2", "-isystem", installation_->header_directory.string()};
      append(words, preprocessor_options(*options_));
      append(words, options_->options);
    } else {
      words = {clang_, "-O2", "-isystem", installation_->header_directory.string()};
      append(words, common_options(*options_));
    }
    // nvcc leaves the host's code unoptimised, so programs get away with sums that overflow.
    append(words, {"-fwrapv", "-c", source, "-o", object});
    if (auto error = Build(*built_).run(words)) return error;
    objects_.push_back(object);
    return std::nullopt;
  }

  std::optional<CompileError> compile_device(const std::string& source) {
    const std::uint32_t architecture = code_architecture(*options_);
    Words words = cuda_options();
    append(words,
           {"--cuda-device-only", "--cuda-gpu-arch=sm_" + std::to_string(architecture),
            "--cuda-feature=+ptx83", "-gline-tables-only", "-S", source, "-o", file(".ptx")});
    // The arms of an if keep their accesses apart: what clang joins has no line.
    append(words, {"-mllvm", "-sink-common-insts=false", "-mllvm", "-hoist-common-insts=false"});
    if (auto error = Build(*built_).run(words)) return error;
    const std::optional<std::string> ptx = content_of(file(".ptx"));
    if (!ptx) return failure("cannot read what clang wrote");
    const std::vector<std::byte> container = write_container(*ptx, architecture);
    std::ofstream out(file(".fatbin"), std::ios::binary);
    out.write(reinterpret_cast<const char*>(container.data()),
              static_cast<std::streamsize>(container.size()));
    if (!out.flush()) return failure("cannot write below " + built_->folder.path().string());
    return std::nullopt;
  }

  std::string clang_;
  const CompileOptions* options_;
  const Installation* installation_;
  BuiltProgram* built_;
  Words objects_;
};

std::optional<CompileError> build_with_clang(const CompileOptions& options, BuiltProgram& built) {
  const std::string clang = find_clang();
  if (clang.empty()) {
    return failure(
        options.compiler.empty() ? "neither nvcc nor clang is installed" : "clang is not installed",
        "apt-get install clang-19 (tools/setup does)");
  }
  const Expected<Installation> installation = find_installation();
  if (!installation) return CompileError{.diagnostic = installation.error(), .messages = {}};
  built.compiler = version_of(clang, "clang", "version ");
  return ClangBuild(clang, options, *installation, built).run();
}

std::optional<CompileError> build(const CompileOptions& options, BuiltProgram& built) {
  if (options.compiler == "clang") return build_with_clang(options, built);
  const std::string nvcc = find_nvcc();
  if (!nvcc.empty()) {
    built.compiler = version_of(nvcc, "nvcc", "release ");
    return build_with_nvcc(nvcc, options, built);
  }
  if (options.compiler.empty()) return build_with_clang(options, built);
  return failure("nvcc is not installed: it is neither in PATH nor in /usr/local/cuda/bin",
                 "use --compiler clang, which needs no CUDA toolkit");
}

}  // namespace

Expected<TemporaryFolder> TemporaryFolder::make() {
  std::error_code error;
  std::filesystem::path base = std::filesystem::temp_directory_path(error);
  if (error) base = "/tmp";
  std::string pattern = (base / "smemlens-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    return tl::unexpected(Diagnostic{
        .code = "compile",
        .message = "cannot make a folder in " + base.string() + ": " + std::strerror(errno)});
  }
  TemporaryFolder folder;
  folder.path_ = pattern;
  return folder;
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

TemporaryFolder& TemporaryFolder::operator=(TemporaryFolder&& other) noexcept {
  std::swap(path_, other.path_);
  return *this;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;  // a folder that cannot be removed is no reason to fail
  if (!path_.empty()) std::filesystem::remove_all(path_, error);
}

tl::expected<BuiltProgram, CompileError> compile(const CompileOptions& options) {
  for (const std::string& source : options.sources) {
    if (access(source.c_str(), R_OK) != 0) {
      return tl::unexpected(
          failure("cannot read " + source + ": " + std::strerror(errno),
                  is_source(source) ? "" : "the program's own arguments stand after --"));
    }
  }
  Expected<TemporaryFolder> folder = TemporaryFolder::make();
  if (!folder) return tl::unexpected(CompileError{.diagnostic = folder.error(), .messages = {}});
  BuiltProgram built{.folder = std::move(*folder)};
  built.program = (built.folder.path() / "program").string();
  if (auto error = build(options, built)) return tl::unexpected(std::move(*error));
  return built;
}

bool is_source(const std::string& path) {
  return std::ranges::any_of(kSourceEndings,
                             [&](std::string_view ending) { return path.ends_with(ending); });
}

}  // namespace smemlens::cuda
