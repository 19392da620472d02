import { describe, expect, it } from "vitest";
import { answered, firstOf, kFresh, kOrder, nextExercise, parseProgress, variantIndex } from "../src/exercises/course";
import { builtPattern, filled } from "../src/exercises/judge";

const first = kOrder[0] ?? "stride";
const second = kOrder[1] ?? "stride";
const third = kOrder[2] ?? "stride";

describe("the course", () => {
  it("has at least 24 templates, in the order of teaching", () => {
    expect(kOrder.length).toBeGreaterThanOrEqual(24);
    expect(nextExercise(kFresh)).toBe(first);
  });

  it("brings a missed template back two questions later, with other numbers", () => {
    let progress = answered(kFresh, first, false);
    expect(nextExercise(progress)).toBe(second);
    progress = answered(progress, second, true);
    expect(nextExercise(progress)).toBe(third);
    progress = answered(progress, third, true);
    expect(nextExercise(progress)).toBe(first);
    expect(variantIndex(progress, first)).toBe(1);
  });

  it("asks fresh ones between those that return, however many are missed", () => {
    let progress = kFresh;
    const asked = new Set<string>();
    for (let question = 0; question < 12; ++question) {
      const id = nextExercise(progress) ?? first;
      asked.add(id);
      progress = answered(progress, id, false);
    }
    expect(asked.size).toBeGreaterThanOrEqual(6);
  });

  it("opens a part at its first template that isn't done", () => {
    expect(firstOf(kFresh, "build")).toBe("build_four");
    expect(firstOf(answered(kFresh, "build_four", true), "build")).toBe("build_slowest");
    const all = kOrder.reduce((progress, id) => answered(progress, id, true), kFresh);
    expect(firstOf(all, "build")).toBe("build_four");
  });

  it("ends when all are done", () => {
    const end = kOrder.reduce((progress, id) => answered(progress, id, true), kFresh);
    expect(nextExercise(end)).toBeNull();
  });

  it.each([
    [null, kFresh],
    ['{"asked":0,"done":["constructor","toString","__proto__"]}', kFresh],
    ["", kFresh],
    ["{", kFresh],
    ['{"asked":-1}', kFresh],
    ['{"asked":2,"done":["nonsense"],"missed":[{"id":"x","due":1}],"tries":{"y":1}}', { ...kFresh, asked: 2 }],
  ])("progress that was tampered with: %s", (text, expected) => {
    expect(parseProgress(text)).toEqual(expected);
  });
});

it("templates are filled", () => {
  expect(filled("s[{stride} * lane] {unknown}", { stride: 6 })).toBe("s[6 * lane] {unknown}");
});

it("built arrows are an access", () => {
  expect(builtPattern([0, 32])).toBe("float s[1024]; if (lane < 2) s[lane == 0 ? 0 : 32]");
});
