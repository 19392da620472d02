#include "smemlens/report/cost_json.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "smemlens/model/architecture.h"
#include "smemlens/model/cost.h"
#include "smemlens/report/cost_line.h"
#include "tests/golden_test.h"

namespace smemlens {
namespace {

const Architecture& sm_80() {
  return *find_architecture("sm_80");
}

std::string verdict_of(std::string_view line, bool with_detail = false,
                       std::string_view arch = "sm_80") {
  const Architecture& architecture = *find_architecture(arch);
  const auto request = parse_cost_line(line, architecture);
  if (!request) return to_text(request.error());
  std::string out;
  append_verdict(out, architecture.bank_model, *request, with_detail);
  return out;
}

// `count` addresses, `stride` bytes apart: "[0,4,8]".
std::string addresses(unsigned count, unsigned stride) {
  std::string text = "[";
  for (unsigned lane = 0; lane < count; ++lane)
    text += (lane == 0 ? "" : ",") + std::to_string(lane * stride);
  return text + ']';
}

struct VerdictCase {
  const char* name;
  std::string line;
  const char* verdict;
};

TEST(CostJson, AnswersEachLine) {
  const VerdictCase cases[] = {
      {"the header's example", R"({"op":"load","bytes":4,"addresses":[0,128,256],"id":"a"})",
       R"({"id":"a","wavefronts":3,"ideal_wavefronts":1,"excess_wavefronts":2,"degree":3,"exact":true})"},
      {"without an id", R"({"op":"store","bytes":4,"addresses":[0,4,8],"count":7})",
       R"({"wavefronts":1,"ideal_wavefronts":1,"excess_wavefronts":0,"degree":1,"exact":true})"},
      {"a column of doubles", R"({"op":"load","bytes":8,"addresses":)" + addresses(16, 256) + "}",
       R"({"wavefronts":16,"ideal_wavefronts":1,"excess_wavefronts":15,"degree":16,"exact":true})"},
      {"no active lane", R"({"op":"load","bytes":4,"addresses":[null,null],"id":1})",
       R"({"id":1,"wavefronts":0,"ideal_wavefronts":0,"excess_wavefronts":0,"degree":0,"exact":true})"},
      {"no lane at all", R"({"op":"load","bytes":4,"addresses":[]})",
       R"({"wavefronts":0,"ideal_wavefronts":0,"excess_wavefronts":0,"degree":0,"exact":true})"},
      {"ldmatrix needs no bytes, and ignores further lanes",
       R"({"op":"ldmatrix","matrices":1,"addresses":[0,128,256,384,512,640,768,896,null,7]})", R"({"wavefronts":8,"ideal_wavefronts":1,"excess_wavefronts":7,"degree":8,"exact":true})"},
      {"cp.async from a linear source",
       R"({"op":"cp.async","bytes":4,"addresses":[0,128],"source":[1024,1028]})", R"({"wavefronts":2,"ideal_wavefronts":1,"excess_wavefronts":1,"degree":2,"exact":true})"},
      {"unknown keys, any order, spaces",
       R"( { "x" : {"y":[1,"]"]} , "addresses" : [ 0 , 128 ] , "bytes" : 4 , "op" : "load" } )", R"({"wavefronts":2,"ideal_wavefronts":1,"excess_wavefronts":1,"degree":2,"exact":true})"},
      {"an id of any kind",
       R"({"op":"load","bytes":4,"addresses":[0],"id":{"n":[1,-2,0.5,null,true,"\u00e9"]}})", R"({"id":{"n":[1,-2,0.5,null,true,"é"]},"wavefronts":1,"ideal_wavefronts":1,"excess_wavefronts":0,"degree":1,"exact":true})"},
      {"of equal keys the last counts",
       R"({"op":"x","op":"load","bytes":8,"bytes":4,"addresses":[2],"addresses":[0,128]})", R"({"wavefronts":2,"ideal_wavefronts":1,"excess_wavefronts":1,"degree":2,"exact":true})"},
  };
  for (const VerdictCase& test : cases) {
    SCOPED_TRACE(test.name);
    EXPECT_EQ(verdict_of(test.line), test.verdict + std::string("\n"));
  }
}

TEST(CostJson, ReadsCountAndSource) {
  const auto counted = parse_cost_line(
      R"({"op":"load","bytes":4,"addresses":[0],"count":18446744073709551615})", sm_80());
  ASSERT_TRUE(counted.has_value());
  EXPECT_EQ(counted->count, 18446744073709551615U);
  const auto source_of = [](const std::string& source) {
    const auto line = parse_cost_line(
        R"({"op":"cp.async","bytes":4,"addresses":[0,null,8],"source":)" + source + "}", sm_80());
    return line ? line->request.source : CopySource::kUnknown;
  };
  EXPECT_EQ(source_of("[512,null,520]"), CopySource::kLinear);
  EXPECT_EQ(source_of("[140737488355328,0,140737488355336]"), CopySource::kLinear);
  EXPECT_EQ(source_of("[516,null,524]"), CopySource::kScattered);
  EXPECT_EQ(source_of("[512,null,1032]"), CopySource::kScattered);
  EXPECT_EQ(source_of("null"), CopySource::kUnknown);
}

struct BadCase {
  const char* line;
  const char* message;
  const char* underlined;
};

constexpr BadCase kBadLines[] = {
    {"",                                                                                  "the JSON text ends too early",              ""             },
    {"garbage",                                                                           "expected a JSON value",                     "g"            },
    {"[1]",                                                                               "a line must be one JSON object",            "["            },
    {R"({"op":"load","bytes":4,"addresses":[0]} {})",                                     "unexpected text after the JSON value",      "{"            },
    {R"({"op":"load","bytes":4,"addresses":[0,]})",                                       "expected a JSON value",                     "]"            },
    {R"({"op":"load","bytes":4,"addresses":[01]})",                                       "not a JSON number",                         "]"            },
    {R"({"bytes":4,"addresses":[0]})",                                                    "\"op\" is missing",                         "{"            },
    {R"({"op":"laod","bytes":4,"addresses":[0]})",                                        "unknown op \"laod\"",                       "\"op\""       },
    {R"({"op":3,"bytes":4,"addresses":[0]})",                                             "\"op\" must be text, e.g. \"load\"",        "\"op\""       },
    {R"({"op":"load","addresses":[0]})",                                                  "\"bytes\" is missing",                      "\"op\""       },
    {R"({"op":"load","bytes":3,"addresses":[0]})",                                        "\"bytes\" must be 1, 2, 4, 8 or 16, not 3",
     "\"bytes\""                                                                                                                                      },
    {R"({"op":"load","bytes":"4","addresses":[0]})",
     "\"bytes\" must be a whole number, not negative",                                                                                 "\"bytes\""    },
    {R"({"op":"load","bytes":4.5,"addresses":[0]})",
     "\"bytes\" must be a whole number, not negative",                                                                                 "\"bytes\""    },
    {R"({"op":"load","bytes":4})",                                                        "\"addresses\" is missing",                  "{"            },
    {R"({"op":"load","bytes":4,"addresses":0})",
     "\"addresses\" must be an array, one address a lane",                                                                             "\"addresses\""},
    {R"({"op":"load","bytes":4,"addresses":[0,-4]})",
     "\"addresses\"[1] must be a whole number, not negative, or null",                                                                 "\"addresses\""},
    {R"({"op":"load","bytes":4,"addresses":[0,4.5]})",
     "\"addresses\"[1] must be a whole number, not negative, or null",                                                                 "\"addresses\""},
    {R"({"op":"load","bytes":4,"addresses":["0"]})",
     "\"addresses\"[0] must be a whole number, not negative, or null",                                                                 "\"addresses\""},
    {R"({"op":"load","bytes":4,"addresses":[null,4294967296]})",
     "lane 1: address 4294967296 does not fit in 32 bits",                                                                             "\"addresses\""},
    {R"({"op":"load","bytes":4,"addresses":[99999999999999999999]})",
     "\"addresses\"[0] must be a whole number, not negative, or null",                                                                 "\"addresses\""},
    {R"({"op":"load","bytes":4,"addresses":[0,2]})",                                      "lane 1: address 2 is not a multiple of 4",
     "\"addresses\""                                                                                                                                  },
    {R"({"op":"load","bytes":4,"addresses":[0],"count":-1})",
     "\"count\" must be a whole number, not negative",                                                                                 "\"count\""    },
    {R"({"op":"atomic","bytes":1,"addresses":[0]})",
     "atomic of 1 bytes a lane does not exist on this architecture",                                                                   "\"addresses\""},
    {R"({"op":"ldmatrix","addresses":[0]})",                                              "\"matrices\" is missing",                   "\"op\""       },
    {R"({"op":"ldmatrix","matrices":3,"addresses":[0]})",
     "ldmatrix takes 1, 2 or 4 matrices, not 3",                                                                                       "\"addresses\""},
    {R"({"op":"ldmatrix","matrices":4000,"addresses":[0]})",
     "\"matrices\" must be 1, 2 or 4, not 4000",                                                                                       "\"matrices\"" },
    {R"({"op":"ldmatrix","matrices":1,"bytes":4,"addresses":[0,16,32,48,64,80,96,112]})",
     "ldmatrix of 4 bytes a lane does not exist on this architecture",                                                                 "\"addresses\""},
    {R"({"op":"ldmatrix","matrices":1,"addresses":[0,16,32,48,null,80,96,112]})",
     "ldmatrix of 1 matrix needs a row address from lanes 0 to 7, but lane 4 gives none",                                              "\"addresses\""},
    {R"({"op":"load","bytes":4,"matrices":2,"addresses":[0]})",
     "load takes no matrices, but 2 are asked",                                                                                        "\"addresses\""},
    {R"({"op":"cp.async","bytes":4,"addresses":[0,4],"source":[0]})",
     "\"source\" has no address for lane 1",                                                                                           "\"source\""   },
    {R"({"op":"cp.async","bytes":16,"addresses":[0,16],"source":[512,520]})",
     "lane 1: source address 520 is not a multiple of 16",                                                                             "\"source\""   },
    {R"({"op":"cp.async","bytes":2,"addresses":[0,4]})",
     "cp.async of 2 bytes a lane does not exist on this architecture",                                                                 "\"addresses\""},
};

TEST(CostJson, TellsWhatIsWrongWithALine) {
  for (const BadCase& test : kBadLines) {
    SCOPED_TRACE(test.line);
    const auto line = parse_cost_line(test.line, sm_80());
    ASSERT_FALSE(line.has_value());
    const Diagnostic& error = line.error();
    EXPECT_EQ(error.message, test.message);
    EXPECT_EQ(error.excerpt.substr(error.caret, error.width), test.underlined);
  }
}

TEST(CostJson, RefusesMoreLanesThanAWarpHas) {
  const std::string wide = R"({"op":"load","bytes":4,"addresses":)" + addresses(33, 4) + "}";
  EXPECT_EQ(parse_cost_line(wide, sm_80()).error().message,
            "33 addresses, but a warp has 32 lanes");
  EXPECT_TRUE(parse_cost_line(wide, *find_architecture("gfx942")).has_value());
  const std::string wider = R"({"op":"load","bytes":4,"addresses":)" + addresses(1000, 4) + "}";
  EXPECT_FALSE(parse_cost_line(wider, *find_architecture("gfx942")).has_value());
}

TEST(CostJson, NumericIdsAreEchoedAsTheyWereWritten) {
  for (const std::string id : {"7", "1.50", "1e5", "-0", "12345678901234567890123", "1E+2",
                               R"({"id":1.5})", "[1,2]", R"("1.50")", "null", "true"}) {
    SCOPED_TRACE(id);
    const auto line = parse_cost_line(
        R"({"x":{"id":9.00},"op":"load","bytes":4, "id" : )" + id + R"(,"addresses":[0]})",
        sm_80());
    ASSERT_TRUE(line.has_value());
    EXPECT_EQ(line->id, id);
  }
}

// The fast reader and the one that judges anything agree wherever the fast one answers.
TEST(CostJson, BothReadersAgree) {
  const std::string lines[] = {
      R"({"op":"load","bytes":4,"addresses":[0,null,256],"count":3,"id":"x y"})",
      R"({"op":"ldmatrix","matrices":4,"addresses":)" + addresses(32, 16) + "}",
      R"({"op":"cp.async","bytes":16,"addresses":[0,16],"source":[512,528],"id":12})",
      R"({"addresses":[],"op":"store","bytes":1})",
      R"({"op":"load","bytes":4,"addresses":)" + addresses(100, 4) + "}",
  };
  for (const std::string& line : lines) {
    SCOPED_TRACE(line);
    RawCostLine plain;
    ASSERT_TRUE(read_plain_line(line, plain));
    const auto any = read_any_line(line);
    ASSERT_TRUE(any.has_value());
    EXPECT_EQ(plain.op, any->op);
    EXPECT_EQ(plain.id, any->id);
    EXPECT_EQ(plain.bytes, any->bytes);
    EXPECT_EQ(plain.count, any->count);
    EXPECT_EQ(plain.matrices, any->matrices);
    EXPECT_EQ(plain.addresses, any->addresses);
    EXPECT_EQ(plain.source, any->source);
  }
}

TEST(CostJson, VerdictsMatchTheGoldenFile) {
  // Every operation and width, with and without detail; the inputs stand in the same file.
  std::string golden;
  for (
      const char* line : {
          R"({"op":"load","bytes":4,"addresses":[0,128,256],"id":"column"})",
          R"({"op":"load","bytes":1,"addresses":[0,1,2,3,132],"id":"bytes"})",
          R"({"op":"store","bytes":8,"addresses":[0,8,16,256],"id":"wide store"})",
          R"({"op":"load","bytes":16,"addresses":[0,0,16,16,32,32],"id":"pairs"})",
          R"({"op":"atomic","bytes":4,"addresses":[0,0,4],"id":"same word"})",
          R"({"op":"ldmatrix","matrices":1,"addresses":[0,144,288,432,576,720,864,1008],"id":"ldmatrix"})",
          R"({"op":"cp.async","bytes":16,"addresses":[0,16,32],"id":"unknown source"})",
      }) {
    golden += line;
    golden += '\n' + verdict_of(line, true);
  }
  expect_golden("cost/verdicts.jsonl", golden);
}

}  // namespace
}  // namespace smemlens
