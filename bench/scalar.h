#pragma once

// What bench/kernels/bench.cu computes, as plain C++ on one thread, compiled -O2: the yardstick.

#include <cstdint>
#include <vector>

namespace smemlens::bench {

using Words = std::vector<std::uint32_t>;

// From `in` to `out`, which has as many elements as the kernel has threads.
using Scalar = void (*)(Words& out, const Words& in, std::uint32_t n);

void scalar_transpose(Words& out, const Words& in, std::uint32_t n);
void scalar_matmul(Words& out, const Words& in, std::uint32_t n);
void scalar_partial(Words& out, const Words& in, std::uint32_t n);
void scalar_divergent(Words& out, const Words& in, std::uint32_t n);
void scalar_wide(Words& out, const Words& in, std::uint32_t n);
void scalar_atomics(Words& out, const Words& in, std::uint32_t n);
void scalar_scattered(Words& out, const Words& in, std::uint32_t n);

// A chain of multiplications that nothing speeds up but the clock: what other figures are divided
// by when machines are compared.
std::uint64_t calibration_steps(std::uint64_t steps);

}  // namespace smemlens::bench
