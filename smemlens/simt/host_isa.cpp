#include "smemlens/simt/isa_functions.h"
#include "smemlens/simt/kernel.h"

namespace smemlens::simt {

HostIsa best_host_isa() {
#if defined(__x86_64__)
  // The builtin is an int for g++ and a bool for clang.
  const auto has_avx2 = __builtin_cpu_supports("avx2");
  const auto has_fma = __builtin_cpu_supports("fma");
  const auto has_bmi2 = __builtin_cpu_supports("bmi2");
  if (has_avx2 && has_fma && has_bmi2) return HostIsa::kAvx2;
#endif
  return HostIsa::kBaseline;
}

const IsaFunctions& functions_of(HostIsa isa) {
  static const IsaFunctions for_all = baseline::isa_functions();
  static const IsaFunctions for_avx2 = avx2::isa_functions();
  return isa == HostIsa::kAvx2 ? for_avx2 : for_all;
}

}  // namespace smemlens::simt
