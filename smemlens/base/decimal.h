#pragma once

// Doubles and the decimal digits that name them.
//
//   shortest_decimal(15)        →  "1.5e+01"
//   double_from("1.25e-7")      →  1.25e-7
//
// In the web page the browser does it (smemlens/wasm/decimal.cpp).

#include <optional>
#include <string>
#include <string_view>

namespace smemlens {

// The double nearest to `digits`, which are a JSON number; none if no double is near it: too large,
// or too small to differ from 0.
std::optional<double> double_from(std::string_view digits);

// The fewest digits that read back to `number`, which is finite: one before the point, and an
// exponent.
std::string shortest_decimal(double number);

}  // namespace smemlens
