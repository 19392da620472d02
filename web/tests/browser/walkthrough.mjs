// The first ten seconds and the nine steps.

import assert from "node:assert/strict";
import { isSeen, openPage, settle, slide, until, visit, words } from "./browser.mjs";
import { pageFile } from "./page_file.mjs";

const kSteps = [1, 2, 3, 4, 5, 6, 7, 8, 9];

async function answersAndPulls(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile());
  await page.select("[data-speed]", "fast");
  assert.match(await words(page, "#hero .picture"), /How many passes\?/);
  assert.doesNotMatch(await page.$eval("#hero", (hero) => hero.innerText), /×|\b32 passes/);
  await page.click('#hero [data-guess="1"]');
  await until(page, () => document.querySelector("#hero").dataset.stage === "drained");
  assert.match(await words(page, '#hero [data-told="wrong"]'), /32/);
  await slide(page, "#hero-width", 33);
  assert.match(await words(page, "#hero .pulled"), /32 → 1/);
  assert.deepEqual(page.problems, []);
  await page.close();
}

async function nothingMovesUnasked(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile());
  const before = await page.$eval("#hero .picture", (picture) => picture.innerHTML);
  await new Promise((done) => setTimeout(done, 700));
  assert.equal(await page.$eval("#hero .picture", (picture) => picture.innerHTML), before);
  await page.close();
}

async function padByHandle(browser) {
  const page = await openPage(browser);
  await page.setViewport({ width: 1280, height: 1000 });
  await visit(page, pageFile());
  const zone = await page.$('#hero [data-handle="pad"]');
  assert.ok(zone, "the hero's picture has a handle for the pad");
  const box = await zone.boundingBox();
  const step = await zone.evaluate((rect) => (Number(rect.dataset.unit) * rect.ownerSVGElement.getBoundingClientRect().width) / rect.ownerSVGElement.viewBox.baseVal.width);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + step, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await settle(page);
  assert.match(await words(page, "#hero .readout"), /passes 1\b/);
  await page.close();
}

async function guessIsAnswered(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile());
  await page.select("[data-speed]", "fast");
  await page.click('#step7 .guess [data-guess="1"]');
  await until(page, () => /lanes 0 and 1/.test(document.querySelector("#step7 .verdict").textContent));
  assert.match(await words(page, "#step7 .verdict"), /bank 0/);
  await page.close();
}

// Neither picture nor sentence nor screen reader tells before the guess; any guess, or none, opens it.
async function guessComesFirst(browser) {
  const page = await openPage(browser);
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  await visit(page, pageFile());
  for (const step of [4, 5, 6, 7, 8, 9]) {
    assert.match(await words(page, `#step${step} .picture`), /^How many passes\?/);
    assert.equal(await page.$eval(`#step${step} .readout`, (line) => line.checkVisibility()), false);
    assert.match(await words(page, `#step${step} .play-line [data-number="passes"]`), /^\?$/);
    assert.equal(await isSeen(page, `#step${step} .play-line`), false, "the sentences wait too");
    assert.equal(await isSeen(page, `#step${step} .prose > p`), true, "but for what the question needs");
  }
  await page.click('#hero [data-guess="32"]');
  await settle(page);
  assert.equal(await page.$eval("#hero", (hero) => hero.dataset.stage), "drained", "at once, where nothing may move");
  assert.match(await words(page, "#hero .picture"), /^Column 0/);
  await page.focus('#step5 [data-guess="1"]');
  await page.keyboard.press("Enter");
  await settle(page);
  assert.match(await words(page, "#step5 .verdict"), /guessed 1.*takes 2.*lanes 0 and 16/);
  assert.match(await words(page, "#step5 .readout"), /passes 2\b/);
  assert.equal(await isSeen(page, "#step5 .play-line"), true);
  await page.click('#step8 .waits [data-guess="skip"]');
  await settle(page);
  assert.match(await words(page, "#step8 .picture"), /^Column 5/);
  assert.equal(await words(page, "#step8 .verdict"), "");
  assert.equal(await isSeen(page, "#step8 .waits"), false);
  assert.equal(await page.evaluate(() => document.activeElement.matches("#step8 .prose > *")), true, "reading goes on there");
  await slide(page, "#step9-width", 34);
  assert.match(await words(page, "#step9 .readout"), /passes 2\b/, "who changes the access sees it");
  assert.match(await page.evaluate(() => document.querySelector("#step7").dataset.asks), /^$/, "the others still ask");
  assert.deepEqual(page.problems, []);
  await page.close();
}

async function stopsAtCollision(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile(), "step4.told=1");
  await page.select("[data-speed]", "fast");
  await page.click('#step4 [data-action="play"]');
  await until(page, () => document.querySelector("#step4 .verdict").textContent !== "");
  assert.equal(await page.$eval("#step4-lanes", (input) => input.value), "17");
  await page.close();
}

async function sentencesAreStates(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile(), "step4.told=1&step9.told=1");
  await page.click('#step9 [data-set="width=34"]');
  await settle(page);
  assert.match(await words(page, "#step9 .readout"), /passes 2\b/);
  await page.click("#step4 [data-light='lane=16']");
  assert.ok((await page.$$("#step4 svg .lit")).length > 0, "lane 16 is lit");
  await page.close();
}

async function linkAndLanguage(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile(), "step4&lang=en&step4.stride=3");
  assert.equal(await page.$eval("#step4-stride", (input) => input.value), "3");
  await page.select("#language", "hi");
  assert.equal(await page.$eval("html", (html) => html.lang), "hi");
  assert.equal(await page.$eval("#step4-stride", (input) => input.value), "3");
  await new Promise((done) => setTimeout(done, 400));
  assert.match(await page.evaluate(() => location.hash), /lang=hi&step4\.stride=3/);
  assert.match(await words(page, "#step4 .picture"), /^कितने pass/, "a link may ask");
  assert.deepEqual(page.problems, []);
  await page.close();
}

async function withoutScripts(browser) {
  const page = await openPage(browser);
  await page.setJavaScriptEnabled(false);
  await page.goto(pageFile("hi-Latn"));
  for (const step of kSteps) assert.ok(await page.$(`#step${step} .picture svg`), `step ${step} has its picture`);
  assert.match(await words(page, "#step7 .picture"), /word 992/, "the pictures tell all");
  assert.match(await words(page, "#hero .told[data-told=wrong]"), /32/);
  assert.ok(await page.$eval("#hero .told[data-told=wrong]", (line) => line.checkVisibility()));
  assert.ok((await page.$$("main p")).length > 80);
  assert.ok(await isSeen(page, "#step7 .play-line"), "and so do the sentences");
  assert.equal(await isSeen(page, "#step7 .waits"), false);
  await page.close();
}

export const tests = [
  { name: "hero: an answer drains the queue, one word cures it", run: answersAndPulls },
  { name: "hero: nothing moves unasked", run: nothingMovesUnasked },
  { name: "hero: pulling the array's edge by one word turns 32 to 1", run: padByHandle },
  { name: "steps: nothing tells before the guess", run: guessComesFirst },
  { name: "steps: a wrong guess is answered by a witness", run: guessIsAnswered },
  { name: "steps: step 4 stops by itself at lane 16", run: stopsAtCollision },
  { name: "steps: sentences set states and light marks", run: sentencesAreStates },
  { name: "state: a link keeps it, another language too", run: linkAndLanguage },
  { name: "without scripts: all text and pictures are there", run: withoutScripts },
];
