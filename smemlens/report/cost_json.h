#pragma once

// `cost`: a request a line in, a verdict a line out (docs/schema/cost.schema.json).
//
//   {"op":"load","bytes":4,"addresses":[0,128,256],"id":"a"}
//   {"id":"a","wavefronts":3,"ideal_wavefronts":1,"excess_wavefronts":2,"degree":3,"exact":true}

#include <cstdint>
#include <string>
#include <string_view>

#include "smemlens/base/expected.h"
#include "smemlens/base/json_writer.h"
#include "smemlens/model/architecture.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"

namespace smemlens {

struct CostLine {
  Request request;          // well formed for the architecture
  std::uint64_t count = 1;  // how often it is made: weighs totals
  std::string id;           // JSON, to be echoed; empty if there is none

  bool operator==(const CostLine& other) const;
};

// The request that one line holds. An error tells the column; the caller knows the line's number
// and file, and writes them into `where`.
Expected<CostLine> parse_cost_line(std::string_view line, const Architecture& architecture);

// The verdict's members, in an object that has begun. `with_detail` brings phases and schedule.
void write_verdict(JsonWriter& json, const BankModel& model, const CostLine& line,
                   bool with_detail);

// Adds the verdict as an object and a line end to `out`.
void append_verdict(std::string& out, const BankModel& model, const CostLine& line,
                    bool with_detail);

}  // namespace smemlens
