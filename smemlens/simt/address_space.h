#pragma once

// Where each state space lies in the 64-bit generic address space of a kernel.
//
//   generic address                  means
//   kSharedWindow + offset           byte `offset` of the block's shared memory
//   kLocalWindow + offset            byte `offset` of the thread's own local memory
//   kParameterWindow + offset        byte `offset` of the launch's parameters
//   kFunctionWindow + 16 index       a function of the module: to be called, not read
//   anything else                    a host pointer: global memory, or in a module's constant bank
//                                    (global_memory.h) constants
//
// In the window of shared memory the blocks of a cluster follow each other, 2^kBlockShift bytes
// apart; only the first one exists (launch.cpp), so what mapa makes of another block is past all
// memory.
//
// The windows are no addresses that a host pointer can have (user space ends below 2^56), so the
// spaces never overlap. Each begins at a multiple of 2^32: the low half of a generic address is the
// address within the space, as on a GPU.

#include <cstdint>

namespace smemlens::simt {

inline constexpr std::uint64_t kWindowBytes = std::uint64_t{1} << 32;
inline constexpr std::uint64_t kSharedWindow = 0x2000'0000'0000'0000;
inline constexpr std::uint64_t kLocalWindow = 0x3000'0000'0000'0000;
inline constexpr std::uint64_t kParameterWindow = 0x4000'0000'0000'0000;
inline constexpr std::uint64_t kFunctionWindow = 0x5000'0000'0000'0000;
inline constexpr std::uint64_t kFunctionBytes = 16;
inline constexpr unsigned kBlockShift = 24;

// True if `address` lies in the window that begins at `window`.
constexpr bool is_in_window(std::uint64_t address, std::uint64_t window) {
  return address - window < kWindowBytes;
}

// The address of the module's function number `index`.
constexpr std::uint64_t function_address(std::uint32_t index) {
  return kFunctionWindow + (kFunctionBytes * index);
}

}  // namespace smemlens::simt
