// Packs a part of the page: gzip by Zopfli, a twentieth smaller than zlib's, then seven bits a
// character, as src/inflate.ts reads them.

import zopfli from "@gfx/zopfli";

/** `forbidden` are the characters that others stand for: U+0100 for the first, and so on. */
export async function packed(data, forbidden) {
  return characters(await zopfli.gzipAsync(Buffer.from(data), { numiterations: 5 }), forbidden);
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
