#include "smemlens/model/architecture.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/model/rule_tables.h"

namespace smemlens {

namespace {

using namespace generations;  // NOLINT(google-build-using-namespace): the table's only vocabulary

constexpr std::uint32_t kKiB = 1024;

constexpr std::string_view kGuide4 = "CUDA C Programming Guide 4.2, appendix F";
constexpr std::string_view kGuideKepler = "CUDA C Programming Guide, CC 3.x; K80 counters";
constexpr std::string_view kGuide = "CUDA C Programming Guide, CC 5.x and 6.x";
constexpr std::string_view kForum = "CUDA C Programming Guide; NVIDIA forum 77228";
constexpr std::string_view kProfiled = "CUDA C Programming Guide; ncu counters of this generation";
constexpr std::string_view kFamily =
    "CUDA C Programming Guide; as its neighbours, not probed itself";
constexpr std::string_view kProbed = "single-instruction probes on an RTX 5090 (cicuvc)";
constexpr std::string_view kCk = "ROCm composable-kernel documentation; phases as on gfx942";
constexpr std::string_view kShark = "ROCm documentation; LDS probes of amd-shark-ai";
constexpr std::string_view kSharkFamily = "LDS probes of amd-shark-ai on the same generation";

constexpr std::string_view kDocumented = "documented";
constexpr std::string_view kMeasured = "measured";
constexpr std::string_view kBoth = "documented and measured";
constexpr std::string_view kPartly = "documented, partly open";
constexpr std::string_view kInferred = "inferred";

// name, product, source, confidence, runs programs, shared bytes a block: static and at most,
// compute capability, model. Limits: CUDA C Programming Guide, "Compute Capabilities"; AMD: LDS
// bytes of a work-group.
constexpr std::array kRows = {
    // clang-format off
    Architecture{"sm_10", "Tesla C870", kGuide4, kPartly, false, 16 * kKiB, 16 * kKiB, 10, kTesla10},
    Architecture{"sm_11", "GeForce 9800", kGuide4, kPartly, false, 16 * kKiB, 16 * kKiB, 11, kTesla10},
    Architecture{"sm_12", "GeForce GT 240", kGuide4, kPartly, false, 16 * kKiB, 16 * kKiB, 12, kTesla12},
    Architecture{"sm_13", "Tesla C1060", kGuide4, kPartly, false, 16 * kKiB, 16 * kKiB, 13, kTesla12},
    Architecture{"sm_30", "Tesla K10", kGuideKepler, kDocumented, false, 48 * kKiB, 48 * kKiB, 30, kKepler4Byte},
    Architecture{"sm_30-8byte", "Tesla K10, 8-byte banks", kGuideKepler, kDocumented, false, 48 * kKiB, 48 * kKiB, 30, kKepler8Byte},
    Architecture{"sm_32", "Jetson TK1", kGuideKepler, kDocumented, false, 48 * kKiB, 48 * kKiB, 32, kKepler4Byte},
    Architecture{"sm_32-8byte", "Jetson TK1, 8-byte banks", kGuideKepler, kDocumented, false, 48 * kKiB, 48 * kKiB, 32, kKepler8Byte},
    Architecture{"sm_35", "Tesla K40", kGuideKepler, kDocumented, false, 48 * kKiB, 48 * kKiB, 35, kKepler4Byte},
    Architecture{"sm_35-8byte", "Tesla K40, 8-byte banks", kGuideKepler, kDocumented, false, 48 * kKiB, 48 * kKiB, 35, kKepler8Byte},
    Architecture{"sm_37", "Tesla K80", kGuideKepler, kBoth, false, 48 * kKiB, 48 * kKiB, 37, kKepler4Byte},
    Architecture{"sm_37-8byte", "Tesla K80, 8-byte banks", kGuideKepler, kBoth, false, 48 * kKiB, 48 * kKiB, 37, kKepler8Byte},
    Architecture{"sm_50", "GeForce GTX 750 Ti", kGuide, kPartly, true, 48 * kKiB, 48 * kKiB, 50, kMaxwell},
    Architecture{"sm_52", "Tesla M40", kGuide, kPartly, true, 48 * kKiB, 48 * kKiB, 52, kMaxwell},
    Architecture{"sm_53", "Jetson TX1", kGuide, kPartly, true, 48 * kKiB, 48 * kKiB, 53, kMaxwell},
    Architecture{"sm_60", "P100", kGuide, kPartly, true, 48 * kKiB, 48 * kKiB, 60, kMaxwell},
    Architecture{"sm_61", "GeForce GTX 1080", kGuide, kPartly, true, 48 * kKiB, 48 * kKiB, 61, kMaxwell},
    Architecture{"sm_62", "Jetson TX2", kGuide, kPartly, true, 48 * kKiB, 48 * kKiB, 62, kMaxwell},
    Architecture{"sm_70", "V100", kForum, kBoth, true, 48 * kKiB, 96 * kKiB, 70, kVolta},
    Architecture{"sm_72", "Jetson Xavier", kForum, kInferred, true, 48 * kKiB, 96 * kKiB, 72, kVolta},
    Architecture{"sm_75", "T4", kForum, kBoth, true, 48 * kKiB, 64 * kKiB, 75, kTuring},
    Architecture{"sm_80", "A100", kProfiled, kBoth, true, 48 * kKiB, 163 * kKiB, 80, kAmpere},
    Architecture{"sm_86", "GeForce RTX 3090", kProfiled, kBoth, true, 48 * kKiB, 99 * kKiB, 86, kAmpere},
    Architecture{"sm_87", "Jetson Orin", kFamily, kInferred, true, 48 * kKiB, 163 * kKiB, 87, kAmpere},
    Architecture{"sm_88", "compute capability 8.8", kFamily, kInferred, true, 48 * kKiB, 99 * kKiB, 88, kAmpere},
    Architecture{"sm_89", "L4, GeForce RTX 4090", kProfiled, kBoth, true, 48 * kKiB, 99 * kKiB, 89, kAmpere},
    Architecture{"sm_90", "H100", kProfiled, kBoth, true, 48 * kKiB, 227 * kKiB, 90, kHopper},
    Architecture{"sm_100", "B200", kFamily, kInferred, true, 48 * kKiB, 227 * kKiB, 100, kHopper},
    Architecture{"sm_101", "Jetson Thor before CUDA 13", kFamily, kInferred, true, 48 * kKiB, 227 * kKiB, 101, kHopper},
    Architecture{"sm_103", "B300", kProfiled, kMeasured, true, 48 * kKiB, 227 * kKiB, 103, kHopper},
    Architecture{"sm_110", "Jetson Thor", kProfiled, kMeasured, true, 48 * kKiB, 227 * kKiB, 110, kHopper},
    Architecture{"sm_120", "GeForce RTX 5090", kProbed, kMeasured, true, 48 * kKiB, 99 * kKiB, 120, kBlackwell120},
    Architecture{"sm_121", "DGX Spark (GB10)", kFamily, kInferred, true, 48 * kKiB, 99 * kKiB, 121, kBlackwell120},
    Architecture{"gfx90a", "MI250X", kCk, kPartly, false, 64 * kKiB, 64 * kKiB, 0, kCdna2},
    Architecture{"gfx942", "MI300X", kShark, kBoth, false, 64 * kKiB, 64 * kKiB, 0, kCdna3},
    Architecture{"gfx950", "MI350X", kShark, kPartly, false, 160 * kKiB, 160 * kKiB, 0, kCdna4},
    Architecture{"gfx1100", "Radeon PRO W7900", kShark, kMeasured, false, 64 * kKiB, 64 * kKiB, 0, kRdna3},
    Architecture{"gfx1101", "Radeon RX 7800 XT", kSharkFamily, kInferred, false, 64 * kKiB, 64 * kKiB, 0, kRdna3},
    Architecture{"gfx1102", "Radeon RX 7600", kSharkFamily, kInferred, false, 64 * kKiB, 64 * kKiB, 0, kRdna3},
    Architecture{"gfx1200", "Radeon RX 9060 XT", kSharkFamily, kInferred, false, 64 * kKiB, 64 * kKiB, 0, kRdna4},
    Architecture{"gfx1201", "Radeon RX 9070 XT", kShark, kMeasured, false, 64 * kKiB, 64 * kKiB, 0, kRdna4},
    // clang-format on
};

const Architecture* find_exactly(std::string_view name) {
  const std::span<const Architecture> rows(kRows);
  const auto row = std::ranges::find(rows, name, &Architecture::name);
  return row == rows.end() ? nullptr : &*row;
}

char lowered(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool mentions(std::string_view product, std::string_view word) {
  return !std::ranges::search(product, word, {}, lowered, lowered).empty();
}

// "80", "8.0", "SM_80" and "compute_80" → "sm_80"; empty if the word is no capability.
std::string name_of_capability(std::string_view word) {
  std::string name = "sm_";
  for (const char c : word) {
    const bool is_digit = c >= '0' && c <= '9';
    if (is_digit) name += c;
    if (!is_digit && std::string_view("compute_.s").find(lowered(c)) == std::string_view::npos)
      return {};
  }
  return name;
}

// The row that a capability or a product ("h100") means.
const Architecture* row_meant_by(std::string_view word) {
  if (const Architecture* row = find_exactly(name_of_capability(word))) return row;
  if (word.size() < 2) return nullptr;
  const auto row = std::ranges::find_if(
      kRows, [&](const Architecture& candidate) { return mentions(candidate.product, word); });
  return row == std::end(kRows) ? nullptr : &*row;
}

}  // namespace

std::span<const Architecture> architectures() {
  return kRows;
}

const Architecture* find_architecture(std::string_view name) {
  const Architecture* row = find_exactly(name);
  const bool has_suffix = name.starts_with("sm_") && (name.ends_with('a') || name.ends_with('f'));
  if (row == nullptr && has_suffix) row = find_exactly(name.substr(0, name.size() - 1));
  return row == nullptr || (has_suffix && row->name.ends_with("-8byte")) ? nullptr : row;
}

Expected<const Architecture*> architecture_named(std::string_view name) {
  if (const Architecture* architecture = find_architecture(name)) return architecture;
  Diagnostic diagnostic{.code = "unknown-architecture",
                        .message = "there is no architecture '" + std::string(name) + "'"};
  if (const Architecture* meant = row_meant_by(name)) {
    diagnostic.hint = "did you mean " + std::string(meant->name) + '?';
  } else {
    diagnostic.hint = "one of:";
    for (const Architecture& row : kRows) diagnostic.hint += ' ' + std::string(row.name);
  }
  return tl::unexpected(std::move(diagnostic));
}

}  // namespace smemlens
