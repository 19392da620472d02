// Teacher mode: slides that ask before they answer, and the worksheet.

import assert from "node:assert/strict";
import { openPage, settle, visit, words } from "./browser.mjs";
import { pageFile } from "./page_file.mjs";

async function teaches(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile());
  await page.click('[data-teach="enter"]');
  await settle(page);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.match(await words(page, ".teaching-bar output"), /^3 /);
  assert.equal(await page.$eval("main > section.current", (section) => section.id), "step1");
  const hidden = () => page.$$eval(".current .sl-title, .current [class^=sl-count]", (marks) => marks.every((mark) => getComputedStyle(mark).visibility === "hidden"));
  assert.equal(await hidden(), true, "the class hasn't answered yet");
  await page.keyboard.press("ArrowRight");
  assert.equal(await hidden(), false);
  await page.keyboard.press("ArrowRight");
  await page.click('[data-teach="answers"]');
  assert.match(await words(page, ".teaching-bar output"), /^6 /, "the sentences are the answer");
  await page.keyboard.press("Escape");
  assert.equal(await page.$(".teaching-bar"), null);
  assert.deepEqual(page.problems, []);
  await page.close();
}

async function worksheetAsks(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile());
  await page.evaluate(() => { window.print = () => { window.sheet = document.querySelector(".worksheet").textContent; }; });
  await page.click('[data-teach="worksheet"]');
  const sheet = await page.evaluate(() => window.sheet);
  assert.equal(sheet.match(/passes: ______/g).length, 9);
  assert.match(sheet, /s\[8 \* lane\]: 8 · float s\[1024\]; s\[0\]: 1/);
  assert.match(sheet, /m\[32\]\[32\]; m\[lane\]\[0\]: 32 · float m\[32\]\[33\]; m\[lane\]\[0\]: 1/);
  assert.equal(sheet.match(/How many passes\?/g).length, 18, "nine pictures ask, in title and heading");
  await page.close();
}

export const tests = [
  { name: "teacher mode: slides by arrow keys", run: teaches },
  { name: "teacher mode: the worksheet asks and has its answers", run: worksheetAsks },
];
