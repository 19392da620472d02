// Calls of the module's functions, recursion, printf and assert.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

constexpr std::string_view kFunctions = R"(
.extern .func (.param .b32 result) vprintf (.param .b64 format, .param .b64 arguments);
.extern .func __assertfail (.param .b64 message, .param .b64 file, .param .b32 line,
                            .param .b64 function, .param .b64 bytes) .noreturn;
.global .align 1 .b8 text[16] = {37, 100, 32, 37, 46, 49, 102, 32, 37, 115, 10, 0};
.global .align 1 .b8 word[4] = {104, 105, 0};
.func (.param .b32 result) twice (.param .b32 a)
{
  .reg .b32 %r<4>;
  ld.param.u32 %r1, [a];
  add.u32 %r2, %r1, %r1;
  st.param.b32 [result], %r2;
  ret;
}
.func (.param .b32 result) factorial (.param .b32 n)
{
  .reg .b32 %r<6>; .reg .pred %p<2>;
  ld.param.u32 %r1, [n];
  mov.u32 %r4, 1;
  setp.le.u32 %p1, %r1, 1;
  @%p1 bra DONE;
  sub.u32 %r2, %r1, 1;
  {
    .param .b32 argument; .param .b32 back;
    st.param.b32 [argument], %r2;
    call.uni (back), factorial, (argument);
    ld.param.b32 %r3, [back];
  }
  mul.lo.u32 %r4, %r1, %r3;
DONE:
  st.param.b32 [result], %r4;
  ret;
}
.func (.param .b32 result) endless (.param .b32 n)
{
  .reg .b32 %r<6>;
  ld.param.u32 %r1, [n];
  { .param .b32 argument; .param .b32 back;
    st.param.b32 [argument], %r1;
    call.uni (back), endless, (argument);
    ld.param.b32 %r3, [back]; }
  st.param.b32 [result], %r3;
  ret;
}
)";

constexpr std::string_view kCall = R"(
    { .param .b32 argument; .param .b32 back;
      st.param.b32 [argument], %r1;
      call.uni (back), FUNCTION, (argument);
      ld.param.b32 %r31, [back]; }
)";

std::string call_of(std::string_view function, std::string_view before) {
  std::string text = std::string(before) + std::string(kCall);
  text.replace(text.find("FUNCTION"), 8, function);
  return text;
}

TEST(Call, ArgumentsAndResults) {
  const auto lanes = lanes_of(call_of("twice", "mov.u32 %r1, %r30;"), {.module = kFunctions});
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(lanes[i], 2 * i);
}

// Even lanes through the table's first function, odd ones through its second, lanes below 4 not at
// all.
constexpr std::string_view kByTable = R"(
    .reg .pred %q<2>;
    and.b32 %r1, %r30, 1;
    mul.wide.u32 %rd4, %r1, 8;
    mov.u64 %rd5, table;
    add.u64 %rd5, %rd5, %rd4;
    ld.global.u64 %rd6, [%rd5];
    setp.ge.u32 %q1, %r30, 4;
    mov.u32 %r31, 7;
    { .param .b32 argument; .param .b32 back;
      unary: .callprototype (.param .b32 _) _ (.param .b32 _);
      st.param.b32 [argument], %r30;
      @%q1 call (back), %rd6, (argument), unary;
      @%q1 ld.param.b32 %r31, [back]; }
)";

TEST(Call, ThroughATableEachLaneItsOwn) {
  const std::string module = std::string(kFunctions) + R"(
    .func (.param .b32 result) next (.param .b32 a) {
      .reg .b32 %r<3>; ld.param.u32 %r1, [a]; add.u32 %r2, %r1, 1; st.param.b32 [result], %r2; ret; }
    .global .u64 table[2] = {twice, next};
  )";
  const auto lanes = lanes_of(kByTable, {.module = module});
  for (std::uint32_t i = 0; i < 32; ++i) {
    EXPECT_EQ(lanes[i], i < 4 ? 7 : i % 2 == 0 ? 2 * i : i + 1) << i;
  }
}

