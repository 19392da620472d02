#pragma once

// What a fix is asked for: the weighted accesses of one array, as requests of element numbers.
//
//   float s[32][32]; s[k][lane] = x; s[lane][k]      k = 0 … 31
//     shape {32, 32} of 4 bytes; two accesses; 64 requests: access 0, k = 1 has lane l at element
//     32 + l, access 1, k = 1 has it at 32 l + 1
//
// Requests name elements, not addresses: a layout gives each element its place, and with it each
// request its addresses.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "smemlens/model/architecture.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/solve/tile_shape.h"

namespace smemlens {

struct WeightedAccess {
  std::string name;
  Operation operation = Operation::kLoad;
  std::uint8_t bytes = 4;     // a lane
  std::uint8_t matrices = 0;  // of ldmatrix and stmatrix
  std::uint64_t weight = 1;   // executions of each of its requests
};

// Where a lane's access begins: an element, and bytes within it.
struct ElementPlace {
  std::uint32_t element = 0;
  std::uint32_t inner_bytes = 0;
  bool operator==(const ElementPlace&) const = default;
};

// One warp's request.
struct ElementRequest {
  std::uint32_t access = 0;
  LaneMask active = 0;
  std::uint64_t count = 1;  // how often it occurs
  std::array<ElementPlace, kMaxLanes> lanes{};
};

enum class LayoutFamily : std::uint8_t {
  kNone,        // as declared
  kRowPad,      // longer rows, of one axis or several
  kAxisOrder,   // the axes in another order, padded or not
  kBlockPad,    // unused elements after every 2^k, or after every row of one dimension
  kRotation,    // rows turned by a multiple of their number
  kSwizzle,     // one run of index bits XORed with another
  kTma,         // the swizzles of the tensor memory accelerator
  kComplement,  // one index bit XORed into several
  kLinear,      // any invertible matrix over GF(2)
  kTable,       // any permutation
};
inline constexpr std::size_t kLayoutFamilyCount = 10;
// "none", "row_pad", …: as `limits.families` and the answers spell them.
std::string_view name_of(LayoutFamily family);
std::optional<LayoutFamily> layout_family_from(std::string_view name);
// "as declared", "row pads", …: for sentences.
std::string_view described(LayoutFamily family);

struct SolveLimits {
  std::optional<std::uint64_t> max_extra_bytes;
  std::vector<LayoutFamily> families;  // those allowed; empty: all but kTma, which has to be asked
  bool no_access_dearer = false;       // than it is as declared
};
bool allows(const SolveLimits& limits, LayoutFamily family);

struct LayoutProblem {
  std::string id;
  std::string array = "s";
  TileShape shape;
  std::uint32_t base_bytes = 0;  // of the array in the block's shared memory
  std::string element_type;      // as it is declared: "float"; empty if there is no declaration
  // By which a one-dimensional array is indexed: {34} for s[y * 34 + x].
  std::vector<std::uint32_t> row_lengths;
  std::vector<WeightedAccess> accesses;
  std::vector<ElementRequest> requests;
  SolveLimits limits;
  const Architecture* architecture = nullptr;  // never null in a problem that is solved
};

// The request that `request` is when element number e lies at place places[e] (in elements).
//   start_places  the place of each lane's element, by lane
Request request_at(const LayoutProblem& problem, const ElementRequest& request,
                   const std::array<std::uint32_t, kMaxLanes>& start_places);

// Equal requests become one that counts for all.
void merge_equal_requests(LayoutProblem& problem);

// What the accesses demand of every layout.
struct LayoutConstraints {
  std::uint32_t widest_bytes = 1;    // vectors begin on multiples of it
  std::uint32_t chunk_elements = 1;  // a power of two: neighbours that one access needs together
  bool stays_in_row = true;          // no access goes from one row into the next
  bool has_aligned_columns = true;   // every access begins and ends within one chunk of a row
  bool has_aligned_numbers = true;   // the same by element numbers, rows disregarded
};
LayoutConstraints constraints_of(const LayoutProblem& problem);

}  // namespace smemlens
