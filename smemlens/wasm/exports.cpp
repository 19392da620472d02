// What WebAssembly exports: memory for a question, and the one call.
//
//   question = alloc(size)              the page writes `size` bytes of JSON there
//   answer = call(question, size)       four bytes: the length of the JSON that follows them
//   free(question); free(answer)

#include <__verbose_abort>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "smemlens/wasm/call.h"

// The standard library's own would bring printf along, for a message that nobody could read.
[[noreturn]] void std::__libcpp_verbose_abort(const char* /*format*/, ...) {
  std::abort();
}

// Debian builds the compiler's runtime for wasm with a stack protector, which asks for these two.
extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)
extern const std::uintptr_t __stack_chk_guard;
const std::uintptr_t __stack_chk_guard = 0x5e11e75;
[[noreturn]] void __stack_chk_fail() {
  std::abort();
}
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)
}

extern "C" {

[[clang::export_name("alloc")]] void* smemlens_alloc(std::size_t size) {
  return operator new(size);
}

[[clang::export_name("free")]] void smemlens_free(void* memory) {
  operator delete(memory);
}

[[clang::export_name("call")]] void* smemlens_call(const char* question, std::size_t size) {
  const std::string answer = smemlens::call({question, size});
  const auto length = static_cast<std::uint32_t>(answer.size());
  auto* memory = static_cast<char*>(operator new(sizeof length + answer.size()));
  std::memcpy(memory, &length, sizeof length);
  std::memcpy(memory + sizeof length, answer.data(), answer.size());
  return memory;
}
}
