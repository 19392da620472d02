#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <string_view>

#include "smemlens/base/diagnostic.h"
#include "smemlens/ptx/form_table.h"
#include "smemlens/ptx/forms.h"
#include "smemlens/ptx/instruction_set.h"

namespace smemlens::ptx {
namespace {

TEST(InstructionSet, EveryNameFindsItsEnumerator) {
  for (std::size_t i = 1; i < kOpcodeCount; ++i) {
    const auto opcode = static_cast<Opcode>(i);
    EXPECT_EQ(opcode_named(name_of(opcode)), opcode);
  }
  for (std::size_t i = 0; i < kModifierCount; ++i) {
    const auto modifier = static_cast<Modifier>(i);
    EXPECT_EQ(modifier_named(name_of(modifier)), modifier);
  }
  for (std::size_t i = 1; i < kTypeCount; ++i) {
    const auto type = static_cast<Type>(i);
    EXPECT_EQ(type_named(name_of(type)), type);
  }
  for (std::size_t i = 0; i < kSpecialRegisterCount; ++i) {
    const auto special = static_cast<SpecialRegister>(i);
    EXPECT_EQ(special_register_named(name_of(special)), special);
  }
}

TEST(InstructionSet, EnumeratorsHaveTheNamesTheyLookLike) {
  EXPECT_EQ(name_of(Opcode::kCpAsyncWaitGroup), "cp.async.wait_group");
  EXPECT_EQ(name_of(Opcode::kVset4), "vset4");
  EXPECT_EQ(name_of(Opcode::kShl), "shl");
  EXPECT_EQ(name_of(Modifier::kL2Prefetch128B), "L2::128B");
  EXPECT_EQ(name_of(Modifier::kPropagateNan), "NaN");
  EXPECT_EQ(name_of(Modifier::kPo), "po");
  EXPECT_EQ(name_of(Type::kBf16x2), "bf16x2");
  EXPECT_EQ(name_of(SpecialRegister::kCtaidY), "%ctaid.y");
  EXPECT_EQ(name_of(SpecialRegister::kPm7Wide), "%pm7_64");
}

// Of one spelling, one meaning: a part of a mnemonic can't be both a modifier and a type. (.b1 is
// a type in a mnemonic, and a byte of a register in the operands of video instructions.)
TEST(InstructionSet, ModifiersTypesAndSpacesDontShareNames) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kModifierCount; ++i) {
    EXPECT_TRUE(names.insert(name_of(static_cast<Modifier>(i))).second);
  }
  names.erase("b1");
  for (std::size_t i = 1; i < kTypeCount; ++i) {
    EXPECT_TRUE(names.insert(name_of(static_cast<Type>(i))).second);
  }
  for (const char* space : {"shared", "shared::cta", "shared::cluster", "global", "local", "const",
                            "param", "param::entry", "reg", "sreg", "tex"}) {
    EXPECT_TRUE(space_named(space).has_value()) << space;
    EXPECT_TRUE(names.insert(space).second) << space;
  }
}

struct TypeCase {
  Type type;
  unsigned bits;
  unsigned bytes;
  bool is_float;
  bool is_signed;
};

constexpr TypeCase kTypeCases[] = {
    {Type::kNone,   0,   0,  false, false},
    {Type::kPred,   1,   0,  false, false},
    {Type::kB8,     8,   1,  false, false},
    {Type::kU16,    16,  2,  false, false},
    {Type::kS64,    64,  8,  false, true },
    {Type::kB128,   128, 16, false, false},
    {Type::kF16,    16,  2,  true,  false},
    {Type::kF16x2,  32,  4,  true,  false},
    {Type::kBf16,   16,  2,  true,  false},
    {Type::kTf32,   32,  4,  true,  false},
    {Type::kF32x2,  64,  8,  true,  false},
    {Type::kF64,    64,  8,  true,  false},
    {Type::kE4m3x4, 32,  4,  false, false},
    {Type::kE2m1x2, 8,   1,  false, false},
    {Type::kTexref, 0,   0,  false, false},
};

