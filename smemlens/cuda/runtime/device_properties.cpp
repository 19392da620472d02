#include "smemlens/cuda/runtime/device_properties.h"

#include <driver_types.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "smemlens/model/architecture.h"
#include "smemlens/model/residency.h"

namespace smemlens::cuda {
namespace {

// What differs from one generation to the next (CUDA C++ Programming Guide, "Technical
// Specifications per Compute Capability"; counts and caches of the named product's data sheet).
struct Generation {
  std::uint32_t capability;  // from this one on
  int multiprocessors;
  int threads;  // resident on a multiprocessor
  int l2_kib;
  int bus_bits;
};

constexpr Generation kGenerations[] = {
    {50,  5,   2048, 2048,   128 }, // GTX 750 Ti
    {52,  16,  2048, 2048,   256 }, // GTX 980
    {60,  56,  2048, 4096,   4096}, // P100
    {61,  20,  2048, 2048,   256 }, // GTX 1080
    {70,  80,  2048, 6144,   4096}, // V100
    {75,  40,  1024, 4096,   256 }, // T4
    {80,  108, 2048, 40960,  5120}, // A100
    {86,  82,  1536, 6144,   384 }, // RTX 3090
    {87,  16,  1536, 4096,   256 }, // Orin
    {89,  128, 1536, 73728,  384 }, // RTX 4090
    {90,  132, 2048, 51200,  5120}, // H100
    {100, 148, 2048, 129024, 8192}, // B200
    {120, 170, 1536, 98304,  512 }, // RTX 5090
};

const Generation& generation_of(std::uint32_t capability) {
  const Generation* chosen = &kGenerations[0];
  for (const Generation& generation : kGenerations) {
    if (generation.capability <= capability) chosen = &generation;
  }
  return *chosen;
}

// Half of the computer's memory, so that a program which takes what is free leaves some.
std::size_t memory_bytes() {
  const auto pages = static_cast<std::size_t>(std::max(1L, sysconf(_SC_PHYS_PAGES)));
  const auto page_bytes = static_cast<std::size_t>(std::max(4096L, sysconf(_SC_PAGESIZE)));
  return pages / 2 * page_bytes;
}

void set_limits(cudaDeviceProp& properties) {
  properties.warpSize = 32;
  properties.regsPerBlock = 65536;
  properties.regsPerMultiprocessor = 65536;
  properties.memPitch = 0x7fffffff;
  properties.maxThreadsPerBlock = 1024;
  properties.maxThreadsDim[0] = 1024;
  properties.maxThreadsDim[1] = 1024;
  properties.maxThreadsDim[2] = 64;
  properties.maxGridSize[0] = 0x7fffffff;
  properties.maxGridSize[1] = 65535;
  properties.maxGridSize[2] = 65535;
  properties.totalConstMem = 65536;
  properties.reservedSharedMemPerBlock = 1024;
}

void set_features(cudaDeviceProp& properties) {
  properties.canMapHostMemory = 1;
  properties.concurrentKernels = 1;
  properties.asyncEngineCount = 3;
  properties.unifiedAddressing = 1;
  properties.managedMemory = 1;
  properties.concurrentManagedAccess = 1;
  properties.streamPrioritiesSupported = 1;
  properties.globalL1CacheSupported = 1;
  properties.localL1CacheSupported = 1;
  properties.hostRegisterSupported = 1;
  properties.canUseHostPointerForRegisteredMem = 1;
  properties.cooperativeLaunch = 1;
  properties.memoryPoolsSupported = 1;
  properties.textureAlignment = 512;
  properties.texturePitchAlignment = 32;
  properties.surfaceAlignment = 512;
  properties.pciDeviceID = 1;
}

}  // namespace

cudaDeviceProp properties_of(const Architecture& architecture) {
  const Generation& generation = generation_of(architecture.compute_capability);
  cudaDeviceProp properties;
  std::memset(&properties, 0, sizeof properties);
  const std::string name = std::string(architecture.product) + " (modelled by smemlens)";
  name.copy(properties.name, sizeof properties.name - 1);
  set_limits(properties);
  set_features(properties);
  properties.major = static_cast<int>(architecture.compute_capability / 10);
  properties.minor = static_cast<int>(architecture.compute_capability % 10);
  properties.totalGlobalMem = memory_bytes();
  properties.sharedMemPerBlock = architecture.shared_bytes_per_block;
  properties.sharedMemPerBlockOptin = architecture.shared_bytes_optin;
  const Residency residency = residency_of(architecture).value_or(Residency{});
  properties.sharedMemPerMultiprocessor = residency.shared_bytes;
  properties.multiProcessorCount = generation.multiprocessors;
  properties.maxThreadsPerMultiProcessor = generation.threads;
  properties.maxBlocksPerMultiProcessor = static_cast<int>(residency.most_blocks);
  properties.l2CacheSize = generation.l2_kib << 10;
  if (properties.major >= 8) {  // what an A100 says: three quarters of the L2 cache, 128 MiB
    properties.persistingL2CacheMaxSize = properties.l2CacheSize / 4 * 3;
    properties.accessPolicyMaxWindowSize = 128 << 20;
  }
  properties.memoryBusWidth = generation.bus_bits;
  return properties;
}

int attribute_of(const cudaDeviceProp& properties, cudaDeviceAttr attribute) {
  struct Row {
    cudaDeviceAttr attribute;
    std::size_t value;
  };
  const auto& p = properties;
  const auto of = [](auto value) { return static_cast<std::size_t>(value); };
  const Row rows[] = {
      {cudaDevAttrMaxThreadsPerBlock,                of(p.maxThreadsPerBlock)               },
      {cudaDevAttrMaxBlockDimX,                      of(p.maxThreadsDim[0])                 },
      {cudaDevAttrMaxBlockDimY,                      of(p.maxThreadsDim[1])                 },
      {cudaDevAttrMaxBlockDimZ,                      of(p.maxThreadsDim[2])                 },
      {cudaDevAttrMaxGridDimX,                       of(p.maxGridSize[0])                   },
      {cudaDevAttrMaxGridDimY,                       of(p.maxGridSize[1])                   },
      {cudaDevAttrMaxGridDimZ,                       of(p.maxGridSize[2])                   },
      {cudaDevAttrMaxSharedMemoryPerBlock,           p.sharedMemPerBlock                    },
      {cudaDevAttrTotalConstantMemory,               p.totalConstMem                        },
      {cudaDevAttrWarpSize,                          of(p.warpSize)                         },
      {cudaDevAttrMaxPitch,                          p.memPitch                             },
      {cudaDevAttrMaxRegistersPerBlock,              of(p.regsPerBlock)                     },
      {cudaDevAttrClockRate,                         1'410'000                              },
      {cudaDevAttrTextureAlignment,                  p.textureAlignment                     },
      {cudaDevAttrGpuOverlap,                        1                                      },
      {cudaDevAttrMultiProcessorCount,               of(p.multiProcessorCount)              },
      {cudaDevAttrCanMapHostMemory,                  of(p.canMapHostMemory)                 },
      {cudaDevAttrSurfaceAlignment,                  p.surfaceAlignment                     },
      {cudaDevAttrConcurrentKernels,                 of(p.concurrentKernels)                },
      {cudaDevAttrPciDeviceId,                       of(p.pciDeviceID)                      },
      {cudaDevAttrMemoryClockRate,                   1'215'000                              },
      {cudaDevAttrGlobalMemoryBusWidth,              of(p.memoryBusWidth)                   },
      {cudaDevAttrL2CacheSize,                       of(p.l2CacheSize)                      },
      {cudaDevAttrMaxThreadsPerMultiProcessor,       of(p.maxThreadsPerMultiProcessor)      },
      {cudaDevAttrAsyncEngineCount,                  of(p.asyncEngineCount)                 },
      {cudaDevAttrUnifiedAddressing,                 of(p.unifiedAddressing)                },
      {cudaDevAttrTexturePitchAlignment,             p.texturePitchAlignment                },
      {cudaDevAttrComputeCapabilityMajor,            of(p.major)                            },
      {cudaDevAttrComputeCapabilityMinor,            of(p.minor)                            },
      {cudaDevAttrStreamPrioritiesSupported,         of(p.streamPrioritiesSupported)        },
      {cudaDevAttrGlobalL1CacheSupported,            of(p.globalL1CacheSupported)           },
      {cudaDevAttrLocalL1CacheSupported,             of(p.localL1CacheSupported)            },
      {cudaDevAttrMaxSharedMemoryPerMultiprocessor,  p.sharedMemPerMultiprocessor           },
      {cudaDevAttrMaxRegistersPerMultiprocessor,     of(p.regsPerMultiprocessor)            },
      {cudaDevAttrManagedMemory,                     of(p.managedMemory)                    },
      {cudaDevAttrSingleToDoublePrecisionPerfRatio,  2                                      },
      {cudaDevAttrConcurrentManagedAccess,           of(p.concurrentManagedAccess)          },
      {cudaDevAttrCanUseHostPointerForRegisteredMem, of(p.canUseHostPointerForRegisteredMem)},
      {cudaDevAttrCooperativeLaunch,                 of(p.cooperativeLaunch)                },
      {cudaDevAttrMaxSharedMemoryPerBlockOptin,      p.sharedMemPerBlockOptin               },
      {cudaDevAttrHostRegisterSupported,             of(p.hostRegisterSupported)            },
      {cudaDevAttrMaxBlocksPerMultiprocessor,        of(p.maxBlocksPerMultiProcessor)       },
      {cudaDevAttrMemoryPoolsSupported,              of(p.memoryPoolsSupported)             },
      {cudaDevAttrMaxPersistingL2CacheSize,          of(p.persistingL2CacheMaxSize)         },
      {cudaDevAttrMaxAccessPolicyWindowSize,         of(p.accessPolicyMaxWindowSize)        },
      {cudaDevAttrReservedSharedMemoryPerBlock,      p.reservedSharedMemPerBlock            },
  };
  for (const Row& row : rows) {
    if (row.attribute == attribute) return static_cast<int>(row.value);
  }
  return 0;
}

int resident_blocks(const cudaDeviceProp& properties, int threads, std::size_t shared_bytes) {
  if (threads <= 0 || threads > properties.maxThreadsPerBlock) return 0;
  const int warps = (threads + 31) / 32;
  const int by_threads = properties.maxThreadsPerMultiProcessor / 32 / warps;
  const std::size_t reserved = shared_bytes + properties.reservedSharedMemPerBlock;
  const auto by_shared = static_cast<int>(properties.sharedMemPerMultiprocessor / reserved);
  return std::min({by_threads, by_shared, properties.maxBlocksPerMultiProcessor});
}

}  // namespace smemlens::cuda
