#pragma once

// Whole units of an amount: how many hold it, and how much they hold.

#include <concepts>
#include <type_traits>

namespace smemlens {

// Units, at least one item each, that `count` items fill or begin. `count` + `unit` fits.
template <std::unsigned_integral Amount>
constexpr Amount divided_up(Amount count, std::type_identity_t<Amount> unit) {
  return (count + unit - 1) / unit;
}

// The least multiple of `unit`, at least 1, that isn't below `value`. `value` + `unit` fits.
template <std::unsigned_integral Amount>
constexpr Amount rounded_up(Amount value, std::type_identity_t<Amount> unit) {
  return divided_up(value, unit) * unit;
}

}  // namespace smemlens
