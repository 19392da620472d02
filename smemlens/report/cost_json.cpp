#include "smemlens/report/cost_json.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/base/json_writer.h"
#include "smemlens/base/suggestion.h"
#include "smemlens/model/architecture.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/report/cost_line.h"
#include "smemlens/report/request_json.h"

namespace smemlens {
namespace {

constexpr std::string_view kOperations[] = {"load",     "store",    "atomic",
                                            "ldmatrix", "stmatrix", "cp.async"};
constexpr std::uint64_t kSourceBase = 512;  // docs/model.md §6: the base that makes a copy linear

// What is wrong with a line, and which member is to blame.
struct Complaint {
  std::string_view key;
  std::string message;
  std::string hint;
};
using MaybeComplaint = std::optional<Complaint>;

MaybeComplaint set_operation(const RawCostLine& raw, Request& request) {
  if (raw.op.empty()) return Complaint{"op", "\"op\" is missing", R"(e.g. "op":"load")"};
  const std::optional<Operation> operation = operation_from(raw.op);
  if (!operation)
    return Complaint{"op", "unknown op \"" + raw.op + '"', did_you_mean(raw.op, kOperations)};
  request.operation = *operation;
  return std::nullopt;
}

MaybeComplaint set_width(const RawCostLine& raw, Request& request) {
  const bool has_matrices = takes_matrices(request.operation);
  if (!raw.bytes && !has_matrices)
    return Complaint{"op", "\"bytes\" is missing", "1, 2, 4, 8 or 16 bytes a lane"};
  const std::uint64_t bytes = raw.bytes.value_or(16);
  if (!std::has_single_bit(bytes) || bytes > 16)
    return Complaint{"bytes", "\"bytes\" must be 1, 2, 4, 8 or 16, not " + std::to_string(bytes),
                     ""};
  request.bytes_per_lane = static_cast<std::uint8_t>(bytes);
  if (has_matrices && !raw.matrices)
    return Complaint{"op", "\"matrices\" is missing", raw.op + " moves 1, 2 or 4"};
  const std::uint64_t matrices = raw.matrices.value_or(0);
  if (matrices > 4)
    return Complaint{"matrices", "\"matrices\" must be 1, 2 or 4, not " + std::to_string(matrices),
                     ""};
  request.matrices = static_cast<std::uint8_t>(matrices);
  return std::nullopt;
}

MaybeComplaint set_addresses(const RawCostLine& raw, const BankModel& model, Request& request) {
  if (!raw.has_addresses)
    return Complaint{"", "\"addresses\" is missing", "one byte address a lane, null if inactive"};
  if (raw.addresses.count > model.lanes_per_warp)
    return Complaint{"addresses",
                     std::to_string(raw.addresses.count) + " addresses, but a warp has " +
                         std::to_string(model.lanes_per_warp) + " lanes",
                     ""};
  request.active = raw.addresses.active;
  request.active = participants_of(request);
  for (LaneMask rest = request.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    const std::uint64_t address = raw.addresses.values[lane];
    if (address > std::numeric_limits<std::uint32_t>::max())
      return Complaint{"addresses",
                       "lane " + std::to_string(lane) + ": address " + std::to_string(address) +
                           " does not fit in 32 bits",
                       "a block's shared memory begins at 0"};
    request.addresses[lane] = {static_cast<std::uint32_t>(address)};
  }
  return std::nullopt;
}

MaybeComplaint set_source(const RawCostLine& raw, Request& request) {
  if (!raw.has_source || request.operation != Operation::kCpAsync) return std::nullopt;
  if ((request.active & ~raw.source.active) != 0) {
    const int lane = std::countr_zero(request.active & ~raw.source.active);
    return Complaint{"source", "\"source\" has no address for lane " + std::to_string(lane),
                     "leave the whole member out if it is not known"};
  }
  request.source = CopySource::kLinear;
  std::optional<std::uint64_t> base;
  for (LaneMask rest = request.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    if (raw.source.values[lane] % request.bytes_per_lane != 0)
      return Complaint{"source",
                       "lane " + std::to_string(lane) + ": source address " +
                           std::to_string(raw.source.values[lane]) + " is not a multiple of " +
                           std::to_string(request.bytes_per_lane),
                       "a GPU copies from aligned addresses only"};
    // Modulo 2^64: a base that would be negative is no multiple of 512 by chance only if it is one.
    const std::uint64_t lane_base =
        raw.source.values[lane] - (std::uint64_t{lane} * request.bytes_per_lane);
    if (lane_base % kSourceBase != 0 || base.value_or(lane_base) != lane_base)
      request.source = CopySource::kScattered;
    base = lane_base;
  }
  return std::nullopt;
}

// The request that `raw` stands for, or the first complaint about it.
MaybeComplaint judge(const RawCostLine& raw, const BankModel& model, CostLine& line) {
  MaybeComplaint complaint = set_operation(raw, line.request);
  if (!complaint) complaint = set_width(raw, line.request);
  if (!complaint) complaint = set_addresses(raw, model, line.request);
  if (!complaint) complaint = set_source(raw, line.request);
  if (complaint) return complaint;
  std::string reason = why_malformed(model, line.request);
  if (!reason.empty()) return Complaint{"addresses", std::move(reason), ""};
  line.count = raw.count.value_or(1);
  line.id = raw.id;
  return std::nullopt;
}

}  // namespace

bool CostLine::operator==(const CostLine& other) const {
  const Request& a = request;
  const Request& b = other.request;
  return a.operation == b.operation && a.bytes_per_lane == b.bytes_per_lane &&
         a.matrices == b.matrices && a.source == b.source && a.active == b.active &&
         a.addresses == b.addresses && count == other.count && id == other.id;
}

Expected<CostLine> parse_cost_line(std::string_view line, const Architecture& architecture) {
  CostLine result;
  {
    RawCostLine raw;
    if (read_plain_line(line, raw) && !judge(raw, architecture.bank_model, result)) return result;
  }
  const auto raw = read_any_line(line);
  if (!raw) return tl::unexpected(raw.error());
  result = {};
  const MaybeComplaint complaint = judge(*raw, architecture.bank_model, result);
  if (!complaint) return result;
  return tl::unexpected(
      located({.code = "cost-line", .message = complaint->message, .hint = complaint->hint},
              {"standard input", std::string(line)}, span_of_key(line, complaint->key)));
}

void write_verdict(JsonWriter& json, const BankModel& model, const CostLine& line,
                   bool with_detail) {
  const RequestCost cost = cost_of(model, line.request);
  if (!line.id.empty()) json.key("id").raw(line.id);
  write_cost(json, model, line.request, cost);
  if (!with_detail) return;
  write_phases(json, cost);
  write_schedule(json, model, line.request);
}

void append_verdict(std::string& out, const BankModel& model, const CostLine& line,
                    bool with_detail) {
  JsonWriter json;
  json.begin_object();
  write_verdict(json, model, line, with_detail);
  out += json.end_object().newline().text();
}

}  // namespace smemlens
