#pragma once

// The architecture table as JSON, schema "smemlens.archs/1".

#include <span>
#include <string>

#include "smemlens/base/json_writer.h"
#include "smemlens/model/architecture.h"

namespace smemlens {

// One object and a final line end.
std::string architectures_json(std::span<const Architecture> rows);

// "archs": a list of `rows`.
void write_architectures(JsonWriter& json, std::span<const Architecture> rows);

}  // namespace smemlens
