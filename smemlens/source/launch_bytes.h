#pragma once

// The dynamic shared memory that a launch asks for, as the source writes it.
//
//   reduce<<<grid, block, 4 * block>>>(…)   with 128 more  →  reduce<<<grid, block, 4 * block +
//   128>>>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/source/constants.h"
#include "smemlens/source/edited_text.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::source {

struct LaunchEdit {
  std::size_t file = 0;  // into `files`
  Edit edit;
};

// An error: there is not just one launch of the kernel to be seen, or it doesn't tell its bytes.
Expected<LaunchEdit> with_more_bytes(std::span<const std::unique_ptr<CodeFile>> files,
                                     const std::string& kernel, std::uint64_t bytes);

// Why a launch of the kernel may ask for another size than `bytes`: its size isn't fixed
// (Constants::is_fixed), or the kernel is named where that isn't seen. None: all ask for that.
std::optional<Diagnostic> why_bytes_vary(std::span<const std::unique_ptr<CodeFile>> files,
                                         const std::string& kernel, std::uint64_t bytes,
                                         const Constants& constants);

}  // namespace smemlens::source
