// What the table takes and what it refuses: a modifier it doesn't know is never ignored.

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string_view>

#include "operations_support.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {
namespace {

std::optional<ComputeChoice> lookup(std::string_view mnemonic, unsigned destinations,
                                    unsigned sources) {
  ptx::Instruction instruction = instruction_named(mnemonic);
  instruction.destinations = static_cast<std::uint8_t>(destinations);
  instruction.operands.resize(destinations + sources);
  return baseline::compute_for(instruction);
}

struct Form {
  const char* mnemonic;
  unsigned destinations, sources;
};

constexpr Form kRefused[] = {
    {"add.sat.u32",           1, 2}, // .sat is for s32 only
    {"add.ftz.f64",           1, 2}, // f64 has no .ftz
    {"add.sat.f64",           1, 2},
    {"add.s32",               1, 3}, // an operand too many
    {"add.s32",               1, 1},
    {"add.s32",               2, 1},
    {"add.approx.f32",        1, 2},
    {"mul.s32",               1, 2}, // neither .lo nor .hi nor .wide
    {"mul.wide.s64",          1, 2},
    {"mad.lo.sat.s32",        1, 3},
    {"add.rn.rz.f32",         1, 2}, // two roundings
    {"fma.rna.f32",           1, 3},
    {"div.approx.f64",        1, 2},
    {"rcp.approx.f64",        1, 1}, // only with .ftz
    {"sin.f32",               1, 1}, // only .approx
    {"setp.s32",              1, 2}, // no comparison
    {"setp.lt.and.s32",       1, 2}, // .and without its operand
    {"setp.lt.s32",           1, 3}, // an operand without .and
    {"setp.lt.and.or.s32",    1, 3},
    {"setp.lt.b32",           1, 2}, // .b types are only equal or not
    {"setp.ltu.s32",          1, 2},
    {"setp.lo.s32",           1, 2},
    {"setp.lt.ftz.f64",       1, 2},
    {"cvt.rn.s32.f32",        1, 1}, // a float rounding for an integer
    {"cvt.s32.f32",           1, 1}, // no rounding
    {"cvt.rni.f32.s32",       1, 1},
    {"cvt.rn.relu.f32.f64",   1, 1},
    {"shf.l.b32",             1, 3}, // neither .wrap nor .clamp
    {"prmt.b32.f4e.b4e",      1, 3},
    {"shfl.sync.b32",         1, 4}, // no mode
    {"shfl.sync.up.down.b32", 1, 4},
    {"vote.sync.pred",        1, 2},
    {"redux.sync.add.b32",    1, 2},
    {"bfe.b32",               1, 3},
    {"popc.u32",              1, 1},
};

TEST(OperationTable, RefusesWhatPtxDoesNotHave) {
  for (const Form& form : kRefused) {
    EXPECT_FALSE(lookup(form.mnemonic, form.destinations, form.sources)) << form.mnemonic;
  }
}

// Forms of the core that no other test names: as nvcc and clang write them.
constexpr Form kAccepted[] = {
    {"mov.u32",              1, 1},
    {"mov.b32",              1, 2},
    {"mov.b64",              2, 1},
    {"mul.wide.u32",         1, 2},
    {"mad.lo.s32",           1, 3},
    {"add.rn.f32",           1, 2},
    {"mul.rn.ftz.f32",       1, 2},
    {"fma.rn.f32",           1, 3},
    {"fma.rn.ftz.f32",       1, 3},
    {"div.rn.f32",           1, 2},
    {"div.full.ftz.f32",     1, 2},
    {"sqrt.rn.f32",          1, 1},
    {"setp.ge.s32",          1, 2},
    {"setp.gt.or.u32",       1, 3},
    {"selp.u32",             1, 3},
    {"cvt.rn.f32.s32",       1, 1},
    {"cvt.rzi.s32.f32",      1, 1},
    {"cvt.rzi.ftz.u32.f32",  1, 1},
    {"cvt.u64.u32",          1, 1},
    {"cvt.s64.s32",          1, 1},
    {"cvt.u16.u32",          1, 1},
    {"cvt.rn.f16x2.f32",     1, 2},
    {"cvt.sat.f32.f32",      1, 1},
    {"lop3.b32",             1, 4},
    {"vote.sync.ballot.b32", 1, 2},
    {"shfl.sync.bfly.b32",   2, 4},
    {"match.any.sync.b32",   1, 2},
    {"ex2.approx.ftz.f32",   1, 1},
    {"lg2.approx.f32",       1, 1},
};

TEST(OperationTable, TakesWhatCompilersWrite) {
  for (const Form& form : kAccepted) {
    EXPECT_TRUE(lookup(form.mnemonic, form.destinations, form.sources)) << form.mnemonic;
  }
}

}  // namespace
}  // namespace smemlens::simt
