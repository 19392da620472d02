// From a desktop to a phone: nothing scrolls sideways, fingers find their targets.

import assert from "node:assert/strict";
import { openPage, settle, visit } from "./browser.mjs";
import { pageFile } from "./page_file.mjs";
import { kHostile } from "./rooms.mjs";

const kLeastText = 10.8;  // pixels: a picture's smallest label on the smallest phone
const kWidths = [1280, 768, 390, 360];

async function noSidewaysScroll(browser) {
  const page = await openPage(browser);
  for (const width of kWidths) {
    await page.setViewport({ width, height: 800, hasTouch: width < 500, isMobile: width < 500 });
    await visit(page, pageFile("hi-Latn"), "lang=hi-Latn");
    for (const details of await page.$$("details")) await details.evaluate((element) => { element.open = true; });
    await settle(page);
    const wide = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${width}: ${wide} px too wide`);
  }
  await page.close();
}

async function phone(browser) {
  const page = await openPage(browser);
  await page.setViewport({ width: 360, height: 740, hasTouch: true, isMobile: true });
  await visit(page, pageFile());
  const small = await page.$$eval("main button:not(.phrase), main select, main input[type=range]", (controls) =>
    controls.filter((control) => control.offsetParent !== null)
      .map((control) => ({ name: control.outerHTML.slice(0, 90), height: control.getBoundingClientRect().height }))
      .filter(({ height }) => height < 43.5));
  assert.deepEqual(small, []);
  const tall = await page.$$eval(".step:not(.topic) .picture", (pictures) =>
    pictures.map((picture) => picture.getBoundingClientRect().height / innerHeight).filter((share) => share > 0.46));
  assert.deepEqual(tall, [], "pictures leave more than half of the screen to the text");
  await page.close();
}

// Of each picture the smallest text, in pixels of the screen, with its section.
function smallestTexts(page) {
  return page.$$eval(".picture svg, .beside svg", (pictures) => pictures.map((svg) => {
    const { width, height } = svg.viewBox.baseVal;
    const box = svg.getBoundingClientRect();
    const scale = Math.min(box.width / width, box.height / height);
    const sizes = [...svg.querySelectorAll("text")].map((text) => parseFloat(getComputedStyle(text).fontSize) * scale);
    return { name: svg.closest("[data-figure]").id, size: Math.min(...sizes), share: box.height / innerHeight };
  }));
}

async function readableOnPhones(browser) {
  const page = await openPage(browser);
  for (const [width, height] of [[390, 780], [360, 740]]) {
    await page.setViewport({ width, height, hasTouch: true, isMobile: true });
    await visit(page, pageFile(), "step4.told=1&step5.told=1&step6.told=1&step7.told=1&step8.told=1&step9.told=1");
    await page.$$eval("details", (all) => all.forEach((details) => { details.open = true; }));
    await settle(page);
    const small = (await smallestTexts(page)).filter(({ size, share }) => share > 0 && size < kLeastText);
    assert.deepEqual(small, [], `${width} px`);
  }
  await page.close();
}

// On a low window too the tall pictures keep their size, and what is below them can be reached. The phone's
// pictures begin where the wide ones would get too small.
async function readableOnDesktops(browser) {
  const page = await openPage(browser);
  const kLeast = 10.95; // eleven, less a hair of the column's width
  for (const [width, height] of [[1280, 800], [1276, 900], [1000, 700], [844, 390], [841, 800], [840, 800], [768, 1000], [740, 900], [641, 900]]) {
    await page.setViewport({ width, height });
    await visit(page, pageFile(), "step4.told=1&step5.told=1&step6.told=1&step7.told=1&step8.told=1&step9.told=1");
    await page.$$eval("details", (all) => all.forEach((details) => { details.open = true; }));
    await settle(page);
    const small = (await smallestTexts(page)).filter(({ size, share }) => share > 0 && size < kLeast);
    assert.deepEqual(small, [], `${width} × ${height}`);
  }
  await page.setViewport({ width: 1280, height: 800 });
  await page.$eval("#step7 .prose", (prose) => prose.scrollIntoView({ block: "end" }));
  await settle(page);
  const below = await page.$eval("#step7 .stage", (stage) => Math.round(stage.getBoundingClientRect().bottom - innerHeight));
  assert.ok(below <= 0, `${below} px of the controls are below the window`);
  await page.close();
}

// The report's columns: below each other where they don't fit beside each other.
async function reportOnPhones(browser) {
  const page = await openPage(browser);
  await page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true });
  await visit(page, pageFile("en", kHostile));
  const { inside, room } = await page.$eval(".report .table-frame", ({ scrollWidth, clientWidth }) => ({ inside: scrollWidth, room: clientWidth }));
  assert.ok(inside <= room, `${inside} px in ${room}`);
  assert.equal(await page.$eval(".report td:nth-child(5)", (cell) => getComputedStyle(cell, "::before").content), '"Wavefronts"');
  await page.close();
}

export const tests = [
  { name: "layout: no sideways scroll at 1280, 768, 390 and 360 px", run: noSidewaysScroll },
  { name: "layout: every picture can be read on a phone", run: readableOnPhones },
  { name: "layout: every picture can be read on a desktop and a tablet", run: readableOnDesktops },
  { name: "layout: a report's costs are in view on a phone", run: reportOnPhones },
  { name: "layout: a phone has targets for fingers and room for text", run: phone },
];
