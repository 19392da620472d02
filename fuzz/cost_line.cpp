// Any line ends in a verdict or an error, and the fast reader agrees with the one that judges
// anything.

#include "smemlens/report/cost_line.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/json_value.h"
#include "smemlens/model/architecture.h"
#include "smemlens/report/cost_json.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check_readers(std::string_view line) {
  smemlens::RawCostLine plain;
  if (!smemlens::read_plain_line(line, plain)) return;
  const auto any = smemlens::read_any_line(line);
  require(any.has_value());
  require(plain.op == any->op && plain.bytes == any->bytes && plain.matrices == any->matrices);
  require(plain.count == any->count && plain.id == any->id);
  require(plain.addresses == any->addresses && plain.source == any->source);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto rows = smemlens::architectures();
  const smemlens::Architecture& architecture = rows[data[0] % rows.size()];
  const std::string_view line(reinterpret_cast<const char*>(data + 1), size - 1);
  check_readers(line);
  const auto request = smemlens::parse_cost_line(line, architecture);
  if (!request) {
    require(!request.error().message.empty() && !smemlens::to_text(request.error()).empty());
    return 0;
  }
  std::string verdict;
  smemlens::append_verdict(verdict, architecture.bank_model, *request, true);
  require(smemlens::parse_json({"verdict", verdict}).has_value());
  return 0;
}
