// The page's numbers are those of the command line.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { openPage, settle, visit, words } from "./browser.mjs";
import { pageFile } from "./page_file.mjs";

const kPatterns = [
  { pattern: "float s[32][32]; s[lane][0]" },
  { pattern: "float s[32][33]; s[lane][0]" },
  { pattern: "float s[1024]; s[6 * lane]" },
  { pattern: "double s[32][33]; s[lane][0]" },
  { pattern: "float4 v[16]; v[lane / 2]" },
  { pattern: "half h[32][32]; h[lane][0]" },
  { pattern: "float s[32][32]; s[lane][0]", arch: "sm_10" },
  { pattern: "float s[32][33]; s[0][lane] = 0; s[lane][0]" },
];

async function sameAsCommand(browser) {
  const smemlens = process.env.SMEMLENS;
  if (smemlens === undefined) return "SMEMLENS names no binary";
  const page = await openPage(browser);
  await visit(page, pageFile());
  for (const { pattern, arch = "sm_80" } of kPatterns) {
    const answer = JSON.parse(execFileSync(smemlens, ["explain", pattern, "--arch", arch, "--format", "json"], { encoding: "utf8" }));
    await page.select("#play-arch", arch);
    await page.$eval("#play-pattern", (field, text) => {
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }, pattern);
    await settle(page);
    const { requests, wavefronts, ideal_wavefronts, excess_wavefronts } = answer.totals;
    const expected = { requests, wavefronts, ideal: ideal_wavefronts, excess: excess_wavefronts };
    for (const [term, count] of Object.entries(expected)) {
      assert.equal(await words(page, `[data-total="${term}"]`), String(count), `${pattern}: ${term}`);
    }
  }
  await page.close();
  return undefined;
}

// Other warps, other banks: here all presets are tried, elsewhere one.
const kUnlike = ["sm_10", "sm_37-8byte", "gfx90a", "gfx942"];

// Every row of the table, whatever its warp: no preset steps outside its own array.
async function everyArchitecture(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile());
  const names = await page.$$eval("#play-arch option", (options) => options.map(({ value }) => value));
  const presets = await page.$$eval("#playground [data-variable=preset]", (chips) => chips.map(({ dataset }) => dataset.choice).filter((choice) => choice !== "own"));
  assert.ok(names.length > 30 && presets.length > 6);
  for (const name of names) {
    await page.select("#play-arch", name);
    await page.select("#hardware-arch", name);
    for (const preset of kUnlike.includes(name) ? presets : ["column"]) {
      await page.$eval(`#playground [data-choice="${preset}"]`, (chip) => chip.click());
      await settle(page);
      assert.equal(await words(page, "#play-error"), "", `${name}: ${preset}`);
    }
    assert.match(await page.$eval("#hardware [data-words]", (line) => line.textContent), /ideal/, name);
  }
  await visit(page, pageFile(), "play.arch=gfx942&play.block=16,4");
  assert.equal(await page.$eval("#play-arch", (list) => list.value), "gfx942");
  assert.equal(await page.$eval("#play-block", (field) => field.value), "16,4");
  assert.deepEqual(page.problems, []);
  await page.close();
}

// How sure a row is, stands beside its choice, in the reader's language.
async function evidenceIsTold(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile("hi"), "lang=hi");
  const names = await page.$$eval("#hardware-arch option", (options) => options.map(({ value }) => value));
  for (const name of names) {
    await page.select("#hardware-arch", name);
    await settle(page);
    assert.match(await page.$eval("#hardware [data-evidence]", (line) => line.textContent), /^[\u0900-\u097f, ]+: .*(CUDA|ROCm|RTX|LDS)/, name);
  }
  await page.close();
}

export const tests = [{ name: "numbers: every row of the table tells its evidence", run: evidenceIsTold }, { name: "numbers: every architecture takes every preset", run: everyArchitecture }, { name: "numbers: as `smemlens explain --format json`", run: sameAsCommand }];
