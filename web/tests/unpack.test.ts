import { describe, expect, it } from "vitest";
import { bytesOf, kForbidden, unpack } from "../src/unpack";
import { characters, packed } from "../tools/pack.mjs";

const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);

describe("parts of the page, seven bits a character", () => {
  it.each([0, 1, 6, 7, 8, 255, 256])("%d bytes come back", (length) => {
    const bytes = every.subarray(0, length);
    expect(bytesOf(characters(bytes, kForbidden))).toEqual(bytes);
  });

  it("hold nothing that HTML changes", () => {
    expect(characters(every, kForbidden)).not.toMatch(/[\0\r<]/);
  });

  it("come back from LZMA", () => {
    const text = "smemlens ".repeat(100);
    expect(new TextDecoder().decode(unpack(packed(text, kForbidden)))).toBe(text);
  });
});
