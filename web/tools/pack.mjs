// Packs a part of the page: gzip, then seven bits a character, as src/inflate.ts reads them.

import { gzipSync } from "node:zlib";

/** `forbidden` are the characters that others stand for: U+0100 for the first, and so on. */
export function packed(data, forbidden) {
  return characters(gzipSync(data, { level: 9, memLevel: 9 }), forbidden);
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
