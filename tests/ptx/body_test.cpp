// Instructions and declarations inside a function.

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "ptx_test_support.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/ptx/parser.h"
#include "smemlens/ptx/printer.h"

namespace smemlens::ptx {
namespace {

// Instructions that print as they were written.
constexpr const char* kCanonical[] = {
    "add.s32 %r1, %r2, %r3",
    "add.s32 %r1, %r2, -1",
    "mad.lo.s32 %r1, %r2, 132, %r3",
    "mul.wide.s32 %rd1, %r2, 4",
    "mad.wide.u32 %rd1, %r2, %r3, %rd2",
    "add.f32 %f1, %f2, 0f3F800000",
    "fma.rn.f64 %fd1, %fd2, 0d3FF0000000000000, %fd3",
    "setp.lt.s32 %p1, %r1, %r2",
    "setp.lt.and.s32 %p1|%p2, %r1, %r2, !%p3",
    "setp.eq.u32 _|%p2, %r1, 0",
    "@%p1 bra $L_end",
    "@!%p2 add.u64 %rd1, %rd2, 8",
    "selp.b32 %r1, 1, 0, %p1",
    "and.pred %p1, %p2, %p3",
    "not.pred %p1, %p2",
    "mov.u32 %r1, %tid.x",
    "mov.u32 %r1, %ctaid.z",
    "mov.u64 %rd1, %clock64",
    "mov.u32 %r1, tile",
    "mov.u32 %r1, tile+128",
    "mov.b64 %rd1, {%r1, %r2}",
    "mov.b64 {%r1, %r2}, %rd1",
    "mov.b64 {%r1, _}, %fd1",
    "mov.b32 %r1, {%rs1, %rs2}",
    "mov.pred %p1, %p2",
    "cvt.rn.f32.s32 %f1, %r1",
    "cvt.rzi.s32.f32 %r1, 0f40400000",
    "cvt.u32.u16 %r1, %rs1",
    "cvt.s8.s32 %rs1, %r1",
    "slct.f32.s32 %f1, %f2, 0f00000000, %r1",
    "ld.param.u64 %rd1, [out]",
    "ld.param.u32 %r1, [n]",
    "ld.shared.f32 %f1, [%r1]",
    "ld.shared.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1+16]",
    "ld.shared.v2.u64 {%rd1, %rd2}, [tile+-8]",
    "ld.shared.u8 %rs1, [%r1]",
    "ld.volatile.shared.u32 %r1, [0]",
    "ld.global.nc.v2.f32 {%f1, _}, [%rd1]",
    "st.shared.f32 [%r1+4], 0f00000000",
    "st.local.u32 [%rd1], %rd2",
    "st.global.v2.b64 [%rd1], {%rd2, %rd3}",
    "cvta.to.global.u64 %rd1, %rd2",
    "cvta.shared.u64 %rd1, tile",
    "isspacep.shared %p1, %rd1",
    "shfl.sync.down.b32 %r1|%p1, %r2, 16, 31, -1",
    "shfl.sync.bfly.b32 %r1, %r2, 1, 31, -1",
    "vote.sync.any.pred %p1, !%p2, -1",
    "vote.sync.ballot.b32 %r1, %p2, %r3",
    "match.all.sync.b32 %r1|%p1, %r2, -1",
    "activemask.b32 %r1",
    "redux.sync.add.s32 %r1, %r2, -1",
    "atom.shared.add.u32 %r1, [tile], 1",
    "atom.global.cas.b64 %rd1, [%rd2], %rd3, %rd4",
    "atom.shared.add.f32 _, [%r1], %f1",
    "red.global.add.f32 [%rd1], %f1",
    "bar.sync 0",
    "bar.sync %r1, 64",
    "bar.red.popc.u32 %r1, 0, %p1",
    "bar.red.or.pred %p1, 0, 64, !%p2",
    "bar.warp.sync -1",
    "barrier.sync 1, %r1",
    "membar.gl",
    "fence.acq_rel.gpu",
    "lop3.b32 %r1, %r2, %r3, %r4, 150",
    "prmt.b32 %r1, %r2, %r3, 21520",
    "shf.l.wrap.b32 %r1, %r2, %r3, 7",
    "bfe.u64 %rd1, %rd2, 8, 8",
    "popc.b64 %r1, %rd1",
    "testp.infinite.f32 %p1, %f1",
    "dp4a.u32.s32 %r1, %r2, %r3, %r4",
    "nanosleep.u32 100",
    "cp.async.ca.shared.global [%r1], [%rd1], 4",
    "cp.async.cg.shared.global [%r1], [%rd1], 16, %r2",
    "cp.async.wait_group 0",
    "mbarrier.init.shared.b64 [%r1], 32",
    "mbarrier.arrive.shared.b64 %rd1, [%r1]",
    "mbarrier.arrive.shared.b64 _, [%r1], 2",
    "mbarrier.try_wait.parity.shared.b64 %p1, [%r1], %r2",
    "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r1, %r2, %r3, %r4}, [%r5]",
    "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r5], {%r1}",
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r1, %r2, %r3, %r4}, "
    "{%r5, %r6}, {%f1, %f2, %f3, %f4}",
    "wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {%r1, %r2}, [%rd1], %r3",
    "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}]",
    "vabsdiff4.u32.u32.u32 %r1, %r2, %r3, %r4",
    "vadd.u32.u32.u32 %r1, %r2.b0, %r3.h1, %r4",
    "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4}, %rd1, %rd2, %p1, 1, "
    "1, "
    "0, 0",
    "trap",
    "exit",
    "ret",
    "ret.uni",
};

TEST(Body, PrintsAnInstructionAsItWasWritten) {
  for (const char* text : kCanonical) {
    SCOPED_TRACE(text);
    const ParseResult result = parse_body(std::string(text) + ";\n$L_end: ret;");
    const Function& kernel = kernel_of(result);
    ASSERT_EQ(kernel.instructions.size(), 2U);
    EXPECT_NE(kernel.instructions[0].opcode, Opcode::kUnknown);
    EXPECT_EQ(to_text(kernel.instructions[0], kernel, result.module), text);
  }
}

struct SpellingCase {
  const char* written;
  const char* printed;
};

constexpr SpellingCase kSpellings[] = {
    {"add .s32 %r1,%r2,0x10",                        "add.s32 %r1, %r2, 16"                },
    {"mov.u32 %r1, WARP_SZ",                         "mov.u32 %r1, 32"                     },
    {"mov.f32 %f1, 1.5",                             "mov.f32 %f1, 0f3FC00000"             },
    {"mov.b32 %r1, 0f3F800000",                      "mov.b32 %r1, 1065353216"             },
    {"mov.u64 %rd1, 18446744073709551615",           "mov.u64 %rd1, -1"                    },
    {"ld.shared.f32 %f1, [tile + 4 - 8]",            "ld.shared.f32 %f1, [tile+-4]"        },
    {"st.param.b32 [n+0], %r1",                      "st.param.b32 [n], %r1"               },
    {"ld.global.u32 %r1, [%rd1].unified",            "ld.global.u32 %r1, [%rd1]"           },
    {"vote.ballot.sync.b32 %r1, %p1, -1",            "vote.ballot.sync.b32 %r1, %p1, -1"   },
    {"fma.rn.f32 %f1, %f2, 0d3FF0000000000000, %f3", "fma.rn.f32 %f1, %f2, 0f3F800000, %f3"},
};

TEST(Body, ReadsOtherSpellings) {
  for (const auto& [written, printed] : kSpellings) {
    SCOPED_TRACE(written);
    const ParseResult result = parse_body(std::string(written) + ";");
    const Function& kernel = kernel_of(result);
    EXPECT_EQ(to_text(kernel.instructions.at(0), kernel, result.module), printed);
  }
}

struct DestinationCase {
  const char* text;
  unsigned destinations;
};

constexpr DestinationCase kDestinationCases[] = {
    {"add.s32 %r1, %r2, %r3",                   1},
    {"setp.eq.s32 %p1|%p2, %r1, %r2",           2},
    {"shfl.sync.up.b32 %r1, %r2, 1, 0, -1",     1},
    {"shfl.sync.up.b32 %r1|%p1, %r2, 1, 0, -1", 2},
    {"ld.shared.v2.f32 {%f1, %f2}, [%r1]",      1},
    {"st.shared.f32 [%r1], %f1",                0},
    {"mov.b64 {%r1, %r2}, %rd1",                1},
    {"mbarrier.arrive.shared.b64 %rd1, [%r1]",  1},
    {"mbarrier.arrive.shared.b64 [%r1], 3",     0},
    {"bar.sync 0",                              0},
};

TEST(Body, CountsDestinations) {
  for (const auto& [text, destinations] : kDestinationCases) {
    SCOPED_TRACE(text);
    const ParseResult result = parse_body(std::string(text) + ";");
    EXPECT_EQ(kernel_of(result).instructions.at(0).destinations, destinations);
  }
}

TEST(Body, RegistersComeIntoBeingWhenTheyAreUsed) {
  const ParseResult result = parse_items(
      ".entry k() { .reg .b32 %r<4000000000>; .reg .f32 a, b; mov.b32 %r3999999999, b; }");
  const Function& kernel = kernel_of(result);
  ASSERT_EQ(kernel.registers.size(), 2U);
  EXPECT_EQ(kernel.registers[0], (Register{"%r3999999999", Type::kB32}));
  EXPECT_EQ(kernel.registers[1], (Register{"b", Type::kF32}));
}

TEST(Body, ARangeEndsBeforeItsCount) {
  const ParseResult result =
      parse_items(".entry k() { .reg .b32 %r<2>; mov.b32 %r1, %r2; mov.b32 %r1, %r01; }");
  ASSERT_EQ(result.diagnostics.size(), 2U);
  EXPECT_EQ(result.diagnostics[0].message, "%r2 isn't declared");
  EXPECT_EQ(result.diagnostics[1].message, "%r01 isn't declared");
}

TEST(Body, AnInnerScopeHasRegistersOfItsOwn) {
  const ParseResult result = parse_items(
      ".entry k() { .reg .b32 %r<9>; .reg .b64 t;\n"
      "mov.b32 %r1, 1; { .reg .b64 %r<9>; .reg .b32 t; mov.b64 %r1, 2; mov.b32 t, 0; }\n"
      "mov.b32 %r1, 3; mov.b64 t, 4; }");
  const Function& kernel = kernel_of(result);
  const std::vector<Register> expected = {
      {"%r1",   Type::kB32},
      {"%r1$2", Type::kB64},
      {"t",     Type::kB32},
      {"t$2",   Type::kB64}
  };
  EXPECT_EQ(kernel.registers, expected);
  EXPECT_EQ(kernel.instructions[3].operands[0].index, 0U);
  EXPECT_EQ(kernel.instructions[4].operands[0].index, 3U);
}

TEST(Body, AnInnerScopeHasLabelsOfItsOwn) {
  const ParseResult result = parse_body(
      "{ again: bra again; }\n{ again: bra again; bra done; }\nbra again; again: done: ret;");
  const Function& kernel = kernel_of(result);
  ASSERT_EQ(kernel.instructions.size(), 5U);
  const Index expected[] = {0, 1, 4, 4};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(kernel.instructions[i].operands[0].index, expected[i]) << i;
  }
  const std::vector<Label> labels = {
      {"again",   0},
      {"again$2", 1},
      {"again$3", 4},
      {"done",    4}
  };
  EXPECT_EQ(kernel.labels, labels);
}

