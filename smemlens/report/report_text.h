#pragma once

// The report of a run for people: findings, a table per kernel, the annotated source.
//
//   transpose.cu:9:17: warning: 32-way bank conflict: 1048576 wavefronts where 32768 would do
//   [shared-load-conflict]
//
//   transpose_naive(float const*, float*, int)
//     grid 32x32x1, block 32x32x1, 1 launch, shared memory 4096 B static
//     line  instruction    array  requests  wavefronts  ideal   excess  degree
//     7:17  st.shared.f32  tile      32768       32768  32768        0       1
//     9:17  ld.shared.f32  tile      32768     1048576  32768  1015808      32
//     total                          65536     1081344  65536  1015808
//
//    wavefronts   excess  transpose.cu
//         32768        0    7 | tile[threadIdx.y][threadIdx.x] = in[y * n + x];
//       1048576  1015808  > 9 | out[x * n + y] = tile[threadIdx.x][threadIdx.y];
//
// `degree` is the most wavefronts of any one phase: 32 reads «32-way». A line with an excess is
// marked '>' beside its number, and by colour. «~» after a count: docs/model.md lists the rule as
// open, and the candidates differ for some request of the site. Instances of a template are folded
// into one table (folded_kernels.h), which has a column that tells how many a row sums.

#include <map>
#include <string>

#include "smemlens/analysis/analysis.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/report/folded_kernels.h"

namespace smemlens {

struct ReportStyle {
  bool color = false;
  bool with_calls = false;  // below each finding its kernel and the calls inlined around the line
  Instances instances = Instances::kFolded;
};

// Text of the source files that sites name, for the annotated lines; a missing one is left out.
using SourceFiles = std::map<std::string, std::string>;

std::string report_text(const Analysis& analysis, const SourceFiles& files, ReportStyle style);

// The findings alone, worst first: one warning for each site with an excess. Its notes are the
// kernels, which tells instances of a template apart, and the calls inlined around the line.
std::vector<Diagnostic> findings_of(const Analysis& analysis, Instances instances);

}  // namespace smemlens
