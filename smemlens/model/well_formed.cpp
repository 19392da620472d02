#include <bit>
#include <cstdint>
#include <string>

#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"

namespace smemlens {

namespace {

std::string why_unknown(const BankModel& model, const Request& request) {
  if (rules_of(model, request.operation, request.bytes_per_lane) != nullptr) return "";
  const std::string name(name_of(request.operation));
  for (std::uint32_t bytes = 1; bytes <= 16; bytes *= 2) {
    if (rules_of(model, request.operation, bytes) != nullptr) {
      return name + " of " + std::to_string(request.bytes_per_lane) +
             " bytes a lane does not exist on this architecture";
    }
  }
  return name + " does not exist on this architecture";
}

std::string why_wrong_matrices(const Request& request) {
  const std::string name(name_of(request.operation));
  const unsigned matrices = request.matrices;
  if (!takes_matrices(request.operation)) {
    return matrices == 0
               ? ""
               : name + " takes no matrices, but " + std::to_string(matrices) + " are asked";
  }
  if (matrices != 1 && matrices != 2 && matrices != 4) {
    return name + " takes 1, 2 or 4 matrices, not " + std::to_string(matrices);
  }
  const LaneMask rows = (LaneMask{1} << (8U * matrices)) - 1;
  const LaneMask missing = rows & ~request.active;
  if (request.active == 0 || missing == 0) return "";
  return name + " of " + std::to_string(matrices) + (matrices == 1 ? " matrix" : " matrices") +
         " needs a row address from lanes 0 to " + std::to_string((8 * matrices) - 1) +
         ", but lane " + std::to_string(std::countr_zero(missing)) + " gives none";
}

std::string why_misplaced(const BankModel& model, const Request& request) {
  for (LaneMask rest = participants_of(request); rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    if (lane >= model.lanes_per_warp) {
      return "lane " + std::to_string(lane) + " is beyond the warp of " +
             std::to_string(model.lanes_per_warp) + " lanes";
    }
    const std::uint32_t address = request.addresses[lane].value;
    if (address % request.bytes_per_lane != 0) {
      return "lane " + std::to_string(lane) + ": address " + std::to_string(address) +
             " is not a multiple of " + std::to_string(request.bytes_per_lane);
    }
  }
  return "";
}

}  // namespace

std::string why_malformed(const BankModel& model, const Request& request) {
  std::string reason = why_unknown(model, request);
  if (reason.empty()) reason = why_wrong_matrices(request);
  if (reason.empty()) reason = why_misplaced(model, request);
  return reason;
}

}  // namespace smemlens
