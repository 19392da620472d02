#pragma once

// The command line as plain values: one struct a command. Parsing does no other work.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "smemlens/analysis/selection.h"
#include "smemlens/cli/exit_code.h"
#include "smemlens/model/architecture.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/simt/launch.h"
#include "smemlens/solve/layout_problem.h"

namespace smemlens::cli {

enum class Format : std::uint8_t { kText, kJson, kSvg };
enum class ColorChoice : std::uint8_t { kAuto, kAlways, kNever };

struct CommonOptions {
  std::string arch{kDefaultArchitecture};
  Format format = Format::kText;
  std::string output;  // file; empty: standard output
  ColorChoice color = ColorChoice::kAuto;
  bool is_quiet = false;
  bool is_verbose = false;
  bool shows_instances = false;  // of reports in text: each of a template's apart
};

// Limits and threads of commands that execute kernels.
struct ExecutionOptions {
  unsigned threads = 0;          // 0: one a core
  double timeout_seconds = 600;  // 0: none
  std::uint64_t max_steps = 0;   // thread instructions a block; 0: no limit
  Selection selection;           // of `launch` only the blocks
  bool counts_every = false;     // `run`: a launch that repeats an earlier one is counted again
};

struct ExplainArguments {
  CommonOptions common;
  std::string pattern;
  std::string block;              // "32,8"; empty: one warp
  std::vector<std::string> lets;  // "k=0..31"
  Language language = Language::kEnglish;
};

struct CostArguments {
  CommonOptions common;
  bool with_detail = false;
};

struct ArchsArguments {
  CommonOptions common;
  std::string only;  // of this architecture; empty: every row
};

struct FiguresArguments {
  std::string directory;
  std::vector<Language> languages = {Language::kEnglish};
};

struct PageArguments {
  std::string output;                 // file; empty: standard output, or none if a port is given
  std::string report;                 // file; empty: none
  std::optional<std::uint16_t> port;  // 0: any that is free
  Language language = Language::kEnglish;
};

struct RunArguments {
  CommonOptions common;
  ExecutionOptions execution;
  std::vector<std::string> inputs;  // sources, or one program
  std::vector<std::string> program_arguments;
  std::string compiler;  // "nvcc", "clang" or empty: the first that is there
  std::vector<std::string> include_directories;
  std::vector<std::string> definitions;
  std::string standard = "c++17";
  std::vector<std::string> compile_options;
};

struct FixArguments {
  CommonOptions common;
  std::vector<std::string> patterns;  // one pattern in pieces; or
  std::string problem;                // a file of JSON Lines, "-" for standard input; or
  RunArguments program;               // sources, in `inputs`
  bool applies = false;               // the sources are written
  std::string block;
  std::vector<std::string> lets;
  std::optional<std::uint64_t> max_extra_bytes;
  std::vector<LayoutFamily> families;  // empty: all
};

struct LaunchArguments {
  CommonOptions common;
  ExecutionOptions execution;
  std::string file;
  std::string kernel;
  simt::Extent grid{1, 1, 1};
  simt::Extent block{32, 1, 1};
  std::uint32_t shared_bytes = 0;
  std::vector<std::string> arguments;  // "zeros:4096"
  std::vector<std::string> dumps;      // "1=out.bin"
};

using Arguments = std::variant<ExplainArguments, CostArguments, FixArguments, ArchsArguments,
                               FiguresArguments, PageArguments, RunArguments, LaunchArguments>;

// Instead of arguments: what to print and how to end (--help, --version, a wrong command line).
struct EarlyEnd {
  std::string standard_output;
  std::string standard_error;
  ExitCode code = ExitCode::kDone;
};

std::variant<Arguments, EarlyEnd> parse_arguments(const std::vector<std::string>& words);

inline constexpr std::string_view kVersion = "0.1.0";

}  // namespace smemlens::cli
