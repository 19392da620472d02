// The rooms after the walkthrough: playground, self-check, engineers' part, report.

import assert from "node:assert/strict";
import { isSeen, openPage, settle, slide, visit, words } from "./browser.mjs";
import { pageFile } from "./page_file.mjs";

async function type(page, selector, text) {
  await page.$eval(selector, (field, typed) => {
    field.value = typed;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }, text);
  await settle(page);
}

async function padCures(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile(), "playground");
  assert.equal(await words(page, '[data-total="wavefronts"]'), "32");
  await slide(page, "#play-pad", 1);
  assert.equal(await words(page, '[data-total="wavefronts"]'), "1");
  assert.equal(await words(page, "[data-command]"), "smemlens explain 'float s[32][33]; s[lane][0]'");
  await page.close();
}

async function fixMorphs(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile(), "playground");
  assert.match(await words(page, '[data-now="play.maths.2.now"]'), /different words asked of it: 32\. Passes: 32/);
  await page.click('[data-fixes] [data-choice="0"]');
  await settle(page);
  const fixes = await words(page, "[data-fixes]");
  assert.match(fixes, /optimal: no layout takes fewer than 2 wavefronts, because each phase/);
  assert.match(fixes, /33 → 2 · XOR 5 bits of col with row ?Price: 0 B more/, "of the pair that is told of");
  assert.match(fixes, /33 → 2 · rows of 33 elements ?Price: 128 B more/);
  assert.match(fixes, /s\[0\]\[lane\] = 0: passes 1 → 1 ?s\[lane\]\[0\]: passes 32 → 1/);
  assert.match(fixes, /blocks by shared memory alone, 164 KiB: still 32/);
  assert.match(fixes, /int s_at\(int row, int col\) \{ return row\*32 \+ \(col \^ row\); \} \/\/ CuTe: Swizzle<5,0,5> o/);
  assert.match(await words(page, "#playground .picture svg"), /s\[lane\]\[0\] before: 32 passes.*s\[lane\]\[0\] after: 1 pass/);
  assert.equal(await words(page, "[data-command]"), "smemlens fix 'float s[32][32]; s[0][lane] = 0; s[lane][0]'");
  assert.equal(await isSeen(page, ".nsight .before-fix"), true);
  assert.equal(await words(page, '[data-now="play.maths.2.now"]'), "", "the formula is of the declared layout");
  assert.equal(await page.$eval('[data-fixes] [data-variable="fix"]', (button) => button.getAttribute("aria-pressed")), "true");
  await page.click('#playground [data-choice="row"]');
  await settle(page);
  assert.match(await words(page, "[data-fixes]"), /nothing to fix/);
  assert.equal(await isSeen(page, ".nsight .before-fix"), false);
  assert.deepEqual(page.problems, []);
  await page.close();
}

// The fix serves the second access too, and what is said of that access is said of the layout that is shown.
async function fixServesAll(browser) {
  const page = await openPage(browser);
  const own = (pattern, second) => `playground&play.preset=own&play.pattern=${encodeURIComponent(pattern)}&play.second=${encodeURIComponent(second)}`;
  await visit(page, pageFile(), own("float s[32][32]; s[lane][0]", ""));
  await page.click('[data-fixes] [data-choice="0"]');
  await settle(page);
  assert.match(await words(page, "[data-fixes]"), /another order of the axes.*Only if no other access walks along the rows/);
  await type(page, "#play-second", "s[0][lane]");
  assert.equal(await words(page, "[data-second]"), "Yes: 1, its ideal.");
  assert.equal(await words(page, "[data-command]"), "smemlens explain 'float s[32][32]; s[lane][0]; s[0][lane]'");
  await page.click('[data-fixes] [data-choice="0"]');
  await settle(page);
  assert.doesNotMatch(await words(page, "[data-fixes]"), /another order/);
  assert.equal(await words(page, "[data-second]"), "Yes, after the fix: 1, its ideal.");
  await visit(page, pageFile(), `${own("float s[32][32]; s[0][lane]", "s[lane][lane]; s[lane][0]")}`);
  assert.equal(await words(page, "[data-second]"), "No: 33, where 2 would do.", "of the second accesses alone");
  assert.ok(await page.$('[data-fixes] [data-choice="0"]'), "only the second access is in need");
  await page.click('[data-fixes] [data-choice="0"]');
  await settle(page);
  const [, passes] = /after the fix: (\d+)/.exec(await words(page, "[data-second]"));
  const told = (await words(page, "[data-fixes] li")).match(/s\[lane\]\[(?:lane|0)\]: passes \d+ → \d+/g).map((part) => Number(part.split("→ ")[1]));
  assert.equal(Number(passes), told[0] + told[1]);
  await type(page, "#play-pattern", "float s[32][32]; *(float4*)&s[lane][0]");
  await type(page, "#play-second", "");
  await page.click('[data-fixes] [data-choice="0"]');
  await settle(page);
  assert.match(await words(page, "[data-fixes] .refused"), /rows of 33–35 elements: no, vectors of 16 bytes/);
  assert.deepEqual(page.problems, []);
  await page.close();
}

