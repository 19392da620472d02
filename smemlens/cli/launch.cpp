#include "smemlens/cuda/launch.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/analysis/accumulate.h"
#include "smemlens/analysis/analysis.h"
#include "smemlens/analysis/demangle.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cli/arguments.h"
#include "smemlens/cli/buffer_argument.h"
#include "smemlens/cli/commands.h"
#include "smemlens/cli/complain.h"
#include "smemlens/cli/device_printer.h"
#include "smemlens/cli/exit_code.h"
#include "smemlens/cli/files.h"
#include "smemlens/cli/show_report.h"
#include "smemlens/cuda/block_selection.h"
#include "smemlens/cuda/interrupts.h"
#include "smemlens/cuda/kernel_pattern.h"
#include "smemlens/model/architecture.h"
#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/ptx/parser.h"
#include "smemlens/simt/device_heap.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/launch.h"
#include "smemlens/simt/launch_limits.h"
#include "smemlens/simt/launch_shape.h"
#include "smemlens/simt/module_image.h"

namespace smemlens::cli {
namespace {

Diagnostic usage_problem(std::string message) {
  return {.code = "kernel-argument", .message = std::move(message)};
}

// Every --arg, parsed; buffers are announced to `memory` under their argument's number.
Expected<std::vector<KernelArgument>> parse_kernel_arguments(
    const std::vector<std::string>& texts) {
  std::vector<KernelArgument> arguments;
  for (const std::string& text : texts) {
    auto argument = parse_kernel_argument(text);
    if (!argument) return tl::unexpected(argument.error());
    arguments.push_back(std::move(*argument));
  }
  return arguments;
}

void announce(const std::vector<KernelArgument>& arguments, simt::GlobalMemory& memory) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].is_buffer) continue;
    memory.add({.begin = simt::address_of(arguments[i].bytes.data()),
                .bytes = arguments[i].bytes.size(),
                .name = "the buffer of argument " + std::to_string(i)});
  }
}

// Why an argument of these bytes isn't what the kernel takes; `type` is the parameter's in PTX,
// where .b32 may be any number.
std::optional<std::string> mismatch(const KernelArgument& argument,
                                    const simt::Parameter& parameter, ptx::Type type) {
  const std::size_t size = argument.is_buffer ? sizeof(std::uint64_t) : argument.bytes.size();
  if (size != parameter.bytes) {
    return "has " + std::to_string(size) + " bytes, but the kernel takes " +
           std::to_string(parameter.bytes) + " there";
  }
  const bool takes_integer = type >= ptx::Type::kU8 && type <= ptx::Type::kS64;
  const char* given = nullptr;
  if (argument.is_buffer && ptx::is_float(type)) given = "a buffer";
  if (argument.kind == ScalarKind::kInteger && ptx::is_float(type)) given = "an integer";
  if (argument.kind == ScalarKind::kFloat && takes_integer) given = "a floating-point number";
  if (given == nullptr) return std::nullopt;
  return "is " + std::string(given) + ", but the kernel takes a ." +
         std::string(ptx::name_of(type)) + " there";
}

Expected<std::vector<std::byte>> pack_parameters(const simt::Kernel& kernel,
                                                 const std::vector<KernelArgument>& arguments) {
  if (arguments.size() != kernel.parameters.size()) {
    return tl::unexpected(usage_problem("the kernel '" + demangled(kernel.name()) + "' takes " +
                                        std::to_string(kernel.parameters.size()) +
                                        " arguments, but --arg gives " +
                                        std::to_string(arguments.size())));
  }
  const auto& declared = kernel.module->functions[kernel.entry].parameters;
  std::vector<std::byte> image(kernel.parameter_bytes);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const KernelArgument& argument = arguments[i];
    const simt::Parameter& parameter = kernel.parameters[i];
    if (const auto why = mismatch(argument, parameter, declared[i].type)) {
      Diagnostic problem = usage_problem("argument " + std::to_string(i) + ' ' + *why);
      problem.notes.push_back("the kernel is '" + demangled(kernel.name()) + "'");
      problem.hint = "bytes:… gives a parameter any bits";
      return tl::unexpected(std::move(problem));
    }
    const std::uint64_t pointer = simt::address_of(argument.bytes.data());
    const void* source =
        argument.is_buffer ? static_cast<const void*>(&pointer) : argument.bytes.data();
    if (parameter.bytes > 0) std::memcpy(image.data() + parameter.offset, source, parameter.bytes);
  }
  return image;
}

