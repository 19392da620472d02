// ld and st of each state space, type, vector and register width, against what the PTX manual says
// of their bytes ("ld", "st", "Operand Size Exceeding Instruction-Type Size"): little-endian;
// loaded signed integers are sign-extended to the register, all else zero-extended; stores keep the
// low bytes.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

using U32 = std::uint32_t;
using U64 = std::uint64_t;

constexpr U32 kThreads = 32;
constexpr U32 kBytes = 512;  // of one row: 16 a lane

// Of each byte another value, half of them with the sign bit.
std::uint8_t byte_at(U32 place) {
  return static_cast<std::uint8_t>((place * 73) + (place / 7) + 0x5a);
}

struct ElementType {
  std::string_view name;
  U32 bytes;
  std::string_view registers;  // a letter for each class: %h 16 bits, %r 32, %l 64, %f, %d
  bool is_signed = false;
};

constexpr ElementType kTypes[] = {
    {"b8", 1, "hrl"},
    {"u8", 1, "hrl"},
    {"s8", 1, "hrl", true},
    {"b16", 2, "hrl"},
    {"u16", 2, "hrl"},
    {"s16", 2, "hrl", true},
    {"b32", 4, "rlf"},
    {"u32", 4, "rl"},
    {"s32", 4, "rl", true},
    {"f32", 4, "f"},
    {"b64", 8, "ld"},
    {"u64", 8, "l"},
    {"s64", 8, "l", true},
    {"f64", 8, "d"},
};

// What a register of the class holds of 64 bits.
U64 cut(U64 value, char registers) {
  if (registers == 'h') return value & 0xffff;
  return registers == 'r' || registers == 'f' ? value & 0xffffffff : value;
}

// One instruction: "v2.s8" with registers of class 'r'.
struct Form {
  ElementType type;
  U32 count = 1;
  char registers = 'r';

  U32 bytes() const { return type.bytes * count; }
  std::string suffix() const {
    return (count == 1 ? "" : ".v" + std::to_string(count)) + "." + std::string(type.name);
  }
  std::string data() const {
    std::string list;
    for (U32 i = 1; i <= count; ++i) {
      list += std::string(i == 1 ? "" : ", ") + '%' + registers + std::to_string(i);
    }
    return count == 1 ? list : "{" + list + "}";
  }
};

std::vector<Form> all_forms() {
  std::vector<Form> forms;
  for (const ElementType& type : kTypes) {
    for (const U32 count : {1U, 2U, 4U}) {
      for (const char registers : type.registers) {
        if (type.bytes * count <= 16) forms.push_back({type, count, registers});
      }
    }
  }
  return forms;
}

// How the lanes lie: %r10 becomes the number of this lane's element. Lanes without %p1 do nothing.
struct Way {
  std::string_view name;
  std::string_view text;
  U32 (*element)(U32 lane);
  bool (*is_active)(U32 lane);
  bool is_for_stores = true;  // of stores to one place one wins, which one isn't told
};

constexpr auto kEach = +[](U32 /*lane*/) { return true; };
constexpr Way kWays[] = {
    {"side by side", "mov.u32 %r10, %r30; setp.ge.u32 %p1, %r30, 0;",
     +[](U32 lane) { return lane; }, kEach},
    {"backwards", "sub.u32 %r10, 31, %r30; setp.ge.u32 %p1, %r30, 0;",
     +[](U32 lane) { return 31 - lane; }, kEach},
    {"odd lanes", "mov.u32 %r10, %r30; and.b32 %r11, %r30, 1; setp.eq.u32 %p1, %r11, 1;",
     +[](U32 lane) { return lane; }, +[](U32 lane) { return lane % 2 == 1; }},
    {"one place", "mov.u32 %r10, 0; setp.ge.u32 %p1, %r30, 0;",
     +[](U32 /*lane*/) { return U32{0}; }, kEach, false},
};

// Where the 512 bytes lie: %l20 becomes their address, as `prefix` takes it. `fill`: how the kernel
// writes them there itself.
struct Space {
  std::string_view prefix;
  std::string_view address;
  bool is_writable = true;
  std::string_view fill{};
};

constexpr std::string_view kIn = "mov.u64 %l20, %l29;";
constexpr std::string_view kTile = "mov.u64 %l20, tile;";
constexpr std::string_view kOwn = "mov.u64 %l20, own;";

constexpr Space kSpaces[] = {
    {".global", kIn},
    {".global.nc", kIn, false},
    {".volatile.global", kIn},
    {"", kIn},
    {".const", "mov.u64 %l20, table;", false},
    {"", "mov.u64 %l20, table; cvta.const.u64 %l20, %l20;", false},
    {".shared", kTile, true, "st.shared.u32"},
    {".volatile.shared", kTile, true, "st.shared.u32"},
    {"", "mov.u64 %l20, tile; cvta.shared.u64 %l20, %l20;", true, "st.u32"},
    {".local", kOwn, true, "st.local.u32"},
    {"", "mov.u64 %l20, own; cvta.local.u64 %l20, %l20;", true, "st.u32"},
};

