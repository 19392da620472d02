#include "smemlens/analysis/recorded_requests.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <tuple>

#include "smemlens/model/request.h"
#include "smemlens/model/units.h"

namespace smemlens {
namespace {

constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15U;
  return hash ^ (hash >> 29U);
}

RecordedRequests::Key key_of(const Request& request, std::uint32_t base) {
  RecordedRequests::Key key;
  key.request = request;
  key.request.addresses = {};
  key.hash = mixed(mixed(0, request.active), request.matrices);
  for (LaneMask rest = request.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    const std::uint32_t offset = request.addresses[lane].value - base;
    key.request.addresses[lane] = {offset};
    key.hash = mixed(key.hash, offset);
  }
  return key;
}

}  // namespace

bool RecordedRequests::Key::operator<(const Key& other) const {
  if (hash != other.hash) return hash < other.hash;
  const auto fields = [](const Request& r) {
    return std::tie(r.operation, r.bytes_per_lane, r.matrices, r.source, r.open_cost, r.active,
                    r.addresses);
  };
  return fields(request) < fields(other.request);
}

void RecordedRequests::add(const Request& request, std::uint32_t base, std::uint64_t count) {
  add(key_of(request, base), count);
}

void RecordedRequests::add(const Key& key, std::uint64_t count) {
  const auto place = counts_.lower_bound(key);
  if (place != counts_.end() && !(key < place->first)) {
    place->second += count;
    return;
  }
  if (counts_.size() == kMost && place == counts_.end()) {
    left_out_ += count;
    return;
  }
  counts_.emplace_hint(place, key, count);
  if (counts_.size() <= kMost) return;
  const auto last = std::prev(counts_.end());
  left_out_ += last->second;
  counts_.erase(last);
}

void RecordedRequests::merge(const RecordedRequests& other) {
  left_out_ += other.left_out_;
  for (const auto& [key, count] : other.counts_) add(key, count);
}

}  // namespace smemlens
