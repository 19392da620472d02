#include "smemlens/simt/kernel.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/base/rounding.h"
#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/decode.h"
#include "smemlens/simt/fault.h"
#include "smemlens/simt/isa_functions.h"
#include "smemlens/simt/launch.h"
#include "smemlens/simt/local_memory.h"
#include "smemlens/simt/module_image.h"
#include "smemlens/simt/shared_layout.h"

namespace smemlens::simt {
namespace {

// A frame of this size already is far beyond any register file.
constexpr std::uint32_t kMostFrameBytes = 4U << 20;
constexpr std::size_t kMostNotes = 8;

Diagnostic no_such_kernel(const ptx::Module& module, std::string_view name) {
  Diagnostic diagnostic{.code = "unknown-kernel",
                        .message = "the module has no kernel '" + std::string(name) + "'"};
  for (const ptx::Function& function : module.functions) {
    if (!function.is_entry) continue;
    if (diagnostic.notes.size() == kMostNotes) {
      diagnostic.notes.emplace_back("…");
      break;
    }
    diagnostic.notes.push_back("there is: " + function.name);
  }
  return diagnostic;
}

bool is_indirect_call(const ptx::Instruction& instruction) {
  return instruction.opcode == ptx::Opcode::kCall && instruction.operands.size() > 1 &&
         instruction.operands[1].kind != ptx::OperandKind::kFunction;
}

void mark_addressed(const ptx::Function& function, std::vector<bool>& is_addressed) {
  for (const ptx::Instruction& instruction : function.instructions) {
    if (instruction.opcode == ptx::Opcode::kCall) continue;
    for (const ptx::Operand& operand : instruction.operands) {
      if (operand.kind == ptx::OperandKind::kFunction) is_addressed[operand.index] = true;
    }
  }
}

// Every defined function whose address is a value: in an instruction or a variable.
std::vector<ptx::Index> addressed_functions(const ptx::Module& module) {
  std::vector<bool> is_addressed(module.functions.size(), false);
  for (const ptx::Function& function : module.functions) mark_addressed(function, is_addressed);
  for (const ptx::Variable& variable : module.variables) {
    for (const ptx::Relocation& relocation : variable.relocations) {
      const auto found =
          std::ranges::find(module.functions, relocation.symbol, &ptx::Function::name);
      if (found != module.functions.end()) {
        is_addressed[static_cast<std::size_t>(found - module.functions.begin())] = true;
      }
    }
  }
  std::vector<ptx::Index> addressed;
  for (ptx::Index i = 0; i < module.functions.size(); ++i) {
    const ptx::Function& function = module.functions[i];
    if (is_addressed[i] && function.is_defined && !function.is_entry) addressed.push_back(i);
  }
  return addressed;
}

struct Reach {
  std::vector<ptx::Index> functions;  // the kernel and every defined function that calls lead to
  std::vector<ptx::Index> addressed;  // of them: what indirect calls may lead to
};

Reach reach_of(const ptx::Module& module, ptx::Index entry) {
  Reach reach{.functions = {entry}, .addressed = {}};
  std::vector<bool> is_known(module.functions.size(), false);
  is_known[entry] = true;
  const auto add = [&](ptx::Index function) {
    if (is_known[function]) return;
    is_known[function] = true;
    if (module.functions[function].is_defined) reach.functions.push_back(function);
  };
  bool has_indirect_call = false;
  for (std::size_t i = 0; i < reach.functions.size(); ++i) {
    for (const ptx::Instruction& instruction : module.functions[reach.functions[i]].instructions) {
      if (instruction.opcode != ptx::Opcode::kCall) continue;
      if (!is_indirect_call(instruction)) {
        if (instruction.operands.size() > 1) add(instruction.operands[1].index);
      } else if (!has_indirect_call) {
        has_indirect_call = true;
        reach.addressed = addressed_functions(module);
        std::ranges::for_each(reach.addressed, add);
      }
    }
  }
  return reach;
}

void place_parameters(const ptx::Function& function, Kernel& kernel) {
  std::uint32_t end = 0;
  for (const ptx::Variable& parameter : function.parameters) {
    const std::uint32_t alignment = std::max<std::uint32_t>(parameter.alignment, 1);
    const std::uint32_t offset = rounded_up(end, alignment);
    kernel.parameters.push_back(
        {.offset = offset, .bytes = static_cast<std::uint32_t>(parameter.bytes)});
    end = offset + static_cast<std::uint32_t>(parameter.bytes);
  }
  kernel.parameter_bytes = end;
}

std::string description(const ptx::Module& module, const Unsupported& problem) {
  const ptx::Instruction& instruction =
      module.functions[problem.function].instructions[problem.instruction];
  std::string text = "'" + ptx::mnemonic_of(instruction) + "'";
  if (!problem.reason.empty()) text += " with " + problem.reason;
  return text;
}

// "kernel.ptx:75: tanh.approx.f32 %f1, %f2;"
std::string ptx_note(const SourceText& source, SourceSpan span) {
  constexpr std::size_t kMostBytes = 120;
  const std::size_t begin = std::min<std::size_t>(span.begin, source.text.size());
  const std::size_t bytes = std::min<std::size_t>(span.end - span.begin, kMostBytes);
  return file_and_line(smemlens::location_of(source, span.begin)) + ": " +
         source.text.substr(begin, bytes);
}

// A C++ function that is called and not there belongs to another source file.
bool calls_another_unit(const ptx::Module& module, const ptx::Instruction& instruction) {
  return std::ranges::any_of(instruction.operands, [&](const ptx::Operand& operand) {
    if (operand.kind != ptx::OperandKind::kFunction) return false;
    const ptx::Function& function = module.functions[operand.index];
    return !function.is_defined && function.name.starts_with("_Z");
  });
}

// Names the first one in full and the others by their names.
Diagnostic unsupported_instruction(const Kernel& kernel, const std::vector<Unsupported>& problems) {
  const ptx::Module& module = *kernel.module;
  const Unsupported& first = problems.front();
  const ptx::Function& function = module.functions[first.function];
  const ptx::Instruction& instruction = function.instructions[first.instruction];
  Diagnostic diagnostic{.code = "unsupported-instruction",
                        .message = "the instruction " + description(module, first) +
                                   " isn't supported yet, so kernel '" + kernel.name() +
                                   "' can't run"};
  diagnostic.where = location_of(kernel, instruction);
  if (calls_another_unit(module, instruction)) {
    diagnostic.hint =
        "device code of several source files is linked with nvcc and --compile-option -rdc=true "
        "only; with clang, #include the file that defines the function";
  }
  if (kernel.source != nullptr) {
    diagnostic.notes.push_back(ptx_note(*kernel.source, instruction.span));
  }
  if (!function.is_entry) diagnostic.notes.push_back("in the function " + function.name);
  std::set<std::string> named = {description(module, first)};
  for (const Unsupported& problem : problems) {
    const std::string text = description(module, problem);
    if (!named.insert(text).second) continue;
    if (named.size() > kMostNotes) {
      diagnostic.notes.emplace_back("…");
      break;
    }
    const Location where =
        location_of(kernel, module.functions[problem.function].instructions[problem.instruction]);
    diagnostic.notes.push_back("also " + text +
                               (where.file.empty() ? "" : " at " + file_and_line(where)));
  }
  return diagnostic;
}

Diagnostic too_large(const Kernel& kernel, const std::string& what) {
  return {.code = "kernel-too-large",
          .message =
              "kernel '" + kernel.name() + "' needs more " + what + " for a thread than a GPU has"};
}

}  // namespace

Expected<Kernel> prepare(const ModuleImage& image, std::string_view name, HostIsa isa,
                         const SourceText* source) {
  const ptx::Module& module = image.module();
  const auto found = std::find_if(
      module.functions.begin(), module.functions.end(),
      [&](const ptx::Function& f) { return f.is_entry && f.is_defined && f.name == name; });
  if (found == module.functions.end()) return tl::unexpected(no_such_kernel(module, name));

  Kernel kernel{.module = &module,
                .source = source,
                .entry = static_cast<ptx::Index>(found - module.functions.begin()),
                .isa = isa};
  const Reach reach = reach_of(module, kernel.entry);
  place_parameters(*found, kernel);
  kernel.shared = shared_layout_of(module, reach.functions);
  DecodeContext context{.image = image,
                        .isa = functions_of(isa),
                        .shared = kernel.shared,
                        .functions = reach.functions,
                        .addressed = reach.addressed,
                        .parameters = kernel.parameters};
  for (std::uint32_t i = 0; i < reach.functions.size(); ++i) {
    kernel.functions.push_back(decode(context, i));
    if (kernel.functions.back().frame_bytes > kMostFrameBytes) {
      return tl::unexpected(too_large(kernel, "registers"));
    }
    if (kernel.functions.back().local_bytes > kMaxLocalBytes) {
      return tl::unexpected(too_large(kernel, "local memory"));
    }
  }
  if (!context.unsupported.empty()) {
    return tl::unexpected(unsupported_instruction(kernel, context.unsupported));
  }
  kernel.site_count = context.site_count;
  kernel.is_order_dependent = context.is_order_dependent;
  return kernel;
}

}  // namespace smemlens::simt
