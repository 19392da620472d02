#pragma once

// The instances of a template as one kernel, for a reader who asks about the source line.
//
//   void reduce<64u>(float*)     reduce.cu:12:9  ld.shared.f32  s   512 requests
//   void reduce<128u>(float*)    reduce.cu:12:9  ld.shared.f32  s  1024 requests
//
// are folded into reduce<...>, 2 instances, with one row of 1536 requests. In the same way the
// instances of a device function's template are, within the kernel they were inlined into.
//
// Folded is what has one name but for the template's arguments, and, of sites, the same place in
// the source, instruction and array. Kernels of one instance that differ in grid or block are
// folded only if there are others of their template.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/analysis/analysis.h"

namespace smemlens {

enum class Instances : bool { kApart, kFolded };

struct FoldedSite {
  Site sum;                                    // its key is the first one's
  std::vector<const KernelAnalysis*> kernels;  // that it stands in, each once
  std::size_t instances = 1;                   // of kernel and function, that were added up
};

struct FoldedKernel {
  std::string name;                              // the kernel's, or «reduce<...>»
  std::vector<const KernelAnalysis*> instances;  // at least one
  std::vector<FoldedSite> sites;                 // by place; of one kernel alone by program_order

  Totals totals() const;
};

// All kernels of `analysis`, which must outlive the answer, in order of their first launch.
std::vector<FoldedKernel> folded_kernels(const Analysis& analysis, Instances instances);

// «void reduce<64u>(float*)» → «reduce<...>»: without arguments, parameters and `void`. A name
// whose brackets don't match stays as it is.
std::string template_name(std::string_view demangled);

}  // namespace smemlens
