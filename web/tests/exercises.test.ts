import { existsSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { Exercise } from "../i18n/exercise";
import { exercises } from "../i18n/exercise_table";
import { type Core, startCore } from "../src/core";
import { kOrder } from "../src/exercises/course";
import { type Reply, type Variant, filled, judge, lanesOf, patternFor } from "../src/exercises/judge";

// Every variant of every exercise, judged by the real core: needs smemlens.wasm, as the build does.

const wasm = process.env.SMEMLENS_WASM ?? new URL("../../build/wasm/bin/smemlens.wasm", import.meta.url).pathname;

let core: Core;

/** Answers that a reader could find by trying: the first that is right. */
function candidates(exercise: Exercise, variant: Variant): Reply[] {
  const numbers = Array.from({ length: 65 }, (_, number) => number);
  if (exercise.kind === "write") return ["s[lane][31 - lane]"];
  if (exercise.kind === "build") return [built(exercise, variant)];
  if (exercise.kind === "lanes") return numbers.slice(1, 17).map((gap) => numbers.slice(0, 32).filter((lane) => lane !== variant.lane && (lane - (variant.lane ?? 0)) % gap === 0));
  return numbers;
}

function built(exercise: Exercise, variant: Variant): number[] {
  const start = lanesOf(core, patternFor(exercise, variant)).filter(({ active }) => active);
  const moved = exercise.moves ?? start.length;
  return start.map(({ lane, words }) => (lane === 0 || lane > moved ? (words?.[0] ?? 0) : exercise.one_bank === true ? 0 : 32 * lane));
}

describe.skipIf(!existsSync(wasm))("the core judges", () => {
  beforeAll(async () => {
    core = await startCore(await WebAssembly.compile(readFileSync(wasm)));
  });

  it.each(kOrder)("%s", (id) => {
    const exercise: Exercise = exercises[id];
    for (const variant of exercise.variants) {
      const verdicts = candidates(exercise, variant).map((reply) => judge(core, exercise, variant, reply));
      const right = verdicts.filter((verdict) => verdict.right);
      expect(right.length, `${filled(exercise.pattern, variant)}: one answer is right`).toBeGreaterThanOrEqual(1);
      if (typeof candidates(exercise, variant)[0] === "number") expect(right.length).toBe(1);
    }
  });

  it.each([
    ["s[lane][31 - lane]", true],
    ["float s[32][33]; s[lane][31 - lane]", true],
    ["s[lane][0]", false],
    ["float s[32][32]; s[lane][0]", false],
    ["float t[32][32]; t[lane][0]", false],
  ])("an access may come with the exercise's own declaration: %s", (reply, right) => {
    const judgement = judge(core, exercises.break_33, {}, reply);
    expect(judgement.right).toBe(right);
    expect(judgement.pattern).toContain("[33]");
  });

  it("a padding that does it, but isn't the smallest, is told so", () => {
    const texts = [0, 1, 3].map((pad) => judge(core, exercises.repair_column, { width: 32 }, pad).text);
    expect(texts).toEqual(["wrong", "right", "large"]);
  });
});
