#include "smemlens/report/request_json.h"

#include <bit>
#include <cstdint>

#include "smemlens/analysis/analysis.h"
#include "smemlens/base/json_writer.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"
#include "smemlens/model/schedule.h"
#include "smemlens/model/units.h"

namespace smemlens {
namespace {

void write_lanes(JsonWriter& json, LaneMask lanes) {
  json.key("lanes").begin_array();
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) json.value(std::countr_zero(rest));
  json.end_array();
}

}  // namespace

void write_cost(JsonWriter& json, const BankModel& model, const Request& request,
                const RequestCost& cost) {
  json.key("wavefronts").value(cost.wavefronts);
  json.key("ideal_wavefronts").value(cost.ideal_wavefronts);
  json.key("excess_wavefronts").value(cost.excess_wavefronts());
  json.key("degree").value(cost.degree);
  json.key("exact").value(cost.is_exact());
  if (!cost.is_exact()) json.key("note").value(note_of(model, request, cost));
}

void write_counts(JsonWriter& json, const Totals& totals) {
  json.key("requests").value(totals.requests).key("wavefronts").value(totals.wavefronts);
  json.key("ideal_wavefronts").value(totals.ideal_wavefronts);
  json.key("excess_wavefronts").value(totals.excess_wavefronts());
}

void write_totals(JsonWriter& json, const Totals& totals) {
  json.key("totals").begin_object();
  write_counts(json, totals);
  json.end_object();
}

void write_phases(JsonWriter& json, const RequestCost& cost) {
  json.key("phases").begin_array();
  for (const PhaseCost& phase : cost.phases()) {
    json.begin_object();
    write_lanes(json, phase.lanes);
    json.key("wavefronts").value(phase.wavefronts).key("degree").value(phase.wavefronts);
    json.key("worst_bank").value(phase.worst_bank.value).end_object();
  }
  json.end_array();
}

void write_schedule(JsonWriter& json, const BankModel& model, const Request& request) {
  json.key("schedule").begin_array();
  for (const Wavefront& wavefront : schedule(model, request)) {
    json.begin_object().key("phase").value(wavefront.phase);
    write_lanes(json, wavefront.lanes);
    json.key("words").begin_array();
    for (const WordIndex word : wavefront.words) json.value(word.value);
    json.end_array().end_object();
  }
  json.end_array();
}

void write_addresses(JsonWriter& json, const Request& request, std::uint32_t lanes) {
  json.key("addresses").begin_array();
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    if ((request.active >> lane & 1U) != 0) {
      json.value(request.addresses[lane].value);
    } else {
      json.null();
    }
  }
  json.end_array();
}

}  // namespace smemlens
