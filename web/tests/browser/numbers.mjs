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

export const tests = [{ name: "numbers: as `smemlens explain --format json`", run: sameAsCommand }];
