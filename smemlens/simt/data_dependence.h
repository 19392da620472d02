#pragma once

// What the requests for shared memory that a kernel makes can depend on, beside its code, its grid
// and its blocks: on bytes in memory, and on which of its parameters.
//
//   s[threadIdx.x * stride] = in[i];     on the parameter `stride`; not on `in` or what is there
//   atomicAdd(&s[in[i]], 1);             on data
//   if (in[i] > 0) s[threadIdx.x] = 0;   on data
//   if (in[i] > 0) x = f(x);             not on data: lanes meet again before they ask for anything
//
// Two launches that agree in all of it ask for the same addresses in the same order, so that one of
// them need not be counted. The answer errs only towards more dependence:
//
//   - A register has what the registers have from which it is computed, wherever in the kernel.
//     What is loaded is data, from global, constant, shared or local memory, and so are clocks.
//   - It counts when it is an address in shared memory (or a generic one, which may be), or decides
//     whether an instruction that uses one is executed, or the way of a warp: branches, calls,
//     barriers, the lanes that meet. A branch whose lanes meet again after nothing but arithmetic
//     and accesses to other memory decides only what is written between.

#include <vector>

#include "smemlens/simt/kernel.h"

namespace smemlens::simt {

struct DataDependence {
  bool is_on_data = false;          // of memory, or of a clock
  std::vector<bool> on_parameters;  // by parameter of the kernel

  bool operator==(const DataDependence&) const = default;
};

DataDependence data_dependence_of(const Kernel& kernel);

}  // namespace smemlens::simt
