#pragma once

// The architecture table as JSON, schema "smemlens.archs/1".

#include <string>

#include "smemlens/base/json_writer.h"

namespace smemlens {

// One object and a final line end.
std::string architectures_json();

// "archs": a list of the rows, oldest first.
void write_architectures(JsonWriter& json);

}  // namespace smemlens
