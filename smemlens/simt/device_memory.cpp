#include "smemlens/simt/device_memory.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "smemlens/simt/address_space.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/local_memory.h"

namespace smemlens::simt {
namespace {

bool is_inside(std::uint64_t offset, std::uint32_t bytes, std::uint64_t limit) {
  return offset <= limit && bytes <= limit - offset;
}

bool read_flat(const std::byte* memory, std::uint64_t offset, std::byte* to, std::uint32_t bytes,
               std::uint64_t limit) {
  if (!is_inside(offset, bytes, limit)) return false;
  if (bytes != 0) std::memcpy(to, memory + offset, bytes);
  return true;
}

}  // namespace

bool read_generic(const ExecutionState& state, unsigned lane, std::uint64_t address, std::byte* to,
                  std::uint32_t bytes) {
  if (is_in_window(address, kSharedWindow)) {
    return read_flat(state.shared, address - kSharedWindow, to, bytes, state.shared_bytes);
  }
  if (is_in_window(address, kParameterWindow)) {
    return read_flat(state.parameters.data(), address - kParameterWindow, to, bytes,
                     state.parameters.size());
  }
  if (is_in_window(address, kLocalWindow)) {
    const std::uint64_t limit = state.warp->calls.back().local_end;
    if (!is_inside(address - kLocalWindow, bytes, limit)) return false;
    copy_from_local(*state.warp, lane, static_cast<std::uint32_t>(address), to, bytes);
    return true;
  }
  const MemoryRange* const range = state.launch.memory.find(address);
  if (range == nullptr || !is_inside(address - range->begin, bytes, range->bytes)) return false;
  std::memcpy(to, host_pointer(address), bytes);
  return true;
}

bool read_string(const ExecutionState& state, unsigned lane, std::uint64_t address,
                 std::string& text, std::uint32_t most) {
  text.clear();
  for (std::uint32_t i = 0; i < most; ++i) {
    std::byte byte{};
    if (!read_generic(state, lane, address + i, &byte, 1)) return false;
    if (byte == std::byte{0}) return true;
    text.push_back(static_cast<char>(byte));
  }
  return true;
}

}  // namespace smemlens::simt
