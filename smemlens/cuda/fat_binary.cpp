#include "smemlens/cuda/fat_binary.h"

#include <lz4.h>
#include <zstd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"

namespace smemlens::cuda {
namespace {

constexpr std::size_t kContainerHeaderBytes = 16;
constexpr std::size_t kEntryHeaderBytes = 64;
constexpr std::uint64_t kLz4Flag = 0x2000;
constexpr std::uint64_t kZstdFlag = 0x8000;
constexpr std::uint64_t kPlainPtxFlags = 0x11;  // 64-bit, Linux
constexpr std::uint64_t kMaxTextBytes = 64ULL << 20;
// PTX compresses ten- to thirtyfold; a payload that claims more than this is a bomb.
constexpr std::uint64_t kMaxExpansion = 2000;

struct ContainerHeader {
  std::uint32_t magic = kContainerMagic;
  std::uint16_t version = 1;
  std::uint16_t header_bytes = kContainerHeaderBytes;
  std::uint64_t entries_bytes = 0;
};
static_assert(sizeof(ContainerHeader) == kContainerHeaderBytes);

struct EntryHeader {
  std::uint16_t kind = kPtxKind;
  std::uint16_t version = 0x0101;
  std::uint32_t header_bytes = kEntryHeaderBytes;
  std::uint64_t payload_bytes = 0;  // padded
  std::uint32_t compressed_bytes = 0;
  std::uint32_t options_offset = 0;
  std::uint16_t ptx_minor = 0;
  std::uint16_t ptx_major = 0;
  std::uint32_t architecture = 0;
  std::uint32_t name_offset = 0;
  std::uint32_t name_bytes = 0;
  std::uint64_t flags = 0;
  std::uint64_t reserved = 0;
  std::uint64_t text_bytes = 0;  // 0 when the payload is plain
};
static_assert(sizeof(EntryHeader) == kEntryHeaderBytes);

template <typename Header>
Header header_at(std::span<const std::byte> bytes) {
  Header header;
  std::memcpy(&header, bytes.data(), sizeof header);
  return header;
}

tl::unexpected<Diagnostic> bad_container(const std::string& message) {
  return tl::unexpected(Diagnostic{
      .code = "fat-binary", .message = "the device code of this program is damaged: " + message});
}

Expected<FatEntry> read_entry(const EntryHeader& header, std::span<const std::byte> bytes) {
  if (header.header_bytes < kEntryHeaderBytes || header.header_bytes > bytes.size()) {
    return bad_container("an entry's header does not fit");
  }
  if (header.payload_bytes > bytes.size() - header.header_bytes) {
    return bad_container("an entry is longer than its container");
  }
  FatEntry entry{.kind = header.kind, .architecture = header.architecture};
  entry.payload = bytes.subspan(header.header_bytes, header.payload_bytes);
  entry.text_bytes = entry.payload.size();
  if ((header.flags & (kZstdFlag | kLz4Flag)) == 0) return entry;
  entry.form = (header.flags & kZstdFlag) != 0 ? PayloadForm::kZstd : PayloadForm::kLz4;
  if (header.compressed_bytes > entry.payload.size()) {
    return bad_container("a compressed entry is longer than its payload");
  }
  entry.payload = entry.payload.first(header.compressed_bytes);
  entry.text_bytes = header.text_bytes;
  return entry;
}

// Writes the decompressed payload to `text`; returns its length, or nullopt if it is damaged.
std::optional<std::size_t> decompress(const FatEntry& entry, std::string& text) {
  const char* const source = reinterpret_cast<const char*>(entry.payload.data());
  if (entry.form == PayloadForm::kLz4) {
    const int length = LZ4_decompress_safe(
        source, text.data(), static_cast<int>(entry.payload.size()), static_cast<int>(text.size()));
    return length < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(length));
  }
  const std::size_t length =
      ZSTD_decompress(text.data(), text.size(), source, entry.payload.size());
  return ZSTD_isError(length) != 0 ? std::nullopt : std::optional(length);
}

// nvcc pads a payload with NULs.
void drop_padding(std::string& text) {
  text.erase(text.find_last_not_of('\0') + 1);
}

void append(std::vector<std::byte>& bytes, std::span<const std::byte> more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}

Diagnostic no_ptx_diagnostic(std::span<const FatEntry> entries) {
  const bool has_cubin =
      std::ranges::any_of(entries, [](const FatEntry& entry) { return entry.kind == kCubinKind; });
  return {.code = "no-ptx",
          .message = has_cubin ? "the program holds machine code (cubins) but no PTX"
                               : "the program holds no PTX",
          .hint =
              "rebuild it with PTX inside: nvcc -arch compute_80, or -gencode "
              "arch=compute_80,code=compute_80 (CMake: CUDA_ARCHITECTURES 80-virtual)"};
}

}  // namespace