TEST(Call, ThroughAPointer) {
  std::string body = call_of("%rd6, (argument), unary; //",
                             "mov.u32 %r1, %r30; mov.u64 %rd6, twice;"
                             " unary: .callprototype (.param .b32 _) _ (.param .b32 _);");
  body.replace(body.find("call.uni"), 8, "call");
  const auto lanes = lanes_of(body, {.module = kFunctions});
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(lanes[i], 2 * i);
}

TEST(Call, AnAddressThatIsNoFunctionIsAFault) {
  for (const std::string_view address : {"mov.u64 %rd6, 0;", "mov.u64 %rd6, takes_two;"}) {
    const Outcome outcome =
        outcome_of(std::string(address) + "p: .callprototype _ (); call %rd6, (), p;",
                   {.module = ".func takes_two(.param .b32 a, .param .b32 b) { ret; }"});
    ASSERT_TRUE(outcome.fault) << address;
    EXPECT_EQ(outcome.fault->code, "call-address");
  }
}

TEST(Call, RecursionOfDifferentDepthsByLane) {
  const auto lanes =
      lanes_of(call_of("factorial", "and.b32 %r1, %r30, 7;"), {.module = kFunctions});
  const std::uint32_t expected[] = {1, 1, 2, 6, 24, 120, 720, 5040};
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(lanes[i], expected[i % 8]);
}

TEST(Call, OnlySomeLanesCall) {
  const auto lanes = lanes_of(R"(
      mov.u32 %r31, 5; mov.u32 %r1, %r30;
      setp.lt.u32 %p1, %r30, 3;
      @!%p1 bra DONE;)" + call_of("twice", "") +
                                  "DONE: add.u32 %r31, %r31, 1;",
                              {.module = kFunctions});
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(lanes[i], i < 3 ? 2 * i + 1 : 6);
}

TEST(Call, EndlessRecursionIsAFault) {
  const Outcome outcome = outcome_of(call_of("endless", "mov.u32 %r1, 1;"), {.module = kFunctions});
  ASSERT_TRUE(outcome.fault);
  EXPECT_EQ(outcome.fault->code, "call-stack-overflow");
}

TEST(Call, PrintfPrintsLaneByLane) {
  const Outcome outcome = outcome_of(R"(
      .local .align 8 .b8 depot[24];
      setp.gt.u32 %p1, %r30, 1;
      @%p1 bra DONE;
      mov.f64 %fd1, 0d3FE0000000000000;
      mov.u64 %rd1, depot; mov.u64 %rd2, word; cvta.global.u64 %rd2, %rd2;
      st.local.u32 [%rd1], %r30; st.local.f64 [%rd1+8], %fd1; st.local.u64 [%rd1+16], %rd2;
      cvta.local.u64 %rd3, %rd1; mov.u64 %rd4, text; cvta.global.u64 %rd4, %rd4;
      { .param .b64 a; .param .b64 b; .param .b32 back;
        st.param.b64 [a], %rd4; st.param.b64 [b], %rd3;
        call.uni (back), vprintf, (a, b);
        ld.param.b32 %r31, [back]; }
    DONE:)",
                                     {.module = kFunctions});
  ASSERT_FALSE(outcome.fault) << outcome.fault_text();
  EXPECT_EQ(outcome.printed, "0 0.5 hi\n1 0.5 hi\n");
}

TEST(Call, AssertNamesTheThread) {
  const Outcome outcome = outcome_of(R"(
      setp.ne.u32 %p1, %r30, 5;
      @%p1 bra DONE;
      mov.u64 %rd1, word; cvta.global.u64 %rd1, %rd1; mov.u64 %rd2, 1; mov.u32 %r1, 12;
      { .param .b64 a; .param .b64 b; .param .b32 c; .param .b64 d; .param .b64 e;
        st.param.b64 [a], %rd1; st.param.b64 [b], %rd1; st.param.b32 [c], %r1;
        st.param.b64 [d], %rd1; st.param.b64 [e], %rd2;
        call.uni __assertfail, (a, b, c, d, e); }
    DONE:)",
                                     {.module = kFunctions});
  ASSERT_TRUE(outcome.fault);
  EXPECT_EQ(outcome.fault->code, "device-assert");
  EXPECT_EQ(outcome.asserted,
            "hi:12: hi: block: [0,0,0], thread: [5,0,0] Assertion `hi` failed.\n");
}

