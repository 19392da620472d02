// What a reader is told about PTX that is wrong: one file of texts, one golden of diagnostics.

#include <gtest/gtest.h>

#include <string>

#include "../golden_test.h"
#include "ptx_test_support.h"
#include "smemlens/ptx/parser.h"

namespace smemlens::ptx {
namespace {

struct ErrorCase {
  const char* name;
  const char* text;  // a body
};

constexpr ErrorCase kBodyErrors[] = {
    {"unknown instruction",                             "sutb.s32 %r1, %r2, %r3;"                      },
    {"unknown modifier",                                "ld.sharde.f32 %f1, [%r1];"                    },
    {"modifier of another instruction",                 "add.wide.s32 %rd1, %r2, %r3;"                 },
    {"type of another instruction",                     "and.f32 %f1, %f2, %f3;"                       },
    {"too few operands",                                "add.s32 %r1, %r2;"                            },
    {"an operand that may be missing, of another kind", "lop3.or.b32 %r1|%p1, %r2, 5, 3, 0x80, 0;"     },
    {"too many with a pair",                            "setp.lt.s32 %p1|%p2, %r1, %r2, %p1, %p2;"     },
    {"too many operands",                               "add.s32 %r1, %r2, %r3, %r4;"                  },
    {"destination is a number",                         "add.s32 1, %r2, %r3;"                         },
    {"register of the wrong width",                     "add.s32 %rd1, %r2, %r3;"                      },
    {"source of the wrong width",                       "add.s64 %rd1, %rd2, %r3;"                     },
    {"predicate where a value must be",                 "add.s32 %r1, %p1, %r3;"                       },
    {"value where a predicate must be",                 "selp.b32 %r1, 1, 0, %r2;"                     },
    {"narrow register for a load",                      "ld.shared.u32 %rs1, [%r1];"                   },
    {"narrow register for a cvt",                       "cvt.u32.u64 %r1, %r2;"                        },
    {"integer in wider floats",                         "cvt.u32.s16 %fd1, %rs1;"                      },
    {"float from wider floats",                         "st.shared.f32 [%r1], %fd1;"                   },
    {"vector of the wrong length",                      "ld.shared.v4.f32 {%f1, %f2}, [%r1];"          },
    {"no vector",                                       "ld.shared.v4.f32 %f1, [%r1];"                 },
    {"address without brackets",                        "ld.shared.f32 %f1, %r1;"                      },
    {"pair where one destination is",                   "add.s32 %r1|%r2, %r3, %r4;"                   },
    {"packed vector that doesn't fill",                 "mov.b64 %rd1, {%r1, %rs1};"                   },
    {"negated value",                                   "add.s32 %r1, !%r2, %r3;"                      },
    {"integer for a float",                             "add.f32 %f1, %f2, 1;"                         },
    {"float for an integer",                            "add.s32 %r1, %r2, 1.5;"                       },
    {"number too large",                                "mov.u64 %rd1, 99999999999999999999;"          },
    {"undeclared register",                             "add.s32 %rr1, %r2, %r3;"                      },
    {"undeclared symbol",                               "mov.u32 %r1, tyle;"                           },
    {"undeclared label",                                "$L_loop: bra $L_lop;"                         },
    {"undeclared branch table",                         "brx.idx %r1, targets;"                        },
    {"undeclared function",                             "call nobody, (n);"                            },
    {"call of a variable",                              "call tile, ();"                               },
    {"guard that isn't a predicate",                    "@%r1 ret;"                                    },
    {"guard without a register",                        "@5 ret;"                                      },
    {"missing semicolon",                               "add.s32 %r1, %r2, %r3\nadd.s32 %r4, %r5, %r6;"},
    {"missing operand",                                 "add.s32 %r1, , %r3;"                          },
    {"missing bracket",                                 "ld.shared.f32 %f1, [%r1;"                     },
    {"part of a register",                              "add.u32 %r1, %r2.b0, %r3;"                    },
    {"part as destination",                             "add.u32 %r1.h0, %r2, %r3;"                    },
    {"part in a vector",                                "mov.b64 %rd1, {%r1.h0, %r2};"                 },
    {"part as argument",                                "call k, (%r1.b0);"                            },
    {"part in an address",                              "ld.shared.f32 %f1, [%r1.b0];"                 },
    {"bad offset",                                      "ld.shared.f32 %f1, [%r1+x];"                  },
    {"vector in a vector in a vector",                  "mov.b64 {{{%r1}}}, %rd1;"                     },
    {"redeclared register",                             ".reg .b32 %r<5>; .reg .b32 x, x;"             },
    {"redeclared variable",                             ".shared .b8 tile[4];"                         },
    {"redeclared label",                                "a: ret; a: ret;"                              },
    {"register type",                                   ".reg .c32 %x;"                                },
    {"character",                                       "add.s32 %r1, %r2, `;"                         },
    {"colon after an unknown word",                     "targets9 .branchtarge: ret;"                  },
    {"stray bracket",                                   "] ret;"                                       },
};

constexpr ErrorCase kItemErrors[] = {
    {"garbage between functions", "hello world;\n.entry k() { ret; }"                 },
    {"no name",                   ".entry (.param .u64 a) { ret; }"                   },
    {"no body",                   ".entry k(.param .u64 a)\n.entry l() { ret; }"      },
    {"parameter without type",    ".entry k(.param a) { ret; }"                       },
    {"parameter without space",   ".entry k(u64 a) { ret; }"                          },
    {"function defined twice",    ".entry k() { ret; } .entry k() { ret; }"           },
    {"variable defined twice",    ".global .u32 a; .global .u32 a;"                   },
    {"linkage of nothing",        ".visible .loc 1 2 3"                               },
    {"alignment",                 ".global .align 3 .b8 x[4];"                        },
    {"too many values",           ".global .b8 x[2] = {1, 2, 3};"                     },
    {"too many braces",           ".global .b8 x[2] = {{1}, {2}};"                    },
    {"value of another kind",     ".global .u32 x = 1.5;"                             },
    {"huge variable",             ".global .b8 x[4000000000][4000000000][4000000000];"},
    {"huge initialiser",          ".global .b8 x[2][4000000000] = {{1}, {2}};"        },
    {"array size",                ".global .b8 x[n];"                                 },
    {"unfinished loc",            ".loc 1 2\n.entry k() { ret; }"                     },
    {"unfinished file",           ".file 1\n.entry k() { ret; }"                      },
    {"unfinished body",           ".entry k() { add"                                  },
    {"unfinished section",        ".section .debug_str { a: .b8 1"                    },
    {"address size",              ".address_size 16"                                  },
};

TEST(Errors, AreToldWithPlaceCaretAndHint) {
  std::string told;
  for (const auto& [name, text] : kBodyErrors) {
    const ParseResult result = parse_body(text);
    EXPECT_FALSE(result.diagnostics.empty()) << name;
    told += "--- " + std::string(name) + "\n" + texts_of(result.diagnostics);
  }
  for (const auto& [name, text] : kItemErrors) {
    const ParseResult result = parse_items(text);
    EXPECT_TRUE(has_errors(result)) << name;
    told += "--- " + std::string(name) + "\n" + texts_of(result.diagnostics);
  }
  expect_golden("ptx_errors.txt", told);
}

TEST(Errors, StopAfterTwenty) {
  std::string body;
  for (int i = 0; i < 1000; ++i) body += "add.s32 %r1, %r2;\n";
  EXPECT_EQ(parse_body(body).diagnostics.size(), 20U);
}

TEST(Errors, OfWarningsTwentyAreShownAndTheRestCounted) {
  std::string body;
  for (int i = 0; i < 1000; ++i) body += "frobnicate;\n";
  const ParseResult result = parse_body(body);
  ASSERT_EQ(result.diagnostics.size(), 21U);
  EXPECT_EQ(result.diagnostics.back().message, "980 more warnings about this PTX aren't shown");
  EXPECT_EQ(result.module.functions.at(0).instructions.size(), 1000U);
}

TEST(Errors, OneBadInstructionDoesntHideTheNext) {
  const ParseResult result =
      parse_body("add.s32 %r1;\nld.shared.f32 {%f1, %f2, [%r1];\nret;\nmul %r1;");
  ASSERT_EQ(result.diagnostics.size(), 3U);
  EXPECT_EQ(result.diagnostics[0].where.line, 8U);
  EXPECT_EQ(result.diagnostics[1].where.line, 9U);
  EXPECT_EQ(result.diagnostics[2].where.line, 11U);
}

}  // namespace
}  // namespace smemlens::ptx
