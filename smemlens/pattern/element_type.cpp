#include "smemlens/pattern/element_type.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

namespace smemlens {
namespace {

// Sizes and alignments: CUDA C++ Programming Guide, "Built-in Vector Types".
constexpr BuiltinType kBuiltins[] = {
    {"bool",               1,  1,  "",                   0},
    {"char",               1,  1,  "",                   0},
    {"signed char",        1,  1,  "",                   0},
    {"unsigned char",      1,  1,  "",                   0},
    {"int8_t",             1,  1,  "",                   0},
    {"uint8_t",            1,  1,  "",                   0},
    {"short",              2,  2,  "",                   0},
    {"unsigned short",     2,  2,  "",                   0},
    {"int16_t",            2,  2,  "",                   0},
    {"uint16_t",           2,  2,  "",                   0},
    {"half",               2,  2,  "",                   0},
    {"__half",             2,  2,  "",                   0},
    {"__nv_bfloat16",      2,  2,  "",                   0},
    {"int",                4,  4,  "",                   0},
    {"unsigned",           4,  4,  "",                   0},
    {"int32_t",            4,  4,  "",                   0},
    {"uint32_t",           4,  4,  "",                   0},
    {"float",              4,  4,  "",                   0},
    {"long",               8,  8,  "",                   0},
    {"unsigned long",      8,  8,  "",                   0},
    {"long long",          8,  8,  "",                   0},
    {"unsigned long long", 8,  8,  "",                   0},
    {"int64_t",            8,  8,  "",                   0},
    {"uint64_t",           8,  8,  "",                   0},
    {"size_t",             8,  8,  "",                   0},
    {"double",             8,  8,  "",                   0},
    {"char2",              2,  2,  "char",               2},
    {"char3",              3,  1,  "char",               3},
    {"char4",              4,  4,  "char",               4},
    {"uchar2",             2,  2,  "unsigned char",      2},
    {"uchar3",             3,  1,  "unsigned char",      3},
    {"uchar4",             4,  4,  "unsigned char",      4},
    {"short2",             4,  4,  "short",              2},
    {"short3",             6,  2,  "short",              3},
    {"short4",             8,  8,  "short",              4},
    {"ushort2",            4,  4,  "unsigned short",     2},
    {"ushort3",            6,  2,  "unsigned short",     3},
    {"ushort4",            8,  8,  "unsigned short",     4},
    {"half2",              4,  4,  "half",               2},
    {"__half2",            4,  4,  "__half",             2},
    {"__nv_bfloat162",     4,  4,  "__nv_bfloat16",      2},
    {"int2",               8,  8,  "int",                2},
    {"int3",               12, 4,  "int",                3},
    {"int4",               16, 16, "int",                4},
    {"uint2",              8,  8,  "unsigned",           2},
    {"uint3",              12, 4,  "unsigned",           3},
    {"uint4",              16, 16, "unsigned",           4},
    {"float2",             8,  8,  "float",              2},
    {"float3",             12, 4,  "float",              3},
    {"float4",             16, 16, "float",              4},
    {"longlong2",          16, 16, "long long",          2},
    {"ulonglong2",         16, 16, "unsigned long long", 2},
    {"double2",            16, 16, "double",             2},
    {"double3",            24, 8,  "double",             3},
};

struct Alias {
  std::string_view spelling;
  std::string_view name;
};

// Other spellings of C's integer types.
constexpr Alias kAliases[] = {
    {"signed",                 "int"               },
    {"signed int",             "int"               },
    {"unsigned int",           "unsigned"          },
    {"uint",                   "unsigned"          },
    {"signed short",           "short"             },
    {"short int",              "short"             },
    {"unsigned short int",     "unsigned short"    },
    {"ushort",                 "unsigned short"    },
    {"uchar",                  "unsigned char"     },
    {"long int",               "long"              },
    {"signed long",            "long"              },
    {"unsigned long int",      "unsigned long"     },
    {"long long int",          "long long"         },
    {"signed long long",       "long long"         },
    {"unsigned long long int", "unsigned long long"},
    {"nv_bfloat16",            "__nv_bfloat16"     },
    {"nv_bfloat162",           "__nv_bfloat162"    },
};

}  // namespace

const BuiltinType* find_builtin(std::string_view name) {
  const auto* alias = std::ranges::find(kAliases, name, &Alias::spelling);
  if (alias != std::end(kAliases)) name = alias->name;
  const auto* builtin = std::ranges::find(kBuiltins, name, &BuiltinType::name);
  return builtin == std::end(kBuiltins) ? nullptr : builtin;
}

std::vector<std::string_view> builtin_names() {
  std::vector<std::string_view> names;
  for (const BuiltinType& builtin : kBuiltins) names.push_back(builtin.name);
  return names;
}

bool is_one_access(const ElementType& type) {
  const bool has_width =
      type.bytes == 1 || type.bytes == 2 || type.bytes == 4 || type.bytes == 8 || type.bytes == 16;
  return has_width && !type.is_struct && type.alignment == type.bytes;
}

}  // namespace smemlens
