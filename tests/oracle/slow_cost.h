#pragma once

// The model a second time, slow and plain: sets and maps, word by word, straight from
// docs/model.md. It shares the tables of smemlens/model/bank_model.h with cost_of, and no code.

#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"

namespace smemlens::testing {

RequestCost slow_cost(const BankModel& model, const Request& request);

}  // namespace smemlens::testing
