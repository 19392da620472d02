#include "smemlens/cuda/elf_file.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace smemlens::cuda {
namespace {

std::span<const std::byte> part_of(std::span<const std::byte> bytes, std::uint64_t offset,
                                   std::uint64_t size) {
  if (offset > bytes.size() || size > bytes.size() - offset) return {};
  return bytes.subspan(offset, size);
}

}  // namespace

std::string_view text_at(std::span<const std::byte> bytes, std::uint64_t offset) {
  if (offset >= bytes.size()) return {};
  const std::string_view rest(reinterpret_cast<const char*>(bytes.data()) + offset,
                              bytes.size() - offset);
  const std::size_t end = rest.find('\0');
  return end == std::string_view::npos ? std::string_view{} : rest.substr(0, end);
}

std::optional<std::vector<ElfSection>> elf_sections(std::span<const std::byte> bytes) {
  const auto header = read_at<Elf64_Ehdr>(bytes, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_machine != EM_X86_64) {
    return std::nullopt;
  }
  std::vector<Elf64_Shdr> headers;
  for (std::uint64_t i = 0; i < header->e_shnum; ++i) {
    const auto section = read_at<Elf64_Shdr>(bytes, header->e_shoff + (i * sizeof(Elf64_Shdr)));
    if (!section) break;
    headers.push_back(*section);
  }
  std::span<const std::byte> names;
  if (header->e_shstrndx < headers.size()) {
    const Elf64_Shdr& table = headers[header->e_shstrndx];
    names = part_of(bytes, table.sh_offset, table.sh_size);
  }
  std::vector<ElfSection> sections;
  for (const Elf64_Shdr& section : headers) {
    ElfSection& added = sections.emplace_back();
    added = {
        .name = text_at(names, section.sh_name), .type = section.sh_type, .link = section.sh_link};
    if (section.sh_type != SHT_NOBITS) {
      added.content = part_of(bytes, section.sh_offset, section.sh_size);
    }
  }
  return sections;
}

std::span<const std::byte> linked_content(std::span<const ElfSection> sections,
                                          const ElfSection& section) {
  return section.link < sections.size() ? sections[section.link].content
                                        : std::span<const std::byte>{};
}

std::vector<ElfSymbol> elf_symbols(std::span<const ElfSection> sections) {
  std::vector<ElfSymbol> symbols;
  for (const ElfSection& section : sections) {
    if (section.type != SHT_SYMTAB) continue;
    const std::span<const std::byte> names = linked_content(sections, section);
    for (std::uint64_t at = 0;; at += sizeof(Elf64_Sym)) {
      const auto symbol = read_at<Elf64_Sym>(section.content, at);
      if (!symbol) break;
      const bool is_function =
          ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_shndx != SHN_UNDEF;
      symbols.push_back(
          {text_at(names, symbol->st_name), symbol->st_value, symbol->st_size, is_function});
    }
  }
  return symbols;
}

MappedFile::MappedFile(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status = {};
  if (fd < 0 || fstat(fd, &status) != 0) {
    error_ = errno;
  } else if (!S_ISREG(status.st_mode)) {
    error_ = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
  } else if (status.st_size > 0) {
    size_ = static_cast<std::size_t>(status.st_size);
    data_ = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, fd, 0);
    if (data_ == MAP_FAILED) error_ = errno;
  }
  if (fd >= 0) close(fd);
}

MappedFile::~MappedFile() {
  if (size_ != 0 && data_ != MAP_FAILED) munmap(data_, size_);
}

}  // namespace smemlens::cuda
