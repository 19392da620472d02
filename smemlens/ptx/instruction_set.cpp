#include "smemlens/ptx/instruction_set.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>

namespace smemlens::ptx {
namespace {

// Each list has the order of its enumeration; the static_asserts below keep the lengths together,
// and InstructionSet.EveryNameFindsItsEnumerator the order.

// clang-format off: a vocabulary reads better in paragraphs than in one long column
constexpr std::string_view kOpcodeNames[] = {
    "", "add", "sub", "mul", "mad", "mul24", "mad24", "sad", "div", "rem", "abs", "neg", "min",
    "max", "popc", "clz", "bfind", "fns", "brev", "bfe", "bfi", "bmsk", "szext", "dp4a", "dp2a",
    "addc", "subc", "madc", "fma", "rcp", "sqrt", "rsqrt", "sin", "cos", "lg2", "ex2", "tanh",
    "copysign", "testp", "set", "setp", "selp", "slct", "and", "or", "xor", "not", "cnot", "lop3",
    "shf", "shl", "shr", "mov", "shfl", "prmt", "ld", "ldu", "st", "st.async", "st.bulk",
    "prefetch", "prefetchu", "applypriority", "discard", "createpolicy", "isspacep", "istypep",
    "cvta", "cvt", "cvt.pack", "mapa", "getctarank", "cp.async", "cp.async.commit_group",
    "cp.async.wait_group", "cp.async.wait_all", "cp.async.mbarrier.arrive", "cp.async.bulk",
    "cp.async.bulk.prefetch", "cp.async.bulk.tensor", "cp.async.bulk.prefetch.tensor",
    "cp.reduce.async.bulk", "cp.reduce.async.bulk.tensor", "cp.async.bulk.commit_group",
    "cp.async.bulk.wait_group", "tensormap.replace", "tensormap.cp_fenceproxy",
    "multimem.ld_reduce", "multimem.st", "multimem.red", "multimem.cp.async.bulk",
    "multimem.cp.reduce.async.bulk", "tex", "tld4", "txq", "suld", "sust", "sured", "suq", "bra",
    "brx.idx", "call", "ret", "exit", "trap", "brkpt", "pmevent", "nanosleep", "bar", "barrier",
    "bar.warp.sync", "barrier.cluster.arrive", "barrier.cluster.wait", "membar", "fence", "atom",
    "red", "red.async", "vote", "match", "activemask", "redux", "elect", "griddepcontrol",
    "setmaxnreg", "clusterlaunchcontrol.try_cancel", "clusterlaunchcontrol.query_cancel",
    "mbarrier.init", "mbarrier.inval", "mbarrier.expect_tx", "mbarrier.complete_tx",
    "mbarrier.arrive", "mbarrier.arrive_drop", "mbarrier.test_wait", "mbarrier.try_wait",
    "mbarrier.pending_count", "wmma.load", "wmma.store", "wmma.mma", "mma", "ldmatrix", "stmatrix",
    "movmatrix", "wgmma.fence", "wgmma.commit_group", "wgmma.wait_group", "wgmma.mma_async",
    "tcgen05.alloc", "tcgen05.dealloc", "tcgen05.relinquish_alloc_permit", "tcgen05.ld",
    "tcgen05.st", "tcgen05.wait", "tcgen05.cp", "tcgen05.shift", "tcgen05.mma", "tcgen05.commit",
    "tcgen05.fence", "alloca", "stacksave", "stackrestore", "vadd", "vsub", "vabsdiff", "vmin",
    "vmax", "vshl", "vshr", "vmad", "vset", "vadd2", "vsub2", "vavrg2", "vabsdiff2", "vmin2",
    "vmax2", "vset2", "vadd4", "vsub4", "vavrg4", "vabsdiff4", "vmin4", "vmax4", "vset4",
};

constexpr std::string_view kModifierNames[] = {
    "eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ", "neu", "ltu", "leu", "gtu",
    "geu", "num", "nan", "finite", "infinite", "number", "notanumber", "normal", "subnormal", "rn",
    "rz", "rm", "rp", "rna", "rs", "rni", "rzi", "rmi", "rpi", "ftz", "noftz", "sat", "satfinite",
    "relu", "approx", "full", "wide", "cc", "NaN", "abs", "xorsign", "shiftamt", "f4e", "b4e",
    "rc8", "ecl", "ecr", "rc16", "l", "r", "wrap", "clamp", "up", "down", "bfly", "idx", "all",
    "any", "uni", "ballot", "and", "or", "xor", "not", "cas", "exch", "add", "inc", "dec", "min",
    "max", "popc", "sync", "aligned", "arrive", "red", "wait", "weak", "volatile", "relaxed",
    "acquire", "release", "acq_rel", "sc", "mmio", "cta", "cluster", "gpu", "sys", "gl", "proxy",
    "alias", "async", "async::global", "async::shared::cta", "async::shared::cluster",
    "async::generic", "tensormap::generic", "mbarrier_init", "sync_restrict::shared::cta",
    "sync_restrict::shared::cluster", "before_thread_sync", "after_thread_sync", "ca", "cg", "cs",
    "cv", "lu", "wb", "wt", "nc", "unified", "L1", "L2", "L1::evict_normal", "L1::evict_unchanged",
    "L1::evict_first", "L1::evict_last", "L1::no_allocate", "L2::evict_normal", "L2::evict_first",
    "L2::evict_last", "L2::evict_unchanged", "L2::cache_hint", "L2::64B", "L2::128B", "L2::256B",
    "fractional", "range", "tensormap", "to", "base", "row", "col", "trans", "x1", "x2", "x4",
    "x8", "x16", "x32", "x64", "x128", "a", "b", "c", "d", "sp", "sp::ordered_metadata",
    "block_scale", "scale_vec::1X", "scale_vec::2X", "scale_vec::4X", "block16", "block32",
    "kind::mxf8f6f4", "kind::mxf4", "kind::mxf4nvf4", "kind::f8f6f4", "kind::f16", "kind::tf32",
    "kind::i8", "ue8m0", "ue4m3", "b8x16", "b6x16_p32", "b4x16_p64", "bulk_group", "read", "tile",
    "tile::gather4", "tile::scatter4", "im2col", "im2col::w", "im2col::w::128", "im2col_no_offs",
    "multicast::cluster", "multicast::cluster::all", "mbarrier::arrive::one",
    "mbarrier::complete_tx::bytes", "mbarrier::complete_tx::bytes::multicast::cluster::all",
    "cp_mask", "ignore_oob", "noinc", "noComplete", "parity", "expect_tx", "launch_dependents",
    "cta_group::1", "cta_group::2", "ld", "st", "ws", "collector::a::fill", "collector::a::use",
    "collector::a::lastuse", "collector::a::discard", "pack::16b", "unpack::16b", "1d", "2d", "3d",
    "a1d", "a2d", "cube", "acube", "2dms", "a2dms", "4d", "5d", "level", "grad", "g", "trap",
    "zero", "p", "width", "height", "depth", "channel_data_type", "channel_order",
    "normalized_coords", "force_unnormalized_coords", "filter_mode", "addr_mode_0", "addr_mode_1",
    "addr_mode_2", "array_size", "num_mipmap_levels", "num_samples", "memory_layout", "shr7",
    "shr15", "po", "mask", "cvt",
};

constexpr std::string_view kSpecialRegisterNames[] = {
    "%tid.x", "%tid.y", "%tid.z", "%tid.w", "%ntid.x", "%ntid.y", "%ntid.z", "%ntid.w", "%ctaid.x",
    "%ctaid.y", "%ctaid.z", "%ctaid.w", "%nctaid.x", "%nctaid.y", "%nctaid.z", "%nctaid.w",
    "%clusterid.x", "%clusterid.y", "%clusterid.z", "%clusterid.w", "%nclusterid.x",
    "%nclusterid.y", "%nclusterid.z", "%nclusterid.w", "%cluster_ctaid.x", "%cluster_ctaid.y",
    "%cluster_ctaid.z", "%cluster_ctaid.w", "%cluster_nctaid.x", "%cluster_nctaid.y",
    "%cluster_nctaid.z", "%cluster_nctaid.w", "%laneid", "%warpid", "%nwarpid", "%smid", "%nsmid",
    "%gridid", "%is_explicit_cluster", "%cluster_ctarank", "%cluster_nctarank", "%lanemask_eq",
    "%lanemask_le", "%lanemask_lt", "%lanemask_ge", "%lanemask_gt", "%clock", "%clock_hi",
    "%clock64", "%globaltimer", "%globaltimer_lo", "%globaltimer_hi",
    "%reserved_smem_offset_begin", "%reserved_smem_offset_end", "%reserved_smem_offset_cap",
    "%reserved_smem_offset_0", "%reserved_smem_offset_1", "%total_smem_size", "%aggr_smem_size",
    "%dynamic_smem_size", "%current_graph_exec", "%envreg0", "%envreg1", "%envreg2", "%envreg3",
    "%envreg4", "%envreg5", "%envreg6", "%envreg7", "%envreg8", "%envreg9", "%envreg10",
    "%envreg11", "%envreg12", "%envreg13", "%envreg14", "%envreg15", "%envreg16", "%envreg17",
    "%envreg18", "%envreg19", "%envreg20", "%envreg21", "%envreg22", "%envreg23", "%envreg24",
    "%envreg25", "%envreg26", "%envreg27", "%envreg28", "%envreg29", "%envreg30", "%envreg31",
    "%pm0", "%pm1", "%pm2", "%pm3", "%pm4", "%pm5", "%pm6", "%pm7", "%pm0_64", "%pm1_64",
    "%pm2_64", "%pm3_64", "%pm4_64", "%pm5_64", "%pm6_64", "%pm7_64",
};
// clang-format on

constexpr std::string_view kSpaceNames[] = {
    "", "reg", "sreg", "const", "global", "local", "param", "shared", "shared::cluster", "tex",
};

struct TypeRow {
  std::string_view name;
  unsigned bits;
};

constexpr TypeRow kTypes[] = {
    {"",           0  },
    {"pred",       1  },
    {"b1",         1  },
    {"b4",         4  },
    {"b8",         8  },
    {"b16",        16 },
    {"b32",        32 },
    {"b64",        64 },
    {"b128",       128},
    {"s4",         4  },
    {"u4",         4  },
    {"u8",         8  },
    {"u16",        16 },
    {"u32",        32 },
    {"u64",        64 },
    {"s8",         8  },
    {"s16",        16 },
    {"s32",        32 },
    {"s64",        64 },
    {"u16x2",      32 },
    {"s16x2",      32 },
    {"f16",        16 },
    {"f16x2",      32 },
    {"bf16",       16 },
    {"bf16x2",     32 },
    {"tf32",       32 },
    {"f32",        32 },
    {"f32x2",      64 },
    {"f64",        64 },
    {"e4m3",       8  },
    {"e5m2",       8  },
    {"e4m3x2",     16 },
    {"e5m2x2",     16 },
    {"e4m3x4",     32 },
    {"e5m2x4",     32 },
    {"e2m1",       4  },
    {"e2m1x2",     8  },
    {"e2m1x4",     16 },
    {"e2m3",       8  },
    {"e3m2",       8  },
    {"e2m3x2",     16 },
    {"e3m2x2",     16 },
    {"e2m3x4",     32 },
    {"e3m2x4",     32 },
    {"ue8m0x2",    16 },
    {"texref",     0  },
    {"samplerref", 0  },
    {"surfref",    0  },
};

// Other spellings of a space.
struct SpaceAlias {
  std::string_view name;
  StateSpace space;
};

constexpr SpaceAlias kSpaceAliases[] = {
    {"shared::cta",  StateSpace::kShared},
    {"param::entry", StateSpace::kParam },
    {"param::func",  StateSpace::kParam },
};

static_assert(std::size(kOpcodeNames) == kOpcodeCount);
static_assert(std::size(kModifierNames) == kModifierCount);
static_assert(std::size(kSpecialRegisterNames) == kSpecialRegisterCount);
static_assert(std::size(kTypes) == kTypeCount);
static_assert(std::size(kSpaceNames) == static_cast<std::size_t>(StateSpace::kTex) + 1);

template <typename Enum>
std::optional<Enum> find_name(std::span<const std::string_view> names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end() || name.empty()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

// The names' numbers, in the order of a dictionary.
template <std::size_t Count>
constexpr std::array<std::uint8_t, Count> alphabetical(const std::string_view (&names)[Count]) {
  static_assert(Count <= 256);
  std::array<std::uint8_t, Count> order{};
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  std::ranges::sort(order, {}, [&](std::uint8_t number) { return names[number]; });
  return order;
}

const TypeRow& row_of(Type type) {
  return kTypes[static_cast<std::size_t>(type)];
}

}  // namespace

std::string_view name_of(Opcode opcode) {
  return kOpcodeNames[static_cast<std::size_t>(opcode)];
}

std::string_view name_of(Modifier modifier) {
  return kModifierNames[static_cast<std::size_t>(modifier)];
}

std::string_view name_of(Type type) {
  return row_of(type).name;
}

std::string_view name_of(StateSpace space) {
  return kSpaceNames[static_cast<std::size_t>(space)];
}

std::string_view name_of(SpecialRegister special) {
  return kSpecialRegisterNames[static_cast<std::size_t>(special)];
}

std::optional<Opcode> opcode_named(std::string_view name) {
  return find_name<Opcode>(kOpcodeNames, name);
}

std::optional<Modifier> modifier_named(std::string_view name) {
  return find_name<Modifier>(kModifierNames, name);
}

std::optional<Type> type_named(std::string_view name) {
  const auto* found = std::ranges::find(kTypes, name, &TypeRow::name);
  if (found == std::end(kTypes) || name.empty()) return std::nullopt;
  return static_cast<Type>(found - kTypes);
}

std::optional<StateSpace> space_named(std::string_view name) {
  const auto* alias = std::ranges::find(kSpaceAliases, name, &SpaceAlias::name);
  if (alias != std::end(kSpaceAliases)) return alias->space;
  return find_name<StateSpace>(kSpaceNames, name);
}

std::optional<SpecialRegister> special_register_named(std::string_view name) {
  // Asked for each word that isn't declared, which are many: not one by one as the others.
  static constexpr auto kOrder = alphabetical(kSpecialRegisterNames);
  const auto precedes = [](std::uint8_t number, std::string_view wanted) {
    return kSpecialRegisterNames[number] < wanted;
  };
  const auto* found = std::lower_bound(kOrder.begin(), kOrder.end(), name, precedes);
  if (found == kOrder.end() || kSpecialRegisterNames[*found] != name) return std::nullopt;
  return static_cast<SpecialRegister>(*found);
}

unsigned bits_of(Type type) {
  return row_of(type).bits;
}

unsigned bytes_of(Type type) {
  return type == Type::kPred ? 0 : (row_of(type).bits + 7) / 8;
}

bool is_float(Type type) {
  return type >= Type::kF16 && type <= Type::kF64;
}

bool is_signed_integer(Type type) {
  return type >= Type::kS8 && type <= Type::kS64;
}

}  // namespace smemlens::ptx