TEST(Body, ALabelMayStandAtTheEnd) {
  const ParseResult result = parse_body("bra $L_end; $L_end:");
  EXPECT_EQ(kernel_of(result).instructions.at(0).operands.at(0).index, 1U);
}

TEST(Body, NamesMayLookLikeOpcodes) {
  const ParseResult result = parse_items(
      ".func add(.param .u32 mov) { ret; }\n"
      ".entry ret() { .reg .b32 add; .reg .pred bra; .shared .b8 ld[4]; .param .b32 st;\n"
      "mul: add.s32 add, add, 1; @bra bra mul; ld.shared.u8 add, [ld]; }");
  EXPECT_EQ(texts_of(result.diagnostics), "");
  const Function& kernel = result.module.functions.at(1);
  EXPECT_EQ(kernel.name, "ret");
  EXPECT_EQ(to_text(kernel.instructions.at(1), kernel, result.module), "@bra bra mul");
}

TEST(Body, ALocalNameHidesTheModules) {
  const ParseResult result = parse_items(
      ".shared .b8 x[4]; .entry k() { .reg .b32 %r<9>; mov.u32 %r1, x;\n"
      "{ .shared .b8 x[8]; mov.u32 %r1, x; } mov.u32 %r1, x; }");
  const Function& kernel = kernel_of(result);
  EXPECT_EQ(kernel.variables.at(0).name, "x$2");
  EXPECT_EQ(kernel.instructions.at(0).operands[1].scope, SymbolScope::kModule);
  EXPECT_EQ(kernel.instructions.at(1).operands[1].scope, SymbolScope::kLocal);
  EXPECT_EQ(kernel.instructions.at(2).operands[1].scope, SymbolScope::kModule);
}

