#pragma once

// The arguments of `launch`, as they are typed:
//
//   i32:7   u64:0x10   f32:0.5                         a scalar
//   zeros:4096   random:4096:7   iota:f32:1024
//   hex:00ff   file:in.bin                             a buffer
//   bytes:00112233                                     a struct by value

#include <cstdint>
#include <string>
#include <vector>

#include "smemlens/base/expected.h"

namespace smemlens::cli {

// What kind of number a scalar is; `bytes:` are bits of any kind.
enum class ScalarKind : std::uint8_t { kBits, kInteger, kFloat };

struct KernelArgument {
  bool is_buffer = false;           // the kernel gets a pointer to `bytes`
  std::vector<std::uint8_t> bytes;  // content of the buffer, or the value as the kernel reads it
  ScalarKind kind = ScalarKind::kBits;
};

// The error names what is wrong with `text`, and how it should look.
Expected<KernelArgument> parse_kernel_argument(const std::string& text);

}  // namespace smemlens::cli
