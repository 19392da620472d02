// Which source line an instruction belongs to, from the .loc that compilers write.

#include "smemlens/ptx/site_location.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/ptx/module.h"
#include "smemlens/ptx/parser.h"

namespace smemlens::ptx {
namespace {

struct LineCase {
  std::string_view name;
  std::string_view locations;  // before the instruction
  Location where;
  std::string_view function = "k";
  std::vector<Location> inlined_at = {};
  std::vector<Location> headers = {};
};

// File 1 is the user's, 2 the user's header, 3 the toolkit's.
const std::vector<LineCase> kCases = {
    {"none", "", {}},
    {"a_line", ".loc 1 12 5", {"scale.cu", 12, 5}},
    {"the_last_of_several_columns", ".loc 1 12 5 .loc 1 12 9", {"scale.cu", 12, 9}},
    // Code that belongs to no line: told as it is, not as the line before.
    {"line_0", ".loc 1 12 5 .loc 1 0 0", {"scale.cu", 0, 0}},
    {"a_file_that_was_not_named", ".loc 7 12 5", {"", 12, 5}},
    {"inlined_from_the_users_header",
     ".loc 1 12 5 .loc 2 40 3, function_name $tile, inlined_at 1 12 5", {"tile.cuh", 40, 3},
     "tile", {{"scale.cu", 12, 5}}},
    {"inlined_twice",
     ".loc 1 12 5 .loc 1 30 1, function_name $tile, inlined_at 1 12 5 "
     ".loc 2 40 3, function_name $leaf, inlined_at 1 30 1", {"tile.cuh", 40, 3},
     "leaf", {{"scale.cu", 30, 1}, {"scale.cu", 12, 5}}},
    {"a_toolkits_header_belongs_to_who_calls_it",
     ".loc 1 12 5 .loc 3 99 1, function_name $leaf, inlined_at 1 12 5", {"scale.cu", 12, 5},
     "k", {},
     {{"/usr/local/cuda/include/atomics.h", 99, 1}}},
    {"a_toolkits_header_inside_the_users",
     ".loc 1 12 5 .loc 2 40 3, function_name $tile, inlined_at 1 12 5 "
     ".loc 3 99 1, function_name $leaf, inlined_at 2 40 3", {"tile.cuh", 40, 3},
     "tile", {{"scale.cu", 12, 5}},
     {{"/usr/local/cuda/include/atomics.h", 99, 1}}},
    {"only_the_toolkits", ".loc 3 99 1", {"/usr/local/cuda/include/atomics.h", 99, 1}},
};

Module module_with(std::string_view locations) {
  const SourceText text{"k.ptx", ".version 8.0 .target sm_80 .address_size 64 .entry k() { " +
                                     std::string(locations) + R"( bar.sync 0; ret; }
.file 1 "scale.cu"
.file 2 "tile.cuh"
.file 3 "/usr/local/cuda/include/atomics.h"
.section .debug_str
{
$tile:
.b8 116,105,108,101,0
$leaf:
.b8 108,101,97,102,0
}
)"};
  ParseResult parsed = parse_module(text);
  EXPECT_TRUE(parsed.diagnostics.empty());
  return std::move(parsed.module);
}

TEST(SiteLocation, IsTheInnermostLineOfAUsersFile) {
  for (const LineCase& c : kCases) {
    SCOPED_TRACE(c.name);
    const Module module = module_with(c.locations);
    const Function& function = module.functions.front();
    const SiteLocation site = site_location_of(module, function, function.instructions.front());
    EXPECT_EQ(site.where, c.where);
    EXPECT_EQ(site.function, c.function);
    EXPECT_EQ(site.inlined_at, c.inlined_at);
    EXPECT_EQ(site.headers, c.headers);
  }
}

TEST(SiteLocation, HeadersOfToolkitAndSystemAreNoUsersFiles) {
  for (const std::string_view path : {"a.cu", "/home/me/cuda/kernel.cuh", "include/mine.h"}) {
    EXPECT_TRUE(is_user_file(path)) << path;
  }
  for (const std::string_view path :
       {"/usr/local/cuda/include/cuda_fp16.hpp", "/usr/include/c++/12/cmath",
        "/usr/lib/llvm-19/lib/clang/19/include/x.h", "/x/targets/x86_64-linux/include/sm_20.hpp",
        "<built-in>"}) {
    EXPECT_FALSE(is_user_file(path)) << path;
  }
}

}  // namespace
}  // namespace smemlens::ptx