TEST(InstructionSet, KnowsTheSizeOfEachType) {
  for (const auto& [type, bits, bytes, is_floating, is_signed] : kTypeCases) {
    SCOPED_TRACE(name_of(type));
    EXPECT_EQ(bits_of(type), bits);
    EXPECT_EQ(bytes_of(type), bytes);
    EXPECT_EQ(is_float(type), is_floating);
    EXPECT_EQ(is_signed_integer(type), is_signed);
  }
}

TEST(ModifierSet, IsASet) {
  ModifierSet set = {Modifier::kWide, Modifier::kPo};
  EXPECT_TRUE(set.has(Modifier::kPo));
  EXPECT_FALSE(set.has(Modifier::kHi));
  EXPECT_TRUE(set.is_subset_of(set | ModifierSet{Modifier::kHi}));
  EXPECT_FALSE((set | ModifierSet{Modifier::kHi}).is_subset_of(set));
  EXPECT_TRUE((set & ModifierSet{Modifier::kHi}).is_empty());
}

TEST(Forms, EveryOpcodeHasARowWithoutConditions) {
  for (std::size_t i = 1; i < kOpcodeCount; ++i) {
    const auto rows = forms_of(static_cast<Opcode>(i));
    ASSERT_FALSE(rows.empty()) << name_of(static_cast<Opcode>(i));
    EXPECT_TRUE(rows.back().when.is_empty()) << name_of(static_cast<Opcode>(i));
  }
}

TEST(Forms, EveryRowsOperandsFitTheRuleArray) {
  for (std::size_t i = 1; i < kOpcodeCount; ++i) {
    for (const Form& form : forms_of(static_cast<Opcode>(i))) {
      const auto spaces = std::count(form.operands.begin(), form.operands.end(), ' ');
      EXPECT_LT(spaces, static_cast<std::ptrdiff_t>(kMaxRules)) << name_of(form.opcode);
    }
  }
}

struct MnemonicCase {
  const char* mnemonic;
  Opcode opcode;
  ModifierSet modifiers;
  std::array<Type, 4> types;
  unsigned vector_width = 1;
  StateSpace space = StateSpace::kGeneric;
  StateSpace source_space = StateSpace::kGeneric;
  Shape shape = {};
};

using M = Modifier;
using S = StateSpace;
using T = Type;

