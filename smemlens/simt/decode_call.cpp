// call (result), function, (arguments): arguments and results are .param variables, which lie in
// the local frames of caller and callee; a call copies them.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/address_space.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/decoder.h"
#include "smemlens/simt/local_layout.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/slots.h"

namespace smemlens::simt {
namespace {

using ptx::OperandKind;

// What an argument list names: places in the caller's local frame.
struct Place {
  std::uint32_t offset = 0;
  std::uint32_t bytes = 0;
};

std::optional<std::vector<Place>> places_of(const Decoder& decoder, const ptx::Operand& list) {
  std::vector<Place> places;
  for (const ptx::Operand& element : list.elements) {
    if (element.kind != OperandKind::kSymbol || element.scope != ptx::SymbolScope::kLocal) {
      return std::nullopt;
    }
    const ptx::Variable& variable = decoder.function.variables[element.index];
    if (variable.space != ptx::StateSpace::kParam) return std::nullopt;
    places.push_back({.offset = decoder.symbols.local.variables[element.index],
                      .bytes = static_cast<std::uint32_t>(variable.bytes)});
  }
  return places;
}

// One copy for each pair; nullopt if the signatures differ.
std::optional<std::vector<ArgumentCopy>> copies(const std::vector<Place>& from,
                                                const std::vector<Place>& to) {
  if (from.size() != to.size()) return std::nullopt;
  std::vector<ArgumentCopy> result;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i].bytes != to[i].bytes) return std::nullopt;
    result.push_back({.from = from[i].offset, .to = to[i].offset, .bytes = from[i].bytes});
  }
  return result;
}

std::vector<Place> formal_places(const std::vector<ptx::Variable>& variables,
                                 const std::vector<std::uint32_t>& offsets) {
  std::vector<Place> places;
  places.reserve(variables.size());
  for (std::size_t i = 0; i < variables.size(); ++i) {
    places.push_back(
        {.offset = offsets[i], .bytes = static_cast<std::uint32_t>(variables[i].bytes)});
  }
  return places;
}

Decoded add_call(Decoder& decoder, CallSite site) {
  Operation operation{.kind = OperationKind::kCall};
  operation.detail = static_cast<std::uint32_t>(decoder.decoded.calls.size());
  decoder.decoded.calls.push_back(std::move(site));
  return {.operation = operation};
}

// --- what the device library provides ------------------------------------------------------------

struct NativeRow {
  std::string_view name;
  NativeCall call;
  std::size_t arguments;
};

constexpr NativeRow kNatives[] = {
    {"vprintf",      NativeCall::kPrintf, 2}, // format, packed arguments
    {"__assertfail", NativeCall::kAssert, 5}, // message, file, line, function, character bytes
    {"malloc",       NativeCall::kMalloc, 1}, // bytes
    {"free",         NativeCall::kFree,   1}, // address
};

void add_places(CallSite& site, const std::vector<Place>& results,
                const std::vector<Place>& arguments) {
  for (const Place& place : arguments) {
    site.target.arguments.push_back({.from = place.offset, .bytes = place.bytes});
  }
  for (const Place& place : results) {
    site.target.results.push_back({.to = place.offset, .bytes = place.bytes});
  }
}

// One of the device library's functions of numbers: __nv_sinf, …
Decoded decode_math(Decoder& decoder, const std::string& name, const std::vector<Place>& results,
                    const std::vector<Place>& arguments) {
  const auto choice = decoder.context.isa.native_function(name);
  if (!choice) return unsupported("the device function " + name);
  CallSite site{.native = NativeCall::kMath};
  add_places(site, results, arguments);
  if (results.size() != 1 || arguments.size() + 1 != choice->slots) {
    return unsupported("a call that doesn't fit the device function " + name);
  }
  site.math.compute = choice->compute;
  site.math.immediate = choice->immediate;
  for (std::size_t i = 0; i < choice->slots; ++i) {
    const std::uint32_t bytes = i == 0 ? results[0].bytes : arguments[i - 1].bytes;
    if (choice->classes[i] == SlotClass::kPredicate ||
        bytes * kLanes != slot_bytes(choice->classes[i])) {
      return unsupported("a call that doesn't fit the device function " + name);
    }
    site.math.slots[i] = decoder.slots.scratch();
  }
  return add_call(decoder, std::move(site));
}

Decoded decode_native(Decoder& decoder, const std::string& name, const std::vector<Place>& results,
                      const std::vector<Place>& arguments) {
  const auto* const row = std::find_if(std::begin(kNatives), std::end(kNatives),
                                       [&](const NativeRow& r) { return r.name == name; });
  if (row == std::end(kNatives) || row->arguments != arguments.size()) {
    return decode_math(decoder, name, results, arguments);
  }
  CallSite site{.native = row->call};
  add_places(site, results, arguments);
  if (row->call != NativeCall::kAssert) decoder.context.is_order_dependent = true;
  return add_call(decoder, std::move(site));
}

// --- the module's own functions ------------------------------------------------------------------

// nullopt if the call doesn't fit the function.
std::optional<CallTarget> target_of(const Decoder& decoder, ptx::Index callee,
                                    const std::vector<Place>& results,
                                    const std::vector<Place>& arguments) {
  const ptx::Function& function = decoder.context.image.module().functions[callee];
  const LocalLayout layout = local_layout_of(function);
  auto in = copies(arguments, formal_places(function.parameters, layout.parameters));
  auto out = copies(formal_places(function.results, layout.results), results);
  const auto& functions = decoder.context.functions;
  const auto number = std::find(functions.begin(), functions.end(), callee);
  if (!in || !out || number == functions.end()) return std::nullopt;
  return CallTarget{.address = function_address(callee),
                    .callee = static_cast<std::uint32_t>(number - functions.begin()),
                    .arguments = *std::move(in),
                    .results = *std::move(out)};
}

// Through a pointer or a table: any function whose address the module takes, if it fits.
Decoded decode_indirect(Decoder& decoder, const ptx::Operand& address,
                        const std::vector<Place>& results, const std::vector<Place>& arguments) {
  CallSite site;
  site.address = decoder.slots.slot_of(address, SlotClass::k64);
  if (!site.address) return unsupported("an address that isn't 64 bits wide");
  for (const ptx::Index function : decoder.context.addressed) {
    if (auto target = target_of(decoder, function, results, arguments)) {
      site.candidates.push_back(*std::move(target));
    }
  }
  return add_call(decoder, std::move(site));
}

}  // namespace

Decoded decode_call(Decoder& decoder, const ptx::Instruction& instruction) {
  const auto& operands = instruction.operands;
  if (operands.size() < 3) return unsupported();
  const auto results = places_of(decoder, operands[0]);
  const auto arguments = places_of(decoder, operands[2]);
  if (!results || !arguments) return unsupported("call arguments in registers");

  if (operands[1].kind != OperandKind::kFunction) {
    return decode_indirect(decoder, operands[1], *results, *arguments);
  }
  const ptx::Index callee = operands[1].index;
  const ptx::Function& function = decoder.context.image.module().functions[callee];
  if (!function.is_defined) return decode_native(decoder, function.name, *results, *arguments);
  if (function.is_entry) return unsupported("a call of a kernel");
  auto target = target_of(decoder, callee, *results, *arguments);
  if (!target) return unsupported("a call that doesn't fit the declaration");
  return add_call(decoder, {.target = *std::move(target)});
}

}  // namespace smemlens::simt
