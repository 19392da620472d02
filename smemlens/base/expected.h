#pragma once

// The result of an operation that may have no answer: the value, or the Diagnostic that says why.

#include <tl/expected.hpp>

#include "smemlens/base/diagnostic.h"

namespace smemlens {

// To become std::expected when the oldest compiler has it (g++ 12 has it in C++23 mode only).
template <typename T>
using Expected = tl::expected<T, Diagnostic>;

}  // namespace smemlens
