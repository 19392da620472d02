#pragma once

// What to do about a program that a compiler has refused.

#include <string>
#include <string_view>

namespace smemlens::cuda {

// From the compiler's messages: a header that was not found, or a name that CUDA had before 13.
// Empty if they tell of something else.
std::string compile_hint(std::string_view messages);

}  // namespace smemlens::cuda