constexpr MnemonicCase kMnemonicCases[] = {
    {"ret", Opcode::kRet, {}, {}},
    {"add.s32", Opcode::kAdd, {}, {T::kS32}},
    {"add.rn.ftz.f32", Opcode::kAdd, {M::kRn, M::kFtz}, {T::kF32}},
    {"mul.wide.u16", Opcode::kMul, {M::kWide}, {T::kU16}},
    {"cvt.rn.f32.s32", Opcode::kCvt, {M::kRn}, {T::kF32, T::kS32}},
    {"cvt.rn.satfinite.e4m3x2.f32", Opcode::kCvt, {M::kRn, M::kSatfinite}, {T::kE4m3x2, T::kF32}},
    {"setp.lt.and.s64", Opcode::kSetp, {M::kLt, M::kAnd}, {T::kS64}},
    {"ld.shared.v4.f32", Opcode::kLd, {}, {T::kF32}, 4, S::kShared},
    {"ld.shared::cta.b32", Opcode::kLd, {}, {T::kB32}, 1, S::kShared},
    {"ld.shared::cluster.u64", Opcode::kLd, {}, {T::kU64}, 1, S::kSharedCluster},
    {"ld.volatile.global.v2.u64", Opcode::kLd, {M::kVolatile}, {T::kU64}, 2, S::kGlobal},
    {"ld.acquire.gpu.global.u32", Opcode::kLd, {M::kAcquire, M::kGpu}, {T::kU32}, 1, S::kGlobal},
    {"ld.global.nc.L1::no_allocate.L2::128B.v4.f32",
     Opcode::kLd,
     {M::kNc, M::kL1NoAllocate, M::kL2Prefetch128B},
     {T::kF32},
     4, S::kGlobal},
    {"ld.param::entry.b64", Opcode::kLd, {}, {T::kB64}, 1, S::kParam},
    {"cvta.to.shared.u64", Opcode::kCvta, {M::kTo}, {T::kU64}, 1, S::kShared},
    {"bar.sync", Opcode::kBar, {M::kSync}, {}},
    {"bar.warp.sync", Opcode::kBarWarpSync, {}, {}},
    {"bar.red.popc.u32", Opcode::kBar, {M::kRed, M::kPopc}, {T::kU32}},
    {"barrier.cta.red.and.aligned.pred",
     Opcode::kBarrier,
     {M::kCta, M::kRed, M::kAnd, M::kAligned},
     {T::kPred}},
    {"barrier.cluster.arrive.relaxed.aligned",
     Opcode::kBarrierClusterArrive,
     {M::kRelaxed, M::kAligned},
     {}},
    {"shfl.sync.bfly.b32", Opcode::kShfl, {M::kSync, M::kBfly}, {T::kB32}},
    {"vote.sync.ballot.b32", Opcode::kVote, {M::kSync, M::kBallot}, {T::kB32}},
    {"vote.ballot.sync.b32", Opcode::kVote, {M::kSync, M::kBallot}, {T::kB32}},
    {"atom.shared.cas.b64", Opcode::kAtom, {M::kCas}, {T::kB64}, 1, S::kShared},
    {"atom.acq_rel.sys.global.add.noftz.f16x2",
     Opcode::kAtom,
     {M::kAcqRel, M::kSys, M::kAdd, M::kNoftz},
     {T::kF16x2},
     1, S::kGlobal},
    {"cp.async.cg.shared.global.L2::128B",
     Opcode::kCpAsync,
     {M::kCg, M::kL2Prefetch128B},
     {},
     1, S::kShared,
     S::kGlobal},
    {"cp.async.bulk.tensor.5d.shared::cluster.global.tile.mbarrier::complete_tx::bytes",
     Opcode::kCpAsyncBulkTensor,
     {M::k5d, M::kTile, M::kMbarrierCompleteTxBytes},
     {},
     1, S::kSharedCluster,
     S::kGlobal},
    {"mbarrier.arrive.expect_tx.release.cta.shared::cta.b64",
     Opcode::kMbarrierArrive,
     {M::kExpectTx, M::kRelease, M::kCta},
     {T::kB64},
     1, S::kShared},
    {"mbarrier.try_wait.parity.shared.b64",
     Opcode::kMbarrierTryWait,
     {M::kParity},
     {T::kB64},
     1, S::kShared},
    {"ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16",
     Opcode::kLdmatrix,
     {M::kSync, M::kAligned, M::kX4, M::kTrans},
     {T::kB16},
     1, S::kShared,
     S::kGeneric,
     {8, 8, 0}},
    {"mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",
     Opcode::kMma,
     {M::kSync, M::kAligned, M::kRow, M::kCol},
     {T::kF32, T::kBf16, T::kBf16, T::kF32},
     1, S::kGeneric,
     S::kGeneric,
     {16, 8, 16}},
    {"wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16",
     Opcode::kWgmmaMmaAsync,
     {M::kSync, M::kAligned},
     {T::kF32, T::kBf16, T::kBf16},
     1, S::kGeneric,
     S::kGeneric,
     {64, 256, 16}},
    {"wmma.load.a.sync.aligned.row.m16n16k16.shared.f16",
     Opcode::kWmmaLoad,
     {M::kA, M::kSync, M::kAligned, M::kRow},
     {T::kF16},
     1, S::kShared,
     S::kGeneric,
     {16, 16, 16}},
    {"fence.proxy.async.shared::cta", Opcode::kFence, {M::kProxy, M::kAsync}, {}, 1, S::kShared},
    {"griddepcontrol.launch_dependents", Opcode::kGriddepcontrol, {M::kLaunchDependents}, {}},
    {"tex.2d.v4.f32.f32", Opcode::kTex, {M::k2d}, {T::kF32, T::kF32}, 4},
    {"vabsdiff4.u32.u32.u32", Opcode::kVabsdiff4, {}, {T::kU32, T::kU32, T::kU32}},
};

