#pragma once

// Runs kernels written as PTX text, in both host instruction sets.
//
//   // %r30 is %tid.x; %r31 goes to out[%tid.x]
//   lanes_of("add.u32 %r31, %r30, 1;", {.threads = 4})  →  {1, 2, 3, 4}

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/model/request.h"
#include "smemlens/ptx/parser.h"
#include "smemlens/simt/block_executor.h"
#include "smemlens/simt/device_heap.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/launch.h"
#include "smemlens/simt/module_image.h"

namespace smemlens::simt {

// What a run left behind.
struct Outcome {
  std::optional<Diagnostic> fault;
  std::string printed;
  std::string asserted;
  std::uint64_t steps = 0;

  struct Access {
    std::uint32_t ptx_line = 0;
    std::uint32_t warp = 0;
    std::uint32_t wavefronts = 0;
    std::uint32_t ideal_wavefronts = 0;
    LaneMask active = 0;
    bool is_divergent = false;
    bool is_exact = true;
    smemlens::Operation operation = smemlens::Operation::kLoad;
    std::string array;
  };
  std::vector<Access> accesses;

  std::string fault_text() const { return fault ? to_text(*fault) : std::string(); }
};

// Buffers begin where cudaMalloc's may: at a multiple of 256.
template <class Element>
struct BufferAllocator {
  using value_type = Element;
  static constexpr std::align_val_t kAlignment{256};

  Element* allocate(std::size_t count) {
    return static_cast<Element*>(::operator new(count * sizeof(Element), kAlignment));
  }
  void deallocate(Element* elements, std::size_t /*count*/) {
    ::operator delete(elements, kAlignment);
  }
  bool operator==(const BufferAllocator&) const = default;
};
using Buffer = std::vector<std::byte, BufferAllocator<std::byte>>;

// One kernel of a module, with its memory. The kernel's parameters are given in order.
class KernelUnderTest {
 public:
  explicit KernelUnderTest(std::string ptx, std::string_view kernel = "k");

  // Parameters.
  template <class Value>
  KernelUnderTest& value(Value value) {
    append(&value, sizeof(value));
    return *this;
  }
  // A buffer with this content; its number is the count of buffers before it.
  template <class Value>
  KernelUnderTest& buffer(const std::vector<Value>& content) {
    buffers_.emplace_back(content.size() * sizeof(Value));
    if (!content.empty()) {
      std::memcpy(buffers_.back().data(), content.data(), buffers_.back().size());
    }
    add_buffer();
    return *this;
  }
  template <class Value>
  std::vector<Value> content(std::size_t buffer) const {
    std::vector<Value> values(buffers_[buffer].size() / sizeof(Value));
    if (!values.empty())
      std::memcpy(values.data(), buffers_[buffer].data(), buffers_[buffer].size());
    return values;
  }

  // Whose rules accesses are costed by.
  KernelUnderTest& architecture(std::string_view name) {
    architecture_ = name;
    return *this;
  }

  Launch& launch() { return launch_; }
  // Empty when a run begins.
  DeviceHeap& heap() { return heap_; }
  const Kernel& kernel() const { return *kernel_; }
  const Expected<Kernel>& prepared() const { return kernel_; }
  const GlobalMemory& memory() const { return memory_; }

  // Runs all blocks in order with one instruction set, or with both: the buffers then start the
  // second time as they were, and the outcomes must be equal.
  Outcome run_with(HostIsa isa);
  Outcome run();

 private:
  void append(const void* value, std::size_t bytes);
  void add_buffer();
  std::uint32_t ptx_line(const SharedAccess& access) const;

  std::string text_;
  std::string name_;
  std::string architecture_ = "sm_80";
  ptx::ParseResult parsed_;
  GlobalMemory memory_;
  DeviceHeap heap_{memory_};
  std::optional<ModuleImage> image_;
  Expected<Kernel> kernel_;
  std::vector<Buffer> buffers_;
  Launch launch_;
};

// Why the product doesn't run kernel k of this module; empty: it does.
std::string refusal_of(const std::string& module);

// A whole module around `body`: kernel k(out, in, n) with registers %p0-15, %rs0-15, %r0-31,
// %f0-15, %rd0-31, %fd0-15; %r30 = %tid.x, %r29 = n, %rd30 = out, %rd29 = in; at the end %r31 is
// stored to out[%tid.x]. `module` stands before the kernel.
std::string module_around(std::string_view body, std::string_view module = {});

struct RunOptions {
  std::uint32_t threads = 32;
  std::uint32_t blocks = 1;
  std::uint32_t n = 0;
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<std::uint32_t> in{};
  std::string_view module{};
  std::uint64_t max_steps = 0;
  std::string_view architecture = "sm_80";
};

// out[] of the body's kernel; empty, with a test failure, on any fault.
std::vector<std::uint32_t> lanes_of(std::string_view body, const RunOptions& shape = {});
// What such a run is reported as.
Outcome outcome_of(std::string_view body, const RunOptions& shape = {});

}  // namespace smemlens::simt
