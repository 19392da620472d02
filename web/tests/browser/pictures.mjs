// What a reader does to the pictures themselves: pulls, presses, bends, saves, prints.

import assert from "node:assert/strict";
import { openPage, settle, slide, visit, words } from "./browser.mjs";
import { pageFile } from "./page_file.mjs";

/** Pulls a handle by so many of its own steps. */
async function pull(page, selector, steps) {
  const zone = await page.$(selector);
  assert.ok(zone, selector);
  await zone.evaluate((rect) => rect.scrollIntoView({ block: "center" }));
  const box = await zone.boundingBox();
  const step = await zone.evaluate((rect) => (Number(rect.dataset.unit) * rect.ownerSVGElement.getBoundingClientRect().width) / rect.ownerSVGElement.viewBox.baseVal.width);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + steps * step, y, { steps: 6 });
  await page.mouse.up();
  await settle(page);
}

async function memoryIsPulled(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile(), "playground");
  await pull(page, '#playground [data-handle="pad"]', 1);
  assert.equal(await words(page, '[data-total="wavefronts"]'), "1");
  assert.equal(await page.$eval("#play-pad", (input) => input.value), "1");
  assert.ok((await page.$$("#playground .picture [fill*='-pad']")).length > 0, "padding is hatched");
  await page.click('#playground [data-choice="stride"]');
  await settle(page);
  assert.equal(await page.$('#playground [data-handle="pad"]'), null);
  await pull(page, '#playground [data-handle="stride"]', 2);
  assert.equal(await page.$eval("#play-stride", (input) => input.value), "4");
  assert.equal(await words(page, '[data-total="wavefronts"]'), "4");
  await page.focus("#play-stride");
  await page.keyboard.press("ArrowRight");
  await settle(page);
  assert.equal(await words(page, '[data-total="wavefronts"]'), "1");
  assert.deepEqual(page.problems, []);
  await page.close();
}

// Drops lane 5 on the word of a bank in the row of words that begins with `first`.
async function drop(page, first, bank) {
  await page.$eval("#playground .picture", (picture) => picture.scrollIntoView());
  const boxOf = async (selector) => (await page.$(selector)).boundingBox();
  const dot = await boxOf('#playground .sl-lane[data-lane="5"]');
  const row = await boxOf(`#playground [data-first-word="${first}"]`);
  await page.mouse.move(dot.x + dot.width / 2, dot.y + dot.height / 2);
  await page.mouse.down();
  await page.mouse.move(row.x + (row.width * (bank + 0.5)) / 32, row.y + row.height / 2, { steps: 5 });
  await page.mouse.up();
  await settle(page);
  return page.$eval("#play-pattern", (field) => field.value);
}

async function laneOntoAnyWord(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile(), "playground");
  assert.match(await drop(page, 64, 7), /lane == 5 \? 2 : lane\]\[lane == 5 \? 7 : 0/);
  await visit(page, pageFile(), "playground&play.width=8");
  assert.match(await drop(page, 64, 7), /lane == 5 \? 1 : lane\]\[lane == 5 \? 3 : 0/, "a double is two words");
  await visit(page, pageFile(), "playground&play.preset=struct&play.pad=1");
  assert.match(await drop(page, 64, 6), /p\[lane == 5 \? 14 : lane\]\.x/, "a struct is five words");
  await page.close();
}

// A name that is another figure's handle says nothing about the playground.
async function widthIsBytes(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile(), "playground&play.width=8");
  const group = '#playground .choices:has([data-variable="width"])';
  assert.equal(await page.$eval(group, (choices) => choices.getAttribute("aria-label")), "Bytes a lane");
  assert.equal(await words(page, "[data-pair]"), "2 + 32, ideal 4", "store and load of doubles");
  assert.equal(await words(page, '[data-total="wavefronts"]'), "32");
  await visit(page, pageFile(), "playground&play.preset=stride&play.stride=32&play.block=16");
  assert.equal(await words(page, '[data-total="wavefronts"]'), "16");
  assert.equal(await words(page, '[data-now="play.maths.3.now"]'), "", "half a warp needs half the passes");
  await page.close();
}

async function thumbnailsOpen(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile());
  await page.click(".door > summary");
  const thumbnail = '#lunch [data-pattern="float s[32][33]; s[lane][31 - lane]"]';
  await page.$eval(thumbnail, (part) => part.dispatchEvent(new MouseEvent("click", { bubbles: true })));
  await settle(page);
  assert.equal(await words(page, '[data-total="wavefronts"]'), "32");
  await page.$eval('#lunch [data-pattern="float s[32][33]; s[lane][lane]"]', (part) => part.focus());
  await page.keyboard.press("Enter");
  await settle(page);
  assert.equal(await words(page, '[data-total="wavefronts"]'), "2");
  assert.equal(await page.evaluate(() => document.activeElement.id), "play-title");
  await page.close();
}

