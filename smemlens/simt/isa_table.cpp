// What one host instruction set offers: see isa_functions.h. Compiled once for each.

#include "smemlens/simt/address_compute.h"
#include "smemlens/simt/execute.h"
#include "smemlens/simt/isa_functions.h"
#include "smemlens/simt/load_store.h"
#include "smemlens/simt/native_functions.h"
#include "smemlens/simt/operations.h"

namespace smemlens::simt::SMEMLENS_ISA {

IsaFunctions isa_functions() {
  return {.compute_for = compute_for,
          .native_function = native_function,
          .access_function = access_function,
          .add_wide = wide_add(),
          .is_in_window = window_test(),
          .run_warp = run_warp};
}

}  // namespace smemlens::simt::SMEMLENS_ISA
