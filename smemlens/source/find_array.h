#pragma once

// From an array that a run met to its declaration in the source, and to its shape.
//
//   "void f<34>(int*)::tile" of 4624 bytes  →  `__shared__ int tile[N + 2][N];` in f, N = 34:
//   36 × 34 of 4 bytes

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/analysis/recorded_requests.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/solve/tile_shape.h"
#include "smemlens/source/constants.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::source {

// A demangled name taken apart: "void ns::f<34>(int*)::tile" → f, {"34"}, tile.
struct ScopedName {
  std::string function;  // empty at namespace scope
  std::vector<std::string> template_arguments;
  std::string name;
};
ScopedName scoped_name_of(const std::string& demangled);

struct FoundArray {
  std::size_t file = 0;  // into the files that were searched
  SharedArrayCode code;
  bool has_fixed_sizes = false;  // whatever the program is compiled with: see Constants::is_fixed
};

// `sites` are all accesses to `array`, in files named as `files` are. An error: there is no such
// declaration, there are several, or it is accessed from outside of its scope.
Expected<FoundArray> find_array(std::span<const std::unique_ptr<CodeFile>> files,
                                const RecordedArray& array, std::span<const Site* const> sites);

// Whether all sizes in its declaration are fixed.
bool has_fixed_sizes(const CodeFile& file, const SharedArrayCode& code, const Constants& constants);

// Why a dynamic array isn't the only name of its memory: all of a kernel's are one, and those of
// the functions that it calls. None: it is, or isn't dynamic.
std::optional<Diagnostic> shares_memory(std::span<const std::unique_ptr<CodeFile>> files,
                                        const FoundArray& found);

// What the template parameters of the declaring function are, where they are numbers.
NamedValues template_values_of(const SharedArrayCode& code, const RecordedArray& array);

// An error: the declaration's sizes are not understood, or are not those of the run.
Expected<TileShape> shape_of(const CodeFile& file, const SharedArrayCode& code,
                             const RecordedArray& array, const Constants& constants);

}  // namespace smemlens::source
