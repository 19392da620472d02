#include "smemlens/ptx/form_table.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <span>

#include "smemlens/ptx/instruction_set.h"

namespace smemlens::ptx {
namespace {

using enum Type;
using M = Modifier;
using O = Opcode;

constexpr TypeSet kNoType = {};
constexpr TypeSet kIntegers = {kU16, kU32, kU64, kS16, kS32, kS64};
constexpr TypeSet kPackedIntegers = {kU16x2, kS16x2};
constexpr TypeSet kWords = {kU32, kS32};
constexpr TypeSet kBits = {kB16, kB32, kB64};
constexpr TypeSet kHalves = {kF16, kF16x2, kBf16, kBf16x2};
constexpr TypeSet kFloats = {kF32, kF64};
constexpr TypeSet kAllFloats = kHalves | kFloats | TypeSet{kF32x2};
constexpr TypeSet kScalars = kIntegers | kBits | kFloats;
constexpr TypeSet kMemory = kScalars | TypeSet{kB8, kU8, kS8, kB128};
constexpr TypeSet kEightBitFloats = {kE4m3,   kE5m2,   kE4m3x2, kE5m2x2, kE4m3x4, kE5m2x4, kE2m1x2,
                                     kE2m1x4, kE2m3x2, kE3m2x2, kE2m3x4, kE3m2x4, kUe8m0x2};
constexpr TypeSet kConvertible =
    kIntegers | kAllFloats | kEightBitFloats | TypeSet{kU8, kS8, kTf32, kB16, kB32};

constexpr ModifierSet kRounding = {M::kRn, M::kRz, M::kRm, M::kRp};
constexpr ModifierSet kMixed = kRounding | ModifierSet{M::kSat};
constexpr ModifierSet kFloatMath = kRounding | ModifierSet{M::kFtz, M::kSat, M::kApprox, M::kFull};
constexpr ModifierSet kArithmetic = kRounding | ModifierSet{M::kFtz, M::kSat, M::kCc};
constexpr ModifierSet kProduct = kArithmetic | ModifierSet{M::kHi, M::kLo, M::kWide};
constexpr ModifierSet kExtremum = {M::kFtz, M::kPropagateNan, M::kXorsign, M::kAbs, M::kRelu};
constexpr ModifierSet kCompare = {M::kEq,  M::kNe,  M::kLt,  M::kLe,  M::kGt,  M::kGe,
                                  M::kLo,  M::kLs,  M::kHi,  M::kHs,  M::kEqu, M::kNeu,
                                  M::kLtu, M::kLeu, M::kGtu, M::kGeu, M::kNum, M::kNan,
                                  M::kAnd, M::kOr,  M::kXor, M::kFtz};
constexpr ModifierSet kClamping = {M::kClamp, M::kWrap};
constexpr ModifierSet kOrders = {M::kWeak,    M::kVolatile, M::kRelaxed, M::kAcquire,
                                 M::kRelease, M::kAcqRel,   M::kSc,      M::kMmio};
constexpr ModifierSet kScopes = {M::kCta, M::kCluster, M::kGpu, M::kSys};
constexpr ModifierSet kCaching = {M::kCa,
                                  M::kCg,
                                  M::kCs,
                                  M::kCv,
                                  M::kLu,
                                  M::kWb,
                                  M::kWt,
                                  M::kNc,
                                  M::kUnified,
                                  M::kL1EvictFirst,
                                  M::kL1EvictLast,
                                  M::kL1EvictNormal,
                                  M::kL1NoAllocate,
                                  M::kL2EvictFirst,
                                  M::kL2EvictLast,
                                  M::kL1EvictUnchanged,
                                  M::kL2CacheHint,
                                  M::kL2EvictNormal,
                                  M::kL2Prefetch64B,
                                  M::kL2Prefetch128B,
                                  M::kL2Prefetch256B};
constexpr ModifierSet kAccess = kOrders | kScopes | kCaching;
constexpr ModifierSet kReduction = {M::kAnd, M::kOr,  M::kXor, M::kCas, M::kExch,  M::kAdd,
                                    M::kInc, M::kDec, M::kMin, M::kMax, M::kNoftz, M::kL2CacheHint};
constexpr ModifierSet kAtomic = kOrders | kScopes | kReduction;
constexpr ModifierSet kBarrier = {M::kSync, M::kArrive, M::kRed, M::kCta,
                                  M::kPopc, M::kAnd,    M::kOr,  M::kAligned};
constexpr ModifierSet kCollective = {M::kSync, M::kAligned};
constexpr ModifierSet kMatrix =
    kCollective | ModifierSet{M::kRow, M::kCol,   M::kSatfinite, M::kA,        M::kB,       M::kC,
                              M::kD,   M::kTrans, M::kX1,        M::kX2,       M::kX4,      M::kXor,
                              M::kAnd, M::kPopc,  M::kB8x16,     M::kB6x16P32, M::kB4x16P64};
constexpr ModifierSet kBarrierObject =
    kOrders | kScopes | ModifierSet{M::kNoComplete, M::kParity, M::kExpectTx};

constexpr ModifierSet kVideo = {M::kSat, M::kAdd, M::kMin, M::kMax, M::kClamp, M::kWrap,
                                M::kEq,  M::kNe,  M::kLt,  M::kLe,  M::kGt,    M::kGe};

constexpr ModifierSet every_modifier() {
  ModifierSet all;
  for (std::size_t i = 0; i < kModifierCount; ++i) all.add(static_cast<Modifier>(i));
  return all;
}

// A row for an opcode whose modifiers, types and operands aren't told apart here.
constexpr Form anything(Opcode opcode) {
  return {opcode, {}, {}, every_modifier(), "…", {}, true};
}

// clang-format off: one row a line
constexpr Form kForms[] = {
    {O::kAdd, kIntegers | kPackedIntegers | kAllFloats, kNoType, kArithmetic, "d0 s0 s0"},
    {O::kAdd, {kF32}, {kF16, kBf16}, kMixed, "d0 s1 s0"},
    {O::kSub, kIntegers | kPackedIntegers | kAllFloats, kNoType, kArithmetic, "d0 s0 s0"},
    {O::kSub, {kF32}, {kF16, kBf16}, kMixed, "d0 s1 s0"},
    {O::kMul, kIntegers | kAllFloats, kNoType, kProduct, "dw s0 s0"},
    {O::kMad, kIntegers | kFloats, kNoType, kProduct, "dw s0 s0 sw"},
    {O::kMul24, kWords, kNoType, {M::kHi, M::kLo}, "d0 s0 s0"},
    {O::kMad24, kWords, kNoType, {M::kHi, M::kLo, M::kSat}, "d0 s0 s0 s0"},
    {O::kSad, kIntegers, kNoType, {}, "d0 s0 s0 s0"},
    {O::kDiv, kIntegers | kFloats, kNoType, kFloatMath, "d0 s0 s0"},
    {O::kRem, kIntegers, kNoType, {}, "d0 s0 s0"},
    {O::kAbs, kIntegers | kHalves | kFloats, kNoType, {M::kFtz}, "d0 s0"},
    {O::kNeg, kIntegers | kHalves | kFloats, kNoType, {M::kFtz}, "d0 s0"},
    {O::kMin, kIntegers | kPackedIntegers | kHalves | kFloats, kNoType, kExtremum, "d0 s0 s0 s0?"},
    {O::kMax, kIntegers | kPackedIntegers | kHalves | kFloats, kNoType, kExtremum, "d0 s0 s0 s0?"},
    {O::kPopc, {kB32, kB64}, kNoType, {}, "dx s0"},
    {O::kClz, {kB32, kB64}, kNoType, {}, "dx s0"},
    {O::kBfind, {kU32, kU64, kS32, kS64}, kNoType, {M::kShiftamt}, "dx s0"},
    {O::kFns, {kB32}, kNoType, {}, "dx sx sx sx"},
    {O::kBrev, {kB32, kB64}, kNoType, {}, "d0 s0"},
    {O::kBfe, {kU32, kU64, kS32, kS64}, kNoType, {}, "d0 s0 sx sx"},
    {O::kBfi, {kB32, kB64}, kNoType, {}, "d0 s0 s0 sx sx"},
    {O::kBmsk, {kB32}, kNoType, kClamping, "dx sx sx"},
    {O::kSzext, kWords, kNoType, kClamping, "dx sx sx"},
    {O::kDp4a, kWords, kWords, {}, "dx sx sx sx"},
    {O::kDp2a, kWords, kWords, {M::kLo, M::kHi}, "dx sx sx sx"},
    {O::kAddc, kIntegers, kNoType, {M::kCc}, "d0 s0 s0"},
    {O::kSubc, kIntegers, kNoType, {M::kCc}, "d0 s0 s0"},
    {O::kMadc, kIntegers, kNoType, {M::kCc, M::kHi, M::kLo}, "d0 s0 s0 s0"},

    {O::kFma, kAllFloats, kNoType, kFloatMath | ModifierSet{M::kRelu}, "d0 s0 s0 s0"},
    {O::kFma, {kF32}, {kF16, kBf16}, kMixed, "d0 s1 s1 s0"},
    {O::kRcp, kFloats, kNoType, kFloatMath, "d0 s0"},
    {O::kSqrt, kFloats, kNoType, kFloatMath, "d0 s0"},
    {O::kRsqrt, kFloats, kNoType, kFloatMath, "d0 s0"},
    {O::kSin, {kF32}, kNoType, kFloatMath, "d0 s0"},
    {O::kCos, {kF32}, kNoType, kFloatMath, "d0 s0"},
    {O::kLg2, {kF32}, kNoType, kFloatMath, "d0 s0"},
    {O::kEx2, TypeSet{kF32} | kHalves, kNoType, kFloatMath, "d0 s0"},
    {O::kTanh, TypeSet{kF32} | kHalves, kNoType, kFloatMath, "d0 s0"},
    {O::kCopysign, kFloats, kNoType, {}, "d0 s0 s0"},
    {O::kTestp, kFloats, kNoType, {M::kFinite, M::kInfinite, M::kNumber, M::kNotanumber, M::kNormal, M::kSubnormal}, "q s0"},

    {O::kSet, TypeSet{kB32, kF32, kU16, kS16} | kWords | kHalves, kScalars | kHalves, kCompare, "d0 s1 s1 p?"},
    {O::kSetp, kScalars | kHalves, kNoType, kCompare, "q |q s0 s0 p?"},
    {O::kSelp, kScalars, kNoType, {}, "d0 s0 s0 p"},
    {O::kSlct, kScalars, {kS32, kF32}, {M::kFtz}, "d0 s0 s0 s1"},

    {O::kAnd, kBits | TypeSet{kPred}, kNoType, {}, "d0 s0 s0"},
    {O::kOr, kBits | TypeSet{kPred}, kNoType, {}, "d0 s0 s0"},
    {O::kXor, kBits | TypeSet{kPred}, kNoType, {}, "d0 s0 s0"},
    {O::kNot, kBits | TypeSet{kPred}, kNoType, {}, "d0 s0"},
    {O::kCnot, kBits, kNoType, {}, "d0 s0"},
    {O::kLop3, {kB32}, kNoType, {M::kAnd, M::kOr}, "dx |q sx sx sx i p?"},
    {O::kShf, {kB32}, kNoType, kClamping | ModifierSet{M::kL, M::kR}, "dx sx sx sx"},
    {O::kShl, kBits, kNoType, {}, "d0 s0 sx"},
    {O::kShr, kBits | kIntegers, kNoType, {}, "d0 s0 sx"},

    {O::kMov, kScalars | TypeSet{kPred, kB128}, kNoType, {}, "M0v m0v"},
    {O::kShfl, TypeSet{kB32, kF32} | kWords, kNoType, {M::kSync, M::kUp, M::kDown, M::kBfly, M::kIdx}, "d0 |q s0 sx sx sx?"},
    {O::kPrmt, {kB32}, kNoType, {M::kF4e, M::kB4e, M::kRc8, M::kEcl, M::kEcr, M::kRc16}, "dx sx sx sx"},
    {O::kLd, kMemory, kNoType, kAccess, "d0v+ a sy?"},
    {O::kLdu, kMemory, kNoType, {}, "d0v+ a"},
    {O::kSt, kMemory, kNoType, kAccess, "a s0v+ sy?"},
    anything(O::kStAsync),
    anything(O::kStBulk),
    {O::kPrefetch, kNoType, kNoType, {M::kL1, M::kL2, M::kL2EvictLast, M::kL2EvictNormal, M::kTensormap}, "a"},
    {O::kPrefetchu, kNoType, kNoType, {M::kL1}, "a"},
    {O::kApplypriority, kNoType, kNoType, {M::kL2EvictNormal}, "a i"},
    {O::kDiscard, kNoType, kNoType, {M::kL2}, "a i"},
    anything(O::kCreatepolicy),
    {O::kIsspacep, kNoType, kNoType, {}, "q sz"},
    anything(O::kIstypep),
    {O::kCvta, {kU32, kU64}, kNoType, {M::kTo}, "d0 s0"},
    {O::kCvt, kConvertible, kConvertible, {M::kRs, M::kRelu, M::kSatfinite}, "d0+ * * *?", {M::kRs}},
    {O::kCvt, kConvertible, kConvertible, kFloatMath | ModifierSet{M::kRni, M::kRzi, M::kRmi, M::kRpi, M::kRna, M::kRs, M::kSatfinite, M::kRelu}, "d0+ s1+ s1+? sx? sx?"},
    {O::kCvtPack, {}, {}, {M::kSat}, "dx sx sx sx?", {}, true},
    {O::kMapa, {kU32, kU64}, kNoType, {}, "d0 s0 sx"},
    {O::kGetctarank, {kU32, kU64}, kNoType, {}, "dx s0"},

    {O::kCpAsync, kNoType, kNoType, kCaching, "a a i *? *?"},
    {O::kCpAsyncCommitGroup, kNoType, kNoType, {}, ""},
    {O::kCpAsyncWaitGroup, kNoType, kNoType, {}, "i"},
    {O::kCpAsyncWaitAll, kNoType, kNoType, {}, ""},
    {O::kCpAsyncMbarrierArrive, {kB64}, kNoType, {M::kNoinc}, "a"},
    anything(O::kCpAsyncBulk),
    anything(O::kCpAsyncBulkPrefetch),
    anything(O::kCpAsyncBulkTensor),
    anything(O::kCpAsyncBulkPrefetchTensor),
    anything(O::kCpReduceAsyncBulk),
    anything(O::kCpReduceAsyncBulkTensor),
    {O::kCpAsyncBulkCommitGroup, kNoType, kNoType, {}, ""},
    {O::kCpAsyncBulkWaitGroup, kNoType, kNoType, {M::kRead}, "i"},
    anything(O::kTensormapReplace),
    anything(O::kTensormapCpFenceproxy),
    anything(O::kMultimemLdReduce),
    anything(O::kMultimemSt),
    anything(O::kMultimemRed),
    anything(O::kMultimemCpAsyncBulk),
    anything(O::kMultimemCpReduceAsyncBulk),

    {O::kTex, {kU32, kS32, kF16, kF32, kF16x2}, {kS32, kF32}, every_modifier(), "F |q * *? *?"},
    anything(O::kTld4),
    anything(O::kTxq),
    anything(O::kSuld),
    anything(O::kSust),
    anything(O::kSured),
    anything(O::kSuq),

    {O::kBra, kNoType, kNoType, {M::kUni}, "l"},
    {O::kBrxIdx, kNoType, kNoType, {M::kUni}, "…"},
    {O::kCall, kNoType, kNoType, {M::kUni}, "…"},
    {O::kRet, kNoType, kNoType, {M::kUni}, ""},
    {O::kExit, kNoType, kNoType, {}, ""},
    {O::kTrap, kNoType, kNoType, {}, ""},
    {O::kBrkpt, kNoType, kNoType, {}, ""},
    anything(O::kPmevent),
    {O::kNanosleep, {kU32}, kNoType, {}, "sx"},

    {O::kBar, {kU32}, kNoType, kBarrier, "dx sx sx? p", {M::kRed, M::kPopc}},
    {O::kBar, {kPred}, kNoType, kBarrier, "q sx sx? p", {M::kRed}},
    {O::kBar, kNoType, kNoType, kBarrier, "sx sx?"},
    {O::kBarrier, {kU32}, kNoType, kBarrier, "dx sx sx? p", {M::kRed, M::kPopc}},
    {O::kBarrier, {kPred}, kNoType, kBarrier, "q sx sx? p", {M::kRed}},
    {O::kBarrier, kNoType, kNoType, kBarrier, "sx sx?"},
    {O::kBarWarpSync, kNoType, kNoType, {}, "sx"},
    {O::kBarrierClusterArrive, kNoType, kNoType, {M::kRelease, M::kRelaxed, M::kAligned}, ""},
    {O::kBarrierClusterWait, kNoType, kNoType, {M::kAcquire, M::kAligned}, ""},
    {O::kMembar, kNoType, kNoType, every_modifier(), ""},
    {O::kFence, kNoType, kNoType, every_modifier(), "a? i?"},
    {O::kAtom, kScalars | kHalves | TypeSet{kB128}, kNoType, kAtomic, "d0v a s0v s0v sy?", {M::kCas}},
    {O::kAtom, kScalars | kHalves | TypeSet{kB128}, kNoType, kAtomic, "d0v a s0v sy?"},
    {O::kRed, kScalars | kHalves, kNoType, kAtomic, "a s0v sy?"},
    anything(O::kRedAsync),
    {O::kVote, {kB32}, kNoType, {M::kSync, M::kBallot}, "dx p sx?", {M::kBallot}},
    {O::kVote, {kPred}, kNoType, {M::kSync, M::kAll, M::kAny, M::kUni}, "q p sx?"},
    {O::kMatch, {kB32, kB64}, kNoType, {M::kSync, M::kAll, M::kAny}, "dx |q s0 sx"},
    {O::kActivemask, {kB32}, kNoType, {}, "dx"},
    {O::kRedux, TypeSet{kB32, kF32} | kWords, kNoType, {M::kSync, M::kAdd, M::kMin, M::kMax, M::kAnd, M::kOr, M::kXor, M::kAbs, M::kPropagateNan}, "dx sx sx"},
    {O::kElect, kNoType, kNoType, {M::kSync}, "dx |q sx"},
    {O::kGriddepcontrol, kNoType, kNoType, {M::kLaunchDependents, M::kWait}, ""},
    {O::kSetmaxnreg, {kU32}, kNoType, kCollective | ModifierSet{M::kInc, M::kDec}, "i"},
    anything(O::kClusterlaunchcontrolTryCancel),
    anything(O::kClusterlaunchcontrolQueryCancel),

    {O::kMbarrierInit, {kB64}, kNoType, {}, "a sx"},
    {O::kMbarrierInval, {kB64}, kNoType, {}, "a"},
    {O::kMbarrierExpectTx, {kB64}, kNoType, kBarrierObject, "a sx"},
    {O::kMbarrierCompleteTx, {kB64}, kNoType, kBarrierObject, "a sx"},
    {O::kMbarrierArrive, {kB64}, kNoType, kBarrierObject, "dy? a sx?"},
    {O::kMbarrierArriveDrop, {kB64}, kNoType, kBarrierObject, "dy? a sx?"},
    {O::kMbarrierTestWait, {kB64}, kNoType, kBarrierObject, "q a sx", {M::kParity}},
    {O::kMbarrierTestWait, {kB64}, kNoType, kBarrierObject, "q a sy"},
    {O::kMbarrierTryWait, {kB64}, kNoType, kBarrierObject, "q a sx sx?", {M::kParity}},
    {O::kMbarrierTryWait, {kB64}, kNoType, kBarrierObject, "q a sy sx?"},
    {O::kMbarrierPendingCount, {kB64}, kNoType, {}, "dx sy"},

    {O::kWmmaLoad, {}, {}, kMatrix, "F a sx?", {}, true},
    {O::kWmmaStore, {}, {}, kMatrix, "a f sx?", {}, true},
    {O::kWmmaMma, {}, {}, kMatrix | kRounding, "F f f f", {}, true},
    {O::kMma, {}, {}, every_modifier(), "F f f f *? *? *? *?", {}, true},
    {O::kLdmatrix, {}, {}, kMatrix, "F a", {}, true},
    {O::kStmatrix, {}, {}, kMatrix, "a f", {}, true},
    {O::kMovmatrix, {kB16}, kNoType, kMatrix, "dx sx"},
    {O::kWgmmaFence, kNoType, kNoType, kCollective, ""},
    {O::kWgmmaCommitGroup, kNoType, kNoType, kCollective, ""},
    {O::kWgmmaWaitGroup, kNoType, kNoType, kCollective, "i"},
    anything(O::kWgmmaMmaAsync),
    anything(O::kTcgen05Alloc),
    anything(O::kTcgen05Dealloc),
    anything(O::kTcgen05RelinquishAllocPermit),
    anything(O::kTcgen05Ld),
    anything(O::kTcgen05St),
    anything(O::kTcgen05Wait),
    anything(O::kTcgen05Cp),
    anything(O::kTcgen05Shift),
    anything(O::kTcgen05Mma),
    anything(O::kTcgen05Commit),
    anything(O::kTcgen05Fence),

    {O::kAlloca, {kU32, kU64}, kNoType, {}, "d0 s0 i?"},
    {O::kStacksave, {kU32, kU64}, kNoType, {}, "d0"},
    {O::kStackrestore, {kU32, kU64}, kNoType, {}, "s0"},
    {O::kVadd, {}, {}, kVideo, "dx sx sx sx?", {}, true},
    {O::kVsub, {}, {}, kVideo, "dx sx sx sx?", {}, true},
    {O::kVabsdiff, {}, {}, kVideo, "dx sx sx sx?", {}, true},
    {O::kVmin, {}, {}, kVideo, "dx sx sx sx?", {}, true},
    {O::kVmax, {}, {}, kVideo, "dx sx sx sx?", {}, true},
    {O::kVshl, {}, {}, kVideo, "dx sx sx sx?", {}, true},
    {O::kVshr, {}, {}, kVideo, "dx sx sx sx?", {}, true},
    {O::kVmad, {}, {}, {M::kSat, M::kPo, M::kShr7, M::kShr15}, "dx sx sx sx", {}, true},
    {O::kVset, {}, {}, kVideo, "dx sx sx sx?", {}, true},
    {O::kVadd2, {}, {}, kVideo, "dx sx sx sx", {}, true},
    {O::kVsub2, {}, {}, kVideo, "dx sx sx sx", {}, true},
    {O::kVavrg2, {}, {}, kVideo, "dx sx sx sx", {}, true},
    {O::kVabsdiff2, {}, {}, kVideo, "dx sx sx sx", {}, true},
    {O::kVmin2, {}, {}, kVideo, "dx sx sx sx", {}, true},
    {O::kVmax2, {}, {}, kVideo, "dx sx sx sx", {}, true},
    {O::kVset2, {}, {}, kVideo, "dx sx sx sx", {}, true},
    {O::kVadd4, {}, {}, kVideo, "dx sx sx sx", {}, true},
    {O::kVsub4, {}, {}, kVideo, "dx sx sx sx", {}, true},
    {O::kVavrg4, {}, {}, kVideo, "dx sx sx sx", {}, true},
    {O::kVabsdiff4, {}, {}, kVideo, "dx sx sx sx", {}, true},
    {O::kVmin4, {}, {}, kVideo, "dx sx sx sx", {}, true},
    {O::kVmax4, {}, {}, kVideo, "dx sx sx sx", {}, true},
    {O::kVset4, {}, {}, kVideo, "dx sx sx sx", {}, true},
};
// clang-format on

constexpr std::array<bool, kOpcodeCount> make_untyped() {
  std::array<bool, kOpcodeCount> untyped{};
  for (const Form& form : kForms)
    untyped[static_cast<std::size_t>(form.opcode)] |= form.takes_any_types;
  return untyped;
}

constexpr std::array<bool, kOpcodeCount> kUntyped = make_untyped();

}  // namespace

bool takes_any_types(Opcode opcode) {
  return kUntyped[static_cast<std::size_t>(opcode)];
}

std::span<const Form> forms_of(Opcode opcode) {
  const Form* first = std::ranges::find(kForms, opcode, &Form::opcode);
  const Form* last = first;
  while (last != std::end(kForms) && last->opcode == opcode) ++last;
  return {first, last};
}

}  // namespace smemlens::ptx