TEST(Call, MathematicsOfTheDeviceLibrary) {
  const auto lanes = lanes_of(R"(
      cvt.rn.f32.u32 %f1, %r30; mov.f32 %f2, 0f40000000;
      { .param .b32 a; .param .b32 b; .param .b32 back;
        st.param.f32 [a], %f1; st.param.f32 [b], %f2;
        call.uni (back), __nv_powf, (a, b);
        ld.param.f32 %f3, [back]; }
      cvt.rzi.u32.f32 %r31, %f3;)",
                              {.threads = 40,
                               .module = ".extern .func (.param .b32 back) __nv_powf "
                                         "(.param .b32 a, .param .b32 b);"});
  for (std::uint32_t i = 0; i < 40; ++i) EXPECT_EQ(lanes[i], i * i);
}

TEST(Call, UnknownDeviceFunctionIsRefusedByName) {
  const Outcome outcome = outcome_of("call.uni mystery;", {.module = ".extern .func mystery;"});
  ASSERT_TRUE(outcome.fault);
  EXPECT_EQ(outcome.fault->code, "unsupported-instruction");
  EXPECT_EQ(outcome.fault->message,
            "the instruction 'call.uni' with the device function mystery isn't supported yet, so "
            "kernel 'k' can't run");
  EXPECT_EQ(outcome.fault->hint, "");
}

TEST(Call, AFunctionOfAnotherSourceFileIsNamedWithTheWayToLinkIt) {
  const Outcome outcome = outcome_of("call.uni _Z5twicev;", {.module = ".extern .func _Z5twicev;"});
  ASSERT_TRUE(outcome.fault);
  EXPECT_EQ(outcome.fault->code, "unsupported-instruction");
  EXPECT_EQ(outcome.fault->hint,
            "device code of several source files is linked with nvcc and --compile-option "
            "-rdc=true only; with clang, #include the file that defines the function");
}

// As PTX 1.x and 2.x have it, and as people write it by hand.
TEST(Call, ValuesMayBePassedInRegisters) {
  constexpr std::string_view kModule = R"(
.func (.reg .u32 sum, .reg .v2 .u32 pair, .reg .pred is_even) f (.reg .u32 a, .reg .v2 .u32 v, .reg .pred p)
{
  .reg .u32 half;
  .reg .pred q;
  add.u32 sum, a, v.x;
  mov.v2.u32 pair, v;
  @p add.u32 pair.y, pair.g, 1000;
  and.b32 half, a, 1;
  setp.eq.u32 is_even, half, 0;
  setp.lt.u32 q, a, 4;
  @q ret;
  add.u32 sum, sum, 10000;
}
)";
  const auto lanes = lanes_of(R"(
      .reg .v2 .u32 given, back;
      mov.u32 given.x, 5;
      mov.u32 given.y, %r30;
      setp.gt.u32 %p1, %r30, 1;
      call (%r1, back, %p2), f, (%r30, given, %p1);
      add.u32 %r31, %r1, back.y;
      @%p2 add.u32 %r31, %r31, 100000;)",
                              {.threads = 6, .module = kModule});
  EXPECT_EQ(lanes, (std::vector<std::uint32_t>{100005, 7, 101009, 1011, 111013, 11015}));
}

TEST(Call, NumbersMayBePassed) {
  const auto lanes = lanes_of("call (%r31), twice, (21);", {.threads = 2, .module = kFunctions});
  EXPECT_EQ(lanes, (std::vector<std::uint32_t>{42, 42}));
}

}  // namespace
}  // namespace smemlens::simt
