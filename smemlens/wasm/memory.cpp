// The heap of the core, in a tenth of the bytes of the C library's, and faster.
//
// An answer is made of many small pieces that are soon given back. So a piece is a power of two
// long, and a free one waits in the list of its length. Memory only grows: the next question needs
// as much again.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "smemlens/base/rounding.h"

namespace {

// Stands before each piece, and is as strictly aligned as what may lie there.
struct alignas(std::max_align_t) Header {
  unsigned log_size;
  Header* next;  // of a free piece
};

struct alignas(Header) Heap {
  Header* free[32];     // by the logarithm of their length
  std::uintptr_t used;  // bytes that were given out once
};

}  // namespace

// The heap lies where the linker says that free memory begins, which is all zeros at first. The
// toolchain asks for a page of it, so that the lists are there before memory has grown.
extern "C" Heap __heap_base;  // NOLINT(bugprone-reserved-identifier)

namespace {

// A piece of `size` bytes, with its header, that was never given out.
Header* fresh(std::size_t size) {
  constexpr std::size_t kPage = 65536;
  const auto first = reinterpret_cast<std::uintptr_t>(&__heap_base + 1);
  const std::uintptr_t piece = first + __heap_base.used;
  // All 4 GiB wrap to 0, and the difference is right nevertheless.
  const std::size_t left = __builtin_wasm_memory_size(0) * kPage - piece;
  if (size > left) {
    const std::size_t pages = smemlens::divided_up(size - left, kPage);
    if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) std::abort();
  }
  __heap_base.used += size;
  return reinterpret_cast<Header*>(piece);
}

}  // namespace

void* operator new(std::size_t size) {
  constexpr std::size_t kMost = std::size_t{1} << 30U;
  if (size > kMost) std::abort();
  const auto log_size = static_cast<unsigned>(std::bit_width(size + sizeof(Header) - 1));
  Header*& list = __heap_base.free[log_size];
  Header* piece = list;
  if (piece == nullptr) {
    piece = fresh(std::size_t{1} << log_size);
    piece->log_size = log_size;
  } else {
    list = piece->next;
  }
  return piece + 1;
}

void operator delete(void* memory) noexcept {
  if (memory == nullptr) return;
  Header* piece = static_cast<Header*>(memory) - 1;
  Header*& list = __heap_base.free[piece->log_size];
  piece->next = list;
  list = piece;
}

void operator delete(void* memory, std::size_t /*size*/) noexcept {
  operator delete(memory);
}
