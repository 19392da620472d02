import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { unpackLzma } from "../src/lzma";

/** Bytes that no compressor finds anything in, the same in every run. */
function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 24);
}

const ascending = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => index >> 8);
const far = (): Uint8Array => Uint8Array.from([...noise(300), ...new Uint8Array(200_000), ...noise(300)]);

const kTexts: [string, () => Uint8Array][] = [
  ["nothing", () => new Uint8Array(0)],
  ["one byte", () => Uint8Array.of(60)],
  ["one byte over and over", () => new Uint8Array(100_000).fill(7)],
  ["noise, of literals only", () => noise(5000)],
  ["runs that change slowly", () => ascending(70_000)],
  ["a copy from far back", far],
  ["a script of ours", () => readFileSync(new URL("../src/lzma.ts", import.meta.url))],
  ["this program", () => readFileSync(process.execPath).subarray(0, 60_000)],
];

describe("what xz has packed", () => {
  it.each(kTexts)("%s comes back", (_, make) => {
    const bytes = make();
    for (const setting of ["lc=3,pb=0", "lc=3,pb=2", "lc=0,pb=4", "lc=4,pb=0"]) {
      const packed = execFileSync("xz", ["--format=lzma", `--lzma1=lp=0,${setting}`, "--stdout"], { input: bytes });
      expect(Buffer.compare(unpackLzma(packed), bytes), setting).toBe(0);
    }
  });

  it("is refused where it is cut off", () => {
    const packed = execFileSync("xz", ["--format=lzma", "--stdout"], { input: noise(5000) });
    for (const length of [0, 12, 17, 100, packed.length - 1]) {
      expect(() => unpackLzma(packed.subarray(0, length)), String(length)).toThrow("cut off");
    }
  });
});
