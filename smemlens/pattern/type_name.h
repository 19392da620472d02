#pragma once

// Reads a type's name from tokens: `unsigned long long`, `float4`.

#include <cstddef>

#include "smemlens/pattern/element_type.h"
#include "smemlens/pattern/token.h"

namespace smemlens {

struct TypeName {
  const BuiltinType* builtin = nullptr;  // null if the tokens name no type
  std::size_t token_count = 0;
};

// The type whose name starts `ahead` tokens from here.
TypeName type_name_at(const TokenStream& tokens, std::size_t ahead = 0);

}  // namespace smemlens
