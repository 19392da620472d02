#pragma once

// The accesses that the goldens of pictures and text show.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/report/figures/access_view.h"
#include "tests/model/requests.h"

namespace smemlens::testing {

using AddressOf = std::uint32_t (*)(std::uint32_t lane);

struct FigureCase {
  std::string_view name;
  std::string_view architecture;
  std::string_view code;
  Operation operation;
  std::uint8_t bytes;
  LaneMask active;
  AddressOf address_of;
};

inline constexpr LaneMask kWave64 = ~LaneMask{0};

// clang-format off
inline constexpr auto kFigureCases = std::to_array<FigureCase>({
    {"column_32x32", "sm_80", "float s[32][32]; s[lane][0]", Operation::kLoad, 4, kWarp,
     [](std::uint32_t lane) { return lane * 128; }},
    {"column_32x33", "sm_80", "float s[32][33]; s[lane][0]", Operation::kLoad, 4, kWarp,
     [](std::uint32_t lane) { return lane * 132; }},
    {"row", "sm_80", "float s[32][32]; s[0][lane]", Operation::kLoad, 4, kWarp,
     [](std::uint32_t lane) { return lane * 4; }},
    {"stride_2", "sm_80", "float s[64]; s[2 * lane]", Operation::kLoad, 4, kWarp,
     [](std::uint32_t lane) { return lane * 8; }},
    {"broadcast", "sm_80", "float s[32]; s[lane / 8]", Operation::kLoad, 4, kWarp,
     [](std::uint32_t lane) { return lane / 8 * 4; }},
    {"one_word", "sm_80", "float s[32]; s[0]", Operation::kLoad, 4, kWarp,
     [](std::uint32_t) { return 0U; }},
    {"float4_row", "sm_80", "float4 v[32]; v[lane]", Operation::kLoad, 16, kWarp,
     [](std::uint32_t lane) { return lane * 16; }},
    {"double_column", "sm_80", "double d[32][32]; d[lane][0]", Operation::kLoad, 8, kWarp,
     [](std::uint32_t lane) { return lane * 256; }},
    {"ldmatrix_x4", "sm_80", "half h[16][64]; ldmatrix.x4(&h[lane % 16][lane / 16 * 8])",
     Operation::kLdmatrix, 16, kWarp,
     [](std::uint32_t lane) { return lane % 16 * 128 + lane / 16 * 16; }},
    {"atomic", "sm_80", "int hist[256]; atomicAdd(&hist[lane % 4], 1)", Operation::kAtomic, 4,
     kWarp, [](std::uint32_t lane) { return lane % 4 * 4; }},
    {"inactive_lanes", "sm_80", "float s[1024]; if (lane < 8) s[32 * lane]", Operation::kLoad, 4,
     0xff, [](std::uint32_t lane) { return lane * 128; }},
    {"sm_10_stride_2", "sm_10", "float s[64]; s[2 * lane]", Operation::kLoad, 4, kWarp,
     [](std::uint32_t lane) { return lane * 8; }},
    {"sm_35_8byte_stride_2", "sm_35-8byte", "float s[64]; s[2 * lane]", Operation::kLoad, 4,
     kWarp, [](std::uint32_t lane) { return lane * 8; }},
    {"sm_35_column", "sm_35", "float s[32][32]; s[lane][0]", Operation::kLoad, 4, kWarp,
     [](std::uint32_t lane) { return lane * 128; }},
    {"gfx942_64_lanes", "gfx942", "float s[64]; s[lane]", Operation::kLoad, 4, kWave64,
     [](std::uint32_t lane) { return lane * 4; }},
    {"gfx942_wide_column", "gfx942", "float4 v[64][16]; v[lane][0]", Operation::kLoad, 16, kWave64,
     [](std::uint32_t lane) { return lane * 256; }},
    {"gfx950_64_banks", "gfx950", "float s[64][64]; s[lane][0]", Operation::kLoad, 4, kWave64,
     [](std::uint32_t lane) { return lane * 256; }},
    {"scattered", "sm_80", "float s[4096]; s[(lane * lane * 37 + 11 * lane) & 4095]",
     Operation::kLoad, 4, kWarp,
     [](std::uint32_t lane) { return (lane * lane * 37 + 11 * lane) % 4096 * 4; }},
});
// clang-format on

inline Request request_of(const FigureCase& a_case) {
  Request request = request_of(a_case.operation, a_case.bytes, a_case.active, a_case.address_of);
  if (a_case.operation == Operation::kLdmatrix) request.matrices = 4;
  return request;
}

inline figures::AccessView view_of(const FigureCase& a_case) {
  figures::AccessView view = figures::view_of(model_of(a_case.architecture), request_of(a_case));
  view.code = a_case.code;
  view.circumstance = std::string(a_case.architecture) + " · " +
                      std::string(name_of(a_case.operation)) + " · " +
                      std::to_string(a_case.bytes) + " bytes a lane";
  return view;
}

}  // namespace smemlens::testing
