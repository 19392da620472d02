#pragma once

// The fragments of mma.sync as the PTX manual writes them: row and column of the i-th element that
// a lane holds ("Matrix Fragments for mma.m…"). Written shape by shape from the manual, apart from
// the executor's one rule for all of them.

#include <string_view>

namespace smemlens::simt {

struct ManualPlace {
  unsigned row = 0;
  unsigned column = 0;
};

using ManualLayout = ManualPlace (*)(unsigned lane, unsigned i);

// One shape with one width of elements.
struct ManualShape {
  std::string_view name;
  unsigned m, n, k;
  unsigned bits;      // of an element of A and B
  unsigned matrices;  // products at once, each of the lanes that `matrix_of` says
  ManualLayout a, b, c;

  unsigned elements_of_a() const { return m * k * matrices / 32; }
  unsigned elements_of_b() const { return k * n * matrices / 32; }
  unsigned elements_of_c() const { return m * n * matrices / 32; }
};

// By name, e.g. "m16n8k16.half".
const ManualShape& manual_shape(std::string_view name);

}  // namespace smemlens::simt
