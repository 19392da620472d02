#include "smemlens/model/request.h"

#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace smemlens {

namespace {

// In the order of the enumeration; cp.async.cg has no name of its own.
constexpr std::array<std::pair<std::string_view, Operation>, 7> kNames = {
    {
     {"load", Operation::kLoad},
     {"store", Operation::kStore},
     {"atomic", Operation::kAtomic},
     {"ldmatrix", Operation::kLdmatrix},
     {"stmatrix", Operation::kStmatrix},
     {"cp.async", Operation::kCpAsync},
     {"cp.async", Operation::kCpAsyncBypass},
     }
};

}  // namespace

std::string_view name_of(Operation operation) {
  for (const auto& [name, named] : kNames) {
    if (named == operation) return name;
  }
  return "";
}

std::optional<Operation> operation_from(std::string_view name) {
  for (const auto& [known, operation] : kNames) {
    if (known == name) return operation;
  }
  return std::nullopt;
}

}  // namespace smemlens
