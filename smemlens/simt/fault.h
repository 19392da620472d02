#pragma once

// What a kernel did wrong, said with kernel, block, thread, address, array and source line.
//
//   scale.cu:7:9: error: store of 4 bytes at 0x7f…1000, 0 bytes past the end of `buffer 0`
//   (4096 bytes) [global-out-of-bounds]
//     kernel scale(float*), block (1,0,0), thread (32,0,0): st.global.f32

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/launch.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {

struct ExecutionState;

struct Fault {
  unsigned lane = 0;
  std::string_view code;
  std::string message;
  std::vector<std::string> notes;
  std::string hint;
};

// Keeps the fault in the state, for the instruction at the pc of the warp's top path.
void report_fault(ExecutionState& state, const Fault& fault);

// Finds the lowest lane of `mask` whose access is misaligned or out of bounds, and reports it.
void report_bad_access(const AccessSite& site, WarpMask mask);

// The same for one lane whose `bytes` bytes must begin at a multiple of `alignment`.
void report_bad_range(const AccessSite& site, unsigned lane, std::uint64_t bytes,
                      std::uint32_t alignment);

// The lane's generic address, which must lie in shared memory, doesn't.
void report_not_shared(ExecutionState& state, unsigned lane);

// The lane's generic address leads to shared memory, where the instruction doesn't exist.
void report_not_global(const AccessSite& site, unsigned lane);

// Looks the bytes up in global memory and keeps their range in the site's cache; false if the
// access may not touch all of them.
bool find_range(const AccessSite& site, std::uint64_t address, std::uint64_t bytes);

// Where every warp of the block stands: one line for each place, e.g.
// "warps 0-3 at spin.cu:12 (bra.uni), waiting at barrier 0".
std::vector<std::string> standing_notes(const ExecutionState& state);

// Where these lanes of the current warp stand: "lanes 16-31: add.s32 at scale.cu:9".
std::vector<std::string> path_notes(const ExecutionState& state, WarpMask lanes);

std::string mask_text(WarpMask mask);   // "0x0000ffff"
std::string lanes_text(WarpMask mask);  // "lanes 0-3, 8"; mask is not 0

// The source place of an instruction, in the user's file: its .loc, else its line of the PTX; empty
// if neither is known.
Location location_of(const Kernel& kernel, const ptx::Instruction& instruction);

// Where lane `lane` of the current warp stands in its block: %tid.
Extent thread_position(const ExecutionState& state, unsigned lane);

unsigned lowest_lane(WarpMask mask);

}  // namespace smemlens::simt
