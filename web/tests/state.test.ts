import { describe, expect, it } from "vitest";
import { fromHash, initialScenario, languageFor, toHash, withValue } from "../src/state";

const start = initialScenario("en");

describe("a link keeps the state", () => {
  it.each([
    ["step4.stride", 3],
    ["step9.width", 34],
    ["step8.line", "row"],
    ["hero.pass", 32],
    ["play.pattern", "float s[32][32]; s[lane][0] // 100 % & more = #1"],
    ["play.pattern", "स्ट्राइड"],
  ])("%s = %s", (key, value) => {
    const changed = withValue(start, key, value);
    expect(changed.values[key]).toBe(value);
    expect(fromHash(toHash(changed), start)).toEqual(changed);
  });

  it("language and place too", () => {
    const there = { ...start, language: "hi-Latn" as const, place: "step5" };
    expect(fromHash(`#${toHash(there)}`, start)).toEqual(there);
  });

  it("and says only what differs from the beginning", () => {
    expect(toHash(start)).toBe("lang=en");
    expect(toHash(withValue(start, "step4.stride", 3))).toBe("lang=en&step4.stride=3");
  });
});

describe("a link comes from a stranger", () => {
  it.each([
    ["", start],
    ["#", start],
    ["step4.stride=three", start],
    ["step4.stride=", start],
    ["step4.stride=NaN&step4.stride=Infinity", start],
    ["step4.speed=9&__proto__=1&constructor=2", start],
    ["step1.banks=7", start],
    ["step8.line=diagonal", start],
    ["lang=xx", start],
    ["%E0%A4%A=1&step4.stride=%", start],
    ["<script>", start],
    ["step4.stride=99999999", withValue(start, "step4.stride", 33)],
    ["step4.stride=-5", withValue(start, "step4.stride", 0)],
    ["step4.stride=2.6", withValue(start, "step4.stride", 3)],
  ])("%s", (hash, expected) => {
    expect(fromHash(hash, start)).toEqual(expected);
  });

  it("a text is cut to its length", () => {
    const long = fromHash(`play.pattern=${"x".repeat(9999)}`, start).values["play.pattern"];
    expect(String(long).length).toBeLessThan(4000);
  });
});

describe("the first language is the browser's first that there is", () => {
  it.each([
    [["en-GB", "hi"], "en"],
    [["hi-IN", "en"], "hi"],
    [["hi-Latn-IN"], "hi-Latn"],
    [["de-DE", "fr"], "en"],
    [["de", "hi"], "hi"],
    [["his"], "en"],
    [[], "en"],
  ])("%j → %s", (wishes, language) => {
    expect(languageFor(wishes)).toBe(language);
  });
});
