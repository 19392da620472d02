#pragma once

// «_Z9transposePKfPfi» → «transpose(float const*, float*, int)».

#include <string>
#include <string_view>

namespace smemlens {

// `mangled` itself if it is no mangled C++ name.
std::string demangled(const std::string& mangled);

// `text` with every mangled name in it demangled.
std::string with_demangled_names(std::string_view text);

}  // namespace smemlens