// "1=out.bin": writes the buffer of argument 1.
std::optional<Diagnostic> dump(const std::string& text,
                               const std::vector<KernelArgument>& arguments) {
  const std::size_t equals = text.find('=');
  std::size_t index = 0;
  const char* end = text.data() + std::min(equals, text.size());
  const auto parsed = std::from_chars(text.data(), end, index);
  if (equals == std::string::npos || parsed.ec != std::errc{} || parsed.ptr != end) {
    return usage_problem("--dump '" + text + "' is not of the form N=FILE");
  }
  if (index >= arguments.size() || !arguments[index].is_buffer) {
    return usage_problem("--dump '" + text + "': argument " + std::to_string(index) +
                         " is no buffer");
  }
  const auto& bytes = arguments[index].bytes;
  return write_output(text.substr(equals + 1),
                      {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

// The kernel that -k names: the one of exactly this name, else the only one that fits. `name`
// itself if there is none.
Expected<std::string> mangled_name(const ptx::Module& module, const std::string& name) {
  const auto pattern = cuda::KernelPattern::parse(name);
  if (!pattern) return tl::unexpected(pattern.error());
  std::vector<std::string> fitting;
  for (const ptx::Function& function : module.functions) {
    if (!function.is_entry) continue;
    if (function.name == name) return name;
    if (pattern->fits(function.name)) fitting.push_back(function.name);
  }
  if (fitting.size() == 1) return fitting.front();
  if (fitting.empty()) return name;
  Diagnostic problem{.code = "kernel-pattern",
                     .message = "-k " + name + " fits " + std::to_string(fitting.size()) +
                                " kernels, and launch runs one"};
  for (const std::string& kernel : fitting) problem.notes.push_back("there is: " + kernel);
  return tl::unexpected(std::move(problem));
}

Analysis analysis_with(const cuda::LaunchResult& result, const LaunchDescription& description) {
  Analysis analysis = analysis_of(*result.sites, description);
  if (result.fault) {
    analysis.problems.push_back(*result.fault);
    analysis.is_partial = true;
  }
  return analysis;
}

bool was_interrupted(const Analysis& analysis) {
  return std::ranges::any_of(
      analysis.problems, [](const Diagnostic& problem) { return problem.code == "interrupted"; });
}

struct LoadedFile {
  SourceText source;
  ptx::Module module;
};

// Reads and parses; warnings go to standard error, the first error is the answer.
Expected<LoadedFile> load(const LaunchArguments& arguments) {
  auto text = read_file(arguments.file);
  if (!text) return tl::unexpected(text.error());
  LoadedFile file{
      {arguments.file, std::move(*text)},
      {}
  };
  ptx::ParseResult parsed = ptx::parse_module(file.source);
  std::optional<Diagnostic> first_error;
  for (const Diagnostic& diagnostic : parsed.diagnostics) {
    if (diagnostic.severity == Severity::kError && !first_error) {
      first_error = diagnostic;
    } else if (diagnostic.severity == Severity::kError || !arguments.common.is_quiet) {
      complain(diagnostic);
    }
  }
  if (first_error && first_error->code == "ptx-no-version") {
    first_error->hint = "nvcc -ptx -lineinfo makes PTX of CUDA C++; smemlens run takes a program";
  }
  if (first_error) return tl::unexpected(std::move(*first_error));
  file.module = std::move(parsed.module);
  return file;
}

Expected<Analysis> run_kernel(const LaunchArguments& arguments, const Architecture& architecture,
                              std::vector<KernelArgument>& kernel_arguments, int stop_fd) {
  auto file = load(arguments);
  if (!file) return tl::unexpected(file.error());
  simt::GlobalMemory memory;
  announce(kernel_arguments, memory);
  const auto image = simt::ModuleImage::load(file->module, memory);
  if (!image) return tl::unexpected(image.error());
  const auto name = mangled_name(file->module, arguments.kernel);
  if (!name) return tl::unexpected(name.error());
  const auto kernel = simt::prepare(*image, *name, simt::best_host_isa(), &file->source);
  if (!kernel) return tl::unexpected(kernel.error());
  auto parameters = pack_parameters(*kernel, kernel_arguments);
  if (!parameters) return tl::unexpected(parameters.error());

  const simt::Launch launch{.grid = arguments.grid,
                            .block = arguments.block,
                            .dynamic_shared_bytes = arguments.shared_bytes,
                            .parameters = std::move(*parameters),
                            .max_steps = arguments.execution.max_steps};
  if (auto refusal = why_refused(*kernel, launch, architecture.shared_bytes_optin)) {
    return tl::unexpected(std::move(*refusal));
  }
  if (auto problem = simt::local_memory_problem(*kernel, launch)) {
    return tl::unexpected(std::move(*problem));
  }
  DevicePrinter printer(arguments.common);
  simt::DeviceHeap heap(memory);
  const cuda::LaunchResult result = cuda::run_launch(
      {*kernel, launch, memory, architecture.bank_model, &printer, &heap},
      {.threads = arguments.execution.threads,
       .timeout_seconds = arguments.execution.timeout_seconds,
       .blocks = *cuda::parse_block_selection(arguments.execution.selection.blocks),
       .stop_fd = stop_fd});
  Analysis analysis = analysis_with(result, {.architecture = std::string(architecture.name),
                                             .grid = launch.grid,
                                             .block = launch.block,
                                             .dynamic_bytes = launch.dynamic_shared_bytes,
                                             .blocks_run = result.blocks_run,
                                             .thread_instructions = result.thread_instructions,
                                             .demangle = demangled});
  analysis.selection = arguments.execution.selection;
  return analysis;
}

// A report or a dump over the PTX, or over one another.
std::optional<Diagnostic> overwrite_problem_of(const LaunchArguments& arguments) {
  std::vector<std::string> taken = {arguments.file};
  std::vector<std::string> outputs = {arguments.common.output};
  for (const std::string& text : arguments.dumps)
    outputs.push_back(text.substr(text.find('=') + 1));
  for (const std::string& output : outputs) {
    if (auto problem = overwrite_problem(output, taken)) return problem;
    if (output.empty()) continue;
    if (std::ranges::find(taken, output) != taken.end()) {
      return usage_problem("'" + output + "' would be written twice");
    }
    taken.push_back(output);
  }
  return std::nullopt;
}

}  // namespace

ExitCode launch(const LaunchArguments& arguments) {
  const auto architecture = architecture_that_runs(arguments.common.arch);
  if (!architecture) return complain(architecture.error(), ExitCode::kUsage);
  if (const auto problem = simt::shape_problem(arguments.grid, arguments.block)) {
    return complain(*problem, ExitCode::kUsage);
  }
  if (const auto problem = overwrite_problem_of(arguments)) {
    return complain(*problem, ExitCode::kUsage);
  }
  auto kernel_arguments = parse_kernel_arguments(arguments.arguments);
  if (!kernel_arguments) return complain(kernel_arguments.error());
  const cuda::Interrupts interrupts;  // until the report is out
  const auto analysis = run_kernel(arguments, **architecture, *kernel_arguments, interrupts.get());
  if (!analysis) return complain(readable(analysis.error()));
  std::optional<Diagnostic> failed_dump;
  for (const std::string& text : arguments.dumps) {
    if (auto problem = dump(text, *kernel_arguments)) failed_dump = std::move(problem);
  }
  const ExitCode code = show_report(*analysis, arguments.common);
  if (failed_dump) return complain(*failed_dump);
  return was_interrupted(*analysis) ? ExitCode::kInterrupted : code;
}

}  // namespace smemlens::cli
