#include "tests/oracle/ptx_program.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "tests/oracle/ptx_program_forms.h"

namespace smemlens::testing {
namespace {

constexpr std::uint32_t kRegisters = 8;  // of each kind
constexpr std::uint32_t kMostDepth = 3;

constexpr std::uint64_t kNumbers[] = {
    0,          1,          2,          3,          7,          0xff,       0x7f,
    0x80,       0xffff,     0x7fff,     0x8000,     0x7fffffff, 0x80000000, 0xffffffff,
    0xfffffffe, 0x55555555, 0x3f800000, 0x00800000, 0x007fffff, 0x7f800000, 0x3c00bc00};

std::string hex(std::uint64_t value, unsigned digits = 0) {
  std::array<char, 16> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, 16).ptr;
  std::string result(text.data(), end);
  if (result.size() < digits) result.insert(0, digits - result.size(), '0');
  return result;
}

class ProgramWriter {
 public:
  explicit ProgramWriter(Choices& choices) : choices_(choices) {}
  RandomProgram write();

 private:
  struct Where {
    std::uint32_t depth = 0;
    bool is_uniform = true;    // all threads that haven't ended are here
    bool is_function = false;  // in a .func: no meetings, nothing of the kernel's
    bool is_loop_body = false;
    std::string loop_end{};
  };

  std::string pick(std::string_view prefix) {
    return std::string(prefix) + std::to_string(choices_.below(kRegisters));
  }
  std::string label() { return "L" + std::to_string(++labels_); }
  std::string any_of(std::string_view mnemonic);
  std::string source(char letter);
  std::string parts(char letter, bool is_destination);
  std::string destination(char letter);
  std::string guard() {
    if (!choices_.one_in(4)) return {};
    return (choices_.one_in(2) ? "@!" : "@") + pick("%p") + " ";
  }
  void line(const std::string& text) { text_ += "  " + text + "\n"; }

  void settle(const std::string& target, char letter);
  void instruction();
  void block(const Where& where);
  void statement(const Where& where);
  void branches(const Where& where);
  void loop(const Where& where);
  void table(const Where& where);
  void shared_table_read();
  void own_shared();
  void local();
  void exchange();
  void meeting();
  void divergent_meeting();
  void atomic();
  void call();
  void function(std::uint32_t number);
  void kernel();
  void registers();
  void load_registers();
  void store_registers();

