#pragma once

// cp.async. Compiled once for each host instruction set.
//
//   cp.async.ca.shared.global [%r1], [%rd1], 16, %r2;     copies %r2 bytes, zeroes the other ones
//     accesses: [%r1] (16 bytes, kCopy), [%rd1]; slots[0]: %r2
//
// The copy is done at once: whoever waits for it (cp.async.wait_group, wait_all, an mbarrier) finds
// it done. A program that doesn't wait where it must gets the data too early, never wrong counts.

#include "smemlens/simt/memory_access.h"

namespace smemlens::simt::SMEMLENS_ISA {

// Operation::immediate: CopyLength.
bool copy_async(const AccessSite& site, WarpMask mask);

}  // namespace smemlens::simt::SMEMLENS_ISA

namespace smemlens::simt {

// What decides how many bytes a lane of cp.async reads.
enum class CopyLength : std::uint8_t {
  kAll,
  kSourceSize,           // slots[0]: 32-bit, the bytes that are read
  kIgnoreSource,         // slots[0]: a predicate: none are read where it holds
  kIgnoreSourceNegated,  // … where it doesn't
};

}  // namespace smemlens::simt