// Sentences about another access than the picture's keep their numbers when the picture changes.
// A link may name a layout that there isn't.
async function linkOfNoLayout(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile(), "play.fix=20&play.second=s[0][lane]");
  await settle(page);
  assert.doesNotMatch(await words(page, "[data-second]"), /after the fix/);
  await type(page, "#play-second", "s[lan][0]");
  assert.equal(await page.$("[data-fixes] [data-choice='0']"), null, "nothing is fixed that can't be counted");
  for (const name of ["constructor", "__proto__", "toString"]) {
    await visit(page, pageFile(), `selfcheck&check.exercise=${name}`);
    assert.match(await words(page, "#selfcheck .asked"), /lane/);
  }
  assert.deepEqual(page.problems, []);
  await page.close();
}

async function sentencesStayTrue(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile(), "playground&lang=en&play.second=s[0][lane]");
  await slide(page, "#play-pass", 3);
  assert.equal(await words(page, '[data-code-passes="store"]'), "// passes: 1, ideal 1");
  assert.equal(await words(page, '[data-code-passes="load"]'), "// passes: 32, ideal 1");
  assert.equal(await words(page, "[data-pair]"), "1 + 32, ideal 2");
  assert.equal(await words(page, "[data-second]"), "Yes: 1, its ideal.");
  await page.click('#playground [data-action="lane-next"]');
  assert.match(await words(page, "#playground [data-loupe]"), /lane 0 → index 0 → word 0 /);
  await type(page, "#play-pattern", "float s[40]; cp.async.4(&s[lane + 7])");
  assert.match(await words(page, "#playground [data-loupe]"), /lane 0 → index 7 → word 7 → bank 7/);
  await type(page, "#play-pattern", "float s[128]; cp.async.16(&s[4 * lane])");
  assert.match(await words(page, "[data-doubt]"), /^This number isn’t certain/);
  assert.doesNotMatch(await words(page, "[data-doubt]"), /docs\//, "there are none in this file");
  assert.match(await words(page, '[data-total="wavefronts"]'), /^~\d/);
  assert.equal(await page.$eval('#playground .readout [data-number="passes"]', (number) => getComputedStyle(number, "::before").content), '"~"');
  await type(page, "#play-pattern", "float s[32]; cp.async.4(&s[0])");
  assert.equal(await words(page, '[data-now="play.maths.2.now"]'), "", "32 writes of one word");
  await type(page, "#play-pattern", "float s[32][32]; s[0][lane] = 0; s[lane][0]");
  assert.match(await words(page, '[data-now="play.maths.2.now"]'), /Passes: 32/, "of the access in the picture");
  assert.equal(await words(page, "[data-second]"), "Yes: 1, its ideal.", "of the second access alone");
  assert.deepEqual(page.problems, []);
  await page.close();
}

async function opensInItsLanguage(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile("hi-Latn"));
  assert.equal(await page.$eval("html", (html) => html.lang), "hi-Latn");
  await page.close();
}

async function errorsHaveCarets(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile(), "playground");
  await type(page, "#play-pattern", "float s[32]; s[lain]");
  assert.equal(await words(page, "#play-error mark"), "lain");
  const opacity = (selector) => page.$eval(`#playground ${selector}`, (element) => getComputedStyle(element).opacity);
  for (const old of [".picture", ".readout", ".nsight", ".fix"]) assert.equal(await opacity(old), "0.35", `${old} tells of an earlier access`);
  await type(page, "#play-pattern", "float s[32]; s[lane]");
  assert.equal(await words(page, "#play-error"), "");
  assert.equal(await opacity(".fix"), "1");
  assert.equal(await words(page, '[data-total="wavefronts"]'), "1");
  assert.deepEqual(page.problems, []);
  await page.close();
}