async function stripBends(browser) {
  const page = await openPage(browser);
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  await visit(page, pageFile());
  const gap = () => page.evaluate(() => {
    const [first, last] = [0, 31].map((bank) => document.querySelector(`#step2 [data-key="bank-${bank}"]`).getBoundingClientRect());
    return Math.hypot(last.x - first.x, last.y - first.y) / first.width;
  });
  assert.ok((await gap()) > 25, "a strip");
  await page.click('#step2 [data-set="bend=8"]');
  await settle(page);
  assert.ok((await gap()) < 3, "a table, at once");
  await page.focus("#step2-bend");
  await page.keyboard.press("Home");
  await settle(page);
  assert.ok((await gap()) > 25, "a strip again");
  await page.close();
}

async function derivationHasItsRectangle(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile());
  await page.$eval("#step5 .derivation", (details) => { details.open = true; });
  await slide(page, "#step5-stride", 8);
  assert.equal((await page.$$('#step5 .derived [data-key^="chip-"]:not([data-leaving])')).length, 32);
  assert.match(await words(page, "#step5 .derived svg"), /k × g = 4 × 8 = 32/);
  const isSeen = () => page.$eval("#step5 .derived", (figure) => figure.checkVisibility());
  assert.equal(await isSeen(), false, "its line is still to come");
  await page.click('#step5 [data-action="lines"]');
  assert.equal(await isSeen(), true);
  assert.equal(await page.$eval('#step5 [data-action="lines"]', (button) => button.checkVisibility()), false);
  await page.close();
}

/** What a door would have saved, as text or as its size in pixels. */
async function saved(page, door) {
  await page.evaluate(() => {
    URL.createObjectURL = (blob) => { window.saved = blob; return "#"; };
    delete window.saved;
  });
  await page.$eval(door, (button) => button.click());
  for (let tries = 0; tries < 100 && !(await page.evaluate(() => window.saved !== undefined)); ++tries) await settle(page);
  return page.evaluate(async () => {
    if (window.saved.type === "image/png") {
      const { width, height } = await createImageBitmap(window.saved);
      return { width, height };
    }
    const text = await window.saved.text();
    const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    await image.decode();
    return { name: svg.nodeName, namespace: svg.namespaceURI, style: svg.querySelector("style").textContent, width: image.naturalWidth, marks: svg.querySelectorAll("rect").length };
  });
}

async function savesPictures(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile());
  for (const section of ["#playground", "#summary"]) {
    const svg = await saved(page, `${section} [data-door="svg"]`);
    assert.equal(svg.name, "svg");
    assert.equal(svg.namespace, "http://www.w3.org/2000/svg");
    assert.match(svg.style, /--sl-paper:#ffffff/);
    assert.match(svg.style, /prefers-color-scheme:dark/);
    assert.ok(svg.width > 0 && svg.marks > 50);
    const png = await saved(page, `${section} [data-door="png"]`);
    assert.equal(png.width, 1600);
  }
  assert.deepEqual(page.problems, []);
  await page.close();
}

async function posterIsOnePage(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile());
  await page.evaluate(() => { window.print = () => undefined; });
  await page.click('[data-action="print-poster"]');
  const pdf = Buffer.from(await page.pdf({ format: "A4" })).toString("latin1");
  assert.equal((pdf.match(/\/Type \/Page\b/g) ?? []).length, 1);
  await page.close();
}

// A grip promises that something can be pulled.
async function gripsHaveHandles(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile());
  const count = (selector) => page.$$eval(selector, (marks) => marks.length);
  for (const [figure, grips] of [["hero", 1], ["step8", 0], ["step9", 1]]) {
    assert.equal(await count(`#${figure} .sl-grip`), grips, figure);
    assert.equal(await count(`#${figure} [data-handle="pad"]`), grips, figure);
  }
  await page.close();
}

export const tests = [
  { name: "pictures: memory is pulled by its edge and by the gap", run: memoryIsPulled },
  { name: "pictures: a lane is dropped onto any word", run: laneOntoAnyWord },
  { name: "pictures: width is bytes a lane in the playground", run: widthIsBytes },
  { name: "pictures: a grip stands where there is a handle", run: gripsHaveHandles },
  { name: "pictures: thumbnails open the playground", run: thumbnailsOpen },
  { name: "pictures: the strip bends into a table", run: stripBends },
  { name: "pictures: the derivation ends in its rectangle", run: derivationHasItsRectangle },
  { name: "pictures: saved as SVG and PNG", run: savesPictures },
  { name: "pictures: the poster is one page of A4", run: posterIsOnePage },
];
