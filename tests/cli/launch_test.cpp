// `smemlens launch` on small kernels, written here as PTX.

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "tests/cli/command_line.h"
#include "tests/folders.h"

namespace smemlens {
namespace {

// out[tid] = in[tid] * factor, by way of shared memory with `stride` words between lanes.
std::string scale_kernel(const std::string& stride) {
  return R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry scale(.param .u64 data, .param .f32 factor)
{
  .reg .b32 %r<4>;
  .reg .f32 %f<4>;
  .reg .b64 %rd<4>;
  .shared .align 4 .b8 tile[4096];
  ld.param.u64 %rd1, [data];
  ld.param.f32 %f1, [factor];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.f32 %f2, [%rd3];
  mul.lo.u32 %r2, %r1, )" +
         stride + R"(;
  mov.u32 %r3, tile;
  add.u32 %r3, %r3, %r2;
  st.shared.f32 [%r3], %f2;
  bar.sync 0;
  ld.shared.f32 %f3, [%r3];
  mul.f32 %f3, %f3, %f1;
  st.global.f32 [%rd3], %f3;
  ret;
}
)";
}

std::string write_file(const std::string& name, const std::string& content) {
  const std::string path = testing::TempDir() + "smemlens-launch-" + name;
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

TEST(Launch, RunsAndReportsAndDumps) {
  const std::string ptx = write_file("scale.ptx", scale_kernel("128"));
  const std::string out = testing::TempDir() + "smemlens-launch-scale.bin";
  const CommandResult result =
      run_smemlens("launch " + ptx + " -k scale --grid 1 --block 32 --arg iota:f32:32 --arg f32:2" +
                   " --dump 0=" + out + " && od -A n -t f4 -j 124 " + out);
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_NE(result.output.find("32-way bank conflict: 32 wavefronts where 1 would do "
                               "[shared-store-conflict]"),
            std::string::npos)
      << result.output;
  EXPECT_NE(result.output.find("no line information"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find(" 62"), std::string::npos) << "31 * 2: " << result.output;
}

TEST(Launch, TellsWhenOnlySomeInstructionsHaveALine) {
  std::string kernel = scale_kernel("128");
  const std::string first_of_two = "  ld.shared";
  ASSERT_NE(kernel.find(first_of_two), std::string::npos) << kernel;
  kernel.insert(kernel.find(first_of_two), "  .loc 1 7 3\n");
  const std::string ptx = write_file("some-lines.ptx", kernel + ".file 1 \"scale.cu\"\n");
  const CommandResult result =
      run_smemlens("launch " + ptx + " -k scale --grid 1 --block 32 --arg iota:f32:32 --arg f32:2");
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_NE(result.output.find("no line information for some instructions"), std::string::npos)
      << result.output;
}

TEST(Launch, NothingIsWrittenOverTheKernelOrTwice) {
  const std::string ptx = write_file("kept.ptx", scale_kernel("4"));
  const std::string words =
      "launch " + ptx + " -k scale --grid 1 --block 32 --arg iota:f32:32 --arg f32:2 ";
  const std::string out = testing::TempDir() + "smemlens-launch-once.bin";
  for (const std::string& outputs :
       {"-o " + ptx, "--dump 0=" + ptx, "--dump 0=" + out + " -o " + out}) {
    SCOPED_TRACE(outputs);
    EXPECT_EQ(run_smemlens(words + outputs).code, 2);
  }
  EXPECT_EQ(run_smemlens(words).code, 0) << "the kernel is still there";
}

TEST(Launch, AFailedDumpCostsNoReport) {
  const std::string ptx = write_file("dump.ptx", scale_kernel("128"));
  const CommandResult result =
      run_smemlens("launch " + ptx +
                   " -k scale --grid 1 --block 32 --arg iota:f32:32 --arg f32:2 --dump 0=/no/such");
  EXPECT_EQ(result.code, 3);
  EXPECT_NE(result.output.find("cannot write"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find("32-way bank conflict"), std::string::npos) << result.output;
}

TEST(Launch, JsonTotalsAddUp) {
  const std::string ptx = write_file("scale4.ptx", scale_kernel("4"));
  const CommandResult result =
      run_smemlens("launch " + ptx +
                   " -k scale --grid 2 --block 64 --arg iota:f32:64 --arg f32:1 --format json");
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_NE(
      result.output.find(
          R"("totals":{"requests":8,"wavefronts":8,"ideal_wavefronts":8,"excess_wavefronts":0})"),
      std::string::npos)
      << result.output;
}

TEST(Launch, OnlySelectedBlocksRun) {
  const std::string ptx = write_file("blocks.ptx", scale_kernel("4"));
  const std::string words = "launch " + ptx + " -k regex:^sca --grid 8 --block 32 " +
                            "--arg iota:f32:32 --arg f32:1 --blocks every:3";
  const CommandResult json = run_smemlens(words + " --format json");
  EXPECT_EQ(json.code, 0) << json.output;
  for (const char* const part :
       {R"("selection":{"kernel":"","launch_skip":0,"launch_count":0,"blocks":"every:3"})",
        R"("blocks_run":3,"blocks_total":8)", R"("requests":6,)"}) {
    EXPECT_NE(json.output.find(part), std::string::npos) << part << '\n' << json.output;
  }
  const CommandResult text = run_smemlens(words);
  EXPECT_NE(text.output.find("3 of 8 blocks run"), std::string::npos) << text.output;
  EXPECT_NE(text.output.find("a sample (--blocks every:3)"), std::string::npos) << text.output;
}

TEST(Launch, APatternMustFitOneKernel) {
  const std::string both = ".version 8.0\n.target sm_80\n.address_size 64\n" +
                           std::string(".visible .entry _Z3onei(.param .u32 x)\n{\n  ret;\n}\n") +
                           ".visible .entry _Z3twoi(.param .u32 x)\n{\n  ret;\n}\n";
  const std::string words =
      "launch " + write_file("two.ptx", both) + " --grid 1 --block 1 " + "--arg i32:1 -k ";
  EXPECT_EQ(run_smemlens(words + "one").code, 0);
  EXPECT_EQ(run_smemlens(words + "'two(int)'").code, 0);
  EXPECT_EQ(run_smemlens(words + "_Z3twoi").code, 0);
  const CommandResult several = run_smemlens(words + "regex:int");
  EXPECT_EQ(several.code, 3);
  EXPECT_NE(several.output.find("-k regex:int fits 2 kernels, and launch runs one"),
            std::string::npos)
      << several.output;
}

// An array of 32 × 32 floats as Numba passes it: meminfo, parent, items, bytes of an item, data,
// shape, strides.
std::string numba_array(const std::string& data) {
  return " --arg u64:0 --arg u64:0 --arg i64:1024 --arg i64:4 --arg " + data +
         " --arg i64:32 --arg i64:32 --arg i64:128 --arg i64:4";
}

struct Style {
  std::string file;
  std::string words;
  const char* finding;  // part of the report
  std::string read;     // prints some of the result
  const char* numbers;
};

// tests/cli/kernels/README.md says where they come from.
TEST(Launch, TakesPtxOfPythonsCompilers) {
  const std::string out = testing::TempDir() + "smemlens-launch-style.bin";
  const Style styles[] = {
      {"nvrtc.ptx",
       "-k 'transpose<float, 32>' --block 32,8 --arg zeros:4096 --arg iota:f32:1024 --arg f32:2"
       " --dump 0=" +
           out,                                               "transpose_module.cu:12:5: warning: 32-way bank conflict: 1024 wavefronts where 32 would do",
       "od -A n -t f4 -j 8 -N 4 " + out,                                                                                                                                                       "128"   },
      {"nvrtc.ptx",
       "-k _Z9transposeIdLi33EEvPT_PKS0_S0_ --block 32,8 --arg zeros:8192 --arg iota:f64:1024"
       " --arg f64:2 --dump 0=" +
           out,                                               "total: 64 requests, 128 wavefronts, 128 ideal, 0 excess",                                    "od -A n -t f8 -j 16 -N 8 " + out,
       "128"                                                                                                                                                                                           },
      {"numba.ptx",
       "-k regex:transpose --block 32,32" + numba_array("zeros:4096") +
           numba_array("iota:f32:1024") + " --dump 4=" + out,
       "transpose.py:31:5: warning: 32-way bank conflict: 1024 wavefronts where 32 would do",                                                               "od -A n -t f4 -j 8 -N 4 " + out,  "64"    },
      {"triton.ptx",
       "-k row_sum --block 128 --shared 16 --arg iota:f32:1024 --arg zeros:4 --arg i32:1024"
       " --arg u64:0 --dump 1=" +
           out,                                               "global_smem",                                                                                "od -A n -t f4 " + out,            "523776"},
  };
  for (const Style& style : styles) {
    SCOPED_TRACE(style.file + ' ' + style.words);
    const CommandResult result =
        run_smemlens("launch " + in_sources("tests/cli/kernels/" + style.file) + " --grid 1 " +
                     style.words + " && echo result: $(" + style.read + ")");
    EXPECT_EQ(result.code, 0) << result.output;
    EXPECT_NE(result.output.find(style.finding), std::string::npos) << result.output;
    EXPECT_NE(result.output.find(std::string("result: ") + style.numbers + '\n'), std::string::npos)
        << result.output;
  }
}

struct LaunchFault {
  const char* what;
  const char* words;
  const char* says;
};

constexpr LaunchFault kLaunchFaults[] = {
    {"out_of_bounds",       "-k scale --grid 1 --block 64 --arg iota:f32:32 --arg f32:1",
     "the buffer of argument 0"                                                                                 },
    {"too_few_arguments",   "-k scale --grid 1 --block 32 --arg iota:f32:32",
     "takes 2 arguments, but --arg gives 1"                                                                     },
    {"argument_size",       "-k scale --grid 1 --block 32 --arg iota:f32:32 --arg f64:1",
     "argument 1 has 8 bytes, but the kernel takes 4 there"                                                     },
    {"integer_for_a_float", "-k scale --grid 1 --block 32 --arg iota:f32:32 --arg i32:2",
     "argument 1 is an integer, but the kernel takes a .f32 there"                                              },
    {"float_for_a_pointer", "-k scale --grid 1 --block 32 --arg f64:2 --arg f32:2",
     "argument 0 is a floating-point number, but the kernel takes a .u64 there"                                 },
    {"no_such_kernel",      "-k scales --grid 1 --block 32",                                             "scale"},
    {"too_much_shared",     "-k scale --grid 1 --block 32 --shared 1000000 --arg zeros:128 --arg f32:1",
     "shared memory"                                                                                            },
    {"dump_of_a_scalar",    "-k scale --grid 1 --block 32 --arg zeros:128 --arg f32:1 --dump 1=x",
     "argument 1 is no buffer"                                                                                  },
    {"dump_without_a_file", "-k scale --grid 1 --block 32 --arg zeros:128 --arg f32:1 --dump 1",
     "is not of the form N=FILE"                                                                                },
};

TEST(Launch, FaultsAreNamedAndExitWithThree) {
  const std::string ptx = write_file("fault.ptx", scale_kernel("4"));
  for (const LaunchFault& fault : kLaunchFaults) {
    SCOPED_TRACE(fault.what);
    const CommandResult result = run_smemlens("launch " + ptx + " " + fault.words);
    EXPECT_EQ(result.code, 3) << result.output;
    EXPECT_NE(result.output.find(fault.says), std::string::npos) << result.output;
  }
}

// Counts for ever, so that no state of it comes again.
constexpr const char* kEndlessKernel = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry endless()
{
  .reg .b64 %rd<2>;
again:
  add.s64 %rd1, %rd1, 1;
  bra again;
}
)";

TEST(Launch, AKernelThatNeverEndsIsStopped) {
  const std::string ptx = write_file("endless.ptx", kEndlessKernel);
  const std::string words = "launch " + ptx + " -k endless --grid 1 --block 32 ";
  const CommandResult steps = run_smemlens(words + "--max-steps 100000");
  EXPECT_EQ(steps.code, 3) << steps.output;
  EXPECT_NE(steps.output.find("endless.ptx:"), std::string::npos)
      << "the line where it stands: " << steps.output;
  const CommandResult time = run_smemlens(words + "--timeout 0.2");
  EXPECT_EQ(time.code, 3) << time.output;
  EXPECT_NE(time.output.find("[timeout]"), std::string::npos) << time.output;
}

TEST(Launch, AnInterruptedKernelIsStillReported) {
  const std::string ptx = write_file("interrupted.ptx", kEndlessKernel);
  // The signal is there before the program begins, and waits until it is asked for.
  const CommandResult result =
      run_smemlens("launch " + ptx + " -k endless --grid 1 --block 32 --timeout 0 --format json",
                   R"(env --block-signal=TERM sh -c 'kill -TERM $$; exec "$@"' sh)");
  EXPECT_EQ(result.code, 130) << result.output;
  EXPECT_NE(result.output.find("the kernel was interrupted [interrupted]"), std::string::npos)
      << result.output;
  EXPECT_NE(result.output.find(R"("name":"endless")"), std::string::npos) << result.output;
  EXPECT_NE(result.output.find(R"("partial":true)"), std::string::npos) << result.output;
}

TEST(Launch, HostilePtxIsAnError) {
  const std::string whole = scale_kernel("4");
  const struct {
    const char* what;
    std::string text;
  } cases[] = {
      {"empty", ""},
      {"garbage", std::string("\x7f"
                              "ELF\0\1\2\xff\xfe", 9) +
                      std::string(1000, '\x80')},
      {"half", whole.substr(0, whole.size() / 2)},
  };
  for (const auto& [what, text] : cases) {
    SCOPED_TRACE(what);
    const std::string ptx = write_file("hostile.ptx", text);
    const CommandResult result = run_smemlens("launch " + ptx + " -k scale --grid 1 --block 32");
    EXPECT_EQ(result.code, 3) << result.output;
    EXPECT_NE(result.output.find("error:"), std::string::npos) << result.output;
  }
}

}  // namespace
}  // namespace smemlens
