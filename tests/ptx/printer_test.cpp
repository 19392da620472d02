#include "smemlens/ptx/printer.h"

#include <gtest/gtest.h>

#include <string>

#include "ptx_test_support.h"
#include "smemlens/ptx/parser.h"
#include "without_spans.h"

namespace smemlens::ptx {
namespace {

constexpr const char* kItems[] = {
    ".global .u32 a; .visible .global .align 16 .b8 b[40]; .extern .shared .align 16 .b8 c[];",
    ".const .f32 x[3] = {1.0, 0f7FC00001, -2}; .const .b8 y[2][4] = {{1}, {2, 3}};",
    ".global .b8 a[8]; .func f(); .global .u64 p[3] = {a+4, generic(a)-4, f}; .global .u32 q = 7;",
    ".global .b8 a[8]; .const .u8 x[3] = {0xff(a), 0xff000000000000(generic(a)+4), 7};",
    ".func g(); .func f() { ret; } .alias g, f; .entry k() { call g; }",
    ".entry k() { .reg .b32 %r<9>; brx.idx %r1, t; a: b: ret; t: .branchtargets a, b; }",
    ".global .attribute(.managed) .align 4 .u32 m = 3; .global .texref t;",
    ".func (.param .b32 r) f(.param .b32 a); .entry k() .maxntid 32, 1, 1 { ret; }\n"
    ".func (.param .b32 r) f(.param .b32 a) { ret; } .func g() .noreturn { trap; }",
    ".entry k() .reqntid 8, 4 .reqnctapercluster 2 { .reg .b32 %r<9>; { .reg .b32 %r<9>; mov.b32 "
    "%r1, 1; } mov.b32 %r1, "
    "2; }",
    ".shared .b8 x[4]; .entry k() { .reg .b32 x, x$2, %r<9>; mov.b32 %r1, x; { .shared .b8 x[8]; "
    "mov.u32 "
    "%r2, x; } mov.b32 x$2, 0; }",
    ".entry k() { .reg .b32 %r<9>; { .reg .b32 %laneid; mov.b32 %laneid, 0; } mov.u32 %r1, "
    "%laneid; }",
    ".entry k() { { a: bra a; } { a: bra a; b: c: bra c; } bra d; d: }",
    ".entry k() { .reg .b32 %r<9>; t: .branchtargets a, b; brx.idx %r1, t; a: b: ret; }",
    ".func (.reg .b32 r) f(.reg .b32 a, .reg .pred p) { @p add.s32 r, a, 1; ret; }",
    ".func f(); .entry k() { .reg .b64 %rd<9>; .param .b32 a; p: .callprototype (.param .b32 _) _ "
    "();\n"
    "l: .calltargets f; call (a), %rd1, (), p; call %rd1, (), l; call f; }",
    ".entry k() { .reg .pred %p<3>; .reg .b32 %r<9>; @%p1 strange.x [%r1], {1 , 2}; "
    "tex.2d.v4.f32.f32 "
    "%r1|%p2, [%r2, {%r3}]; }",
    ".file 3 \"a\" .file 7 \"b\" .entry k() { .loc 3 1 1\nret; .loc 7 2 2, function_name $f, "
    "inlined_at "
    "3 1 1\nret; .loc 3 0 0\nret; } .section .debug_str { $f: .b8 102,0 }",
    ".file 1 \"caf\\303\\251 \\\"new\\\" \\\\ \\t \\q.cu\" .entry k() { .loc 1 1 1\nret; }",
    ".shared .v4 .f32 v[2]; .shared .v2 .u64 w = {1, 2}; .shared .b128 z;",
};

TEST(Printer, PrintsTextThatReadsBackTheSame) {
  for (const char* items : kItems) {
    SCOPED_TRACE(items);
    const ParseResult result = parse_items(items);
    EXPECT_FALSE(has_errors(result)) << texts_of(result.diagnostics);
    const std::string printed = to_text(result.module);
    SCOPED_TRACE(printed);
    const ParseResult again = parse_module({"printed", printed});
    EXPECT_FALSE(has_errors(again)) << texts_of(again.diagnostics);
    EXPECT_EQ(without_spans(again.module), without_spans(result.module));
  }
}

TEST(Printer, WritesAnEmptyModule) {
  EXPECT_EQ(to_text(Module{}), ".version 0.0\n.address_size 64\n.section .debug_str\n{\n}\n");
}

}  // namespace
}  // namespace smemlens::ptx
