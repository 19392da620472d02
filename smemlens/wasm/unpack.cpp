// The program that unpacks the page's other parts, the core among them: LZMA, as `xz --format=lzma`
// writes it, in seven bits a character (web/tools/pack.mjs). The page's loader carries it as it is.
//
//   text = room(size)                   the page writes `size` bytes of UTF-8 there
//   length = unpack(text, size)         what was packed then follows the text; 0: it is damaged
//
// Every bit was coded with the chance that it had after bits like it, and the code is one long
// number that each bit narrows down. Bits make up literals and matches («copy 7 bytes from 90
// back»); which kinds came last, the `state`, chooses the chances. This is WebAssembly since a
// browser that has just started runs it at once, and its 32-bit numbers are plain numbers; a
// script's are not, at first.

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace {

using Byte = std::uint8_t;
using Chance = std::uint16_t;  // that the bit is 0, in 2048ths

struct Lengths {
  Chance choice[2];
  Chance near[16][8];
  Chance middle[16][8];
  Chance far[256];
};

struct Chances {
  Chance is_match[12][16];
  Chance is_repeat[12];
  Chance is_older[3][12];
  Chance is_long[12][16];
  Lengths length;
  Lengths repeat_length;
  Chance slots[4][64];
  Chance near[128];
  Chance low[16];
  Chance literals[16][0x300];
};

struct Memory {
  Chances chances;
  Byte text[1];  // and what follows
};

}  // namespace

// Memory lies where the linker says that free memory begins.
extern "C" Memory __heap_base;  // NOLINT(bugprone-reserved-identifier)

namespace {

Chances& chances() {
  return __heap_base.chances;
}

// The code, read bit by bit.
struct Bits {
  const Byte* at;
  const Byte* end;
  std::uint32_t range;
  std::uint32_t code;
};

// Reading goes on behind the end, with zeros: who asks for `is_cut` now and then needs no question
// a bit.
[[gnu::always_inline]] inline void shift(Bits& bits) {
  bits.code = bits.code << 8 | (bits.at < bits.end ? *bits.at : 0);
  ++bits.at;
}

bool is_cut(const Bits& bits) {
  return bits.at > bits.end;
}

[[gnu::always_inline]] inline void widen(Bits& bits) {
  if (bits.range >= 1U << 24) return;
  bits.range <<= 8;
  shift(bits);
}

[[gnu::noinline]] unsigned bit(Bits& bits, Chance& chance) {
  const std::uint32_t bound = (bits.range >> 11) * chance;
  const bool is_one = bits.code >= bound;
  if (is_one) {
    bits.range -= bound;
    bits.code -= bound;
    chance -= chance >> 5;
  } else {
    bits.range = bound;
    chance += (2048 - chance) >> 5;
  }
  widen(bits);
  return is_one ? 1 : 0;
}

// A number of `count` bits, highest first, each with a chance of its own for what came before it.
[[gnu::noinline]] unsigned tree(Bits& bits, Chance* model, unsigned count) {
  unsigned node = 1;
  for (unsigned left = count; left > 0; --left) node = 2 * node + bit(bits, model[node]);
  return node - (1U << count);
}

// The same, lowest bit first.
[[gnu::noinline]] unsigned reverse_tree(Bits& bits, Chance* model, unsigned count) {
  unsigned node = 1;
  unsigned number = 0;
  for (unsigned place = 0; place < count; ++place) {
    const unsigned found = bit(bits, model[node]);
    node = 2 * node + found;
    number |= found << place;
  }
  return number;
}

// Bits that are as often 0 as 1.
unsigned plain(Bits& bits, unsigned count) {
  unsigned number = 0;
  for (; count > 0; --count) {
    bits.range >>= 1;
    const bool is_one = bits.code >= bits.range;
    if (is_one) bits.code -= bits.range;
    number = 2 * number + (is_one ? 1 : 0);
    widen(bits);
  }
  return number;
}

// How many bytes a match has, 2 to 273.
unsigned match_length(Bits& bits, Lengths& lengths, unsigned place) {
  Chance* model = lengths.far;
  unsigned base = 18;
  if (bit(bits, lengths.choice[0]) == 0) {
    model = lengths.near[place];
    base = 2;
  } else if (bit(bits, lengths.choice[1]) == 0) {
    model = lengths.middle[place];
    base = 10;
  }
  return base + tree(bits, model, base == 18 ? 8 : 3);
}

// How far back a new match begins, less one; all ones is the end.
unsigned distance(Bits& bits, unsigned length) {
  const unsigned slot = tree(bits, chances().slots[std::min(length - 2, 3U)], 6);
  if (slot < 4) return slot;
  const unsigned rest = (slot >> 1) - 1;
  const unsigned start = (2 | (slot & 1)) << rest;
  if (slot < 14) return start + reverse_tree(bits, chances().near + start - slot, rest);
  const unsigned high = plain(bits, rest - 4) << 4;
  return start + high + reverse_tree(bits, chances().low, 4);
}

// One byte; after a match the byte that would have gone on with it tells much.
unsigned literal(Bits& bits, Chance* model, const Byte* matched) {
  unsigned node = 1;
  if (matched != nullptr) {
    for (unsigned place = 8; place-- > 0;) {
      const unsigned expected = *matched >> place & 1;
      const unsigned found = bit(bits, model[0x100 + (expected << 8) + node]);
      node = 2 * node + found;
      if (found != expected) break;
    }
  }
  while (node < 0x100) node = 2 * node + bit(bits, model[node]);
  return node & 0xff;
}

// What has been unpacked, and how it goes on.
struct Output {
  Byte* begin;
  Byte* at;
  Byte* end;
  unsigned state;
  unsigned last[4];  // the distances of the last matches
  unsigned context_bits;
  unsigned place_mask;
};

// Of the older distances one comes again, and is then the newest.
void renew(Bits& bits, Output& output) {
  unsigned older = 1;
  while (older < 3 && bit(bits, chances().is_older[older][output.state]) != 0) ++older;
  std::rotate(output.last, output.last + older, output.last + older + 1);
}

// How many bytes are to be copied, from the newest of the distances.
unsigned match(Bits& bits, Output& output, unsigned place) {
  const unsigned state = output.state;
  if (bit(bits, chances().is_repeat[state]) == 0) {
    const unsigned length = match_length(bits, chances().length, place);
    std::copy_backward(output.last, output.last + 3, output.last + 4);
    output.last[0] = distance(bits, length) + 1;
    output.state = state < 7 ? 7 : 10;
    return length;
  }
  if (bit(bits, chances().is_older[0][state]) != 0) {
    renew(bits, output);
  } else if (bit(bits, chances().is_long[state][place]) == 0) {
    output.state = state < 7 ? 9 : 11;
    return 1;
  }
  output.state = state < 7 ? 8 : 11;
  return match_length(bits, chances().repeat_length, place);
}

void one_byte(Bits& bits, Output& output) {
  const unsigned state = output.state;
  const unsigned before = output.at == output.begin ? 0 : output.at[-1];
  Chance* model = chances().literals[before >> (8 - output.context_bits)];
  *output.at =
      static_cast<Byte>(literal(bits, model, state < 7 ? nullptr : output.at - output.last[0]));
  ++output.at;
  output.state = state < 4 ? 0 : state - (state < 10 ? 3 : 6);
}

enum class Progress { kGoesOn, kEnded, kDamaged };

// Some of it, and back: browsers put faster code in a function's place while it isn't running.
[[gnu::noinline]] Progress unpack_some(Bits& bits, Output& output) {
  for (unsigned left = 4096; left > 0; --left) {
    if (is_cut(bits)) return Progress::kDamaged;
    const auto length = static_cast<std::size_t>(output.at - output.begin);
    const unsigned place = length & output.place_mask;
    if (bit(bits, chances().is_match[output.state][place]) == 0) {
      if (output.at == output.end) return Progress::kDamaged;
      one_byte(bits, output);
      continue;
    }
    const unsigned count = match(bits, output, place);
    const unsigned back = output.last[0];
    if (back == 0)
      return output.at == output.end && !is_cut(bits) ? Progress::kEnded : Progress::kDamaged;
    if (back > length || count > static_cast<std::size_t>(output.end - output.at))
      return Progress::kDamaged;
    for (const Byte* end = output.at + count; output.at != end; ++output.at)
      *output.at = output.at[-static_cast<std::ptrdiff_t>(back)];
  }
  return Progress::kGoesOn;
}

constexpr std::size_t kHeaderBytes = 13;

std::size_t number_at(const Byte* at) {
  return at[0] | at[1] << 8 | at[2] << 16 | std::size_t{at[3]} << 24;
}

void make_room(std::uintptr_t end) {
  constexpr std::size_t kPage = 65536;
  const std::size_t pages = (end + kPage - 1) / kPage;
  const std::size_t now = __builtin_wasm_memory_size(0);
  if (pages > now) __builtin_wasm_memory_grow(0, pages - now);
}

// The bytes of a text of seven bits a character, in the text's place; their end. For the
// characters that HTML doesn't keep as they are stand U+0100 and those that follow it.
Byte* bytes_of(Byte* text, std::size_t size) {
  constexpr Byte kForbidden[] = {0, 13, 60, 0};  // web/src/unpack.ts
  Byte* to = text;
  unsigned held = 0;
  unsigned count = 0;
  for (const Byte* at = text; at < text + size; ++at) {
    unsigned code = *at;
    if (code >= 0x80) code = kForbidden[*++at & 3];
    held = held << 7 | code;
    count += 7;
    if (count < 8) continue;
    count -= 8;
    *to++ = static_cast<Byte>(held >> count);
  }
  return to;
}

}  // namespace

