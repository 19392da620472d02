#pragma once

// What the parts of the parser share while they read one text.

#include <cstddef>
#include <string_view>
#include <unordered_map>

#include "smemlens/base/diagnostic.h"
#include "smemlens/ptx/cursor.h"
#include "smemlens/ptx/forms.h"
#include "smemlens/ptx/location_table.h"
#include "smemlens/ptx/module.h"
#include "smemlens/ptx/scopes.h"

namespace smemlens::ptx {

struct ModuleContext {
  explicit ModuleContext(const SourceText& source);

  Cursor cursor;
  Module module;
  ModuleNames names;
  LocationTable locations;
  std::unordered_map<std::string_view, Decoded> mnemonics;  // those met so far
  // What initialisers may still take: a few bytes of text can name a huge one.
  std::size_t initial_bytes_left;
};

// Directives that may stand anywhere. The directive is the token in hand; false if it is another.
bool parse_common_directive(ModuleContext& context);

}  // namespace smemlens::ptx
