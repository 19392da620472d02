#include "smemlens/cuda/executable.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"

namespace smemlens::cuda {
namespace {

constexpr std::string_view kRuntime = "libcudart.so.13";
constexpr std::string_view kAnyRuntime = "libcudart.so.";

template <typename T>
std::optional<T> read_at(std::span<const std::byte> bytes, std::uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

// The text that begins at `offset`, without its NUL; empty if it does not end within `bytes`.
std::string_view text_at(std::span<const std::byte> bytes, std::uint64_t offset) {
  if (offset >= bytes.size()) return {};
  const std::string_view rest(reinterpret_cast<const char*>(bytes.data()) + offset,
                              bytes.size() - offset);
  const std::size_t end = rest.find('\0');
  return end == std::string_view::npos ? std::string_view{} : rest.substr(0, end);
}

std::span<const std::byte> part_of(std::span<const std::byte> bytes, std::uint64_t offset,
                                   std::uint64_t size) {
  if (offset > bytes.size() || size > bytes.size() - offset) return {};
  return bytes.subspan(offset, size);
}

struct Section {
  std::string_view name;
  std::uint32_t type = 0;
  std::uint32_t link = 0;
  std::span<const std::byte> content;
};

std::vector<Section> sections_of(std::span<const std::byte> bytes, const Elf64_Ehdr& header) {
  std::vector<Elf64_Shdr> headers;
  for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
    const auto section = read_at<Elf64_Shdr>(bytes, header.e_shoff + (i * sizeof(Elf64_Shdr)));
    if (!section) break;
    headers.push_back(*section);
  }
  std::span<const std::byte> names;
  if (header.e_shstrndx < headers.size()) {
    const Elf64_Shdr& table = headers[header.e_shstrndx];
    names = part_of(bytes, table.sh_offset, table.sh_size);
  }
  std::vector<Section> sections;
  for (const Elf64_Shdr& section : headers) {
    Section& added = sections.emplace_back();
    added = {
        .name = text_at(names, section.sh_name), .type = section.sh_type, .link = section.sh_link};
    if (section.sh_type != SHT_NOBITS) {
      added.content = part_of(bytes, section.sh_offset, section.sh_size);
    }
  }
  return sections;
}

std::span<const std::byte> linked_strings(const std::vector<Section>& sections,
                                          const Section& section) {
  return section.link < sections.size() ? sections[section.link].content
                                        : std::span<const std::byte>{};
}

void read_dynamic(const std::vector<Section>& sections, const Section& dynamic,
                  ExecutableFacts& facts) {
  const std::span<const std::byte> strings = linked_strings(sections, dynamic);
  for (std::uint64_t at = 0;; at += sizeof(Elf64_Dyn)) {
    const auto entry = read_at<Elf64_Dyn>(dynamic.content, at);
    if (!entry || entry->d_tag == DT_NULL) return;
    if (entry->d_tag != DT_NEEDED) continue;
    facts.needed_libraries.emplace_back(text_at(strings, entry->d_un.d_val));
  }
}

bool defines_runtime(const std::vector<Section>& sections, const Section& symbols) {
  constexpr std::array<std::string_view, 2> kNames = {"__cudaRegisterFatBinary",
                                                      "cudaLaunchKernel"};
  const std::span<const std::byte> strings = linked_strings(sections, symbols);
  for (std::uint64_t at = 0;; at += sizeof(Elf64_Sym)) {
    const auto symbol = read_at<Elf64_Sym>(symbols.content, at);
    if (!symbol) return false;
    if (symbol->st_shndx == SHN_UNDEF) continue;
    if (std::ranges::find(kNames, text_at(strings, symbol->st_name)) != kNames.end()) return true;
  }
}

// A file's bytes while this lives.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path) {
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
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  MappedFile(MappedFile&&) = delete;
  MappedFile& operator=(MappedFile&&) = delete;
  ~MappedFile() {
    if (size_ != 0 && data_ != MAP_FAILED) munmap(data_, size_);
  }

  int error() const { return error_; }  // 0: the bytes are there
  std::span<const std::byte> bytes() const { return {static_cast<const std::byte*>(data_), size_}; }

 private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
  int error_ = 0;
};

Diagnostic refusal(const std::string& path, std::string what, std::string hint) {
  return {.code = "program", .message = path + ' ' + std::move(what), .hint = std::move(hint)};
}

Diagnostic no_elf(const std::string& path, std::span<const std::byte> bytes) {
  const bool is_script =
      text_at(bytes, 0).starts_with("#!") ||
      (bytes.size() >= 2 && bytes[0] == std::byte{'#'} && bytes[1] == std::byte{'!'});
  if (is_script) {
    return refusal(path, "is a script", "give the CUDA program that it starts instead");
  }
  return refusal(path, "is neither a CUDA source nor a 64-bit x86 executable",
                 "give a .cu file, or a program linked with -cudart shared");
}

std::optional<Diagnostic> why_without_runtime(const std::string& path,
                                              const ExecutableFacts& facts) {
  for (const std::string& library : facts.needed_libraries) {
    if (!library.starts_with(kAnyRuntime)) continue;
    return refusal(path, "is linked to " + library + ", and only CUDA 13's runtime is supported",
                   "rebuild it with CUDA 13: nvcc -cudart shared -lineinfo -arch compute_80");
  }
  if (facts.has_runtime_symbols || facts.has_device_code) {
    return refusal(path, "has the CUDA runtime linked in statically",
                   "relink it with nvcc -cudart shared (CMake: CUDA_RUNTIME_LIBRARY Shared)");
  }
  const bool uses_driver =
      std::ranges::find(facts.needed_libraries, "libcuda.so.1") != facts.needed_libraries.end();
  if (uses_driver) {
    return refusal(path, "calls the CUDA driver, which is not supported",
                   "run its kernels with smemlens launch");
  }
  return refusal(path, "has no CUDA in it: it is not linked to libcudart",
                 "give a .cu file, or a program linked with nvcc -cudart shared");
}

}  // namespace

std::optional<ExecutableFacts> facts_of(std::span<const std::byte> bytes) {
  const auto header = read_at<Elf64_Ehdr>(bytes, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_machine != EM_X86_64) {
    return std::nullopt;
  }
  ExecutableFacts facts;
  const std::vector<Section> sections = sections_of(bytes, *header);
  for (const Section& section : sections) {
    if (section.type == SHT_DYNAMIC) read_dynamic(sections, section, facts);
    if (section.type == SHT_SYMTAB && defines_runtime(sections, section)) {
      facts.has_runtime_symbols = true;
    }
    if (section.name == ".nv_fatbin") facts.has_device_code = true;
  }
  return facts;
}

std::optional<Diagnostic> why_unrunnable(const std::string& path) {
  const MappedFile file(path);
  if (file.error() != 0) {
    return Diagnostic{.code = "program",
                      .message = "cannot read " + path + ": " + std::strerror(file.error())};
  }
  const auto facts = facts_of(file.bytes());
  if (!facts) return no_elf(path, file.bytes());
  if (std::ranges::find(facts->needed_libraries, kRuntime) == facts->needed_libraries.end()) {
    return why_without_runtime(path, *facts);
  }
  if (access(path.c_str(), X_OK) != 0) {
    return refusal(path, "may not be executed", "chmod +x " + path);
  }
  return std::nullopt;
}

}  // namespace smemlens::cuda
