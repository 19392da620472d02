#pragma once

// Why a source is left as it is: no mistake of anyone, so a note.

#include <string>
#include <tl/expected.hpp>
#include <utility>

#include "smemlens/base/diagnostic.h"

namespace smemlens::source {

inline tl::unexpected<Diagnostic> refusal(std::string message) {
  return tl::unexpected(
      Diagnostic{.severity = Severity::kNote, .code = "fix-source", .message = std::move(message)});
}

}  // namespace smemlens::source