std::string module_of(std::string_view body) {
  std::string bytes;
  for (U32 i = 0; i < kBytes; ++i) bytes += (i == 0 ? "" : ",") + std::to_string(byte_at(i));
  return ".version 8.0\n.target sm_80\n.address_size 64\n"
         ".const .align 16 .b8 table[512] = {" +
         bytes +
         "};\n.shared .align 16 .b8 tile[512];\n"
         ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
         ".local .align 16 .b8 own[512];\n"
         ".reg .pred %p<4>; .reg .b16 %h<8>; .reg .b32 %r<32>; .reg .b64 %l<32>;\n"
         ".reg .f32 %f<8>; .reg .f64 %d<8>;\n"
         "ld.param.u64 %l30, [out]; ld.param.u64 %l29, [in]; mov.u32 %r30, %tid.x;\n" +
         std::string(body) + "ret;\n}\n";
}

// All 512 bytes of `in`, word after word, by each thread.
std::string filled(const Space& space) {
  return "mov.u32 %r1, 0; mov.u64 %l1, %l20; mov.u64 %l2, %l29;\nFILL:\n"
         "ld.global.u32 %r2, [%l2]; " +
         std::string(space.fill) +
         " [%l1], %r2;\nadd.u64 %l1, %l1, 4; add.u64 %l2, %l2, 4; add.u32 %r1, %r1, 1;\n"
         "setp.lt.u32 %p2, %r1, 128; @%p2 bra FILL;\nbar.sync 0;\n";
}

// Register `index` of the class, as 64 bits in %l10 (or from there).
std::string to_wide(char registers, U32 index) {
  const std::string name = std::to_string(index);
  switch (registers) {
    case 'h':
      return "cvt.u64.u16 %l10, %h" + name + ";";
    case 'r':
      return "cvt.u64.u32 %l10, %r" + name + ";";
    case 'f':
      return "mov.b32 %r11, %f" + name + "; cvt.u64.u32 %l10, %r11;";
    case 'd':
      return "mov.b64 %l10, %d" + name + ";";
    default:
      return "mov.u64 %l10, %l" + name + ";";
  }
}
std::string from_wide(char registers, U32 index) {
  const std::string name = std::to_string(index);
  switch (registers) {
    case 'h':
      return "cvt.u16.u64 %h" + name + ", %l10;";
    case 'r':
      return "cvt.u32.u64 %r" + name + ", %l10;";
    case 'f':
      return "cvt.u32.u64 %r11, %l10; mov.b32 %f" + name + ", %r11;";
    case 'd':
      return "mov.b64 %d" + name + ", %l10;";
    default:
      return "mov.u64 %l" + name + ", %l10;";
  }
}

// What a load of `form` leaves in a register of its class.
U64 loaded(const Form& form, U32 place) {
  U64 value = 0;
  for (U32 i = 0; i < form.type.bytes; ++i) value |= U64{byte_at(place + i)} << (8 * i);
  const U32 bits = 8 * form.type.bytes;
  if (form.type.is_signed && bits < 64 && ((value >> (bits - 1)) & 1U) != 0) {
    value |= ~U64{0} << bits;
  }
  return cut(value, form.registers);
}

constexpr U64 kUntouched = 0x4242424242424242;

std::string add(std::string_view to, U32 bytes) {
  return "add.u64 " + std::string(to) + ", " + std::string(to) + ", " + std::to_string(bytes) + ";";
}

// %l21: where this lane's element lies.
std::string element_address(const Form& form) {
  return "mul.wide.u32 %l11, %r10, " + std::to_string(form.bytes()) +
         "; add.u64 %l21, %l20, %l11;\n";
}

// out[form][element][lane], 64 bits each.
std::string loads(const Space& space, const Way& way, const std::vector<Form>& forms) {
  std::string body = std::string(space.address) + std::string(way.text) + "\n";
  if (!space.fill.empty()) body += filled(space);
  body += "mul.wide.u32 %l11, %r30, 8; add.u64 %l12, %l30, %l11;\n";
  for (const Form& form : forms) {
    body += element_address(form) + "mov.u64 %l10, " + std::to_string(kUntouched) + ";";
    for (U32 i = 1; i <= form.count; ++i) body += from_wide(form.registers, i);
    body +=
        "\n@%p1 ld" + std::string(space.prefix) + form.suffix() + " " + form.data() + ", [%l21];\n";
    for (U32 i = 1; i <= form.count; ++i) {
      body += to_wide(form.registers, i) + "st.global.u64 [%l12], %l10;" +
              add("%l12", 8 * kThreads) + "\n";
    }
  }
  return body;
}

