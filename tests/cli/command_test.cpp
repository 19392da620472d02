// The command line as a user meets it: what each mistake is answered with, and the exit code.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "tests/cli/command_line.h"
#include "tests/folders.h"

namespace smemlens {
namespace {

struct CommandCase {
  const char* what;
  std::string words;
  int code;
  const char* says;  // a part of what is written
};

const CommandCase kCommandCases[] = {
    {"help",                    "--help",                                                                   0, "Subcommands:"                                     },
    {"help_of_a_command",       "explain --help",                                                           0, "Examples:"                                        },
    {"version",                 "--version",                                                                0, "smemlens 0.1.0"                                   },
    {"no_command",              "",                                                                         2, "subcommand is required"                           },
    {"blocks_that_are_none",    "run x.cu --blocks some",                                                   2,
     "'some' selects no blocks; all, first:N, every:N"                                                                                                            },
    {"kernel_pattern_is_none",  "run x.cu -k 'regex:['",                                                    2, "'[' is no regular expression"                     },
    {"launch_count_negative",   "run x.cu -c -1",                                                           2, "'-1' is not a whole number"                       },
    {"unknown_command",         "explian 'float s[32]; s[lane]'",                                           2,
     "there is no command 'explian'\nhint: see 'smemlens --help'"                                                                                                 },
    {"unknown_option",          "explain --frobnicate",                                                     2, "there is no option '--frobnicate'"                },
    {"misspelt_option",         "run x.cu --arhc sm_80",                                                    2,
     "there is no option '--arhc'\nhint: did you mean --arch? see 'smemlens run --help'"                                                                          },
    {"misspelt_and_required",   "launch x.ptx -k f --gird 4 --block 32",                                    2,
     "hint: did you mean --grid?"                                                                                                                                 },
    {"option_of_the_program",   "run x.cu --size 64",                                                       2,
     "hint: the program's own options stand after --; see"                                                                                                        },
    {"argument_of_the_program",
     "run " + in_sources("examples/transpose.cu") + " 64 --compiler clang",                                 3,
     "hint: the program's own arguments stand after --"                                                                                                           },
    {"standard_is_handed_on",
     "run " + in_sources("examples/transpose.cu") + " --compiler clang --std c++99",                        3,
     "invalid value 'c++99'"                                                                                                                                      },
    {"option_is_handed_on",
     "run " + in_sources("examples/transpose.cu") +
         " --compiler clang --compile-option -fnot-an-option",                                              3, "'-fnot-an-option'"                                },
    {"launch_skip_negative",    "run x.cu --launch-skip -1",                                                2, "'-1' is not a whole number"                       },
    {"option_of_others",        "cost --format json",                                                       2, "there is no option '--format'"                    },
    {"archs_of_no_row",         "archs --arch sm_99",                                                       2, "sm_99"                                            },
    {"a_word_too_many",         "explain 'float s[32]; s[lane]' x y",                                       2, "'x' is one word too many"                         },
    {"usage_with_our_name",     "run --help",                                                               0, "Usage: smemlens run [OPTIONS]"                    },
    {"explain_a_program",       "explain x.cu",                                                             2, "'x.cu' is a program, for 'smemlens run'"          },
    {"explain_a_member_c",      "explain 'struct { float a, b, c; } p[32]; p[lane].c'",                     0,
     "reads word 2 + 3 * i"                                                                                                                                       },
    {"fix_a_member_c",          "fix 'struct { float a, b, c, d; } p[32]' 'p[lane].c'",                     0, "optimal"                                          },
    {"missing_pattern",         "explain",                                                                  2, "pattern is required"                              },
    {"words_after_dashes",      "archs -- x",                                                               2,
     "only 'run', and 'fix' of a program, take words after --"                                                                                                    },
    {"format_of_no_command",    "explain 'float s[32]; s[lane]' --format xml",                              2,
     "'xml' is none of text|json|svg"                                                                                                                             },
    {"bad_color",               "archs --color pink",                                                       2, "'pink' is none of auto|always|never"              },
    {"unknown_arch",            "explain 'float s[32]; s[lane]' --arch sm_81",                              2,
     "there is no architecture 'sm_81'"                                                                                                                           },
    {"arch_with_suffix",        "explain 'float s[32]; s[lane]' --arch sm_90a",                             0, "1 wavefront"                                      },
    {"arch_that_cannot_run",    "run x.cu --arch gfx942",                                                   2,
     "'run' and 'launch' take sm_50 and newer"                                                                                                                    },
    {"column",                  "explain 'float s[32][32]; s[lane][0]'",                                    0,
     "32 wavefronts, ideal 1: 32-way bank conflict"                                                                                                               },
    {"pattern_error",           "explain 'float s[32]; s[lnae]'",                                           3, "did you mean lane?"                               },
    {"empty_pattern",           "explain ''",                                                               3, "error:"                                           },
    {"bad_block",               "explain 'float s[32]; s[lane]' --block 0",                                 2, "--block"                                          },
    {"block_too_large",         "explain 'float s[32]; s[lane%32]' --block 2048",                           2, "1024"                                             },
    {"bad_let",                 "explain 'float s[32]; s[k]' --let k=",                                     2, "--let"                                            },
    {"missing_file",            "launch /nowhere/x.ptx -k f --grid 1 --block 32",                           3,
     "cannot read '/nowhere/x.ptx': No such file"                                                                                                                 },
    {"a_source_as_ptx",
     "launch " + in_sources("examples/transpose.cu") + " -k f --grid 1 --block 32",                         3,
     "nvcc -ptx -lineinfo makes PTX of CUDA C++"                                                                                                                  },
    {"a_folder_as_file",        "launch / -k f --grid 1 --block 32",                                        3, "Is a directory"                                   },
    {"bad_grid",                "launch x.ptx -k f --grid 0 --block 32",                                    2,
     "'0' is not of the form X, X,Y or X,Y,Z"                                                                                                                     },
    {"bad_argument_kind",       "launch x.ptx -k f --grid 1 --block 1 --arg foo:1",                         3,
     "there is no kind 'foo'"                                                                                                                                     },
    {"argument_too_large",      "launch x.ptx -k f --grid 1 --block 1 --arg u8:256",                        3,
     "'256' is no number that fits u8"                                                                                                                            },
    {"buffer_too_large",        "launch x.ptx -k f --grid 1 --block 1 --arg zeros:1e9",                     3,
     "expected zeros:BYTES"                                                                                                                                       },
    {"odd_hex",                 "launch x.ptx -k f --grid 1 --block 1 --arg hex:123",                       3,
     "an even number of hex digits"                                                                                                                               },
    {"float_too_large",         "launch x.ptx -k f --grid 1 --block 1 --arg f32:1e99",                      3,
     "no number that fits f32"                                                                                                                                    },
    {"double_too_large",        "launch x.ptx -k f --grid 1 --block 1 --arg f64:1e999",                     3,
     "no number that fits f64"                                                                                                                                    },
    {"a_device_as_buffer",      "launch x.ptx -k f --grid 1 --block 1 --arg file:/dev/zero",                3,
     "it is a device, not a file"                                                                                                                                 },
    {"block_of_1056",           "launch x.ptx -k f --grid 1 --block 33,32",                                 2, "at most 1024 are possible"                        },
    {"grid_too_high",           "launch x.ptx -k f --grid 1,65536 --block 32",                              2, "grid.y is 65536"                                  },
    {"negative_steps",          "run x.cu --max-steps -1",                                                  2,
     "'-1' is not a whole number from 0 to 18446744073709551615"                                                                                                  },
    {"too_many_steps",          "run x.cu --max-steps 99999999999999999999",                                2, "is not a whole number"                            },
    {"count_what",              "run x.cu --count twice",                                                   2, "'twice' is none of once|every"                    },
    {"steps_and_more",          "run x.cu --max-steps 1e9",                                                 2, "'1e9' is not a whole number"                      },
    {"negative_threads",        "run x.cu --threads -1",                                                    2, "from 0 to 1024"                                   },
    {"negative_timeout",        "run x.cu --timeout -1",                                                    2, "'-1' is not a number from 0 to"                   },
    {"endless_timeout",         "run x.cu --timeout inf",                                                   2, "'inf' is not a number"                            },
    {"timeout_nan",             "run x.cu --timeout nan",                                                   2, "'nan' is not a number"                            },
    {"negative_shared",         "launch x.ptx -k f --grid 1 --block 1 --shared -4",                         2,
     "from 0 to 4294967295"                                                                                                                                       },
    {"let_twice",               "explain 'float s[32]; s[k]' --let k=1 --let k=2",                          2, "--let binds k twice"                              },
    {"let_unused",              "explain 'float s[32]; s[lane]' --let k=1",                                 2, "which the pattern does not use"                   },
    {"let_of_too_many",         "explain 'float s[32]; s[k&31]' --let k=0..99999",                          2, "the limit is 65536"                               },
    {"html_of_a_pattern",       "explain 'float s[32]; s[lane]' -o x.html",                                 2,
     "'explain' cannot write html; it writes text, json, svg"                                                                                                     },
    {"png_of_a_pattern",        "explain 'float s[32]; s[lane]' -o x.png",                                  2,
     "'explain' cannot write png"                                                                                                                                 },
    {"csv_of_verdicts",         "cost -o x.csv",                                                            2, "'cost' cannot write csv; it writes json"          },
    {"svg_of_a_report",         "run x.cu -o x.svg",                                                        2, "'run' cannot write svg; it writes text, json"     },
    {"cost_of_a_folder",        "cost < /",                                                                 3, "cannot read 'standard input': Is a directory"     },
    {"cost_of_nothing",         "cost <&-",                                                                 3, "cannot read 'standard input': Bad file descriptor"},
    {"one_active_lane",         "explain 'float s[32]; if (lane < 1) s[lane]'",                             0, "1 active lane, warp 0"                            },
    {"unwritable_output",       "archs -o /nowhere/x.txt",                                                  3, "cannot write '/nowhere/x.txt'"                    },
    {"missing_source",          "run /nowhere/x.cu --compiler clang",                                       3, "/nowhere/x.cu"                                    },
    {"missing_program",         "run /nowhere/x",                                                           3, "/nowhere/x"                                       },
    {"no_program",              "run /etc/passwd",                                                          3, "/etc/passwd"                                      },
    {"figures_need_a_folder",   "figures",                                                                  2, "--output is required"                             },
    {"figures_in_no_language",  "figures --output x --lang en,hn",                                          2,
     "'hn' is none of en|hi|hi-Latn"                                                                                                                              },
    {"figures_in_a_file",       "figures --output /etc/passwd",                                             3,
     "cannot write to the folder '/etc/passwd'"                                                                                                                   },
    {"figures_below_a_file",    "figures --output /etc/passwd/x",                                           3, "Not a directory"                                  },
    {"unknown_compiler",        "run x.cu --compiler icc",                                                  2, "icc"                                              },
    {"explain_in_hindi",        "explain 'float s[32][32]; s[lane][0]' --lang hi",                          0,
     "इस access के लिए 32 गुना कम wavefront"                                                                                                                        },
    {"explain_in_hinglish",     "explain 'float s[32]; s[lane]' --lang hi-Latn",                            0,
     "jaane wali 32 lanes mein koi"                                                                                                                               },
    {"explain_says_what_stays", "explain --help",                                                           0, "tables, queues, notes and JSON stay English"      },
    {"explain_in_no_language",  "explain 'float s[32]; s[lane]' --lang hn",                                 2,
     "'hn' is none of en|hi|hi-Latn"                                                                                                                              },
    {"fix_of_nothing",          "fix",                                                                      2, "a program or --problem is required"               },
    {"fix_of_two_kinds",        "fix 'float s[32]; s[lane]' --problem x",                                   2, "excludes --problem"                               },
    {"fix_of_no_family",        "fix 'float s[32]; s[lane]' --families pads",                               2,
     "'pads' is none of none|row_pad"                                                                                                                             },
    {"fix_of_less_bytes",       "fix 'float s[32]; s[lane]' --max-extra-bytes -1",                          2,
     "'-1' is not a whole number"                                                                                                                                 },
    {"fix_of_a_column",         "fix 'float s[32][32]; s[k][lane] = 0; s[lane][k] @4' --let k=0..31",       0,
     "optimal: no layout takes fewer than 160 wavefronts"                                                                                                         },
    {"fix_of_pieces",           "fix 'float s[16][16]; s[ty][tx] = 0' 's[tx][ty]' --block 16,16",           0,
     "row*16 + (col ^ row)"                                                                                                                                       },
    {"fix_within_limits",
     "fix 'float s[32][32]; s[lane][0]; s[0][lane]' --families row_pad --max-extra-bytes 64",               0,
     "other layouts were ruled out by the limits"                                                                                                                 },
    {"fix_for_tma",             "fix 'half h[64][64]; ldmatrix.x4(&h[lane%16][lane/16*8])' --families tma", 0,
     "i ^ (((i >> 6) & 7) << 3)"                                                                                                                                  },
    {"fix_of_a_clean_access",   "fix 'float s[32][33]; s[lane][0]'",                                        0,
     "nothing to gain: no layout takes fewer"                                                                                                                     },
    {"weight_of_zero",          "fix 'float s[32]; s[lane] @0'",                                            3, "a weight is @ and a whole number"                 },
    {"weight_of_nothing",       "fix '@3; float s[32]; s[lane]'",                                           3, "stands behind no access"                          },
    {"weight_of_a_block",       "fix 'float s[32][32]; if (lane < 16) { s[lane][0]; s[0][lane] } @4'",      3,
     "stands behind no access"                                                                                                                                    },
    {"fix_of_a_huge_array",     "fix 'char s[200000000]; s[lane]'",                                         3, "more than 1048576 elements"                       },
    {"fix_of_a_missing_file",   "fix --problem /nowhere",                                                   3, "cannot read '/nowhere': No such file"             },
    {"picture_of_problems",     "fix --problem /dev/null --format svg",                                     2,
     "a picture is of one pattern"                                                                                                                                },
    {"problems_of_none",        "fix --problem -",                                                          0, ""                                                 },
};

TEST(Command, AnswersAndExitCodes) {
  for (const CommandCase& c : kCommandCases) {
    SCOPED_TRACE(c.what);
    const CommandResult result = run_smemlens(c.words);
    EXPECT_EQ(result.code, c.code) << result.output;
    EXPECT_NE(result.output.find(c.says), std::string::npos) << result.output;
  }
}

TEST(Command, AFileGetsTheFormatOfItsEnding) {
  const std::string svg = testing::TempDir() + "smemlens-command-column.svg";
  const CommandResult result =
      run_smemlens("explain 'float s[32][32]; s[lane][0]' -o " + svg + " && cat " + svg);
  EXPECT_EQ(result.code, 0);
  EXPECT_NE(result.output.find("<svg"), std::string::npos);
}

// What a bad line is answered with; the good one behind it is always answered.
struct ProblemLine {
  const char* line;
  const char* says;
};

constexpr ProblemLine kBadProblems[] = {
    {"not json",                                                                                                               "stdin:1:1: error: expected a JSON value"},
    {"[]",                                                                                                                     "a line must be one JSON object"         },
    {R"({"id":1})",                                                                                                            "\"array\" is missing"                   },
    {R"({"array":{"shape":[]},"accesses":[]})",                                                                                "an array of 1 to 8 sizes"               },
    {R"({"array":{"shape":[0]},"accesses":[{}]})",                                                                             "a whole number from 1 to 2147483647"    },
    {R"({"array":{"shape":[2147483647,2147483647,2147483647]},"accesses":[{"kind":"load","index":["0","0","0"]}]})",
     "doesn't fit in shared memory: sm_80 has 166912 bytes"                                                                                                             },
    {R"({"array":{"shape":[32],"elem_bytes":12},"accesses":[]})",
     "members of a struct are a last axis"                                                                                                                              },
    {R"({"array":{"shape":[32]},"accesses":[{"kind":"laod","index":["lane"]}]})",
     "did you mean load?"                                                                                                                                               },
    {R"({"array":{"shape":[32]},"accesses":[{"kind":"load","index":["lane","0"]}]})",
     "2 index expressions for 1 dimension"                                                                                                                              },
    {R"({"array":{"shape":[32]},"accesses":[{"kind":"load","index":["lnae"]}]})",
     "did you mean lane?"                                                                                                                                               },
    {R"({"array":{"shape":[32]},"accesses":[{"kind":"load","index":["lane 3"]}]})",
     "expected an operator but found '3'"                                                                                                                               },
    {R"({"array":{"shape":[32]},"accesses":[{"kind":"load","index":["2*lane"]}]})",
     "index 32 is outside 0 to 31 for lane 16"                                                                                                                          },
    {R"({"array":{"shape":[32]},"accesses":[{"kind":"load","index":["lane/k"],"loops":{"k":[0,2]}}]})",
     "division by zero for lane 0"                                                                                                                                      },
    {R"({"array":{"shape":[32]},"accesses":[{"kind":"load","width_bytes":8,"index":["1"]}]})",
     "the address 4 is not a multiple of 8 bytes"                                                                                                                       },
    {R"({"array":{"shape":[33]},"accesses":[{"kind":"load","width_bytes":8,"index":["32"]}]})",
     "go past the array's end"                                                                                                                                          },
    {R"({"array":{"shape":[32]},"accesses":[{"kind":"load","width_bytes":12,"index":["0"]}]})",
     "sm_80 has no load of 12 bytes"                                                                                                                                    },
    {R"({"array":{"shape":[32]},"accesses":[{"kind":"stmatrix","width_bytes":16,"index":["0"]}]})",
     "sm_80 has no stmatrix"                                                                                                                                            },
    {R"({"array":{"shape":[32]},"accesses":[{"kind":"load","index":["0"],"loops":{"k":[4,4]}}]})",
     "the loop k has no value"                                                                                                                                          },
    {R"({"array":{"shape":[32]},"accesses":[{"kind":"load","index":["0"],"loops":{"k":[0,4,0]}}]})",
     "the step of the loop k is 0"                                                                                                                                      },
    {R"({"array":{"shape":[32]},"accesses":[{"kind":"load","index":["0"],"loops":{"k":[0,2000000000],"j":[0,2000000000]}}]})",
     "more than 65536 requests"                                                                                                                                         },
    {R"({"array":{"shape":[32]},"accesses":[{"kind":"load","index":["0"],"loops":{"lane":[0,4]}}]})",
     "a loop can't be called 'lane'"                                                                                                                                    },
    {R"({"array":{"shape":[32]},"accesses":[{"kind":"load","index":["0"],"weight":0}]})",
     "\"weight\" must be a whole number from 1"                                                                                                                         },
    {R"({"array":{"shape":[32]},"accesses":[{"kind":"load","index":["0"],"active":"lane<0"}]})",
     "no lane of any access is active"                                                                                                                                  },
    {R"({"array":{"shape":[32]},"accesses":[{"kind":"load","index":["0"]}],"limits":{"families":["rowpad"]}})",
     "did you mean row_pad?"                                                                                                                                            },
};

TEST(Command, BadProblemsAreToldAndTheOthersAnswered) {
  const std::string good =
      R"({"id":"good","array":{"shape":[32]},"accesses":[{"kind":"load","index":["lane"]}]})";
  for (const ProblemLine& c : kBadProblems) {
    SCOPED_TRACE(c.line);
    const std::string before = "printf '%s\\n' '" + std::string(c.line) + "' '" + good + "' |";
    const CommandResult result = run_smemlens("fix --problem -", before);
    EXPECT_EQ(result.code, 3) << result.output;
    EXPECT_NE(result.output.find(c.says), std::string::npos) << result.output;
    EXPECT_NE(result.output.find("stdin:1"), std::string::npos) << result.output;
    EXPECT_NE(result.output.find("\"id\":\"good\""), std::string::npos) << result.output;
  }
}

TEST(Command, FiguresAreWrittenByNumberNameAndLanguage) {
  const std::string folder = testing::TempDir() + "smemlens-command/figures/of/the/walkthrough";
  const CommandResult result = run_smemlens("figures --output " + folder + " --lang hi-Latn,en");
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_EQ(std::ranges::count(result.output, '\n'), 20) << result.output;
  for (const char* name : {"01-strip.en.svg", "06-broadcast.hi-Latn.svg", "10-poster.en.svg"}) {
    EXPECT_NE(result.output.find(folder + "/" + name), std::string::npos) << name;
    EXPECT_GT(std::filesystem::file_size(folder + "/" + name), 1000U) << name;
  }
}

TEST(Command, CostTellsPhasesAndScheduleIfAsked) {
  const char* const request = R"(echo '{"op":"load","bytes":4,"addresses":[0,128]}' |)";
  EXPECT_EQ(run_smemlens("cost", request).output.find("schedule"), std::string::npos);
  const std::string detail = run_smemlens("cost --detail", request).output;
  EXPECT_NE(detail.find(R"("schedule":[{"phase":0,"lanes":[0],"words":[0]},)"), std::string::npos)
      << detail;
}

TEST(Command, ArchsTellsOneRowIfAsked) {
  const std::string one = run_smemlens("archs --arch sm_90").output;
  EXPECT_NE(one.find("sm_90 "), std::string::npos) << one;
  EXPECT_EQ(one.find("sm_80 "), std::string::npos) << one;
  EXPECT_NE(run_smemlens("archs").output.find("sm_80 "), std::string::npos);
}

TEST(Command, AReaderThatClosesEarlyIsNoError) {
  EXPECT_EQ(run_smemlens("archs --format json | head -c 10").output, "{\"schema\":");
}

TEST(Command, ColorIsChosenAsNoColorOrgSays) {
  constexpr auto kEscape = "\x1b[";
  const std::string explain = "explain 'float s[32][32]; s[lane][0]' ";
  EXPECT_EQ(run_smemlens(explain).output.find(kEscape), std::string::npos) << "no terminal";
  EXPECT_NE(run_smemlens(explain + "--color always", "NO_COLOR=1").output.find(kEscape),
            std::string::npos);
  EXPECT_NE(run_smemlens(explain, "FORCE_COLOR=1").output.find(kEscape), std::string::npos);
  EXPECT_EQ(run_smemlens(explain, "NO_COLOR=1 FORCE_COLOR=1").output.find(kEscape),
            std::string::npos);
}

TEST(Cost, EveryGoodLineIsAnsweredAndEveryBadOneTold) {
  const CommandResult result = run_smemlens(
      "cost",
      R"(printf '%s\n' '{"op":"load","bytes":4,"addresses":[0,128]}' 'nonsense' '' '{"op":"load","bytes":4,"addresses":[2]}' '{"op":"load","bytes":4,"addresses":[0,4],"id":7}' |)");
  EXPECT_EQ(result.code, 3);
  EXPECT_NE(result.output.find("\"wavefronts\":2"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("stdin:2:1: error:"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("stdin:4"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("\"id\":7"), std::string::npos) << result.output;
}

TEST(Cost, ALineWithoutAnEndAndAnEmptyStreamAreFine) {
  EXPECT_NE(run_smemlens("cost", R"(printf '{"op":"store","bytes":8,"addresses":[0]}' |)")
                .output.find("\"wavefronts\":1"),
            std::string::npos);
  EXPECT_EQ(run_smemlens("cost").code, 0);
}

TEST(Cost, ALineOfMegabytesIsToldAndSurvived) {
  const CommandResult result = run_smemlens(
      "cost",
      R"((head -c 3000000 /dev/zero | tr '\0' 'x'; printf '\n{"op":"load","bytes":4,"addresses":[0]}\n') |)");
  EXPECT_EQ(result.code, 3);
  EXPECT_NE(result.output.find("longer than 1 MiB"), std::string::npos);
  EXPECT_NE(result.output.find("\"wavefronts\":1"), std::string::npos);
}

}  // namespace
}  // namespace smemlens
