#pragma once

// Sines of angles in turns, exact enough for any picture. The C library's own, which the page would
// carry along, take ten times the code, for angles of any size.
//
//   sine(0.25)  →  1

#include <cmath>

namespace smemlens::figures {

inline double sine(double turns) {
  constexpr double kTurn = 6.283185307179586;
  const double part = turns - std::floor(turns + 0.25);  // -1/4 … 3/4
  const double angle = kTurn * (part > 0.25 ? 0.5 - part : part);
  double sum = 0;
  for (int power = 17; power > 1; power -= 2)
    sum = (1 + sum) * -angle * angle / (power * (power - 1));
  return angle * (1 + sum);
}

inline double cosine(double turns) {
  return sine(turns + 0.25);
}

}  // namespace smemlens::figures
