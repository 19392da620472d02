#include "smemlens/simt/module_image.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string_view>
#include <tl/expected.hpp>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/base/rounding.h"
#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/address_space.h"
#include "smemlens/simt/global_memory.h"

namespace smemlens::simt {
namespace {

// Where the first variable begins: no variable asks for more.
constexpr std::uint64_t kImageAlignment = 256;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 32;
// At least so far apart lie variables of global memory, so that an index past the end of one is
// found out.
constexpr std::uint64_t kGapBytes = 256;

bool is_placed(const ptx::Variable& variable) {
  return (variable.space == ptx::StateSpace::kGlobal ||
          variable.space == ptx::StateSpace::kConst) &&
         variable.bytes != 0;
}

Diagnostic too_large() {
  return {.code = "module-too-large",
          .message = "the module's variables take more than 4 GiB, or more than there is"};
}

// 0 if there is none.
std::uint64_t address_of_function(const ptx::Module& module, std::string_view name) {
  const auto found = std::ranges::find(module.functions, name, &ptx::Function::name);
  if (found == module.functions.end()) return 0;
  return function_address(static_cast<std::uint32_t>(found - module.functions.begin()));
}

}  // namespace

std::uint64_t ModuleImage::place(ptx::StateSpace space, std::uint64_t begin) {
  std::uint64_t end = begin;
  for (std::size_t i = 0; i < module_->variables.size() && end <= kMostBytes; ++i) {
    const ptx::Variable& variable = module_->variables[i];
    if (!is_placed(variable) || variable.space != space) continue;
    end = rounded_up(end, std::clamp<std::uint64_t>(variable.alignment, 1, kImageAlignment));
    addresses_[i] = end;
    end += std::min(variable.bytes, kMostBytes + 1);
    if (space == ptx::StateSpace::kGlobal) end += kGapBytes;
  }
  return end;
}

Expected<ModuleImage> ModuleImage::load(const ptx::Module& module, GlobalMemory& memory) {
  ModuleImage image;
  image.module_ = &module;
  image.addresses_.resize(module.variables.size(), 0);
  const std::uint64_t constants = image.place(ptx::StateSpace::kConst, 0);
  // A pointer behind the last constant is one of the bank's, too.
  image.constants_bytes_ = constants == 0 ? 0 : rounded_up(constants + 1, kImageAlignment);
  const std::uint64_t end = image.place(ptx::StateSpace::kGlobal, image.constants_bytes_);
  if (constants > kMostBytes || end > kMostBytes) return tl::unexpected(too_large());
  image.bytes_.reset(static_cast<std::byte*>(std::calloc(end + kImageAlignment, 1)));
  if (image.bytes_ == nullptr) return tl::unexpected(too_large());
  image.constants_begin_ = rounded_up(simt::address_of(image.bytes_.get()), kImageAlignment);
  for (std::size_t i = 0; i < module.variables.size(); ++i) {
    if (is_placed(module.variables[i])) image.addresses_[i] += image.constants_begin_;
  }
  if (auto problem = image.initialise()) return tl::unexpected(*problem);
  image.announce(memory);
  return image;
}

void ModuleImage::announce(GlobalMemory& memory) const {
  memory.add_constant_bank(constants_begin_, constants_bytes_);
  for (std::size_t i = 0; i < module_->variables.size(); ++i) {
    const ptx::Variable& variable = module_->variables[i];
    if (!is_placed(variable)) continue;
    const bool is_constant = variable.space == ptx::StateSpace::kConst;
    memory.add({.begin = addresses_[i],
                .bytes = variable.bytes,
                .kind = is_constant ? RangeKind::kConstant : RangeKind::kVariable,
                .name = variable.name});
  }
}

std::optional<Diagnostic> ModuleImage::initialise() {
  for (std::size_t i = 0; i < module_->variables.size(); ++i) {
    const ptx::Variable& variable = module_->variables[i];
    if (!is_placed(variable)) continue;
    auto* const bytes = host_pointer(addresses_[i]);
    const std::uint64_t written = std::min<std::uint64_t>(variable.initial.size(), variable.bytes);
    if (written != 0) std::memcpy(bytes, variable.initial.data(), written);
    for (const ptx::Relocation& relocation : variable.relocations) {
      std::uint64_t target = address_of(relocation.symbol);
      if (target == 0) target = address_of_function(*module_, relocation.symbol);
      const std::uint64_t end = std::uint64_t{relocation.offset} + relocation.bytes;
      if (target == 0 || end > variable.bytes || relocation.bytes > sizeof(target)) {
        return Diagnostic{.code = "ptx-relocation",
                          .message = "the initial value of '" + variable.name +
                                     "' needs the address of '" + relocation.symbol +
                                     "', which this module has not"};
      }
      std::uint64_t value = target + static_cast<std::uint64_t>(relocation.addend);
      if (relocation.mask != 0) {
        value = (value & relocation.mask) >> std::countr_zero(relocation.mask);
      }
      std::memcpy(bytes + relocation.offset, &value, relocation.bytes);
    }
  }
  return std::nullopt;
}

void ModuleImage::unload(GlobalMemory& memory) const {
  memory.remove_constant_bank(constants_begin_);
  for (const std::uint64_t address : addresses_) {
    if (address != 0) memory.remove(address);
  }
}

std::uint64_t ModuleImage::address_of(std::string_view name) const {
  for (std::size_t i = 0; i < addresses_.size(); ++i) {
    if (module_->variables[i].name == name) return addresses_[i];
  }
  return 0;
}

}  // namespace smemlens::simt
