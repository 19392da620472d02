#include "smemlens/cuda/compile_hint.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>

namespace smemlens::cuda {
namespace {

// Names that old programs use and CUDA 13 lacks (its release notes, "Deprecated or Dropped
// Features"), and what takes their place.
struct RemovedName {
  std::string_view name;
  std::string_view replacement;
  bool is_renamed = false;  // the replacement takes the same arguments
};

constexpr std::string_view kTextureObjects = "texture objects (cudaCreateTextureObject)";
constexpr std::string_view kAttributes = "cudaDeviceGetAttribute";

constexpr RemovedName kRemoved[] = {
    {"cudaThreadSynchronize",    "cudaDeviceSynchronize",    true },
    {"cudaThreadExit",           "cudaDeviceReset",          true },
    {"cudaThreadSetLimit",       "cudaDeviceSetLimit",       true },
    {"cudaThreadGetLimit",       "cudaDeviceGetLimit",       true },
    {"cudaThreadSetCacheConfig", "cudaDeviceSetCacheConfig", true },
    {"cudaThreadGetCacheConfig", "cudaDeviceGetCacheConfig", true },
    {"cudaBindTexture",          kTextureObjects,            false},
    {"cudaBindTexture2D",        kTextureObjects,            false},
    {"cudaBindTextureToArray",   kTextureObjects,            false},
    {"cudaUnbindTexture",        kTextureObjects,            false},
    {"texture",                  kTextureObjects,            false},
    {"__shfl",                   "__shfl_sync",              false},
    {"__shfl_up",                "__shfl_up_sync",           false},
    {"__shfl_down",              "__shfl_down_sync",         false},
    {"__shfl_xor",               "__shfl_xor_sync",          false},
    {"__any",                    "__any_sync",               false},
    {"__all",                    "__all_sync",               false},
    {"__ballot",                 "__ballot_sync",            false},
    {"clockRate",                kAttributes,                false},
    {"memoryClockRate",          kAttributes,                false},
    {"deviceOverlap",            "asyncEngineCount",         false},
    {"computeMode",              kAttributes,                false},
    {"kernelExecTimeoutEnabled", kAttributes,                false},
};

// What stands before and after a name in a message: nvcc's, then clang's.
struct Quotation {
  std::string_view before;
  std::string_view after;
};

constexpr Quotation kUnknownNames[] = {
    {"identifier \"",                       "\" is undefined"      },
    {R"("cudaDeviceProp" has no member ")", "\""                   },
    {"error: ",                             " is not a template"   },
    {"use of undeclared identifier '",      "'"                    },
    {"no member named '",                   "' in 'cudaDeviceProp'"},
    {"no template named '",                 "'"                    },
};

constexpr Quotation kMissingHeaders[] = {
    {"fatal error: ",  ": No such file or directory"},
    {"fatal error: '", "' file not found"           },
};

// What the names of the toolkit's headers begin with: no folder of the program's will have those.
constexpr std::array<std::string_view, 9> kToolkit = {
    "cooperative_groups", "cu", "nv", "thrust/", "cub/", "cuda/", "mma.h", "npp",
    "library_types.h"};

// What the first `quotation` surrounds, on one line; empty: it isn't there.
std::string quoted(std::string_view text, const Quotation& quotation) {
  const std::size_t end = text.find(quotation.after);
  if (end == std::string_view::npos) return {};
  const std::string_view line = text.substr(0, end);
  const std::size_t begin = line.rfind(quotation.before);
  if (begin == std::string_view::npos || line.find('\n', begin) != std::string_view::npos)
    return {};
  return std::string(line.substr(begin + quotation.before.size()));
}

bool says_unknown(std::string_view messages, std::string_view name) {
  return std::ranges::any_of(kUnknownNames, [&](const Quotation& quotation) {
    std::string text(quotation.before);
    text.append(name).append(quotation.after);
    return messages.find(text) != std::string_view::npos;
  });
}

std::string removed_name_hint(std::string_view messages) {
  const auto* const removed = std::ranges::find_if(
      kRemoved, [&](const RemovedName& each) { return says_unknown(messages, each.name); });
  if (removed == std::end(kRemoved)) return {};
  std::string hint = "CUDA 13 has no " + std::string(removed->name) + ": ";
  if (!removed->is_renamed) return hint.append("use ").append(removed->replacement);
  return hint.append("add -D ").append(removed->name).append("=").append(removed->replacement);
}

std::string missing_header_hint(std::string_view messages) {
  for (const Quotation& quotation : kMissingHeaders) {
    const std::string header = quoted(messages, quotation);
    if (header.empty()) continue;
    const bool is_toolkit = std::ranges::any_of(
        kToolkit, [&](std::string_view prefix) { return header.starts_with(prefix); });
    if (!is_toolkit) return "give the folder of " + header + " with -I";
    if (&quotation == std::begin(kMissingHeaders)) return {};  // a toolkit that isn't whole
    return "smemlens's own CUDA header for clang has no " + header +
           ": install CUDA 13's nvcc and use --compiler nvcc";
  }
  return {};
}

// `kernel << <grid, block >> >()`, as some formatters write a launch: nvcc takes it, clang doesn't.
std::string split_brackets_hint(std::string_view messages) {
  constexpr std::string_view kError = "error: expected expression\n";
  const std::size_t error = messages.find(kError);
  if (error == std::string_view::npos) return {};
  const std::string_view rest = messages.substr(error + kError.size());
  if (rest.substr(0, rest.find('\n')).find("<< <") == std::string_view::npos) return {};
  return "clang takes <<< and >>> in one piece only: write them so, or use --compiler nvcc";
}

}  // namespace

std::string compile_hint(std::string_view messages) {
  std::string hint = missing_header_hint(messages);
  if (hint.empty()) hint = removed_name_hint(messages);
  return hint.empty() ? split_brackets_hint(messages) : hint;
}

}  // namespace smemlens::cuda
