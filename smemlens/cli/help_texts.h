#pragma once

// What `--help` says below the options, command by command.

#include <string_view>

namespace smemlens::cli {

inline constexpr std::string_view kFooter =
    "Exit codes: 0 done (conflicts are no failure), 2 the command line is wrong, 3 the content is\n"
    "(pattern, file, PTX, compile error, kernel fault, a limit), 4 a fault of smemlens,\n"
    "130 interrupted.\n";

inline constexpr std::string_view kExplainExamples =
    "Examples:\n"
    "  smemlens explain 'float s[32][32]; s[lane][0]'\n"
    "  smemlens explain 'float t[32][33]; t[threadIdx.x][threadIdx.y]' --block 32,8\n"
    "  smemlens explain 'float s[32][32]; s[lane][(lane ^ k) & 31]' --let k=0..31\n"
    "  smemlens explain 'double d[64]; d[2*lane]' --format svg -o picture.svg\n"
    "  smemlens explain 'float s[32][32]; s[lane][0]' --lang hi-Latn\n";

inline constexpr std::string_view kCostExamples =
    "Example:\n"
    "  echo '{\"op\":\"load\",\"bytes\":4,\"addresses\":[0,128,256]}' | smemlens cost\n";

inline constexpr std::string_view kFixExamples =
    "PATTERN may be in pieces; @N behind an access says that it is executed N times as often.\n"
    "Families: row_pad axis_order block_pad rotation swizzle complement linear table, and tma, "
    "which\n"
    "is tried only if it is named. docs/fix.md tells how to choose.\n"
    "Examples:\n"
    "  smemlens fix 'float s[32][32]; s[k][lane] = 0; s[lane][k] @4' --let k=0..31\n"
    "  smemlens fix 'float s[16][16]; s[ty][tx] = 0' 's[tx][ty]' --block 16,16 --max-extra-bytes "
    "0\n"
    "  smemlens fix --problem problems.jsonl\n"
    "  smemlens fix transpose.cu --apply -- --size 64     the words after -- are the program's\n";

inline constexpr std::string_view kFiguresExamples =
    "Examples:\n"
    "  smemlens figures --output pictures\n"
    "  smemlens figures --output pictures --lang en,hi,hi-Latn\n";

inline constexpr std::string_view kPageExamples =
    "Examples:\n"
    "  smemlens page --output bank-conflicts.html\n"
    "  smemlens page --serve 8000 --lang hi-Latn\n"
    "  smemlens run transpose.cu --format json -o report.json\n"
    "  smemlens page --report report.json --output report.html\n";

inline constexpr std::string_view kRunExamples =
    "Examples:\n"
    "  smemlens run transpose.cu\n"
    "  smemlens run main.cpp kernels.cu -I include -- --size 64\n"
    "  smemlens run ./program --format json -o report.json\n"
    "  smemlens run reduction.cu -k regex:^reduce -c 1 --blocks first:16\n";

inline constexpr std::string_view kLaunchExamples =
    "Arguments, one for each kernel parameter in order:\n"
    "  i32:7  u32:7  i64:-1  u64:0x10  f32:0.5  f64:0.5   a scalar (also i8 u8 i16 u16)\n"
    "  zeros:BYTES  random:BYTES[:SEED]  iota:TYPE:COUNT  hex:0011aa  file:PATH   a buffer\n"
    "  bytes:0011aa   a struct by value\n"
    "Example:\n"
    "  smemlens launch scale.ptx -k scale --grid 4 --block 256 --arg iota:f32:1024 --arg f32:2\n";

}  // namespace smemlens::cli
