#pragma once

// «_Z9transposePKfPfi» → «transpose(float const*, float*, int)».

#include <string>

namespace smemlens {

// `mangled` itself if it is no mangled C++ name.
std::string demangled(const std::string& mangled);

}  // namespace smemlens
