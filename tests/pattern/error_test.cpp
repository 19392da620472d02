// Errors name the place and say what to do. Each row is a wrong pattern, what is wrong, the text
// under the caret, and the hint.

#include <gtest/gtest.h>

#include <string>

#include "smemlens/model/architecture.h"
#include "smemlens/pattern/evaluate.h"
#include "smemlens/pattern/pattern.h"

namespace smemlens {
namespace {

// The first error, of the parser or of any access on sm_80 in a block of one warp.
Diagnostic error_of(const std::string& text, const char* arch = "sm_80",
                    const Bindings& bindings = {}) {
  const auto pattern = parse_pattern({"pattern", text});
  if (!pattern) return pattern.error();
  const Architecture& architecture = *find_architecture(arch);
  for (std::size_t access = 0; access < pattern->accesses.size(); ++access) {
    const auto requests =
        evaluate(*pattern, access, architecture, one_warp(architecture), bindings);
    if (!requests) return requests.error();
  }
  return {};
}

struct ErrorCase {
  const char* pattern;
  const char* message;
  const char* underlined;
  const char* hint;
};

constexpr ErrorCase kErrors[] = {
    // The text
    {"",                                                      "there is no access",                                                "",                                       "e.g. float s[32][32]; s[lane][0]"                                 },
    {"float s[32]",                                           "there is no access",                                                "",                                       "add one, e.g. ; s[lane]"                                          },
    {"float s[32]; s[lane",                                   "expected ']' after the index but found the end of the pattern",     "",
     ""                                                                                                                                                                                                                                         },
    {"float s[32]; s[lane] s[0]",                             "expected ';' but found 's'",                                        "s",
     "one access a statement: separate them with ;"                                                                                                                                                                                             },
    {"float s[32]; s[lane] + 1",                              "expected ';' but found '+'",                                        "+",
     "one access a statement: separate them with ;"                                                                                                                                                                                             },
    {"float s[32]; s[]",                                      "expected a number or a name but found ']'",                         "]",                                      ""                                                                 },
    {"float s[32]; s[lane +]",                                "expected a number or a name but found ']'",                         "]",                                      ""                                                                 },
    {"float s[32]; s[lane @ 2]",                              "expected ']' after the index but found '@'",                        "@",                                      ""                                                                 },
    {"float s[32]; s[lane] =",                                "expected a value after '='",                                        "=",
     "any will do: it is not evaluated"                                                                                                                                                                                                         },
    {"float s[32]; s[lane] = (1",                             "a bracket is not closed in this value",                             "(1",                                     ""                                                                 },
    {"float s[32]; x = s[lane]",                              "x is not declared",                                                 "x",
     "declare the array first, e.g. float x[1024]"                                                                                                                                                                                              },
    {"float s[32]; for (k) s[k]",                             "for is not part of the notation",                                   "for",
     "write the body and bind its counter: --let k=0..31"                                                                                                                                                                                       },
    {"float s[32]; if (lane) s[0]; else s[1]",                "else is not part of the notation",                                  "else",
     "write a second if with the opposite condition"                                                                                                                                                                                            },
    {"float s[32]; if (lane)",                                "expected an access after the condition",                            "",
     "e.g. if (lane < 8) s[lane]"                                                                                                                                                                                                               },
    {"float s[32]; if (lane) int x;",                         "a declaration can't depend on a condition",                         "int",                                    ""                                                                 },
    {"float s[32]; if (lane) { s[0]",                         "the brace is not closed",                                           "{",                                      ""                                                                 },
    {"float s[32]; 5",                                        "expected an access of an array but found '5'",                      "5",
     "e.g. float s[32][32]; s[lane][0]"                                                                                                                                                                                                         },

    // Declarations
    {"flaot s[32]; s[lane]",                                  "unknown type flaot",                                                "flaot",                                  "did you mean float?"                                              },
    {"float s[n]; s[lane]",                                   "the size of an array must be a constant",                           "n",
     "write a number, e.g. float s[32][33]"                                                                                                                                                                                                     },
    {"float s[warpSize]; s[lane]",                            "the size of an array must be a constant",                           "warpSize",
     "write a number, e.g. float s[32][33]"                                                                                                                                                                                                     },
    {"float s[4 - 4]; s[lane]",                               "an array needs at least one element, not 0",                        "4 - 4",                                  ""                                                                 },
    {"float s[-1]; s[lane]",                                  "an array needs at least one element, not -1",                       "-1",                                     ""                                                                 },
    {"float s[1 / 0]; s[lane]",                               "division by zero",                                                  "1 / 0",                                  ""                                                                 },
    {"float s[1 << 32]; s[lane]",                             "shift count 32 is outside 0..31",                                   "1 << 32",                                ""                                                                 },
    {"float s[65536 * 65536]; s[lane]",                       "the size overflows an int",                                         "65536 * 65536",                          ""                                                                 },
    {"float s[3.5]; s[lane]",                                 "'3.5' is not a whole number",                                       "3.5",                                    ""                                                                 },
    {"float s[08]; s[lane]",                                  "'08' is not a whole number",                                        "08",                                     ""                                                                 },
    {"float s[4294967296]; s[lane]",                          "the number does not fit in a 32-bit int",                           "4294967296",
     "up to 4294967295 with the suffix u"                                                                                                                                                                                                       },
    {"extern __shared__ float s[]; s[lane]",                  "the size of s is missing",                                          "[",
     "write how many elements the launch gives it"                                                                                                                                                                                              },
    {"float s[1000000000]; s[lane]",                          "the shared arrays take more than 2^31 bytes",                       "s",
     "a block has at most a few hundred kilobytes: make the array smaller"                                                                                                                                                                      },
    {"float s[32], s[3]; s[lane]",                            "s is declared twice",                                               "s",                                      ""                                                                 },
    {"float lane[32]; lane[0]",                               "lane already has a meaning here",                                   "lane",
     "give the array another name"                                                                                                                                                                                                              },
    {"float *s; s[lane]",                                     "a pointer can't be declared here",                                  "*",
     "declare the shared array itself, e.g. float s[32][32]"                                                                                                                                                                                    },
    {"float s[32]; float x = s[lane]",                        "a declaration takes no initial value",                              "=",
     "write accesses alone, without a variable for the result: s[lane]"                                                                                                                                                                         },
    {"struct { } s[32]; s[lane]",                             "a struct needs a member",                                           "}",                                      ""                                                                 },
    {"struct { float x, x; } s[32]; s[lane].x",               "two members with the name x",                                       "x",                                      ""                                                                 },
    {"__align__(12) float s[32]; s[lane]",                    "an alignment is a power of two up to 1024",                         "12",                                     ""                                                                 },

    // Accesses
    {"s[lane]",                                               "s is not declared",                                                 "s",                                      "declare the array first, e.g. float s[1024]"                      },
    {"float tile[32]; tlie[lane]",                            "tlie is not declared",                                              "tlie",                                   "did you mean tile?"                                               },
    {"float s[32][32]; s[lane]",                              "s[lane] is a whole array: 1 index missing",                         "s[lane]",
     "e.g. s[lane][0]"                                                                                                                                                                                                                          },
    {"float s[32]; s[lane][0]",                               "one index too many: s[lane] is not an array",                       "[",                                      ""                                                                 },
    {"float3 s[32]; s[lane]",
     "a whole float3 of 12 bytes is not one access: several instructions read it",                                                 "s[lane]",
     "name a member, e.g. s[lane].x"                                                                                                                                                                                                            },
    {"struct { float x, y, z; } p[32]; p[lane]",
     "a whole struct of 12 bytes is not one access: several instructions read it",                                                 "p[lane]",
     "name a member, e.g. p[lane].x"                                                                                                                                                                                                            },
    {"struct { float x; } p[32]; p[lane]",
     "a whole struct of 4 bytes is not one access: several instructions read it",                                                  "p[lane]",
     "name a member, e.g. p[lane].x"                                                                                                                                                                                                            },
    {"struct { float pos; } p[32]; p[lane].pso",              "p[lane] has no member pso",                                         "pso",
     "did you mean pos?"                                                                                                                                                                                                                        },
    {"float s[32]; s.x",                                      "s has no members: it is not one element",                           "x",                                      ""                                                                 },
    {"float s[32]; &s[lane]",                                 "&s[lane] is an address, not an access",                             "&s[lane]",
     "write * before it to read what is there"                                                                                                                                                                                                  },
    {"float s[32]; *s[lane]",                                 "* needs an address",                                                "*",                                      "e.g. *(float4*)&s[4 * lane]"                                      },
    {"float s[32]; *(float4*)s[lane]",                        "the cast needs an address",                                         "s[lane]",
     "write & before the element: &s[lane]"                                                                                                                                                                                                     },
    {"int s[32]; atomicAdd(s[lane], 1)",                      "atomicAdd takes an address",                                        "s[lane]",
     "write & before the element: &s[lane]"                                                                                                                                                                                                     },
    {"int s[32]; atomicad(&s[lane], 1)",                      "unknown function atomicad",                                         "atomicad",
     "did you mean atomicAdd?"                                                                                                                                                                                                                  },
    {"half s[64]; ldmatrix.x3(&s[lane])",                     "unknown instruction ldmatrix.x3",                                   "ldmatrix.x3",
     "known are ldmatrix.x1, ldmatrix.x2, ldmatrix.x4"                                                                                                                                                                                          },
    {"half s[64]; ldmatrix(&s[lane])",                        "unknown function ldmatrix",                                         "ldmatrix",
     "did you mean ldmatrix.x1?"                                                                                                                                                                                                                },

    // Names
    {"float s[32]; s[lnae]",                                  "lnae has no value",                                                 "lnae",                                   "did you mean lane?"                                               },
    {"float s[32]; s[k]",                                     "k has no value",                                                    "k",                                      "bind it to values: --let k=0..31"                                 },
    {"float s[32]; s[threadIdx]",                             "expected '.' and x, y or z after threadIdx but found ']'",          "]",
     ""                                                                                                                                                                                                                                         },
    {"float s[32]; s[threadIdx.w]",                           "expected x, y or z after threadIdx.",                               "w",                                      ""                                                                 },
    {"float s[32]; s[threadidx.x]",                           "threadidx has no value here",                                       "threadidx",
     "did you mean threadIdx?"                                                                                                                                                                                                                  },
    {"float s[32]; s[blockIdx.x]",                            "blockIdx has no value here",                                        "blockIdx",
     "the picture is of one block: put a name in its place and bind it with --let"                                                                                                                                                              },
    {"float s[32]; s[s[0]]",                                  "an index can't read s: what shared memory holds is not known here",
     "s",                                                                                                                                                                    "put a name in its place and bind it with --let"                   },
    {"float s[32]; s[min(lane, 3)]",                          "an index can't call min",                                           "min",
     "write it with C's operators, e.g. a < b ? a : b"                                                                                                                                                                                          },
    {"float s[32]; s[(float)lane]",                           "an index can't be cast to float",                                   "float",
     "index arithmetic is 32-bit: cast to int or unsigned"                                                                                                                                                                                      },

    // Values
    {"float s[32]; s[8*lane]",                                "index 32 is outside s[32] for lane 4",                              "8*lane",
     "it goes from 0 to 31: make the array larger, or the index smaller"                                                                                                                                                                        },
    {"float s[32][33]; s[0][lane + 2]",                       "index 33 is outside s[32][33] for lane 31",                         "lane + 2",
     "it goes from 0 to 32: make the array larger, or the index smaller"                                                                                                                                                                        },
    {"float s[32]; s[lane - 1]",                              "index -1 is outside s[32] for lane 0",                              "lane - 1",
     "it goes from 0 to 31: make the array larger, or the index smaller"                                                                                                                                                                        },
    {"float s[32]; s[threadIdx.x - 1]",                       "index 4294967295 is outside s[32] for lane 0",
     "threadIdx.x - 1",                                                                                                                                                      "it goes from 0 to 31: make the array larger, or the index smaller"},
    {"float s[32]; s[1 / (lane - 3)]",                        "index -1 is outside s[32] for lane 2",                              "1 / (lane - 3)",
     "it goes from 0 to 31: make the array larger, or the index smaller"                                                                                                                                                                        },
    {"float s[32]; s[5 % (lane - 3) & 1]",                    "division by zero for lane 3",                                       "5 % (lane - 3)",                         ""                                                                 },
    {"float s[32]; s[1 << lane * 8 & 1]",                     "shift count 32 is outside 0..31 for lane 4",
     "1 << lane * 8",                                                                                                                                                        ""                                                                 },
    {"float s[32]; if (1 >> -1) s[0]",                        "shift count -1 is outside 0..31 for lane 0",                        "1 >> -1",                                ""                                                                 },
    {"half s[256]; *(float4*)&s[lane]",
     "lane 1's address 2 is not a multiple of 16: a 16-byte access needs that",                                                    "*(float4*)&s[lane]",                     "begin the array and every row and index on a multiple of 16 bytes"},
    {"char c; half s[256]; *(float4*)&s[8*lane]",
     "lane 0's address 2 is not a multiple of 16: a 16-byte access needs that",                                                    "*(float4*)&s[8*lane]",                   "begin the array and every row and index on a multiple of 16 bytes"},
    {"float s[64]; ((float4*)s)[lane]",                       "lane 16 accesses bytes 256 to 271 of s[64], which has 256",
     "((float4*)s)[lane]",                                                                                                                                                   ""                                                                 },
    {"float s[64]; ((float4*)s)[-1]",                         "lane 0 accesses bytes -16 to -1 of s[64], which has 256",
     "((float4*)s)[-1]",                                                                                                                                                     ""                                                                 },
    {"char s[64]; atomicAdd(&s[lane], 1)",
     "sm_80: atomic of 1 bytes a lane does not exist on this architecture",                                                        "atomicAdd(&s[lane], 1)",                 ""                                                                 },
    {"half s[8][64]; if (lane < 4) ldmatrix.x1(&s[lane][0])",
     "sm_80: ldmatrix of 1 matrix needs a row address from lanes 0 to 7, but lane 4 gives none",                                   "if (lane < 4) ldmatrix.x1(&s[lane][0])", ""                                                                 },
};

TEST(PatternError, SaysWhatWhereAndWhatToDo) {
  for (const ErrorCase& test : kErrors) {
    SCOPED_TRACE(test.pattern);
    const Diagnostic error = error_of(test.pattern);
    EXPECT_EQ(error.message, test.message);
    EXPECT_EQ(error.excerpt.substr(error.caret, error.width), test.underlined);
    EXPECT_EQ(error.hint, test.hint);
    EXPECT_FALSE(error.code.empty());
    EXPECT_EQ(error.where.file, "pattern");
  }
}

TEST(PatternError, IsShownWithACaret) {
  EXPECT_EQ(to_text(error_of("float s[32]; s[8*lane]")),
            "pattern:1:16: error: index 32 is outside s[32] for lane 4 [pattern-bounds]\n"
            "  float s[32]; s[8*lane]\n"
            "                 ^~~~~~\n"
            "hint: it goes from 0 to 31: make the array larger, or the index smaller\n");
}

TEST(PatternError, NamesTheWarpAndTheBoundValues) {
  const auto pattern = parse_pattern({"pattern", "float s[64]; s[tid + k]"});
  const auto requests = evaluate(*pattern, 0, *find_architecture("sm_80"),
                                 {
                                     {64, 1, 1}
  },
                                 {{"k", 1}});
  ASSERT_FALSE(requests.has_value());
  EXPECT_EQ(requests.error().message, "index 64 is outside s[64] for lane 31 of warp 1");
  EXPECT_EQ(requests.error().notes, std::vector<std::string>{"with k = 1"});
}

TEST(PatternError, AnInactiveLaneMayHaveAnyIndex) {
  EXPECT_EQ(error_of("float s[32]; if (lane < 4) s[8*lane]"), Diagnostic{});
  EXPECT_EQ(error_of("float s[32]; if (lane) s[31 / lane]"), Diagnostic{});
  EXPECT_EQ(error_of("half h[8][64]; ldmatrix.x1(&h[lane][0])"), Diagnostic{});
}

TEST(PatternError, NamesWhatTheArchitectureLacks) {
  EXPECT_EQ(error_of("half h[32][8]; ldmatrix.x4(&h[lane][0])", "sm_61").message,
            "sm_61: ldmatrix does not exist on this architecture");
}

}  // namespace
}  // namespace smemlens