  Choices& choices_;
  std::string text_;
  std::uint32_t labels_ = 0;
  std::uint32_t functions_ = 0;
  std::uint32_t budget_ = 60;
};

// --- instructions --------------------------------------------------------------------------------

std::string ProgramWriter::any_of(std::string_view mnemonic) {
  std::string result;
  while (!mnemonic.empty()) {
    const std::size_t open = std::min(mnemonic.find('{'), mnemonic.size());
    result += mnemonic.substr(0, open);
    mnemonic.remove_prefix(open);
    if (mnemonic.empty()) break;
    const std::size_t close = mnemonic.find('}');
    std::string_view parts = mnemonic.substr(1, close - 1);
    auto choice = choices_.below(static_cast<std::uint32_t>(std::ranges::count(parts, '|')) + 1);
    while (choice-- > 0) parts.remove_prefix(parts.find('|') + 1);
    result += parts.substr(0, parts.find('|'));
    mnemonic.remove_prefix(close + 1);
  }
  return result;
}

std::string ProgramWriter::destination(char letter) {
  switch (letter) {
    case 'h':
      return pick("%h");
    case 'd':
      return pick("%d");
    case 'f':
      return pick("%f");
    case 'F':
      return pick("%fd");
    case 'p':
    case 'q':
      return pick("%p");
    case 'm': {
      const std::uint32_t first = choices_.below(kRegisters);
      const std::uint32_t other = (first + 1 + choices_.below(kRegisters - 1)) % kRegisters;
      return "{%r" + std::to_string(first) + ", %r" + std::to_string(other) + "}";
    }
    case 'w': {
      const std::uint32_t first = choices_.below(kRegisters);
      const std::uint32_t other = (first + 1 + choices_.below(kRegisters - 1)) % kRegisters;
      return "{%h" + std::to_string(first) + ", %h" + std::to_string(other) + "}";
    }
    default:
      return pick("%r");
  }
}

// A video instruction's selection of parts, or none.
std::string ProgramWriter::parts(char letter, bool is_destination) {
  if (!choices_.one_in(2)) return {};
  constexpr std::string_view kMasks4[] = {".b0", ".b2", ".b31", ".b320", ".b3210"};
  constexpr std::string_view kMasks2[] = {".h0", ".h1", ".h10"};
  constexpr std::string_view kParts[] = {".b0", ".b1", ".b2", ".b3", ".h0", ".h1"};
  if (letter == 'v') return std::string(kParts[choices_.below(std::size(kParts))]);
  if (is_destination && letter == '4')
    return std::string(kMasks4[choices_.below(std::size(kMasks4))]);
  if (is_destination) return std::string(kMasks2[choices_.below(std::size(kMasks2))]);
  std::string text = letter == '4' ? ".b" : ".h";
  for (unsigned i = 0; i < (letter == '4' ? 4U : 2U); ++i) {
    text += std::to_string(choices_.below(letter == '4' ? 8 : 4));
  }
  return text;
}

std::string ProgramWriter::source(char letter) {
  const std::uint64_t number = kNumbers[choices_.below(std::size(kNumbers))];
  if (letter == 'i') return std::to_string(choices_.below(256));
  if (letter == 'n') {
    return choices_.one_in(2) ? std::to_string(choices_.below(70)) : pick("%r");
  }
  if (letter == 'v' || letter == '2' || letter == '4') return pick("%r") + parts(letter, false);
  if (letter == 'p') return (choices_.one_in(4) ? "!" : "") + pick("%p");
  if (!choices_.one_in(6)) return destination(letter);
  switch (letter) {
    case 'h':
      return std::to_string(number & 0x7fff);
    case 'r':
      return "0x" + hex(number);
    case 'd':
      return "0x" + hex(number << (choices_.one_in(2) ? 32 : 0));
    case 'f':
      return "0f" + hex(number & 0xffffffff, 8);
    case 'F':
      return "0d" + hex(number << 32, 16);
    default:
      return destination(letter);
  }
}

// The NaNs of f64, and of some f32 instructions, keep no promise but that they are NaN.
void ProgramWriter::settle(const std::string& target, char letter) {
  if (letter == 'F') {
    line("testp.notanumber.f64 %nan, " + target + ";");
    line("@%nan mov.f64 " + target + ", 0d7ff8000000000000;");
  }
  if (letter == 'f') {
    line("testp.notanumber.f32 %nan, " + target + ";");
    line("@%nan mov.f32 " + target + ", 0f7fffffff;");
  }
}

void ProgramWriter::instruction() {
  const auto forms = forms_of_programs();
  const FormOfProgram& form = forms[choices_.below(static_cast<std::uint32_t>(forms.size()))];
  const std::size_t equals = form.operands.find('=');
  const char first = form.operands[0];
  const bool is_simd = first == '2' || first == '4';
  const std::string target = destination(first) + (is_simd ? parts(first, true) : "");
  std::string text = guard() + any_of(form.mnemonic) + " " + target;
  if (equals == 3) {
    std::string other = destination(form.operands[2]);
    if (other == target) other = "_";
    text += "|" + other;
  }
  for (const char letter : form.operands.substr(equals + 1)) text += ", " + source(letter);
  line(text + ";");
  settle(target, first);
}

// --- memory --------------------------------------------------------------------------------------

// 4096 bytes that nobody writes after the start.
void ProgramWriter::shared_table_read() {
  constexpr std::string_view kLoads[] = {
      "{u8|s8}:r:1",       "{u16|s16}:r:2", "{b32|u32|s32}:r:4",    "f32:f:4",      "{b64|u64}:d:8",
      "v2.{b32|u32}:rr:8", "v2.u64:dd:16",  "v4.{u32|b32}:rrrr:16", "v4.u16:hhhh:8"};
  std::string_view load = kLoads[choices_.below(std::size(kLoads))];
  const std::string type = any_of(load.substr(0, load.find(':')));
  load.remove_prefix(load.find(':') + 1);
  const std::string_view letters = load.substr(0, load.find(':'));
  const std::string size(load.substr(load.find(':') + 1));
  const bool strided = choices_.one_in(2);
  line("and.b32 %a, " + pick("%r") + ", " + std::to_string(strided ? 15 : 0) + ";");
  line("mad.lo.u32 %a, %tid.x, " + std::to_string(choices_.below(9)) + ", %a;");
  if (!strided) line("xor.b32 %a, %a, " + pick("%r") + ";");
  line("mul.lo.u32 %a, %a, " + size + ";");
  line("and.b32 %a, %a, 4095; mov.u32 %c, table; add.u32 %a, %a, %c;");
  std::string target;
  const std::uint32_t first = choices_.below(kRegisters);
  for (std::uint32_t i = 0; i < letters.size(); ++i) {
    const std::string prefix = letters[i] == 'f' ? "%f" : std::string("%") + letters[i];
    target += (i == 0 ? "" : ", ") + prefix + std::to_string((first + i) % kRegisters);
  }
  if (letters.size() > 1) target = "{" + target + "}";
  const bool generic = choices_.one_in(4);
  if (generic) line("cvt.u64.u32 %b, %a; cvta.shared.u64 %b, %b;");
  line(guard() + (generic ? "ld." : "ld.shared.") + type + " " + target +
       (generic ? ", [%b];" : ", [%a];"));
}

// Each thread's own bytes: 16, 32, 48 or 64, `%own` is where they begin.
void ProgramWriter::own_shared() {
  const bool stores = choices_.one_in(2);
  const std::string at = "[%own+" + std::to_string(8 * choices_.below(2)) + "]";
  constexpr std::string_view kKinds[] = {"b32 %r", "u8 %r", "s16 %h", "b64 %d", "f32 %f", "u16 %r"};
  const std::string kind(kKinds[choices_.below(std::size(kKinds))]);
  const std::string type = kind.substr(0, kind.find(' '));
  const std::string data = pick(kind.substr(kind.find(' ') + 1));
  line(guard() +
       (stores ? "st.shared." + type + " " + at + ", " + data
               : "ld.shared." + type + " " + data + ", " + at) +
       ";");
}

void ProgramWriter::local() {
  line("and.b32 %a, " + pick("%r") + ", 24;");
  line("mov.u32 %c, own_stack; add.u32 %a, %a, %c;");
  const std::string data = pick("%d");
  line(choices_.one_in(2) ? "st.local.b64 [%a], " + data + ";"
                          : "ld.local.b64 " + data + ", [%a];");
}

// Written by each thread at its place, read by others after a barrier.
void ProgramWriter::exchange() {
  const std::string factor = std::to_string(2 * choices_.below(16) + 1);
  line("mul.lo.u32 %a, %tid.x, " + factor + "; and.b32 %a, %a, 127; shl.b32 %a, %a, 2;");
  line("mov.u32 %c, exchange; add.u32 %c, %c, %a;");
  line("st.shared.b32 [%c], " + pick("%r") + ";");
  line(choices_.one_in(2) ? "bar.sync 0;" : "barrier.sync.aligned 1;");
  line("and.b32 %a, " + pick("%r") + ", 31; mov.u32 %c, exchange; mad.lo.u32 %c, %a, 4, %c;");
  line("ld.shared.b32 " + pick("%r") + ", [%c];");
  line("bar.sync 0;");
}

void ProgramWriter::atomic() {
  constexpr std::string_view kOperations[] = {"add.u32", "min.s32", "max.u32",
                                              "and.b32", "or.b32",  "xor.b32"};
  const std::uint32_t which = choices_.below(std::size(kOperations));
  line("and.b32 %a, " + pick("%r") + ", 7; mov.u32 %c, atomics; mad.lo.u32 %c, %a, 4, %c;");
  line(guard() + "red.shared." + std::string(kOperations[which]) + " [%c+" +
       std::to_string(32 * which) + "], " + pick("%r") + ";");
}

// --- meetings ------------------------------------------------------------------------------------

void ProgramWriter::meeting() {
  const std::string d = pick("%r");
  const std::string a = pick("%r");
  switch (choices_.below(7)) {
    case 0:
      return line("shfl.sync." + any_of("{up|down|bfly|idx}") + ".b32 " + d + "|" + pick("%p") +
                  ", " + a + ", " + source('n') + ", " + source('r') + ", -1;");
    case 1:
      return line("vote.sync." + any_of("{all|any|uni}") + ".pred " + pick("%p") + ", " +
                  source('p') + ", -1;");
    case 2:
      return line("vote.sync.ballot.b32 " + d + ", " + source('p') + ", -1;");
    case 3:
      return line("match.any.sync.b32 " + d + ", " + a + ", -1;");
    case 4:
      return line("match.all.sync.b64 " + d + "|" + pick("%p") + ", " + pick("%d") + ", -1;");
    case 5:
      return line(
          "redux.sync." +
          any_of("{add.u32|add.s32|min.u32|min.s32|max.u32|max.s32|and.b32|or.b32|xor.b32}") + " " +
          d + ", " + a + ", -1;");
    default:
      return line(choices_.one_in(2) ? "bar.red.popc.u32 " + d + ", 0, " + source('p') + ";"
                                     : "bar.red." + any_of("{and|or}") + ".pred " + pick("%p") +
                                           ", 0, " + source('p') + ";");
  }
}

// Lanes that say beforehand who will be there.
void ProgramWriter::divergent_meeting() {
  const std::string predicate = pick("%p");
  const std::string skip = label();
  line("vote.sync.ballot.b32 %c, " + predicate + ", -1;");
  line("@!" + predicate + " bra " + skip + ";");
  line("shfl.sync." + any_of("{bfly|idx}") + ".b32 " + pick("%r") + ", " + pick("%r") + ", " +
       source('n') + ", 31, %c;");
  if (choices_.one_in(2)) line("bar.warp.sync %c;");
  line(skip + ":");
}

// --- control flow --------------------------------------------------------------------------------

void ProgramWriter::branches(const Where& where) {
  const std::string other = label();
  const std::string end = label();
  Where inner = where;
  ++inner.depth;
  inner.is_uniform = false;
  inner.is_loop_body = false;
  line("@" + std::string(choices_.one_in(2) ? "!" : "") + pick("%p") + " bra " + other + ";");
  block(inner);
  const bool has_other = choices_.one_in(2);
  if (has_other) line("bra" + std::string(choices_.one_in(2) ? "" : ".uni") + " " + end + ";");
  line(other + ":");
  if (has_other) {
    block(inner);
    line(end + ":");
  }
}

void ProgramWriter::loop(const Where& where) {
  const std::string depth = std::to_string(where.depth);
  const std::string head = label();
  Where inner = where;
  ++inner.depth;
  inner.is_loop_body = true;
  inner.loop_end = label();
  const bool is_uniform = where.is_uniform && choices_.one_in(2);
  inner.is_uniform = is_uniform;
  line("mov.u32 %i" + depth + ", 0;");
  line(is_uniform ? "mov.u32 %e" + depth + ", " + std::to_string(1 + choices_.below(3)) + ";"
                  : "and.b32 %e" + depth + ", " + pick("%r") + ", 3;");
  line(head + ":");
  block(inner);
  line("add.u32 %i" + depth + ", %i" + depth + ", 1;");
  line("setp.lt.u32 %go, %i" + depth + ", %e" + depth + ";");
  line("@%go bra " + head + ";");
  line(inner.loop_end + ":");
}

void ProgramWriter::table(const Where& where) {
  const std::string name = label();
  const std::string end = label();
  const std::array<std::string, 3> labels = {label(), label(), end};
  Where inner = where;
  ++inner.depth;
  inner.is_uniform = false;
  inner.is_loop_body = false;
  line(name + ": .branchtargets " + labels[0] + ", " + labels[1] + ", " + labels[2] + ";");
  line("rem.u32 %a, " + pick("%r") + ", 3;");
  line("brx.idx %a, " + name + ";");
  line(labels[0] + ":");
  block(inner);
  line("bra " + end + ";");
  line(labels[1] + ":");
  block(inner);
  line(end + ":");
}

void ProgramWriter::call() {
  if (functions_ == 0) return;
  const std::string name = "f" + std::to_string(choices_.below(functions_));
  const bool is_indirect = choices_.one_in(3);
  line("{ .param .b32 a0; .param .b64 a1; .param .b32 r0;");
  line("st.param.b32 [a0], " + pick("%r") + "; st.param.b64 [a1], " + pick("%d") + ";");
  if (is_indirect) {
    const std::string other = "f" + std::to_string(choices_.below(functions_));
    line("mov.u64 %b, " + name + "; mov.u64 %b2, " + other + ";");
    line("selp.b64 %b, %b, %b2, " + pick("%p") + ";");
    line("call (r0), %b, (a0, a1), prototype;");
  } else {
    line("call.uni (r0), " + name + ", (a0, a1);");
  }
  line("ld.param.b32 " + pick("%r") + ", [r0]; }");
}

void ProgramWriter::statement(const Where& where) {
  if (budget_ == 0) return;
  --budget_;
  const bool may_nest = where.depth < kMostDepth;
  switch (choices_.below(16)) {
    case 0:
      return may_nest ? branches(where) : instruction();
    case 1:
      return may_nest ? loop(where) : instruction();
    case 2:
      return may_nest && choices_.one_in(2) ? table(where) : instruction();
    case 3:
      return shared_table_read();
    case 4:
      return own_shared();
    case 5:
      return where.is_function ? instruction() : local();
    case 6:
      return atomic();
    case 7:
      return where.is_uniform ? exchange() : instruction();
    case 8:
      return where.is_uniform ? meeting() : instruction();
    case 9:
      return where.is_uniform ? divergent_meeting() : instruction();
    case 10:
      return where.is_function ? instruction() : call();
    case 11:
      if (where.is_loop_body && !where.is_uniform) {
        return line("@" + pick("%p") + " bra " + where.loop_end + ";");
      }
      return instruction();
    case 12:
      if (where.depth == 0 && choices_.one_in(4)) {
        return line("@" + pick("%p") + (choices_.one_in(2) ? " ret;" : " exit;"));
      }
      return instruction();
    default:
      return instruction();
  }
}

void ProgramWriter::block(const Where& where) {
  const std::uint32_t count = 1 + choices_.below(where.depth == 0 ? 16 : 5);
  for (std::uint32_t i = 0; i < count; ++i) statement(where);
}

// --- the whole -----------------------------------------------------------------------------------

void ProgramWriter::registers() {
  line(".reg .pred %p<8>, %nan, %go; .reg .b16 %h<8>; .reg .b32 %r<8>, %i<8>, %e<8>;");
  line(".reg .b32 %a, %c, %own; .reg .b64 %d<8>, %b, %b2, %in, %out;");
  line(".reg .f32 %f<8>; .reg .f64 %fd<8>;");
}

void ProgramWriter::function(std::uint32_t number) {
  text_ +=
      ".func (.param .b32 r) f" + std::to_string(number) + "(.param .b32 x, .param .b64 y)\n{\n";
  registers();
  line("mov.u32 %c, own; mad.lo.u32 %own, %tid.x, 16, %c;");
  for (std::uint32_t i = 0; i < kRegisters; ++i) {
    const std::string n = std::to_string(i);
    line("ld.param.u32 %r" + n + ", [x]; add.u32 %r" + n + ", %r" + n + ", " + n + ";");
    line("ld.param.u64 %d" + n + ", [y]; cvt.u16.u32 %h" + n + ", %r" + n + ";");
    line("cvt.rn.f32.s32 %f" + n + ", %r" + n + "; cvt.rn.f64.s32 %fd" + n + ", %r" + n + ";");
    line("and.b32 %a, %r" + n + ", " + std::to_string(1U << i) + "; setp.ne.u32 %p" + n +
         ", %a, 0;");
  }
  budget_ = 12;
  block({.depth = 1, .is_uniform = false, .is_function = true});
  for (std::uint32_t i = 1; i < kRegisters; ++i) {
    line("xor.b32 %r0, %r0, %r" + std::to_string(i) + ";");
  }
  line("st.param.b32 [r], %r0;");
  if (choices_.one_in(2)) line("ret;");
  text_ += "}\n";
}

// Bytes of `in` and `out` that register i of a kind has.
void ProgramWriter::load_registers() {
  for (std::uint32_t i = 0; i < kRegisters; ++i) {
    const std::string n = std::to_string(i);
    line("ld.global.b32 %r" + n + ", [%in+" + std::to_string(4 * i) + "];");
    line("ld.global.f32 %f" + n + ", [%in+" + std::to_string(32 + 4 * i) + "];");
    line("ld.global.b64 %d" + n + ", [%in+" + std::to_string(64 + 8 * i) + "];");
    line("ld.global.f64 %fd" + n + ", [%in+" + std::to_string(128 + 8 * i) + "];");
    line("ld.global.u16 %h" + n + ", [%in+" + std::to_string(192 + 2 * i) + "];");
    line("and.b32 %a, %r0, " + std::to_string(1U << i) + "; setp.ne.u32 %p" + n + ", %a, 0;");
    settle("%f" + n, 'f');
    settle("%fd" + n, 'F');
  }
}

void ProgramWriter::store_registers() {
  line("mov.u32 %c, 0;");
  for (std::uint32_t i = 0; i < kRegisters; ++i) {
    const std::string n = std::to_string(i);
    line("st.global.b32 [%out+" + std::to_string(4 * i) + "], %r" + n + ";");
    line("st.global.f32 [%out+" + std::to_string(32 + 4 * i) + "], %f" + n + ";");
    line("st.global.b64 [%out+" + std::to_string(64 + 8 * i) + "], %d" + n + ";");
    line("st.global.f64 [%out+" + std::to_string(128 + 8 * i) + "], %fd" + n + ";");
    line("st.global.u16 [%out+" + std::to_string(192 + 2 * i) + "], %h" + n + ";");
    line("@%p" + n + " or.b32 %c, %c, " + std::to_string(1U << i) + ";");
  }
  line("st.global.b32 [%out+208], %c;");
  for (std::uint32_t i = 0; i < 2; ++i) {
    const std::string at = std::to_string(8 * i);
    line("ld.shared.b64 %d0, [%own+" + at + "]; st.global.b64 [%out+" +
         std::to_string(212 + 4 + 8 * i) + "], %d0;");
  }
  line("bar.sync 2; and.b32 %a, %tid.x, 63; mov.u32 %c, atomics; mad.lo.u32 %c, %a, 4, %c;");
  line("ld.shared.b32 %r0, [%c]; st.global.b32 [%out+232], %r0;");
}

void ProgramWriter::kernel() {
  text_ += ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n";
  registers();
  line(".shared .align 4 .b8 exchange[512];");
  line(".local .align 8 .b8 own_stack[32];");
  line("prototype: .callprototype (.param .b32 _) _ (.param .b32 _, .param .b64 _);");
  line("ld.param.u64 %out, [out]; ld.param.u64 %in, [in];");
  line("mul.wide.u32 %b, %tid.x, 256; add.u64 %out, %out, %b; add.u64 %in, %in, %b;");
  load_registers();
  line("mov.u32 %c, own; mad.lo.u32 %own, %tid.x, 16, %c;");
  // The table: words of a mixed-up index.
  line("mov.u32 %a, %tid.x;");
  line("FILL: mul.lo.u32 %c, %a, 0x9e3779b1; xor.b32 %c, %c, 0x5bd1e995;");
  line("mov.u32 %i0, table; mad.lo.u32 %i0, %a, 4, %i0; st.shared.b32 [%i0], %c;");
  line("mov.u32 %e0, %ntid.x;");
  line("add.u32 %a, %a, %e0; setp.lt.u32 %go, %a, 1024; @%go bra FILL;");
  line("bar.sync 0;");
  block({});
  store_registers();
  line("ret;");
  text_ += "}\n";
}

RandomProgram ProgramWriter::write() {
  constexpr std::uint32_t kThreads[] = {32, 64, 33, 70, 1, 31};
  text_ =
      ".version 8.6\n.target sm_90\n.address_size 64\n"
      ".shared .align 16 .b8 table[4096];\n.shared .align 16 .b8 own[1120];\n"
      ".shared .align 4 .b8 atomics[256];\n";
  const std::uint32_t threads = kThreads[choices_.below(std::size(kThreads))];
  const std::uint32_t functions = choices_.below(3);
  for (std::uint32_t i = 0; i < functions; ++i) function(i);
  functions_ = functions;
  budget_ = 60;
  kernel();
  return {.ptx = text_, .threads = threads};
}

}  // namespace

std::uint32_t Choices::byte() {
  return next_ < bytes_.size() ? bytes_[next_++] : 0;
}
std::uint32_t Choices::below(std::uint32_t count) {
  if (count <= 1) return 0;
  const std::uint32_t value = count <= 256 ? byte() : byte() << 8 | byte();
  return value % count;
}

RandomProgram random_program(Choices& choices) {
  return ProgramWriter(choices).write();
}

}  // namespace smemlens::testing
