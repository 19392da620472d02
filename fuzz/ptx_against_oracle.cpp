// A random program must run on warps as it does on single threads: the bytes are the decisions that
// make it (tests/oracle/ptx_program.h).

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/oracle/ptx_differential.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto comparison = smemlens::testing::compare_executors({data, size});
  if (!comparison.difference) return 0;
  std::fprintf(stderr, "%s\n%s\n", comparison.difference->c_str(), comparison.ptx.c_str());
  std::abort();
}
