// Packs a part of the page: LZMA by xz, an eighth smaller than the best gzip, then seven bits a
// character, as smemlens/wasm/unpack.cpp reads them.

import { execFileSync } from "node:child_process";

// One setting for code and texts: 3 bits of the byte before choose a literal's chances, no place does.
const kFilter = "--lzma1=preset=9e,lc=3,lp=0,pb=0";

/** `forbidden` are the characters that others stand for: U+0100 for the first, and so on. */
export function packed(data, forbidden) {
  return characters(compressed(data, kFilter), forbidden);
}

/** `xz` doesn't know the length of what it reads from a pipe, so its place in the header is filled in here. */
export function compressed(data, filter) {
  const bytes = execFileSync("xz", ["--format=lzma", filter, "--stdout"], { input: data, maxBuffer: 2 ** 26 });
  bytes.writeBigUInt64LE(BigInt(Buffer.byteLength(data)), 5);
  return bytes;
}

export function characters(bytes, forbidden) {
  let text = "";
  let held = 0;
  let bits = 0;
  const write = (code) => {
    const index = forbidden.indexOf(code);
    text += String.fromCharCode(index < 0 ? code : 256 + index);
  };
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 7; held &= (1 << bits) - 1) write(held >> (bits -= 7));
  }
  if (bits > 0) write(held << (7 - bits));
  return text;
}
