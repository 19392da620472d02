// How fast the page is, and how large: numbers to read, no test with a clock.
//
//   npm run measure

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { launch, openPage, visit } from "./browser.mjs";
import { pageFile } from "./page_file.mjs";

const quantile = (numbers, share) => [...numbers].sort((a, b) => a - b)[Math.floor((numbers.length - 1) * share)];
const round = (number) => Math.round(number * 100) / 100;

/** Script time of one slider step: the core's picture, the patch, the sentences' numbers; in the playground also what
 * the core explains. */
function stepTimes(page, selector) {
  return page.$eval(selector, async (input) => {
    const times = [];
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (let step = 0; step < 100; ++step) {
      const next = Number(input.value) >= Number(input.max) ? input.min : String(Number(input.value) + 1);
      input.value = next;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      await frame();
      await frame();
      const explained = performance.getEntriesByName("tell")[0]?.duration ?? 0;
      times.push(performance.getEntriesByName("draw")[0].duration + (input.id.startsWith("play-") ? explained : 0));
    }
    return times;
  });
}

/** Milliseconds between frames while a figure plays. */
function frameTimes(page, id) {
  return page.evaluate(async (figure) => {
    document.querySelector(`#${figure} [data-action="play"]`).click();
    const times = [];
    let before = await new Promise(requestAnimationFrame);
    for (let frame = 0; frame < 200; ++frame) {
      const now = await new Promise(requestAnimationFrame);
      times.push(now - before);
      before = now;
    }
    return times;
  }, id);
}

const browser = await launch();
const page = await openPage(browser);
const url = pageFile();
await visit(page, url);
const live = await page.evaluate(() => performance.getEntriesByName("live")[0]?.startTime);
console.log(`first figure interactive: ${round(live)} ms`);
for (const selector of ["#hero-width", "#step4-stride", "#step5-stride", "#step6-pass", "#step9-width", "#step9-index", "#play-pad", "#play-stride", "#play-pass"]) {
  const times = await stepTimes(page, selector);
  console.log(`step of ${selector}: median ${round(quantile(times, 0.5))} ms, 95 of 100 within ${round(quantile(times, 0.95))} ms`);
}
for (const id of ["step4", "step7", "step9", "playground"]) {
  const times = await frameTimes(page, id);
  console.log(`frames of ${id}: median ${round(quantile(times, 0.5))} ms, 95 of 100 within ${round(quantile(times, 0.95))} ms, worst ${round(Math.max(...times))} ms`);
}
await browser.close();
const file = readFileSync(fileURLToPath(url));
console.log(`page: ${file.length} bytes, brotli ${brotliCompressSync(file).length} bytes`);
for (const part of ["page.html", "static.en.html", "static.hi.html", "static.hi-Latn.html"]) {
  console.log(`${part}: ${readFileSync(join(dirname(fileURLToPath(import.meta.url)), "../../dist", part)).length} bytes`);
}
