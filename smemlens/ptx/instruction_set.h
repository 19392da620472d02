#pragma once

// The vocabulary of PTX: opcodes, modifiers, types, state spaces, special registers
// (PTX ISA manual, chapter "Instruction Set"). One enumerator a spelling, named like it:
//
//   cp.async.wait_group  →  Opcode::kCpAsyncWaitGroup     an opcode is the longest dotted name
//   .L2::evict_last      →  Modifier::kL2EvictLast        whatever the instruction it stands on
//   %ctaid.y             →  SpecialRegister::kCtaidY
//
// Types, state spaces, vector widths (.v4) and shapes (.m16n8k16) are no modifiers: an instruction
// has fields for them.

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace smemlens::ptx {

// clang-format off: a vocabulary reads better in paragraphs than in one long column
enum class Opcode : std::uint8_t {
  kUnknown,  // not in the table: Instruction::mnemonic tells what was written
  // integer arithmetic
  kAdd, kSub, kMul, kMad, kMul24, kMad24, kSad, kDiv, kRem, kAbs, kNeg, kMin, kMax, kPopc, kClz,
  kBfind, kFns, kBrev, kBfe, kBfi, kBmsk, kSzext, kDp4a, kDp2a,
  // extended precision
  kAddc, kSubc, kMadc,
  // floating point
  kFma, kRcp, kSqrt, kRsqrt, kSin, kCos, kLg2, kEx2, kTanh, kCopysign, kTestp,
  // comparison and selection
  kSet, kSetp, kSelp, kSlct,
  // logic and shifts
  kAnd, kOr, kXor, kNot, kCnot, kLop3, kShf, kShl, kShr,
  // data movement
  kMov, kShfl, kPrmt, kLd, kLdu, kSt, kStAsync, kStBulk, kPrefetch, kPrefetchu, kApplypriority,
  kDiscard, kCreatepolicy, kIsspacep, kIstypep, kCvta, kCvt, kCvtPack, kMapa, kGetctarank,
  // asynchronous copies
  kCpAsync, kCpAsyncCommitGroup, kCpAsyncWaitGroup, kCpAsyncWaitAll, kCpAsyncMbarrierArrive,
  kCpAsyncBulk, kCpAsyncBulkPrefetch, kCpAsyncBulkTensor, kCpAsyncBulkPrefetchTensor,
  kCpReduceAsyncBulk, kCpReduceAsyncBulkTensor, kCpAsyncBulkCommitGroup, kCpAsyncBulkWaitGroup,
  kTensormapReplace, kTensormapCpFenceproxy,
  // multicast memory
  kMultimemLdReduce, kMultimemSt, kMultimemRed, kMultimemCpAsyncBulk, kMultimemCpReduceAsyncBulk,
  // textures and surfaces
  kTex, kTld4, kTxq, kSuld, kSust, kSured, kSuq,
  // control flow
  kBra, kBrxIdx, kCall, kRet, kExit, kTrap, kBrkpt, kPmevent, kNanosleep,
  // synchronisation
  kBar, kBarrier, kBarWarpSync, kBarrierClusterArrive, kBarrierClusterWait, kMembar, kFence, kAtom,
  kRed, kRedAsync, kVote, kMatch, kActivemask, kRedux, kElect, kGriddepcontrol, kSetmaxnreg,
  kClusterlaunchcontrolTryCancel, kClusterlaunchcontrolQueryCancel,
  // mbarrier objects
  kMbarrierInit, kMbarrierInval, kMbarrierExpectTx, kMbarrierCompleteTx, kMbarrierArrive,
  kMbarrierArriveDrop, kMbarrierTestWait, kMbarrierTryWait, kMbarrierPendingCount,
  // matrices
  kWmmaLoad, kWmmaStore, kWmmaMma, kMma, kLdmatrix, kStmatrix, kMovmatrix, kWgmmaFence,
  kWgmmaCommitGroup, kWgmmaWaitGroup, kWgmmaMmaAsync,
  // tensor memory
  kTcgen05Alloc, kTcgen05Dealloc, kTcgen05RelinquishAllocPermit, kTcgen05Ld, kTcgen05St,
  kTcgen05Wait, kTcgen05Cp, kTcgen05Shift, kTcgen05Mma, kTcgen05Commit, kTcgen05Fence,
  // stack
  kAlloca, kStacksave, kStackrestore,
  // scalar video
  kVadd, kVsub, kVabsdiff, kVmin, kVmax, kVshl, kVshr, kVmad, kVset,
  // SIMD video
  kVadd2, kVsub2, kVavrg2, kVabsdiff2, kVmin2, kVmax2, kVset2, kVadd4, kVsub4, kVavrg4, kVabsdiff4,
  kVmin4, kVmax4, kVset4,
};
// clang-format on
inline constexpr std::size_t kOpcodeCount = static_cast<std::size_t>(Opcode::kVset4) + 1;

// clang-format off: a vocabulary reads better in paragraphs than in one long column
enum class Modifier : std::uint16_t {  // NOLINT(performance-enum-size): PTX gets more of them
  // comparison
  kEq, kNe, kLt, kLe, kGt, kGe, kLo, kLs, kHi, kHs, kEqu, kNeu, kLtu, kLeu, kGtu, kGeu, kNum, kNan,
  // class of a number (testp)
  kFinite, kInfinite, kNumber, kNotanumber, kNormal, kSubnormal,
  // rounding
  kRn, kRz, kRm, kRp, kRna, kRs, kRni, kRzi, kRmi, kRpi,
  // arithmetic
  kFtz, kNoftz, kSat, kSatfinite, kRelu, kApprox, kFull, kWide, kCc, kPropagateNan, kAbs, kXorsign,
  kShiftamt,
  // prmt modes
  kF4e, kB4e, kRc8, kEcl, kEcr, kRc16,
  // shifts
  kL, kR, kWrap, kClamp,
  // shuffle
  kUp, kDown, kBfly, kIdx,
  // votes and matches
  kAll, kAny, kUni, kBallot,
  // operations of atom, red, redux, set, bar.red
  kAnd, kOr, kXor, kNot, kCas, kExch, kAdd, kInc, kDec, kMin, kMax, kPopc,
  // forms of barriers
  kSync, kAligned, kArrive, kRed, kWait,
  // memory order and scope
  kWeak, kVolatile, kRelaxed, kAcquire, kRelease, kAcqRel, kSc, kMmio, kCta, kCluster, kGpu, kSys,
  kGl,
  // fences
  kProxy, kAlias, kAsync, kAsyncGlobal, kAsyncSharedCta, kAsyncSharedCluster, kAsyncGeneric,
  kTensormapGeneric, kMbarrierInit, kSyncRestrictSharedCta, kSyncRestrictSharedCluster,
  kBeforeThreadSync, kAfterThreadSync,
  // caches
  kCa, kCg, kCs, kCv, kLu, kWb, kWt, kNc, kUnified, kL1, kL2, kL1EvictNormal, kL1EvictUnchanged,
  kL1EvictFirst, kL1EvictLast, kL1NoAllocate, kL2EvictNormal, kL2EvictFirst, kL2EvictLast,
  kL2EvictUnchanged, kL2CacheHint, kL2Prefetch64B, kL2Prefetch128B, kL2Prefetch256B, kFractional,
  kRange, kTensormap,
  // addresses
  kTo, kBase,
  // matrices
  kRow, kCol, kTrans, kX1, kX2, kX4, kX8, kX16, kX32, kX64, kX128, kA, kB, kC, kD, kSp,
  kSpOrderedMetadata, kBlockScale, kScaleVec1X, kScaleVec2X, kScaleVec4X, kBlock16, kBlock32,
  kKindMxf8f6f4, kKindMxf4, kKindMxf4nvf4, kKindF8f6f4, kKindF16, kKindTf32, kKindI8, kUe8m0,
  kUe4m3,
  // packed formats
  kB8x16, kB6x16P32, kB4x16P64,
  // asynchronous copies
  kBulkGroup, kRead, kTile, kTileGather4, kTileScatter4, kIm2col, kIm2colW, kIm2colW128,
  kIm2colNoOffs, kMulticastCluster, kMulticastClusterAll, kMbarrierArriveOne,
  kMbarrierCompleteTxBytes, kMbarrierCompleteTxBytesMulticastClusterAll, kCpMask, kIgnoreOob,
  // mbarrier objects
  kNoinc, kNoComplete, kParity, kExpectTx,
  // launch control
  kLaunchDependents,
  // tensor memory
  kCtaGroup1, kCtaGroup2, kLd, kSt, kWs, kCollectorAFill, kCollectorAUse, kCollectorALastuse,
  kCollectorADiscard, kPack16b, kUnpack16b,
  // textures and surfaces
  k1d, k2d, k3d, kA1d, kA2d, kCube, kAcube, k2dms, kA2dms, k4d, k5d, kLevel, kGrad, kG, kTrap,
  kZero, kP, kWidth, kHeight, kDepth, kChannelDataType, kChannelOrder, kNormalizedCoords,
  kForceUnnormalizedCoords, kFilterMode, kAddrMode0, kAddrMode1, kAddrMode2, kArraySize,
  kNumMipmapLevels, kNumSamples, kMemoryLayout,
  // video
  kShr7, kShr15, kPo,
  // pmevent, createpolicy
  kMask, kCvt,
};
// clang-format on
inline constexpr std::size_t kModifierCount = static_cast<std::size_t>(Modifier::kCvt) + 1;

// The modifiers of one instruction, or those that a form allows.
class ModifierSet {
 public:
  constexpr ModifierSet() = default;
  constexpr ModifierSet(std::initializer_list<Modifier> modifiers) {
    for (const Modifier modifier : modifiers) add(modifier);
  }

  constexpr bool has(Modifier modifier) const {
    return ((words_[word_of(modifier)] >> bit_of(modifier)) & 1U) != 0;
  }
  constexpr void add(Modifier modifier) {
    words_[word_of(modifier)] |= std::uint64_t{1} << bit_of(modifier);
  }
  constexpr bool is_empty() const { return *this == ModifierSet(); }
  constexpr bool is_subset_of(const ModifierSet& other) const { return (*this | other) == other; }

  friend constexpr ModifierSet operator|(ModifierSet left, const ModifierSet& right) {
    for (std::size_t i = 0; i < kWords; ++i) left.words_[i] |= right.words_[i];
    return left;
  }
  friend constexpr ModifierSet operator&(ModifierSet left, const ModifierSet& right) {
    for (std::size_t i = 0; i < kWords; ++i) left.words_[i] &= right.words_[i];
    return left;
  }
  constexpr bool operator==(const ModifierSet&) const = default;

 private:
  static constexpr std::size_t kWords = (kModifierCount + 63) / 64;
  static constexpr std::size_t word_of(Modifier m) { return static_cast<std::size_t>(m) / 64; }
  static constexpr unsigned bit_of(Modifier m) { return static_cast<unsigned>(m) % 64; }

  std::array<std::uint64_t, kWords> words_{};
};

enum class Type : std::uint8_t {
  kNone,
  kPred,
  kB1,
  kB4,
  kB8,
  kB16,
  kB32,
  kB64,
  kB128,
  kS4,
  kU4,
  kU8,
  kU16,
  kU32,
  kU64,
  kS8,
  kS16,
  kS32,
  kS64,
  kU16x2,
  kS16x2,
  kF16,
  kF16x2,
  kBf16,
  kBf16x2,
  kTf32,
  kF32,
  kF32x2,
  kF64,
  kE4m3,
  kE5m2,
  kE4m3x2,
  kE5m2x2,
  kE4m3x4,
  kE5m2x4,
  kE2m1,
  kE2m1x2,
  kE2m1x4,
  kE2m3,
  kE3m2,
  kE2m3x2,
  kE3m2x2,
  kE2m3x4,
  kE3m2x4,
  kUe8m0x2,
  kTexref,
  kSamplerref,
  kSurfref,
};
inline constexpr std::size_t kTypeCount = static_cast<std::size_t>(Type::kSurfref) + 1;

enum class StateSpace : std::uint8_t {
  kGeneric,  // none written
  kRegister,
  kSpecialRegister,
  kConst,
  kGlobal,
  kLocal,
  kParam,   // also .param::entry and .param::func
  kShared,  // also .shared::cta
  kSharedCluster,
  kTex,
};

// clang-format off: a vocabulary reads better in paragraphs than in one long column
enum class SpecialRegister : std::uint8_t {
  kTidX, kTidY, kTidZ, kTidW, kNtidX, kNtidY, kNtidZ, kNtidW, kCtaidX, kCtaidY, kCtaidZ, kCtaidW,
  kNctaidX, kNctaidY, kNctaidZ, kNctaidW, kClusteridX, kClusteridY, kClusteridZ, kClusteridW,
  kNclusteridX, kNclusteridY, kNclusteridZ, kNclusteridW, kClusterCtaidX, kClusterCtaidY,
  kClusterCtaidZ, kClusterCtaidW, kClusterNctaidX, kClusterNctaidY, kClusterNctaidZ,
  kClusterNctaidW, kLaneid, kWarpid, kNwarpid, kSmid, kNsmid, kGridid, kIsExplicitCluster,
  kClusterCtarank, kClusterNctarank, kLanemaskEq, kLanemaskLe, kLanemaskLt, kLanemaskGe,
  kLanemaskGt, kClock, kClockHi, kClock64, kGlobaltimer, kGlobaltimerLo, kGlobaltimerHi,
  kReservedSmemOffsetBegin, kReservedSmemOffsetEnd, kReservedSmemOffsetCap, kReservedSmemOffset0,
  kReservedSmemOffset1, kTotalSmemSize, kAggrSmemSize, kDynamicSmemSize, kCurrentGraphExec,
  kEnvreg0, kEnvreg1, kEnvreg2, kEnvreg3, kEnvreg4, kEnvreg5, kEnvreg6, kEnvreg7, kEnvreg8,
  kEnvreg9, kEnvreg10, kEnvreg11, kEnvreg12, kEnvreg13, kEnvreg14, kEnvreg15, kEnvreg16, kEnvreg17,
  kEnvreg18, kEnvreg19, kEnvreg20, kEnvreg21, kEnvreg22, kEnvreg23, kEnvreg24, kEnvreg25,
  kEnvreg26, kEnvreg27, kEnvreg28, kEnvreg29, kEnvreg30, kEnvreg31, kPm0, kPm1, kPm2, kPm3, kPm4,
  kPm5, kPm6, kPm7, kPm0Wide, kPm1Wide, kPm2Wide, kPm3Wide, kPm4Wide, kPm5Wide, kPm6Wide, kPm7Wide,
};
// clang-format on
inline constexpr std::size_t kSpecialRegisterCount =
    static_cast<std::size_t>(SpecialRegister::kPm7Wide) + 1;

// .m16n8k16: {16, 8, 16}; a size that isn't written is 0 (.m8n8: {8, 8, 0}).
struct Shape {
  std::uint16_t m = 0, n = 0, k = 0;

  bool operator==(const Shape&) const = default;
};

// As written, without the leading dot: "setp", "wmma.load", "L1::no_allocate", "f16x2".
std::string_view name_of(Opcode opcode);
std::string_view name_of(Modifier modifier);
std::string_view name_of(Type type);
std::string_view name_of(StateSpace space);
std::string_view name_of(SpecialRegister special);  // with its %: "%tid.x"

std::optional<Opcode> opcode_named(std::string_view name);
std::optional<Modifier> modifier_named(std::string_view name);
std::optional<Type> type_named(std::string_view name);
std::optional<StateSpace> space_named(std::string_view name);
std::optional<SpecialRegister> special_register_named(std::string_view name);

// Bits of one element: 32 for f32 and f16x2, 1 for pred; 0 for none and opaque types.
unsigned bits_of(Type type);
// Bytes that an element takes in memory; 0 for none, pred and opaque types.
unsigned bytes_of(Type type);
bool is_float(Type type);           // f16 … f64, bf16, tf32 and their packed forms
bool is_signed_integer(Type type);  // s8 … s64

}  // namespace smemlens::ptx