TEST(Forms, DecodesAMnemonicIntoItsParts) {
  for (const MnemonicCase& expected : kMnemonicCases) {
    SCOPED_TRACE(expected.mnemonic);
    const DecodeResult result = decode_mnemonic(expected.mnemonic);
    ASSERT_FALSE(result.problem) << result.problem->message;
    EXPECT_EQ(result.decoded.opcode, expected.opcode);
    EXPECT_EQ(result.decoded.modifiers, expected.modifiers);
    EXPECT_EQ(result.decoded.types, expected.types);
    EXPECT_EQ(result.decoded.vector_width, expected.vector_width);
    EXPECT_EQ(result.decoded.space, expected.space);
    EXPECT_EQ(result.decoded.source_space, expected.source_space);
    EXPECT_EQ(result.decoded.shape, expected.shape);
  }
}

struct BadMnemonic {
  const char* mnemonic;
  const char* code;
  const char* message;
  const char* hint;
  SourceSpan part;
};

constexpr BadMnemonic kBadMnemonics[] = {
    {"ad.s32",                  "ptx-unknown-opcode", "unknown instruction ad.s32",                               "did you mean add?", {0, 2}  },
    {"sutb.s32",                "ptx-unknown-opcode", "unknown instruction sutb.s32",                             "did you mean sub?", {0, 4}  },
    {"ld.sharde.f32",
     "ptx-unknown-modifier",                          "unknown part .sharde of instruction ld.sharde.f32",
     "did you mean shared?",                                                                                                           {3, 9}  },
    {"ld.shared.f33",
     "ptx-unknown-modifier",                          "unknown part .f33 of instruction ld.shared.f33",
     "did you mean f32?",                                                                                                              {10, 13}},
    {"add.wide.s32",            "ptx-modifier",       "add doesn't take .wide",                                   "",                  {4, 8}  },
    {"and.s32",                 "ptx-type",           "instruction and.s32 doesn't exist with these types",       "",                  {0, 7}  },
    {"add",                     "ptx-type",           "instruction add needs a type",                             "",                  {0, 3}  },
    {"add.s32.s32",
     "ptx-type",                                      "instruction add.s32.s32 doesn't exist with these types",
     "",                                                                                                                               {0, 11} },
    {"mma.f32.f32.f32.f32.f32",
     "ptx-unknown-modifier",                          "unknown part .f32 of instruction mma.f32.f32.f32.f32.f32",
     "did you mean f32?",                                                                                                              {20, 23}},
    {"mma.m0n8k8",
     "ptx-unknown-modifier",                          "unknown part .m0n8k8 of instruction mma.m0n8k8",
     "",                                                                                                                               {4, 10} },
    {"mma.m99999n8",
     "ptx-unknown-modifier",                          "unknown part .m99999n8 of instruction mma.m99999n8",
     "",                                                                                                                               {4, 12} },
    {"",                        "ptx-unknown-opcode", "unknown instruction ",                                     "",                  {0, 0}  },
};

TEST(Forms, NamesTheePartThatIsWrong) {
  for (const auto& [mnemonic, code, message, hint, part] : kBadMnemonics) {
    SCOPED_TRACE(mnemonic);
    const DecodeResult result = decode_mnemonic(mnemonic);
    ASSERT_TRUE(result.problem);
    EXPECT_EQ(result.problem->severity, Severity::kWarning);
    EXPECT_EQ(result.problem->code, code);
    EXPECT_EQ(result.problem->message, message);
    EXPECT_EQ(result.problem->hint, hint);
    EXPECT_EQ(result.part, part);
  }
}

}  // namespace
}  // namespace smemlens::ptx
