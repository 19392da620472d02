// The core, the catalogues and the scripts travel inside the page as LZMA, seven bits a character.
// (Base64 has six; more than seven would take two bytes each.)

import { unpackLzma } from "./lzma";

/** Characters that HTML doesn't keep as they are, or that may end a script; U+0100 … stand for them. */
export const kForbidden = [0, 13, 60] as const;

/** The bytes of a text of seven bits a character. */
export function bytesOf(packed: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor((packed.length * 7) / 8));
  let held = 0;
  let bits = 0;
  let at = 0;
  for (let index = 0; index < packed.length; ++index) {
    const code = packed.charCodeAt(index);
    held = (held << 7) | (code < 128 ? code : (kForbidden[code - 256] ?? 0));
    bits += 7;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = held >> bits;
    held &= (1 << bits) - 1;
  }
  return bytes;
}

/** What was packed. */
export const unpack = (packed: string): Uint8Array<ArrayBuffer> => unpackLzma(bytesOf(packed));
