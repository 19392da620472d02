#include "smemlens/simt/bulk_reduce.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "smemlens/simt/atomic_value.h"
#include "smemlens/simt/bulk_copy.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/operations_half.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

template <class Value>
void reduce(const AccessSite& site, std::byte* to, const std::byte* from, std::uint32_t bytes) {
  const bool is_shared = site.access.space == AccessSpace::kShared;
  for (std::uint32_t i = 0; i < bytes; i += sizeof(Value)) {
    Operands<Value> operands{};
    std::memcpy(&operands.first, from + i, sizeof(Value));
    exchange<Value>(site.access, to + i, operands, is_shared);
  }
}

template <class Value>
bool reduce_bulk(const AccessSite& site, WarpMask mask) {
  return move_bulk(site, mask, reduce<Value>);
}

}  // namespace

AccessFunction bulk_reduction(const MemoryAccess& access) {
  const bool is_wide = access.element_bytes == 8;
  switch (access.element) {
    case ElementKind::kUnsigned:
      return is_wide ? reduce_bulk<std::uint64_t> : reduce_bulk<std::uint32_t>;
    case ElementKind::kSigned:
      return is_wide ? reduce_bulk<std::int64_t> : reduce_bulk<std::int32_t>;
    case ElementKind::kFloat:
      return is_wide ? reduce_bulk<double> : reduce_bulk<float>;
    case ElementKind::kHalf:
      return reduce_bulk<Small<Half, 1>>;
    case ElementKind::kBfloat:
      return reduce_bulk<Small<Bfloat, 1>>;
  }
  return nullptr;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
