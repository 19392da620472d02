#pragma once

// Fills the slots of a frame that instructions only read: constants and special registers.

#include <cstddef>
#include <cstdint>

#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/special_registers.h"

namespace smemlens::simt {

// Constants, special registers, and zeros for registers that are read before they are written.
//   local_begin  where the function's local frame begins
void fill_frame(std::byte* frame, const DecodedFunction& function, const SpecialContext& context,
                std::uint32_t local_begin);

// Only what can differ between two blocks that the same warp state runs one after the other.
void refill_frame(std::byte* frame, const DecodedFunction& function, const SpecialContext& context);

}  // namespace smemlens::simt
