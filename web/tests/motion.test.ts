import { describe, expect, it } from "vitest";
import { between, haveSameShape, partsOf } from "../src/motion";

describe("marks walk between two drawings", () => {
  it.each([
    ["10", "20", 0.5, "15"],
    ["-4", "4", 0.25, "-2"],
    ["M0 0L8 4", "M2 0L8 9", 0.5, "M1 0L8 6.5"],
    ["M1.5,2", "M2.5,4", 1, "M2.5,4"],
    ["1,2 3,4", "1,2 3,4", 0.3, "1,2 3,4"],
  ])("%s → %s at %d", (from, to, share, expected) => {
    expect(between(partsOf(from), partsOf(to), share)).toBe(expected);
  });

  it.each([
    ["M0 0L8 4", "M2 0L8 9", true],
    ["M0 0L8 4", "M0 0C8 4", false],
    ["10", "-10.5", true],
    ["none", "10", false],
  ])("%s and %s have the same shape: %s", (from, to, expected) => {
    expect(haveSameShape(partsOf(from), partsOf(to))).toBe(expected);
  });
});
