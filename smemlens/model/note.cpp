#include <cstdint>
#include <string>
#include <string_view>

#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"

namespace smemlens {

namespace {

std::string wavefronts_text(std::uint32_t count) {
  return std::to_string(count) + (count == 1 ? " wavefront" : " wavefronts");
}

std::string reference(const AccessRules& rules) {
  return " (docs/model.md \u00a7" + std::string(rules.section) + ")";
}

// "4 wavefronts if A, 8 wavefronts if B": each candidate's own number.
std::string note_of_candidates(const BankModel& model, const AccessRules& rules,
                               const Request& request) {
  std::string note;
  for (const ServiceRule& rule : rules.candidates()) {
    if (!note.empty()) note += ", ";
    note += wavefronts_text(wavefronts_under(model, rule, request)) + " if ";
    note += rule.condition;
  }
  return note;
}

std::string_view reason_of(OpenCost open_cost) {
  switch (open_cost) {
    case OpenCost::kNone:
      break;
    case OpenCost::kFragmentLayout:
      return "as PTX leaves open which lane of a wmma fragment touches which element "
             "(docs/model.md \u00a75.1)";
    case OpenCost::kCluster:
      return "as nobody has measured an access of .shared::cluster (docs/model.md \u00a710.1)";
  }
  return "";
}

}  // namespace

std::string note_of(const BankModel& model, const Request& request, const RequestCost& cost) {
  const AccessRules* rules = rules_of(model, request.operation, request.bytes_per_lane);
  if (cost.is_exact() || rules == nullptr) return "";
  if (request.open_cost == OpenCost::kNone && rules->exactness == Exactness::kByRules) {
    return note_of_candidates(model, *rules, request) + reference(*rules);
  }
  const std::string range = wavefronts_text(cost.lowest_candidate) + " to " +
                            std::to_string(cost.highest_candidate) + ", ";
  if (request.open_cost != OpenCost::kNone)
    return range + std::string(reason_of(request.open_cost));
  const std::string_view reason =
      rules->exactness == Exactness::kNever
          ? "as cp.async.cg does not pass the counted path"
          : "as the global source is not known to be linear from a multiple of 512 bytes";
  return range + std::string(reason) + reference(*rules);
}

}  // namespace smemlens
