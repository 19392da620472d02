#pragma once

// How much local memory we give the threads of one block; a GPU spreads a grid over its memory, we
// hold whole blocks.

#include <cstdint>
#include <optional>

#include "smemlens/base/diagnostic.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/launch.h"

namespace smemlens::simt {

// Most bytes of local memory of one thread, calls included: less than a GPU's 512 KiB if the block
// has more than 256 threads.
std::uint32_t most_local_bytes(const Launch& launch);

// Why we cannot run what a GPU may: code "local-memory-limit". Calls are not looked into.
std::optional<Diagnostic> local_memory_problem(const Kernel& kernel, const Launch& launch);

// Blocks that may wait for each other at a time, about as many as a large GPU keeps resident; fewer
// if they need much memory. At least 1.
std::size_t resident_blocks(const Kernel& kernel, const Launch& launch);

}  // namespace smemlens::simt
