#pragma once

// What an executable file says of itself: sections and symbols of a 64-bit x86 ELF file. Offsets in
// it are not trusted; what lies outside counts as absent.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace smemlens::cuda {

struct ElfSection {
  std::string_view name;
  std::uint32_t type = 0;  // SHT_…
  std::uint32_t link = 0;
  std::span<const std::byte> content;
};

struct ElfSymbol {
  std::string_view name;
  std::uint64_t address = 0;  // relative to where the file is loaded
  std::uint64_t bytes = 0;
  bool is_function = false;  // defined here
};

template <typename T>
std::optional<T> read_at(std::span<const std::byte> bytes, std::uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

// The text that begins at `offset`, without its NUL; empty if it does not end within `bytes`.
std::string_view text_at(std::span<const std::byte> bytes, std::uint64_t offset);

// nullopt: no such file. Names and contents point into `bytes`.
std::optional<std::vector<ElfSection>> elf_sections(std::span<const std::byte> bytes);

// The section that `section` links to: its strings.
std::span<const std::byte> linked_content(std::span<const ElfSection> sections,
                                          const ElfSection& section);

// The symbols of .symtab, which stripping removes.
std::vector<ElfSymbol> elf_symbols(std::span<const ElfSection> sections);

// A file's bytes while this lives.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  MappedFile(MappedFile&&) = delete;
  MappedFile& operator=(MappedFile&&) = delete;
  ~MappedFile();

  int error() const { return error_; }  // errno's value; 0: the bytes are there
  std::span<const std::byte> bytes() const { return {static_cast<const std::byte*>(data_), size_}; }

 private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
  int error_ = 0;
};

}  // namespace smemlens::cuda