extern "C" {

[[clang::export_name("room")]] Byte* room(std::size_t size) {
  make_room(reinterpret_cast<std::uintptr_t>(__heap_base.text) + size);
  return __heap_base.text;
}

[[clang::export_name("unpack")]] std::size_t unpack(Byte* text, std::size_t size) {
  Byte* const begin = text + size;
  Bits bits{text, bytes_of(text, size), 0xffffffff, 0};
  if (bits.end - bits.at < static_cast<std::ptrdiff_t>(kHeaderBytes + 5)) return 0;
  const std::size_t length =
      number_at(text + 5);  // behind the properties and the dictionary's size
  constexpr std::size_t kMost = 1U << 26;
  const unsigned properties = text[0];
  constexpr unsigned kMostContextBits = 4;
  const unsigned context_bits = properties % 9;
  if (length > kMost || context_bits > kMostContextBits || properties / 9 % 5 != 0 ||
      properties >= 225)
    return 0;
  make_room(reinterpret_cast<std::uintptr_t>(begin) + length);
  constexpr Chance kEven = 1024;
  std::fill_n(reinterpret_cast<Chance*>(&chances()), sizeof(Chances) / sizeof(Chance), kEven);
  Output output{
      begin, begin, begin + length, 0, {1, 1, 1, 1},
            context_bits, (1U << properties / 45) - 1
  };
  bits.at += kHeaderBytes;
  for (unsigned byte = 0; byte < 5; ++byte) shift(bits);
  Progress progress = Progress::kGoesOn;
  while (progress == Progress::kGoesOn) progress = unpack_some(bits, output);
  return progress == Progress::kEnded ? length : 0;
}
}
