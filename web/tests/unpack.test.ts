import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type Unpack, bytesOf, createUnpack, kForbidden } from "../src/unpack";
import { characters, compressed, packed } from "../tools/pack.mjs";

// By the real program: needs unpack.wasm beside smemlens.wasm, as the build does.

const wasm = process.env.SMEMLENS_WASM ?? new URL("../../build/wasm/bin/smemlens.wasm", import.meta.url).pathname;
const program = join(dirname(wasm), "unpack.wasm");

const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);

/** Bytes that no compressor finds anything in, the same in every run. */
function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 24);
}

const ascending = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => index >> 8);
const far = (): Uint8Array => Uint8Array.from([...noise(300), ...new Uint8Array(200_000), ...noise(300)]);

const kTexts: [string, () => Uint8Array][] = [
  ["one byte", () => Uint8Array.of(60)],
  ["one byte over and over", () => new Uint8Array(100_000).fill(7)],
  ["noise, of literals only", () => noise(5000)],
  ["runs that change slowly", () => ascending(70_000)],
  ["a copy from far back", far],
  ["a script of ours", () => readFileSync(new URL("../src/unpack.ts", import.meta.url))],
  ["the beginning of this program", () => readFileSync(process.execPath).subarray(0, 60_000)],
  ["more than memory holds at first", () => readFileSync(process.execPath).subarray(0, 300_000)],
];

const lzma = (bytes: Uint8Array, setting = "lc=3,lp=0,pb=0"): Buffer => compressed(bytes, `--lzma1=${setting}`);

describe("parts of the page, seven bits a character", () => {
  it.each([0, 1, 6, 7, 8, 255, 256])("%d bytes come back", (length) => {
    const bytes = every.subarray(0, length);
    expect(bytesOf(characters(bytes, kForbidden))).toEqual(bytes);
  });

  it("hold nothing that HTML changes", () => {
    expect(characters(every, kForbidden)).not.toMatch(/[\0\r<]/);
  });
});

describe.skipIf(!existsSync(program))("what xz has packed", () => {
  let unpack: Unpack;
  beforeAll(() => {
    unpack = createUnpack(readFileSync(program));
  });

  it.each(kTexts)("%s comes back", (_, make) => {
    const bytes = make();
    for (const setting of ["lc=3,lp=0,pb=0", "lc=3,lp=0,pb=2", "lc=0,lp=0,pb=4", "lc=4,lp=0,pb=0"]) {
      const back = unpack(characters(lzma(bytes, setting), kForbidden));
      expect(Buffer.compare(back, bytes), setting).toBe(0);
    }
  });

  it("comes back as the build packs it, one after another", () => {
    for (const text of ["smemlens ".repeat(100), "बैंक ".repeat(50), "x"]) {
      expect(new TextDecoder().decode(unpack(packed(text, kForbidden)))).toBe(text);
    }
  });

  it("is refused where it is cut off", () => {
    const bytes = lzma(noise(5000));
    for (const length of [0, 1, 12, 17, 18, 100, bytes.length - 20, bytes.length - 1]) {
      expect(() => unpack(characters(bytes.subarray(0, length), kForbidden)), String(length)).toThrow("cut off");
    }
  });

  it.each<[string, (bytes: Buffer) => void]>([
    ["a length that is a byte more", (bytes) => bytes.writeUInt32LE(5001, 5)],
    ["a length that is a byte less", (bytes) => bytes.writeUInt32LE(4999, 5)],
    ["a length of gigabytes", (bytes) => bytes.writeUInt32LE(0xfffffff0, 5)],
    ["properties that xz doesn't have", (bytes) => bytes.writeUInt8(255, 0)],
    ["a literal's chances by its place", (bytes) => bytes.writeUInt8(3 + 9 * 1, 0)],
  ])("is refused with %s", (_, damage) => {
    const bytes = lzma(noise(5000));
    damage(bytes);
    expect(() => unpack(characters(bytes, kForbidden))).toThrow("damaged");
  });

  it("never goes on for ever, whichever byte is wrong", () => {
    const bytes = lzma(readFileSync(new URL("../src/unpack.ts", import.meta.url)));
    for (let at = 0; at < bytes.length; at += 7) {
      const wrong = Buffer.from(bytes);
      wrong.writeUInt8((bytes[at] ?? 0) ^ 0x55, at);
      try {
        unpack(characters(wrong, kForbidden));
      } catch (problem) {
        expect(String(problem)).toContain("damaged");
      }
    }
  });
});
