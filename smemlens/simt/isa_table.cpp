// What one host instruction set offers: see isa_functions.h. Compiled once for each.

#include "smemlens/simt/address_compute.h"
#include "smemlens/simt/bulk_reduce.h"
#include "smemlens/simt/copy_async.h"
#include "smemlens/simt/execute.h"
#include "smemlens/simt/fragment_access.h"
#include "smemlens/simt/isa_functions.h"
#include "smemlens/simt/load_store.h"
#include "smemlens/simt/matrix_access.h"
#include "smemlens/simt/matrix_multiply.h"
#include "smemlens/simt/native_functions.h"
#include "smemlens/simt/operations.h"

namespace smemlens::simt::SMEMLENS_ISA {

IsaFunctions isa_functions() {
  return {
      .compute_for = compute_for,
      .native_function = native_function,
      .access_function = access_function,
      .bulk_reduction = bulk_reduction,
      .copy_async = copy_async,
      .collectives = {.load_matrices = load_matrices,
                      .store_matrices = store_matrices,
                      .transpose_matrix = transpose_matrix,
                      .load_fragment = load_fragment,
                      .store_fragment = store_fragment,
                      .multiply = multiply},
      .add_wide = wide_add(),
      .is_in_window = window_test(),
      .run_warp = run_warp
  };
}

}  // namespace smemlens::simt::SMEMLENS_ISA