async function missedReturns(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile(), "selfcheck&check.exercise=stride&check.variant=0");
  const answer = async (number) => {
    await page.$eval("#selfcheck [name=number]", (field, value) => { field.value = value; }, String(number));
    await page.click('#selfcheck [type="submit"]');
    await settle(page);
  };
  assert.match(await words(page, ".asked"), /6/);
  await answer(3);
  assert.match(await words(page, "[data-reply]"), /gcd/);
  assert.ok(await page.$("#selfcheck .picture svg"), "the access is drawn");
  const asked = [];
  for (let question = 0; question < 3; ++question) {
    await page.click("#selfcheck [data-next]");
    asked.push(await words(page, ".asked"));
    await answer(1);
  }
  assert.match(asked[2], /stride|\* lane/);
  assert.deepEqual(page.problems, []);
  await page.evaluate(() => localStorage.clear());
  await page.close();
}

async function engineersDoor(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile());
  await page.click(".door > summary");
  await slide(page, "#swizzle-bits", 31);
  assert.match(await words(page, "#swizzle .readout"), /passes 1\b/);
  await page.click('#merge [data-set="merge=stranger"]');
  await settle(page);
  assert.match(await words(page, "#merge .readout"), /passes 4\b/);
  await page.close();
}

export const kHostile = JSON.stringify({
  schema: "smemlens.report/1", version: "1", arch: "sm_80", level: "ptx", partial: true,
  kernels: [{
    name: "<img src=x onerror=document.title='taken'>", launches: 1, blocks_run: 1, blocks_total: 1,
    sites: [{ file: "</script><script>document.title='taken'</script>", line: 9, column: 1, function: "f<1>()", instruction: "ld.shared.f32", array: "s", op: "load", bytes: 4, requests: 1, wavefronts: 2, ideal_wavefronts: 1, excess_wavefronts: 1, degree_max: 2, inexact_requests: 0, worst: { block: [0, 0, 0], warp: 0, addresses: [0, 128] } }],
  }],
  problems: [{ message: "<b>problem</b>" }],
  notes: ["<b>note</b>"],
});

async function reportsAreText(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile("en", kHostile));
  assert.match(await words(page, ".report caption"), /<img src=x/);
  assert.doesNotMatch(await page.title(), /taken/);
  await page.click(".report tbody button");
  await settle(page);
  assert.equal(await words(page, '[data-total="wavefronts"]'), "2");
  assert.deepEqual(page.problems, []);
  await page.close();
}

// Of a template's instances one row tells the sum, and each has a row of its own below it.
async function instancesUnfold(browser) {
  const report = JSON.parse(kHostile);
  const [kernel] = report.kernels;
  report.kernels = [1, 2, 3].map((size) => ({ ...kernel, name: `void f<${size}>()`, sites: [{ ...kernel.sites[0], requests: size }] }));
  const page = await openPage(browser);
  await visit(page, pageFile("en", JSON.stringify(report)));
  const seen = () => page.$$eval(".report tbody tr", (rows) => rows.filter((row) => row.checkVisibility()).map((row) => row.cells[3].textContent));
  assert.match(await words(page, ".report caption"), /^f<…> · Launches: 3$/);
  assert.deepEqual(await seen(), ["6"]);
  await page.click(".report tbody [aria-expanded]");
  assert.deepEqual(await seen(), ["6", "1", "2", "3"]);
  assert.match(await words(page, ".report .instance th"), /^void f<1>/);
  await page.click(".report tbody [aria-expanded]");
  assert.deepEqual(await seen(), ["6"]);
  assert.match(await words(page, "[data-report]"), /before the program did.*<b>problem<.b>/);
  assert.deepEqual(page.problems, []);
  await page.close();
}

export const tests = [
  { name: "playground: pad 0 → 1 turns 32 to 1", run: padCures },
  { name: "playground: the fix morphs and has its price", run: fixMorphs },
  { name: "playground: a fix serves every access that is given", run: fixServesAll },
  { name: "playground: a link to a layout that there isn't", run: linkOfNoLayout },
  { name: "playground: sentences stay true when the picture changes", run: sentencesStayTrue },
  { name: "a page in Hinglish opens in it, whatever the browser wishes", run: opensInItsLanguage },
  { name: "playground: errors are marked where they are", run: errorsHaveCarets },
  { name: "self-check: a missed template returns two questions later", run: missedReturns },
  { name: "engineers: lamps and zip", run: engineersDoor },
  { name: "report: a stranger's text stays text", run: reportsAreText },
  { name: "report: a template's instances unfold", run: instancesUnfold },
];
