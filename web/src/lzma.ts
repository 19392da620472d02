// Unpacks LZMA, as `xz --format=lzma` writes it: an eighth smaller than the best gzip, and short to read.
//
// Every bit was coded with the chance that it had after bits like it; a model is an array of such
// chances, and the code is one long number that each bit narrows down. Bits make up literals and
// matches («copy 7 bytes from 90 back»); which kinds came last, the `state`, chooses the models.

/** What the coder expects of a bit, in 2048ths of «it is 0», at first even. */
type Chances = Uint16Array;
const chances = (count: number): Chances => new Uint16Array(count).fill(1024);

/** The code, read bit by bit. */
class Bits {
  private range = 0xffffffff;
  private code = 0;

  constructor(private readonly bytes: Uint8Array, private at: number) {
    for (let byte = 0; byte < 5; ++byte) this.shift();
  }

  private shift(): void {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new Error("what was packed is cut off or damaged"); // or it would never end
    this.code = ((this.code << 8) | byte) >>> 0;
  }

  private widen(): void {
    if (this.range >= 0x1000000) return;
    this.range = (this.range << 8) >>> 0;
    this.shift();
  }

  bit(model: Chances, index: number): number {
    const chance = model[index] as number;
    const bound = (this.range >>> 11) * chance;
    const bit = Number(this.code >= bound);
    if (bit === 0) this.range = bound;
    else {
      this.range -= bound;
      this.code -= bound;
    }
    model[index] = chance + (bit === 0 ? (2048 - chance) >> 5 : -(chance >> 5));
    this.widen();
    return bit;
  }

  /** A number of `bits` bits, highest first, each with a chance of its own for what came before it. */
  tree(model: Chances, bits: number, from = 0): number {
    let node = 1;
    for (let left = bits; left > 0; --left) node = 2 * node + this.bit(model, from + node);
    return node - (1 << bits);
  }

  /** The same, lowest bit first. */
  reverseTree(model: Chances, bits: number, from = 0): number {
    let node = 1;
    let number = 0;
    for (let place = 0; place < bits; ++place) {
      const bit = this.bit(model, from + node);
      node = 2 * node + bit;
      number |= bit << place;
    }
    return number;
  }

  /** Bits that are as often 0 as 1. */
  plain(bits: number): number {
    let number = 0;
    for (let left = bits; left > 0; --left) {
      this.range >>>= 1;
      const bit = Number(this.code >= this.range);
      if (bit === 1) this.code -= this.range;
      number = 2 * number + bit;
      this.widen();
    }
    return number;
  }
}

/** Reads how many bytes a match has, 2 to 273. */
function lengthReader(bits: Bits): (place: number) => number {
  const choice = chances(2);
  const short = chances(16 << 3);
  const middle = chances(16 << 3);
  const long = chances(256);
  return (place) => {
    if (bits.bit(choice, 0) === 0) return 2 + bits.tree(short, 3, place << 3);
    if (bits.bit(choice, 1) === 0) return 10 + bits.tree(middle, 3, place << 3);
    return 18 + bits.tree(long, 8);
  };
}

/** Reads how far back a new match begins, less one; all ones is the end. */
function distanceReader(bits: Bits): (length: number) => number {
  const slots = chances(4 << 6);
  const near = chances(128);
  const low = chances(16);
  return (length) => {
    const slot = bits.tree(slots, 6, Math.min(length - 2, 3) << 6);
    if (slot < 4) return slot;
    const rest = (slot >> 1) - 1;
    const top = 2 | (slot & 1);
    const start = top * 2 ** rest;
    if (slot < 14) return start + bits.reverseTree(near, rest, start - slot);
    return start + bits.plain(rest - 4) * 16 + bits.reverseTree(low, 4);
  };
}

/** Reads one byte; after a match the byte that would have gone on with it tells much. */
function literalReader(bits: Bits, contexts: number): (context: number, matched: number) => number {
  const model = chances(contexts * 0x300);
  return (context, matched) => {
    const from = context * 0x300;
    let node = 1;
    for (let place = 7; place >= 0 && matched >= 0; --place) {
      const expected = (matched >> place) & 1;
      const bit = bits.bit(model, from + 0x100 + (expected << 8) + node);
      node = 2 * node + bit;
      if (bit !== expected) break;
    }
    while (node < 0x100) node = 2 * node + bits.bit(model, from + node);
    return node & 0xff;
  };
}

/** A growing text. */
class Output {
  bytes = new Uint8Array(1 << 16);
  length = 0;

  push(byte: number): void {
    if (this.length === this.bytes.length) {
      const larger = new Uint8Array(2 * this.length);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes[this.length++] = byte;
  }

  /** The byte so many before the next one. */
  back(distance: number): number {
    return this.bytes[this.length - distance] ?? 0;
  }
}

/** What was packed. */
export function unpackLzma(packed: Uint8Array): Uint8Array<ArrayBuffer> {
  const properties = packed[0] ?? 0;
  const contextBits = properties % 9;
  const placeMask = (1 << Math.floor(properties / 45)) - 1;
  const bits = new Bits(packed, 13); // behind them the dictionary's size and the text's, which end marks tell
  const literal = literalReader(bits, 1 << contextBits);
  const length = lengthReader(bits);
  const repeatLength = lengthReader(bits);
  const distance = distanceReader(bits);
  const isMatch = chances(12 << 4);
  const isRepeat = chances(12);
  const isOlder = [chances(12), chances(12), chances(12)] as const;
  const isLong = chances(12 << 4);
  const output = new Output();
  let last: [number, number, number, number] = [1, 1, 1, 1]; // the distances of the last matches
  let state = 0;
  for (;;) {
    const place = output.length & placeMask;
    const context = (state << 4) + place;
    if (bits.bit(isMatch, context) === 0) {
      output.push(literal(output.back(1) >> (8 - contextBits), state < 7 ? -1 : output.back(last[0])));
      state = state < 4 ? 0 : state - (state < 10 ? 3 : 6);
      continue;
    }
    let count = 1;
    if (bits.bit(isRepeat, state) === 0) {
      count = length(place);
      const back = distance(count) + 1;
      if (back > 0xffffffff) return output.bytes.slice(0, output.length);
      last = [back, last[0], last[1], last[2]];
      state = state < 7 ? 7 : 10;
    } else {
      const [newest, second, third, oldest] = last;
      let isOneByte = false;
      if (bits.bit(isOlder[0], state) === 0) isOneByte = bits.bit(isLong, context) === 0;
      else if (bits.bit(isOlder[1], state) === 0) last = [second, newest, third, oldest];
      else if (bits.bit(isOlder[2], state) === 0) last = [third, newest, second, oldest];
      else last = [oldest, newest, second, third];
      if (!isOneByte) count = repeatLength(place);
      state = isOneByte ? (state < 7 ? 9 : 11) : state < 7 ? 8 : 11;
    }
    for (; count > 0; --count) output.push(output.back(last[0]));
  }
}
