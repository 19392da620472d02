#pragma once

// A request, its cost and sums of costs as members of a JSON object, the same in every format.

#include <cstdint>

#include "smemlens/analysis/analysis.h"
#include "smemlens/base/json_writer.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"

namespace smemlens {

// "wavefronts", "ideal_wavefronts", "excess_wavefronts", "degree", "exact"; "note" if not exact.
void write_cost(JsonWriter& json, const BankModel& model, const Request& request,
                const RequestCost& cost);

// "requests", "wavefronts", "ideal_wavefronts", "excess_wavefronts".
void write_counts(JsonWriter& json, const Totals& totals);

// "totals": an object of the counts.
void write_totals(JsonWriter& json, const Totals& totals);

// "phases": who is served together, and how long it takes.
void write_phases(JsonWriter& json, const RequestCost& cost);

// "schedule": what each wavefront serves, in order.
void write_schedule(JsonWriter& json, const BankModel& model, const Request& request);

// "addresses": one for each of the first `lanes` lanes, null for an inactive one.
void write_addresses(JsonWriter& json, const Request& request, std::uint32_t lanes);

}  // namespace smemlens