std::uint64_t container_bytes(std::span<const std::byte, 16> header) {
  const auto read = header_at<ContainerHeader>(header);
  if (read.magic != kContainerMagic || read.header_bytes < kContainerHeaderBytes) return 0;
  if (read.entries_bytes > (1ULL << 40U)) return 0;
  return read.header_bytes + read.entries_bytes;
}

Expected<std::vector<FatEntry>> read_container(std::span<const std::byte> bytes) {
  if (bytes.size() < kContainerHeaderBytes) return bad_container("it is too short");
  const std::uint64_t total = container_bytes(bytes.first<kContainerHeaderBytes>());
  if (total == 0) return bad_container("it is no fat binary");
  if (total > bytes.size()) return bad_container("it is cut off");
  const auto container = header_at<ContainerHeader>(bytes);
  std::span<const std::byte> rest = bytes.first(total).subspan(container.header_bytes);
  std::vector<FatEntry> entries;
  while (rest.size() >= kEntryHeaderBytes) {
    const auto header = header_at<EntryHeader>(rest);
    const Expected<FatEntry> entry = read_entry(header, rest);
    if (!entry) return tl::unexpected(entry.error());
    entries.push_back(*entry);
    rest = rest.subspan(header.header_bytes + header.payload_bytes);
  }
  return entries;
}

Expected<std::string> text_of(const FatEntry& entry) {
  std::string text;
  if (entry.form == PayloadForm::kPlain) {
    text.assign(reinterpret_cast<const char*>(entry.payload.data()), entry.payload.size());
    drop_padding(text);
    return text;
  }
  if (entry.text_bytes > kMaxTextBytes || entry.payload.size() > kMaxTextBytes) {
    return bad_container("an entry is larger than 64 MiB");
  }
  if (entry.text_bytes > 4096 + entry.payload.size() * kMaxExpansion) {
    return bad_container("an entry claims to be " + std::to_string(entry.text_bytes) +
                         " bytes long, which its compressed size makes impossible");
  }
  text.resize(entry.text_bytes);
  const std::optional<std::size_t> length = decompress(entry, text);
  if (!length) return bad_container("an entry cannot be decompressed");
  text.resize(*length);
  drop_padding(text);
  return text;
}

Expected<ChosenPtx> choose_ptx(std::span<const FatEntry> entries, std::uint32_t architecture) {
  const FatEntry* newest_fitting = nullptr;
  const FatEntry* oldest = nullptr;
  for (const FatEntry& entry : entries) {
    if (entry.kind != kPtxKind) continue;
    if (oldest == nullptr || entry.architecture < oldest->architecture) oldest = &entry;
    if (entry.architecture > architecture) continue;
    if (newest_fitting == nullptr || entry.architecture > newest_fitting->architecture) {
      newest_fitting = &entry;
    }
  }
  if (oldest == nullptr) return tl::unexpected(no_ptx_diagnostic(entries));
  const FatEntry& chosen = newest_fitting != nullptr ? *newest_fitting : *oldest;
  ChosenPtx result{.architecture = chosen.architecture};
  if (newest_fitting == nullptr) {
    result.note = "the PTX is for compute_" + std::to_string(chosen.architecture) +
                  ", newer than the modelled GPU: its instructions, with the model's costs";
  }
  Expected<std::string> text = text_of(chosen);
  if (!text) return tl::unexpected(std::move(text.error()));
  result.text = std::move(*text);
  return result;
}

std::vector<std::byte> write_container(std::string_view ptx, std::uint32_t architecture) {
  const std::size_t padded = (ptx.size() + 8) / 8 * 8;  // at least one NUL ends the text
  const ContainerHeader container{.entries_bytes = kEntryHeaderBytes + padded};
  const EntryHeader entry{
      .payload_bytes = padded, .architecture = architecture, .flags = kPlainPtxFlags};
  std::vector<std::byte> bytes;
  append(bytes, std::as_bytes(std::span(&container, 1)));
  append(bytes, std::as_bytes(std::span(&entry, 1)));
  append(bytes, std::as_bytes(std::span(ptx)));
  bytes.resize(kContainerHeaderBytes + kEntryHeaderBytes + padded);
  return bytes;
}

}  // namespace smemlens::cuda
