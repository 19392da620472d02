// The core, the catalogues and the script travel inside the page as LZMA, seven bits a character.
// (Base64 has six; more than seven would take two bytes each.) A program for WebAssembly unpacks them
// (smemlens/wasm/unpack.cpp), and comes in seven bits a character itself.

interface UnpackerExports {
  memory: WebAssembly.Memory;
  room(bytes: number): number;
  unpack(text: number, bytes: number): number;
}

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

/** What was packed; it stays until the next part is unpacked. */
export type Unpack = (packed: string) => Uint8Array<ArrayBuffer>;

/** Starts the program that unpacks. */
export function createUnpack(program: BufferSource): Unpack {
  const unpacker = new WebAssembly.Instance(new WebAssembly.Module(program)).exports as unknown as UnpackerExports;
  const memory = (): ArrayBuffer => unpacker.memory.buffer as ArrayBuffer;
  return (packed) => {
    const text = new TextEncoder().encode(packed);
    const place = unpacker.room(text.length);
    new Uint8Array(memory()).set(text, place);
    const length = unpacker.unpack(place, text.length);
    if (length === 0) throw new Error("what was packed is cut off or damaged");
    return new Uint8Array(memory(), place + text.length, length);
  };
}
