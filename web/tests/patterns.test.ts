import { existsSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { type Core, startCore } from "../src/core";
import { type FigureSpec, type Variable, isNumber, kFigures, kTold } from "../src/figures";
import { createPage, drawFigure, valuesOf } from "../src/page";
import { patternOf } from "../src/patterns";
import { type Value, initialScenario, withValue } from "../src/state";

// Every ↗ leads to the access that its figure shows, at first and with each control moved alone: needs smemlens.wasm, as the build does.

const wasm = process.env.SMEMLENS_WASM ?? new URL("../../build/wasm/bin/smemlens.wasm", import.meta.url).pathname;

let core: Core;

// What isn't the access: the reader's guess, and how far play has come.
const kInner: ReadonlySet<string> = new Set([kTold, "pass", "lane"]);

function valuesToTry(variable: Variable): readonly Value[] {
  if (kInner.has(variable.name)) return [];
  if (variable.choices !== undefined) return variable.choices;
  if (!isNumber(variable)) return [variable.initial];
  const { minimum, maximum, step = 1 } = variable;
  return Array.from({ length: (maximum - minimum) / step + 1 }, (_, i) => minimum + i * step);
}

function passesOf(spec: FigureSpec, name: string, value: Value): { asked: string; figure: number; pattern: number | string } {
  const told = withValue(initialScenario("en"), `${spec.id}.${kTold}`, 1);
  const page = createPage(core, withValue(told, `${spec.id}.${name}`, value), "wide");
  const values = valuesOf(page, spec);
  const pattern = patternOf(spec, values) ?? "";
  const answer = core("count", { pattern, arch: String(values.arch ?? "sm_80") });
  return { asked: `${name}=${value}: ${pattern}`, figure: drawFigure(page, spec).passes, pattern: answer.ok ? answer.totals.wavefronts : answer.error.message };
}

describe.skipIf(!existsSync(wasm))("the pattern behind a figure's ↗ takes the figure's own passes", () => {
  beforeAll(async () => {
    core = await startCore(await WebAssembly.compile(readFileSync(wasm)));
  });

  const lessons = kFigures.filter(({ id }) => !["play", "check"].includes(id));
  const opened = lessons.filter((spec) => patternOf(spec, Object.fromEntries(spec.variables.map(({ name, initial }) => [name, initial]))) !== null);

  it("there are some", () => expect(opened.map(({ id }) => id)).toEqual(expect.arrayContaining(["hero", "step3", "step9", "phases", "merge", "ladder", "hardware"])));

  it.each(opened.map((spec) => [spec.id, spec] as const))("%s", (_, spec) => {
    const first = passesOf(spec, kTold, 1);
    expect(first.pattern, first.asked).toBe(first.figure);
    for (const variable of spec.variables) {
      for (const value of valuesToTry(variable)) {
        const { asked, figure, pattern } = passesOf(spec, variable.name, value);
        expect(pattern, asked).toBe(figure);
      }
    }
  });
});
