// What the page says when the reader has answered, and where: in view, and told to the keyboard.

import assert from "node:assert/strict";
import { isSeen, openPage, settle, slide, until, visit, words } from "./browser.mjs";
import { pageFile } from "./page_file.mjs";

const kPhone = { width: 360, height: 640, isMobile: true, hasTouch: true };

/** Where an element begins and ends in the window, and the window's height. */
function placeOf(page, selector) {
  return page.$eval(selector, (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return { top: Math.round(top), bottom: Math.round(bottom), height: innerHeight };
  });
}

async function heroAnswersInView(browser) {
  const page = await openPage(browser);
  await page.setViewport(kPhone);
  await visit(page, pageFile());
  await page.tap('#hero [data-guess="1"]');
  await until(page, () => document.querySelector("#hero").dataset.stage === "drained");
  const verdict = await placeOf(page, '#hero [data-told="wrong"]');
  const picture = await placeOf(page, "#hero .picture");
  assert.ok(verdict.top >= 0 && verdict.bottom <= picture.top + 1, "the verdict stands above the picture");
  assert.ok(picture.bottom <= picture.height, `the whole queue is in view: ${JSON.stringify(picture)}`);
  assert.equal(await isSeen(page, "#hero .answers"), false);
  await page.close();
}

async function verdictTakesTheChipsPlace(browser) {
  const page = await openPage(browser);
  await page.setViewport(kPhone);
  await visit(page, pageFile());
  await page.$eval('#step4 [data-guess="16"]', (chip) => chip.scrollIntoView({ block: "center" }));
  await page.tap('#step4 [data-guess="16"]');
  await until(page, () => /lane 16/i.test(document.querySelector("#step4 .verdict").textContent));
  assert.match(await words(page, "#step4 .verdict"), /guessed 16.*takes 2.*lane 16/i);
  assert.equal(await isSeen(page, '#step4 [data-guess="16"]'), false, "a second guess would know");
  assert.equal(await page.$eval("#step4 .verdict", (line) => line === document.activeElement), true);
  const picture = await placeOf(page, "#step4 .picture");
  const verdict = await placeOf(page, "#step4 .verdict");
  assert.ok(picture.bottom - picture.top <= 0.46 * picture.height, "the picture that stays leaves room for sentences");
  assert.ok(verdict.top >= picture.bottom - 1 && verdict.top < verdict.height, JSON.stringify({ picture, verdict }));
  await slide(page, "#step4-stride", 5);
  assert.equal(await words(page, "#step4 .verdict"), "", "the guess was for another access");
  await page.$eval("#step4 [data-action=lane-next]", (button) => button.click());
  assert.match(await page.$eval("#step4 .picture", (figure) => getComputedStyle(figure, "::after").content), /lane 0/);
  await page.close();
}

async function answer(page, number) {
  await page.$eval("#selfcheck [name=number]", (field, value) => { field.value = value; }, String(number));
  await page.click('#selfcheck [type="submit"]');
  await settle(page);
}

async function nextQuestionInView(browser) {
  const page = await openPage(browser);
  await page.setViewport(kPhone);
  await visit(page, pageFile(), "selfcheck&check.exercise=same_word&check.variant=0");
  await answer(page, 32);
  const verdict = await placeOf(page, "#selfcheck .reply");
  assert.ok(verdict.top < verdict.height - 40, "the verdict is in view");
  await page.$eval("#selfcheck [data-next]", (button) => button.click());
  await settle(page);
  const asked = await placeOf(page, "#selfcheck .asked");
  assert.ok(asked.top >= 0 && asked.bottom <= asked.height, "so is the next question");
  assert.equal(await page.$eval("#selfcheck .asked", (line) => line === document.activeElement), true);
  await page.evaluate(() => localStorage.clear());
  await page.close();
}

async function partsAndTheirPictures(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile());
  await page.click('#selfcheck [data-part="build"]');
  await settle(page);
  assert.equal((await page.$$("#selfcheck .picture .sl-arrow")).length, 32, "there are arrows to drag");
  await page.click('#selfcheck [data-part="repair"]');
  await settle(page);
  assert.equal(await page.$eval('#selfcheck [data-part="repair"]', (button) => button === document.activeElement), true);
  await answer(page, 3);
  assert.match(await words(page, "#selfcheck [data-reply]"), /smaller padding is enough/);
  await visit(page, pageFile(), "selfcheck&check.exercise=break_33&check.variant=0");
  assert.match(await words(page, "#selfcheck .picture"), /s\[32\]\[33\]/, "the array of the question");
  await visit(page, pageFile(), "selfcheck&check.exercise=vector&check.variant=0");
  await answer(page, 1);
  assert.doesNotMatch(await words(page, "#selfcheck [data-reply]"), /different words/, "wide is no conflict");
  await visit(page, pageFile(), "selfcheck&check.exercise=row_and_column&check.variant=0");
  await answer(page, 2);
  assert.match(await words(page, "#selfcheck [data-reply]"), /lanes 0 and 1: both in bank 0/, "of the access that conflicts");
  await page.evaluate(() => localStorage.clear());
  assert.deepEqual(page.problems, []);
  await page.close();
}

async function placeIsKept(browser) {
  const page = await openPage(browser);
  await page.setViewport(kPhone);
  await visit(page, pageFile());
  await page.$eval("#step7 .part", (part) => part.scrollIntoView());
  const before = await placeOf(page, "#step7 .part");
  await page.select("#language", "hi");
  await until(page, () => document.documentElement.matches(".settled"));
  const after = await placeOf(page, "#step7 .part");
  assert.ok(Math.abs(after.top - before.top) < 40, JSON.stringify({ before, after }));
  await page.$eval('#step3 [data-action="playground"]', (button) => button.scrollIntoView({ block: "center" }));
  await settle(page);
  const left = await page.evaluate(() => scrollY);
  await page.click('#step3 [data-action="playground"]');
  await settle(page);
  await page.goBack();
  await settle(page);
  assert.ok(Math.abs((await page.evaluate(() => scrollY)) - left) < 40, "back leads to where the reader was");
  await page.close();
}

export const tests = [
  { name: "answers: on a phone the first picture's queue is in view", run: heroAnswersInView },
  { name: "answers: the verdict takes the chips' place", run: verdictTakesTheChipsPlace },
  { name: "answers: the next question comes into view", run: nextQuestionInView },
  { name: "self-check: every part can be chosen, and has its picture", run: partsAndTheirPictures },
  { name: "a language and a door leave readers where they were", run: placeIsKept },
];
