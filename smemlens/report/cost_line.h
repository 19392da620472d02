#pragma once

// The members of one line of `cost`, read from JSON but not yet judged.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/model/units.h"

namespace smemlens {

// Addresses by lane; a lane that has none is inactive.
struct LaneAddresses {
  std::uint32_t count = 0;  // entries, inactive ones too; those beyond kMaxLanes are not kept
  LaneMask active = 0;
  std::array<std::uint64_t, kMaxLanes> values{};  // of active lanes

  void add(std::optional<std::uint64_t> address);
  bool operator==(const LaneAddresses&) const = default;
};

struct RawCostLine {
  std::string op;
  std::optional<std::uint64_t> bytes;
  std::optional<std::uint64_t> matrices;
  std::optional<std::uint64_t> count;
  bool has_addresses = false;
  bool has_source = false;
  LaneAddresses addresses;
  LaneAddresses source;
  std::string id;  // JSON
};

// Reads the plain form that programs write: known keys, whole numbers, text without escapes. False
// for anything else, right or wrong: read_any_line judges that.
bool read_plain_line(std::string_view line, RawCostLine& raw);

// Reads any JSON. An error tells the column.
Expected<RawCostLine> read_any_line(std::string_view line);

// Where `key` stands in the line, for a caret; the line's first byte if it doesn't.
SourceSpan span_of_key(std::string_view line, std::string_view key);

}  // namespace smemlens