TEST(Body, CallsHaveResultsFunctionAndArguments) {
  const ParseResult result = parse_items(
      ".func (.param .b32 r) f(.param .b32 a, .param .b64 b); .func g();\n"
      ".entry k() { .reg .b64 %rd<9>;\n"
      "{ .param .b32 p0; .param .b64 p1; .param .b32 r0; call.uni (r0), f, (p0, p1); }\n"
      "call g; call g, (); { .param .b32 p0; proto: .callprototype _ (.param .b32 _);\n"
      "mov.u64 %rd1, f; call %rd1, (p0), proto; } list: .calltargets f, g; call %rd1, list; }");
  const Function& kernel = [&]() -> const Function& {
    EXPECT_EQ(texts_of(result.diagnostics), "");
    return result.module.functions.at(2);
  }();
  const char* expected[] = {
      "call.uni (r0), f, (p0, p1)", "call g, ()",         "call g, ()", "mov.u64 %rd1, f",
      "call %rd1, (p0$2), proto",   "call %rd1, (), list"};
  ASSERT_EQ(kernel.instructions.size(), std::size(expected));
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    EXPECT_EQ(to_text(kernel.instructions[i], kernel, result.module), expected[i]);
  }
  const Instruction& call = kernel.instructions[0];
  EXPECT_EQ(call.destinations, 1);
  EXPECT_EQ(call.operands[0].elements.size(), 1U);
  EXPECT_EQ(call.operands[1].kind, OperandKind::kFunction);
  EXPECT_EQ(call.operands[1].index, 0U);
  EXPECT_EQ(call.operands[2].elements[1].scope, SymbolScope::kLocal);
  EXPECT_EQ(kernel.prototypes.at(0).parameters.size(), 1U);
  EXPECT_EQ(kernel.prototypes.at(1).targets, (std::vector<Index>{0, 1}));
}

