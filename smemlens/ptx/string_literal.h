#pragma once

// What stands between the quotes of a string, as compilers for PTX write file names.
//
//   caf\303\251 \"new\".cu   ⇄   café "new".cu

#include <string>
#include <string_view>

namespace smemlens::ptx {

// \ooo is a byte in octal, \b \f \n \r \t as in C, \\ and \" the character; any other backslash
// stands for itself.
std::string unescaped(std::string_view text);

// The inverse, in printable ASCII.
std::string escaped(std::string_view text);

}  // namespace smemlens::ptx