void check_loads(const Way& way, const std::vector<Form>& forms, const std::vector<U64>& out) {
  std::size_t at = 0;
  for (const Form& form : forms) {
    const U64 kept = cut(kUntouched, form.registers);
    for (U32 i = 0; i < form.count; ++i) {
      for (U32 lane = 0; lane < kThreads; ++lane, ++at) {
        const U32 place = (way.element(lane) * form.bytes()) + (i * form.type.bytes);
        ASSERT_EQ(out[at], way.is_active(lane) ? loaded(form, place) : kept)
            << form.suffix() << " " << form.data() << ", element " << i << ", lane " << lane;
      }
    }
  }
}

TEST(MemoryForms, LoadsExtendAsTheTypeSays) {
  const std::vector<Form> forms = all_forms();
  std::vector<std::uint8_t> bytes(kBytes);
  for (U32 i = 0; i < kBytes; ++i) bytes[i] = byte_at(i);
  for (const Space& space : kSpaces) {
    for (const Way& way : kWays) {
      SCOPED_TRACE("ld" + std::string(space.prefix) + " of " + std::string(space.address) + ", " +
                   std::string(way.name));
      KernelUnderTest bench(module_of(loads(space, way, forms)));
      bench.buffer(std::vector<U64>(forms.size() * 4 * kThreads)).buffer(bytes);
      bench.launch().block = {kThreads, 1, 1};
      ASSERT_EQ(bench.run().fault_text(), "");
      check_loads(way, forms, bench.content<U64>(0));
    }
  }
}

// Element `i` of lane `lane`.
U64 stored(U32 lane, U32 i) {
  return (0x0123456789abcdef * ((4 * lane) + i + 1)) ^ 0x8080808080808080;
}

// out[form]: 512 bytes. What is stored elsewhere than there is copied, byte after byte.
std::string stores(const Space& space, const Way& way, const std::vector<Form>& forms) {
  std::string body = std::string(way.text) + "mov.u64 %l22, %l30;\n";
  body += "mul.wide.u32 %l24, %r30, 32; add.u64 %l24, %l24, %l29;\n";
  for (const Form& form : forms) {
    body += space.fill.empty() ? "mov.u64 %l20, %l22;" : space.address;
    body += element_address(form);
    for (U32 i = 0; i < form.count; ++i) {
      body += "ld.global.u64 %l10, [%l24+" + std::to_string(8 * i) + "];" +
              from_wide(form.registers, i + 1);
    }
    body += "\n@%p1 st" + std::string(space.prefix) + form.suffix() + " [%l21], " + form.data() +
            ";\nadd.u64 %l23, %l22, %l11;\n";
    for (U32 b = 0; b < form.bytes() && !space.fill.empty(); ++b) {
      body += "@%p1 ld" + std::string(space.prefix) + ".u8 %r12, [%l21];" + add("%l21", 1) +
              "@%p1 st.global.u8 [%l23], %r12;" + add("%l23", 1) + "\n";
    }
    body += add("%l22", kBytes);
  }
  return body;
}

std::vector<std::uint8_t> after_store(const Way& way, const Form& form) {
  std::vector<std::uint8_t> bytes(kBytes);
  for (U32 lane = 0; lane < kThreads; ++lane) {
    if (!way.is_active(lane)) continue;
    for (U32 b = 0; b < form.bytes(); ++b) {
      const U64 value = stored(lane, b / form.type.bytes);
      bytes[(way.element(lane) * form.bytes()) + b] =
          static_cast<std::uint8_t>(value >> (8 * (b % form.type.bytes)));
    }
  }
  return bytes;
}

TEST(MemoryForms, StoresKeepTheLowBytes) {
  const std::vector<Form> forms = all_forms();
  std::vector<U64> in;
  for (U32 lane = 0; lane < kThreads; ++lane) {
    for (U32 i = 0; i < 4; ++i) in.push_back(stored(lane, i));
  }
  for (const Space& space : kSpaces) {
    for (const Way& way : kWays) {
      if (!space.is_writable || !way.is_for_stores) continue;
      SCOPED_TRACE("st" + std::string(space.prefix) + " of " + std::string(space.address) + ", " +
                   std::string(way.name));
      KernelUnderTest bench(module_of(stores(space, way, forms)));
      bench.buffer(std::vector<std::uint8_t>(forms.size() * kBytes)).buffer(in);
      bench.launch().block = {kThreads, 1, 1};
      ASSERT_EQ(bench.run().fault_text(), "");
      const auto out = bench.content<std::uint8_t>(0);
      for (std::size_t f = 0; f < forms.size(); ++f) {
        const auto begin = out.begin() + static_cast<std::ptrdiff_t>(f * kBytes);
        ASSERT_EQ(std::vector<std::uint8_t>(begin, begin + kBytes), after_store(way, forms[f]))
            << forms[f].suffix() << " " << forms[f].data();
      }
    }
  }
}

}  // namespace
}  // namespace smemlens::simt
