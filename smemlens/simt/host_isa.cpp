#include "smemlens/simt/isa_functions.h"
#include "smemlens/simt/kernel.h"

namespace smemlens::simt {

HostIsa best_host_isa() {
#if defined(__x86_64__)
  const bool has_all = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
                       __builtin_cpu_supports("bmi2") != 0;
  if (has_all) return HostIsa::kAvx2;
#endif
  return HostIsa::kBaseline;
}

const IsaFunctions& functions_of(HostIsa isa) {
  static const IsaFunctions kBaseline = baseline::isa_functions();
  static const IsaFunctions kAvx2 = avx2::isa_functions();
  return isa == HostIsa::kAvx2 ? kAvx2 : kBaseline;
}

}  // namespace smemlens::simt
