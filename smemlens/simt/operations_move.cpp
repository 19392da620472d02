// mov: copies, and vectors packed into a wider register or taken from one (PTX ISA "mov").
//
//   mov.b64 %rd1, {%r1, %r2};    %r1 is the low word
//   mov.b32 {%rs1, %rs2}, %r1;   %rs1 takes the low half

#include <cstddef>
#include <span>
#include <tuple>

#include "smemlens/simt/operation.h"
#include "smemlens/simt/operations_lanes.h"
#include "smemlens/simt/operations_row.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

template <class T>
T copied(T a) {
  return a;
}

void copy_predicate(std::byte* frame, const Operation& operation, WarpMask mask) {
  write_predicate(predicate_at(frame, operation, 0), read_predicate(frame, operation, 1), mask);
}

template <class Whole, class Part>
Whole packed2(Part a, Part b) {
  constexpr unsigned kBits = 8 * sizeof(Part);
  return static_cast<Whole>(Whole{a} | Whole{b} << kBits);
}
template <class Whole, class Part>
Whole packed4(Part a, Part b, Part c, Part d) {
  constexpr unsigned kBits = 8 * sizeof(Part);
  return static_cast<Whole>(Whole{a} | Whole{b} << kBits | Whole{c} << (2 * kBits) |
                            Whole{d} << (3 * kBits));
}

template <class Whole, class Part>
std::tuple<Part, Part> unpacked2(Whole a) {
  constexpr unsigned kBits = 8 * sizeof(Part);
  return {static_cast<Part>(a), static_cast<Part>(a >> kBits)};
}
template <class Whole, class Part>
std::tuple<Part, Part, Part, Part> unpacked4(Whole a) {
  constexpr unsigned kBits = 8 * sizeof(Part);
  return {static_cast<Part>(a), static_cast<Part>(a >> kBits), static_cast<Part>(a >> (2 * kBits)),
          static_cast<Part>(a >> (3 * kBits))};
}

constexpr SlotClass kBit = SlotClass::kPredicate;

// clang-format off
constexpr Row kRows[] = {
    {Op::kMov, {kPred},  {}, {}, kWholeWarp<copy_predicate, 1, kBit, kBit>},
    {Op::kMov, {kAny16}, {}, {}, kEachLane<copied<U16>>                   },
    {Op::kMov, {kAny32}, {}, {}, kEachLane<copied<U32>>                   },
    {Op::kMov, {kAny64}, {}, {}, kEachLane<copied<U64>>                   },
    {Op::kMov, {kB16},   {}, {}, kEachLane<packed2<U16, U8>>              },
    {Op::kMov, {kB32},   {}, {}, kEachLane<packed2<U32, U16>>             },
    {Op::kMov, {kB32},   {}, {}, kEachLane<packed4<U32, U8>>              },
    {Op::kMov, {kB64},   {}, {}, kEachLane<packed2<U64, U32>>             },
    {Op::kMov, {kB64},   {}, {}, kEachLane<packed4<U64, U16>>             },
    {Op::kMov, {kB16},   {}, {}, kEachLane<unpacked2<U16, U8>>            },
    {Op::kMov, {kB32},   {}, {}, kEachLane<unpacked2<U32, U16>>           },
    {Op::kMov, {kB32},   {}, {}, kEachLane<unpacked4<U32, U8>>            },
    {Op::kMov, {kB64},   {}, {}, kEachLane<unpacked2<U64, U32>>           },
    {Op::kMov, {kB64},   {}, {}, kEachLane<unpacked4<U64, U16>>           },
};
// clang-format on

}  // namespace

std::span<const Row> move_rows() {
  return kRows;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
