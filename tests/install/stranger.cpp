#include <cstdint>
#include <cstdio>

#include "smemlens/model/architecture.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"

// The column of a 32×32 tile of floats on the default architecture: 32 wavefronts.
int main() {
  const smemlens::Architecture* architecture =
      smemlens::find_architecture(smemlens::kDefaultArchitecture);
  if (architecture == nullptr) return 1;
  smemlens::Request request{.active = 0xffffffff};
  for (std::uint32_t lane = 0; lane < 32; ++lane) request.addresses[lane] = {128 * lane};
  const std::uint32_t wavefronts = cost_of(architecture->bank_model, request).wavefronts;
  std::printf("%u wavefronts\n", wavefronts);
  return wavefronts == 32 ? 0 : 1;
}
