#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>

#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "tests/model/requests.h"

namespace smemlens {
namespace {

using testing::kWarp;
using testing::model_of;
using testing::request_of;

struct MalformedCase {
  std::string_view name;
  std::string_view architecture;
  Request request;
  std::string_view reason;
};

std::uint32_t row(std::uint32_t lane) {
  return 16 * lane;
}

Request matrices(std::uint8_t count, LaneMask active) {
  Request request = request_of(Operation::kLdmatrix, 16, active, row);
  request.matrices = count;
  return request;
}

Request with_matrices(Request request, std::uint8_t count) {
  request.matrices = count;
  return request;
}

TEST(WellFormed, EveryReasonNamesWhatIsWrong) {
  const MalformedCase cases[] = {
      {"misaligned", "sm_80",
       request_of(Operation::kLoad, 4, kWarp,
       [](std::uint32_t lane) { return (lane * 4) + (lane / 3 * 2); }),
       "lane 3: address 14 is not a multiple of 4"},
      {"misaligned, but inactive", "sm_80",
       request_of(Operation::kLoad, 8, 1, [](std::uint32_t lane) { return lane * 4; }), ""},
      {"no such width", "sm_80", request_of(Operation::kLoad, 12, kWarp, row),
       "load of 12 bytes a lane does not exist on this architecture"},
      {"no such operation", "sm_70", matrices(4, kWarp),
       "ldmatrix does not exist on this architecture"},
      {"no atomics", "sm_10", request_of(Operation::kAtomic, 4, kWarp, row),
       "atomic does not exist on this architecture"},
      {"bytes of a copy", "sm_80", request_of(Operation::kCpAsync, 2, kWarp, row),
       "cp.async of 2 bytes a lane does not exist on this architecture"},
      {"beyond the warp", "sm_80", request_of(Operation::kLoad, 4, LaneMask{1} << 40, row),
       "lane 40 is beyond the warp of 32 lanes"},
      {"wave64 has it", "gfx942", request_of(Operation::kLoad, 4, LaneMask{1} << 40, row), ""},
      {"a row is missing", "sm_80", matrices(2, 0x7fff),
       "ldmatrix of 2 matrices needs a row address from lanes 0 to 15, but lane 15 gives none"},
      {"lanes past the rows are ignored", "sm_80", matrices(1, 0xff), ""},
      {"three matrices", "sm_80", matrices(3, kWarp), "ldmatrix takes 1, 2 or 4 matrices, not 3"},
      {"none told", "sm_80", matrices(0, kWarp), "ldmatrix takes 1, 2 or 4 matrices, not 0"},
      {"a load of matrices", "sm_80", with_matrices(request_of(Operation::kLoad, 4, kWarp, row), 2),
       "load takes no matrices, but 2 are asked"},
      {"nobody", "sm_80", request_of(Operation::kLoad, 4, 0, row), ""},
  };
  for (const MalformedCase& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(why_malformed(model_of(c.architecture), c.request), c.reason);
  }
}

struct NoteCase {
  std::string_view name;
  std::string_view architecture;
  Request request;
  std::string_view note;
};

Request copy(Operation operation, CopySource source) {
  Request request = request_of(operation, 16, kWarp, row);
  request.source = source;
  return request;
}

Request with_open_cost(OpenCost open_cost, LaneMask active) {
  Request request = request_of(Operation::kLoad, 16, active, row);
  request.open_cost = open_cost;
  return request;
}

TEST(Notes, GiveBothNumbersAndTheSection) {
  const auto same = [](std::uint32_t) { return 0U; };
  const auto pairs = [](std::uint32_t lane) { return lane / 2 * 16; };
  const NoteCase cases[] = {
      {"exact", "sm_80", request_of(Operation::kLoad, 4, kWarp, row), ""},
      {"atomic", "sm_80", request_of(Operation::kAtomic, 4, kWarp, same),
       "32 wavefronts if lanes of one word take turns, 1 wavefront if they are served together "
       "(docs/model.md §7)"},
      {"atomic without sharing", "sm_80",
       request_of(Operation::kAtomic, 4, kWarp, [](std::uint32_t lane) { return 4 * lane; }), ""},
      {"Maxwell's paired load", "sm_52", request_of(Operation::kLoad, 16, kWarp, pairs),
       "2 wavefronts if paired lanes merge phases, 4 wavefronts if paired lanes do not merge "
       "phases "
       "(docs/model.md §4.3)"},
      {"Ampere's paired load", "sm_80", request_of(Operation::kLoad, 16, kWarp, pairs), ""},
      {"idle partners", "sm_80", request_of(Operation::kLoad, 16, 0x55555555, pairs),
       "2 wavefronts if an idle partner counts as paired, 4 wavefronts if an idle partner breaks "
       "the pairing (docs/model.md §4.2)"},
      {"Ampere's paired store", "sm_80", request_of(Operation::kStore, 16, kWarp, pairs),
       "4 wavefronts if paired lanes do not merge phases, 2 wavefronts if paired lanes merge "
       "phases "
       "(docs/model.md §4.4)"},
      {"measured stores", "sm_120", request_of(Operation::kStore, 16, kWarp, pairs), ""},
      {"copy", "sm_80", copy(Operation::kCpAsync, CopySource::kUnknown),
       "4 wavefronts to 33, as the global source is not known to be linear from a multiple of 512 "
       "bytes (docs/model.md §6.2)"},
      {"linear copy", "sm_80", copy(Operation::kCpAsync, CopySource::kLinear), ""},
      {"bypassing copy", "sm_80", copy(Operation::kCpAsyncBypass, CopySource::kLinear),
       "0 wavefronts to 33, as cp.async.cg does not pass the counted path (docs/model.md §6.3)"},
      {"wmma", "sm_80", with_open_cost(OpenCost::kFragmentLayout, kWarp),
       "1 wavefront to 128, as PTX leaves open which lane of a wmma fragment touches which element "
       "(docs/model.md §5.1)"},
      {"by the cluster's name", "sm_90", with_open_cost(OpenCost::kCluster, kWarp),
       "0 wavefronts to 128, as nobody has measured an access of .shared::cluster (docs/model.md "
       "§10.1)"},
      {"the same of one lane", "sm_90", with_open_cost(OpenCost::kCluster, 1),
       "0 wavefronts to 4, as nobody has measured an access of .shared::cluster (docs/model.md "
       "§10.1)"},
  };
  for (const NoteCase& c : cases) {
    SCOPED_TRACE(c.name);
    const RequestCost cost = cost_of(model_of(c.architecture), c.request);
    EXPECT_EQ(note_of(model_of(c.architecture), c.request, cost), c.note);
    EXPECT_EQ(cost.is_exact(), c.note.empty());
  }
}

}  // namespace
}  // namespace smemlens