TEST(Body, ABranchTableListsItsTargets) {
  const ParseResult result =
      parse_body("targets: .branchtargets a, b, a;\nbrx.idx %r1, targets;\na: ret;\nb: ret;");
  const Function& kernel = kernel_of(result);
  const Instruction& branch = kernel.instructions.at(0);
  ASSERT_EQ(branch.operands.size(), 2U);
  EXPECT_EQ(branch.operands[1].elements.at(0).index, 1U);
  EXPECT_EQ(branch.operands[1].elements.at(1).index, 2U);
  EXPECT_EQ(branch.operands[1].elements.at(2).index, 1U);
  EXPECT_EQ(to_text(branch, kernel, result.module), "brx.idx %r1, {a, b, a}");
}

TEST(Body, ListsMayStandBehindTheirUse) {
  const ParseResult result = parse_items(
      ".func f(); .entry k() { .reg .b32 %r<2>; .reg .b64 %rd<2>; mov.u64 %rd1, f;\n"
      "{ brx.idx %r1, targets; call %rd1, proto; call %rd1, list; }\n"
      "a: ret; b: ret; targets: .branchtargets b, a; proto: .callprototype _;\n"
      "list: .calltargets f; }");
  EXPECT_EQ(texts_of(result.diagnostics), "");
  const Function& kernel = result.module.functions.at(1);
  const char* expected[] = {"mov.u64 %rd1, f", "brx.idx %r1, {b, a}", "call %rd1, (), proto",
                            "call %rd1, (), list"};
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    EXPECT_EQ(to_text(kernel.instructions.at(i), kernel, result.module), expected[i]);
  }
}

TEST(Body, AListOfLabelsIsNoPrototypeNorTheOtherWayRound) {
  for (const std::string_view body : {"call %rd1, targets; a: targets: .branchtargets a; ret;",
                                      "brx.idx %r1, proto; proto: .callprototype _; ret;",
                                      "call %rd1, a; a: ret;", "call %rd1, %rd1; ret;"}) {
    const ParseResult result =
        parse_items(".entry k() { .reg .b32 %r<2>; .reg .b64 %rd<2>; " + std::string(body) + " }");
    EXPECT_NE(texts_of(result.diagnostics).find("is neither a list of labels nor a prototype"),
              std::string::npos)
        << body;
  }
}

