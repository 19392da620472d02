#include "smemlens/solve/moved_request.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"

namespace smemlens {

Request moved(const LayoutProblem& problem, const Request& declared, const Layout& layout) {
  const std::uint32_t element_bytes = problem.shape.element_bytes;
  Request result = declared;
  for (LaneMask rest = declared.active; rest != 0; rest &= rest - 1) {
    ByteAddress& address = result.addresses[static_cast<std::size_t>(std::countr_zero(rest))];
    const std::uint32_t byte = address.value - problem.base_bytes;
    const std::uint32_t element = byte / element_bytes;
    const std::uint32_t place = places_of(layout, problem.shape, std::span(&element, 1)).front();
    address.value = problem.base_bytes + (place * element_bytes) + (byte % element_bytes);
  }
  return result;
}

}  // namespace smemlens
