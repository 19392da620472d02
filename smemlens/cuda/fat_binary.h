#pragma once

// The container in which compilers put device code into an executable.
//
//   container   16 bytes: magic 0xba55ed50, version 1, header size, bytes of all entries
//   entry       64 bytes or more: kind (1 PTX, 2 cubin), sizes, architecture, flags; then the
//   payload wrapper     24 bytes: magic 0x466243b1, version 1 (one container) or 2 (-rdc=true: a
//   list)
//
// The format is not public; these are the fields that nvcc 13.0 was seen to write and that a PTX
// reader needs. An unknown kind of entry is skipped and said.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/expected.h"

namespace smemlens::cuda {

enum class PayloadForm : std::uint8_t { kPlain, kLz4, kZstd };

struct FatEntry {
  std::uint16_t kind = 0;          // kPtxKind, kCubinKind or something newer
  std::uint32_t architecture = 0;  // 80 for compute_80 and sm_80
  PayloadForm form = PayloadForm::kPlain;
  std::uint64_t text_bytes = 0;        // after decompression
  std::span<const std::byte> payload;  // points into the container
};

inline constexpr std::uint16_t kPtxKind = 1;
inline constexpr std::uint16_t kCubinKind = 2;

inline constexpr std::uint32_t kWrapperMagic = 0x466243b1;
inline constexpr std::uint32_t kContainerMagic = 0xba55ed50;

// What a program registers: a pointer to its container, or to several.
struct FatWrapper {
  std::uint32_t magic = kWrapperMagic;
  std::uint32_t version = 0;
  const std::byte* container = nullptr;
  const std::byte* const* list = nullptr;  // version 2: containers, ended by a null pointer
};

// The entries of the container that begins at `bytes`; what follows the container is ignored.
// Nothing in `bytes` is trusted: sizes that do not fit are a Diagnostic.
Expected<std::vector<FatEntry>> read_container(std::span<const std::byte> bytes);

// Bytes of the container whose 16-byte header stands at `header`, itself included; 0: no container.
std::uint64_t container_bytes(std::span<const std::byte, 16> header);

// The payload as text. At most 64 MiB, and no larger than its compressed size makes plausible.
Expected<std::string> text_of(const FatEntry& entry);

struct ChosenPtx {
  std::string text;
  std::uint32_t architecture = 0;
  std::string note;  // empty, or what the reader of a report must know about the choice
};

// The PTX a driver would compile for `architecture`: the newest that is not newer; if there is
// none, the oldest, with a note. No PTX at all is a Diagnostic that says how to rebuild.
Expected<ChosenPtx> choose_ptx(std::span<const FatEntry> entries, std::uint32_t architecture);

// A container that holds one plain PTX entry: what clang is given in place of NVIDIA's fatbinary.
std::vector<std::byte> write_container(std::string_view ptx, std::uint32_t architecture);

}  // namespace smemlens::cuda