TEST(Body, AListOfAnInnerScopeIsOutOfReach) {
  const ParseResult result = parse_items(
      ".entry k() { .reg .b32 %r<2>; { targets: .branchtargets a; a: ret; }\n"
      "brx.idx %r1, targets; }");
  EXPECT_NE(texts_of(result.diagnostics).find("targets is neither a list of labels"),
            std::string::npos);
}

std::string lines_of(const Function& function, const Module& module) {
  std::string text;
  for (const Instruction& instruction : function.instructions) {
    text += to_text(instruction, function, module) + "\n";
  }
  return text;
}

// They are put in memory: the rest of the program knows only that form.
TEST(Body, ParametersMayBeRegisters) {
  const ParseResult result = parse_items(
      ".func (.reg .b32 r, .reg .pred q) f(.reg .v2 .b32 a, .reg .pred p) {"
      " L: add.s32 r, a.x, a.g; mov.pred q, p; @p bra L; @!p ret; }");
  ASSERT_FALSE(has_errors(result));
  const Function& function = result.module.functions.at(0);
  EXPECT_EQ(function.parameters.at(0).space, StateSpace::kParam);
  EXPECT_EQ(function.labels.at(0).instruction, 3U);
  EXPECT_EQ(lines_of(function, result.module),
            "ld.param.v2.b32 {a.x, a.y}, [a$0]\n"
            "ld.param.b32 word$5, [p$0]\n"
            "setp.ne.b32 p, word$5, 0\n"
            "add.s32 r, a.x, a.y\n"
            "mov.pred q, p\n"
            "@p bra L\n"
            "@!p st.param.b32 [r$0], r\n"
            "@!p selp.b32 word$6, 1, 0, q\n"
            "@!p st.param.b32 [q$0], word$6\n"
            "@!p ret\n"
            "st.param.b32 [r$0], r\n"
            "selp.b32 word$6, 1, 0, q\n"
            "st.param.b32 [q$0], word$6\n");
}

TEST(Body, CallsMayPassRegistersAndNumbers) {
  const ParseResult result = parse_items(
      ".func (.reg .f32 r) f(.param .f32 a, .reg .pred p) { ret; }"
      ".entry k() { .reg .f32 x; .reg .pred q; @q call (x), f, (0f3F800000, q); ret; }");
  ASSERT_FALSE(has_errors(result));
  EXPECT_EQ(lines_of(result.module.functions.at(1), result.module),
            "@q st.param.b32 [argument$0], 1065353216\n"
            "@q selp.b32 word$2, 1, 0, q\n"
            "@q st.param.b32 [argument$1], word$2\n"
            "@q call (result$2), f, (argument$0, argument$1)\n"
            "@q ld.param.b32 x, [result$2]\n"
            "ret\n");
}

TEST(Body, AnUnknownInstructionIsKeptWithItsText) {
  const ParseResult result =
      parse_body("@%p1 frobnicate.x4.b32 {%r1, nothing},\n [%r2]; // it is\nadd.f33 %r1, 2; ret;");
  EXPECT_FALSE(has_errors(result));
  const Function& kernel = result.module.functions.at(0);
  ASSERT_EQ(kernel.instructions.size(), 3U);
  EXPECT_EQ(kernel.instructions[0].opcode, Opcode::kUnknown);
  EXPECT_EQ(kernel.instructions[0].mnemonic, "frobnicate.x4.b32 { %r1 , nothing } , [ %r2 ]");
  EXPECT_NE(kernel.instructions[0].guard, kNone);
  EXPECT_EQ(kernel.instructions[1].mnemonic, "add.f33 %r1 , 2");
  EXPECT_EQ(kernel.instructions[2].opcode, Opcode::kRet);
}

TEST(Body, SpansCoverTheInstruction) {
  const std::string text = std::string(kHeader) + ".entry k() { .reg .pred p;\n  @p ret ; }";
  const ParseResult result = parse_module({"x", text});
  const SourceSpan span = kernel_of(result).instructions.at(0).span;
  EXPECT_EQ(text.substr(span.begin, span.end - span.begin), "@p ret ;");
}

}  // namespace
}  // namespace smemlens::ptx
