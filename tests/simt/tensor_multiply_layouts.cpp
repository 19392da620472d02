#include "tests/simt/tensor_multiply_layouts.h"

#include <cstdlib>
#include <string_view>

namespace smemlens::simt {
namespace {

using Place = ManualPlace;

unsigned group(unsigned lane) {
  return lane >> 2;
}
unsigned thread(unsigned lane) {
  return lane % 4;
}

// NOLINTBEGIN(readability-math-missing-parentheses): as the manual writes them
// clang-format off: as the manual sets them, one rule a line
constexpr ManualShape kShapes[] = {
    // mma.m8n8k4 of f16: A row or column major, B column or row major, C of f16 or f32.
    {"m8n8k4.row.col.half", 8, 8, 4, 16, 4,
     [](unsigned l, unsigned i) { return Place{l < 16 ? l % 4 : l % 4 + 4, i}; },
     [](unsigned l, unsigned i) { return Place{i, l < 16 ? l % 4 : l % 4 + 4}; },
     [](unsigned l, unsigned i) { return Place{l < 16 ? l % 4 : l % 4 + 4, i}; }},
    {"m8n8k4.col.row.half", 8, 8, 4, 16, 4,
     [](unsigned l, unsigned i) { return Place{l < 16 ? i % 4 : i % 4 + 4, l % 4}; },
     [](unsigned l, unsigned i) { return Place{l % 4, l < 16 ? i : i + 4}; },
     [](unsigned l, unsigned i) { return Place{l < 16 ? l % 4 : l % 4 + 4, i}; }},
    {"m8n8k4.row.row.float", 8, 8, 4, 16, 4,
     [](unsigned l, unsigned i) { return Place{l < 16 ? l % 4 : l % 4 + 4, i}; },
     [](unsigned l, unsigned i) { return Place{l % 4, l < 16 ? i : i + 4}; },
     [](unsigned l, unsigned i) {
       const unsigned x = (l & 1) + (i & 2);
       return Place{l < 16 ? x : x + 4, (i & 4) + (l & 2) + (i & 1)};
     }},
    {"m8n8k4.col.col.float", 8, 8, 4, 16, 4,
     [](unsigned l, unsigned i) { return Place{l < 16 ? i % 4 : i % 4 + 4, l % 4}; },
     [](unsigned l, unsigned i) { return Place{i, l < 16 ? l % 4 : l % 4 + 4}; },
     [](unsigned l, unsigned i) {
       const unsigned x = (l & 1) + (i & 2);
       return Place{l < 16 ? x : x + 4, (i & 4) + (l & 2) + (i & 1)};
     }},
    {"m8n8k4.double", 8, 8, 4, 64, 1,
     [](unsigned l, unsigned) { return Place{group(l), thread(l)}; },
     [](unsigned l, unsigned) { return Place{thread(l), group(l)}; },
     [](unsigned l, unsigned i) { return Place{group(l), thread(l) * 2 + (i & 1)}; }},
    {"m8n8k16.byte", 8, 8, 16, 8, 1,
     [](unsigned l, unsigned i) { return Place{group(l), thread(l) * 4 + i}; },
     [](unsigned l, unsigned i) { return Place{thread(l) * 4 + i, group(l)}; },
     [](unsigned l, unsigned i) { return Place{group(l), thread(l) * 2 + i}; }},
    {"m8n8k32.nibble", 8, 8, 32, 4, 1,
     [](unsigned l, unsigned i) { return Place{group(l), thread(l) * 8 + i}; },
     [](unsigned l, unsigned i) { return Place{thread(l) * 8 + i, group(l)}; },
     [](unsigned l, unsigned i) { return Place{group(l), thread(l) * 2 + i}; }},
    {"m8n8k128.bit", 8, 8, 128, 1, 1,
     [](unsigned l, unsigned i) { return Place{group(l), thread(l) * 32 + i}; },
     [](unsigned l, unsigned i) { return Place{thread(l) * 32 + i, group(l)}; },
     [](unsigned l, unsigned i) { return Place{group(l), thread(l) * 2 + i}; }},
    {"m16n8k4.word", 16, 8, 4, 32, 1,
     [](unsigned l, unsigned i) { return Place{i == 0 ? group(l) : group(l) + 8, thread(l)}; },
     [](unsigned l, unsigned) { return Place{thread(l), group(l)}; },
     [](unsigned l, unsigned i) { return Place{i < 2 ? group(l) : group(l) + 8, thread(l) * 2 + (i & 1)}; }},
    {"m16n8k4.double", 16, 8, 4, 64, 1,
     [](unsigned l, unsigned i) { return Place{i == 0 ? group(l) : group(l) + 8, thread(l)}; },
     [](unsigned l, unsigned) { return Place{thread(l), group(l)}; },
     [](unsigned l, unsigned i) { return Place{i < 2 ? group(l) : group(l) + 8, thread(l) * 2 + (i & 1)}; }},
    {"m16n8k8.half", 16, 8, 8, 16, 1,
     [](unsigned l, unsigned i) { return Place{i < 2 ? group(l) : group(l) + 8, thread(l) * 2 + (i & 1)}; },
     [](unsigned l, unsigned i) { return Place{thread(l) * 2 + i, group(l)}; },
     [](unsigned l, unsigned i) { return Place{i < 2 ? group(l) : group(l) + 8, thread(l) * 2 + (i & 1)}; }},
    {"m16n8k8.word", 16, 8, 8, 32, 1,
     [](unsigned l, unsigned i) { return Place{i == 0 || i == 2 ? group(l) : group(l) + 8, i < 2 ? thread(l) : thread(l) + 4}; },
     [](unsigned l, unsigned i) { return Place{i == 0 ? thread(l) : thread(l) + 4, group(l)}; },
     [](unsigned l, unsigned i) { return Place{i < 2 ? group(l) : group(l) + 8, thread(l) * 2 + (i & 1)}; }},
    {"m16n8k8.double", 16, 8, 8, 64, 1,
     [](unsigned l, unsigned i) { return Place{i == 0 || i == 2 ? group(l) : group(l) + 8, i < 2 ? thread(l) : thread(l) + 4}; },
     [](unsigned l, unsigned i) { return Place{i == 0 ? thread(l) : thread(l) + 4, group(l)}; },
     [](unsigned l, unsigned i) { return Place{i < 2 ? group(l) : group(l) + 8, thread(l) * 2 + (i & 1)}; }},
    {"m16n8k16.half", 16, 8, 16, 16, 1,
     [](unsigned l, unsigned i) {
       return Place{i < 2 || (4 <= i && i < 6) ? group(l) : group(l) + 8,
                    i < 4 ? thread(l) * 2 + (i & 1) : thread(l) * 2 + (i & 1) + 8};
     },
     [](unsigned l, unsigned i) { return Place{i < 2 ? thread(l) * 2 + (i & 1) : thread(l) * 2 + (i & 1) + 8, group(l)}; },
     [](unsigned l, unsigned i) { return Place{i < 2 ? group(l) : group(l) + 8, thread(l) * 2 + (i & 1)}; }},
    {"m16n8k16.double", 16, 8, 16, 64, 1,
     [](unsigned l, unsigned i) { return Place{i % 2 == 0 ? group(l) : group(l) + 8, i % 2 == 0 ? i * 2 + thread(l) : i * 2 - 2 + thread(l)}; },
     [](unsigned l, unsigned i) { return Place{thread(l) + i * 4, group(l)}; },
     [](unsigned l, unsigned i) { return Place{i < 2 ? group(l) : group(l) + 8, thread(l) * 2 + (i & 1)}; }},
    {"m16n8k16.byte", 16, 8, 16, 8, 1,
     [](unsigned l, unsigned i) { return Place{i < 4 ? group(l) : group(l) + 8, thread(l) * 4 + (i & 3)}; },
     [](unsigned l, unsigned i) { return Place{thread(l) * 4 + i, group(l)}; },
     [](unsigned l, unsigned i) { return Place{i < 2 ? group(l) : group(l) + 8, thread(l) * 2 + (i & 1)}; }},
    {"m16n8k32.byte", 16, 8, 32, 8, 1,
     [](unsigned l, unsigned i) {
       return Place{i < 4 || (8 <= i && i < 12) ? group(l) : group(l) + 8,
                    i < 8 ? thread(l) * 4 + (i & 3) : thread(l) * 4 + (i & 3) + 16};
     },
     [](unsigned l, unsigned i) { return Place{i < 4 ? thread(l) * 4 + (i & 3) : thread(l) * 4 + (i & 3) + 16, group(l)}; },
     [](unsigned l, unsigned i) { return Place{i < 2 ? group(l) : group(l) + 8, thread(l) * 2 + (i & 1)}; }},
    {"m16n8k32.nibble", 16, 8, 32, 4, 1,
     [](unsigned l, unsigned i) { return Place{i < 8 ? group(l) : group(l) + 8, thread(l) * 8 + (i & 7)}; },
     [](unsigned l, unsigned i) { return Place{thread(l) * 8 + (i & 7), group(l)}; },
     [](unsigned l, unsigned i) { return Place{i < 2 ? group(l) : group(l) + 8, thread(l) * 2 + (i & 1)}; }},
    {"m16n8k64.nibble", 16, 8, 64, 4, 1,
     [](unsigned l, unsigned i) {
       return Place{i < 8 || (16 <= i && i < 24) ? group(l) : group(l) + 8,
                    i < 16 ? thread(l) * 8 + (i & 7) : thread(l) * 8 + (i & 7) + 32};
     },
     [](unsigned l, unsigned i) { return Place{i < 8 ? thread(l) * 8 + (i & 7) : thread(l) * 8 + (i & 7) + 32, group(l)}; },
     [](unsigned l, unsigned i) { return Place{i < 2 ? group(l) : group(l) + 8, thread(l) * 2 + (i & 1)}; }},
    {"m16n8k128.bit", 16, 8, 128, 1, 1,
     [](unsigned l, unsigned i) { return Place{i < 32 ? group(l) : group(l) + 8, thread(l) * 32 + (i & 31)}; },
     [](unsigned l, unsigned i) { return Place{thread(l) * 32 + i, group(l)}; },
     [](unsigned l, unsigned i) { return Place{i < 2 ? group(l) : group(l) + 8, thread(l) * 2 + (i & 1)}; }},
    {"m16n8k256.bit", 16, 8, 256, 1, 1,
     [](unsigned l, unsigned i) {
       return Place{i < 32 || (64 <= i && i < 96) ? group(l) : group(l) + 8,
                    i < 64 ? thread(l) * 32 + (i & 31) : thread(l) * 32 + (i & 31) + 128};
     },
     [](unsigned l, unsigned i) { return Place{i < 32 ? thread(l) * 32 + (i & 31) : thread(l) * 32 + (i & 31) + 128, group(l)}; },
     [](unsigned l, unsigned i) { return Place{i < 2 ? group(l) : group(l) + 8, thread(l) * 2 + (i & 1)}; }},
};
// clang-format on
// NOLINTEND(readability-math-missing-parentheses)

}  // namespace

const ManualShape& manual_shape(std::string_view name) {
  for (const ManualShape& shape : kShapes) {
    if (shape.name == name) return shape;
  }
  std::abort();
}

}  // namespace smemlens::simt
