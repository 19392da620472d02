// A program with the CUDA runtime linked in statically, which is what nvcc does by default: as this
// library is loaded before it (LD_PRELOAD), each runtime function in the program is made to jump to
// ours. This runs before the program's own start-up code registers its kernels.
//
//   cudaMalloc (the program's):   jmp  island          5 bytes, reaches 2 GiB
//   island (a page nearby):       jmp  [next 8 bytes]  → our cudaMalloc
//
// The functions are found by the program's symbols, so it must not be stripped.

#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/cuda/elf_file.h"
#include "smemlens/cuda/runtime/process.h"

namespace smemlens::cuda {
namespace {

constexpr std::size_t kJumpBytes = 5;
constexpr std::size_t kIslandBytes = 16;
// Islands are looked for at this distance from the program, and further below.
constexpr std::uint64_t kStep = std::uint64_t{1} << 20U;
constexpr std::uint64_t kReach = std::uint64_t{1} << 30U;

struct Redirection {
  std::byte* from = nullptr;
  std::uint64_t to = 0;
};

// Where the program itself is loaded.
std::uint64_t program_base() {
  std::uint64_t base = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t /*size*/, void* data) {
        *static_cast<std::uint64_t*>(data) = info->dlpi_addr;
        return 1;  // the program comes first
      },
      &base);
  return base;
}

// This library, to look up functions in.
void* own_handle() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&program_base), &info) == 0) return nullptr;
  return dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
}

bool is_runtime_name(std::string_view name) {
  return name.starts_with("cuda") || name.starts_with("__cuda");
}

std::vector<Redirection> redirections_of(std::span<const ElfSymbol> symbols) {
  std::vector<Redirection> found;
  void* const self = own_handle();
  if (self == nullptr) return found;
  const std::uint64_t base = program_base();
  for (const ElfSymbol& symbol : symbols) {
    if (!symbol.is_function || symbol.bytes < kJumpBytes || !is_runtime_name(symbol.name)) continue;
    const void* const ours = dlsym(self, std::string(symbol.name).c_str());
    if (ours == nullptr) continue;
    found.push_back({reinterpret_cast<std::byte*>(base + symbol.address),  // NOLINT: its code
                     reinterpret_cast<std::uint64_t>(ours)});
  }
  return found;
}

// Memory below `start` from where a jump of 32 bits reaches the program; null pointer: there is
// none.
std::byte* memory_near(std::uint64_t start, std::size_t bytes) {
  for (std::uint64_t distance = kStep; distance < kReach && distance < start; distance += kStep) {
    void* const wish =
        reinterpret_cast<void*>((start - distance) / kStep * kStep);  // NOLINT: an address
    void* const pages = mmap(wish, bytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (pages != MAP_FAILED) return static_cast<std::byte*>(pages);
  }
  return nullptr;
}

void write_island(std::byte* island, std::uint64_t target) {
  constexpr std::array<unsigned char, 6> kJumpIndirect = {0xff, 0x25, 0, 0, 0, 0};
  std::memcpy(island, kJumpIndirect.data(), kJumpIndirect.size());
  std::memcpy(island + kJumpIndirect.size(), &target, sizeof target);
}

void write_jump(std::byte* from, const std::byte* island) {
  const auto distance = static_cast<std::int32_t>(island - (from + kJumpBytes));
  *from = std::byte{0xe9};
  std::memcpy(from + 1, &distance, sizeof distance);
}

// The pages that hold the functions, made writable while this lives.
class WritableCode {
 public:
  explicit WritableCode(std::span<const Redirection> redirections) {
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    const auto [first, last] = std::ranges::minmax(redirections, {}, &Redirection::from);
    const std::uint64_t begin = reinterpret_cast<std::uint64_t>(first.from) / page * page;
    const std::uint64_t end = reinterpret_cast<std::uint64_t>(last.from) + kJumpBytes;
    begin_ = reinterpret_cast<void*>(begin);  // NOLINT: an address
    bytes_ = end - begin;
    is_writable_ = mprotect(begin_, bytes_, PROT_READ | PROT_WRITE | PROT_EXEC) == 0;
  }
  WritableCode(const WritableCode&) = delete;
  WritableCode& operator=(const WritableCode&) = delete;
  WritableCode(WritableCode&&) = delete;
  WritableCode& operator=(WritableCode&&) = delete;
  ~WritableCode() { mprotect(begin_, bytes_, PROT_READ | PROT_EXEC); }

  bool is_writable() const { return is_writable_; }

 private:
  void* begin_ = nullptr;
  std::size_t bytes_ = 0;
  bool is_writable_ = false;
};

// False if the system forbids it.
bool redirect(std::span<const Redirection> redirections) {
  const std::size_t bytes = redirections.size() * kIslandBytes;
  const auto start =
      reinterpret_cast<std::uint64_t>(std::ranges::min(redirections, {}, &Redirection::from).from);
  std::byte* const islands = memory_near(start, bytes);
  if (islands == nullptr) return false;
  for (std::size_t i = 0; i < redirections.size(); ++i) {
    write_island(islands + (i * kIslandBytes), redirections[i].to);
  }
  if (mprotect(islands, bytes, PROT_READ | PROT_EXEC) != 0) return false;
  const WritableCode code(redirections);
  if (!code.is_writable()) return false;
  for (std::size_t i = 0; i < redirections.size(); ++i) {
    write_jump(redirections[i].from, islands + (i * kIslandBytes));
  }
  return true;
}

// Other programs that the program starts inherit the preload; those have nothing to redirect.
[[gnu::constructor]] void redirect_static_runtime() {
  const MappedFile program("/proc/self/exe");
  if (program.error() != 0) return;
  const auto sections = elf_sections(program.bytes());
  if (!sections) return;
  const std::vector<Redirection> redirections = redirections_of(elf_symbols(*sections));
  if (redirections.empty() || redirect(redirections)) return;
  give_up(Process::instance(),
          {.code = "static-runtime",
           .message = "this system forbids to redirect the program's own CUDA runtime",
           .hint = "relink it with nvcc -cudart shared"});
}

}  // namespace
}  // namespace smemlens::cuda
