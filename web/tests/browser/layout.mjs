// From a desktop to a phone: nothing scrolls sideways, fingers find their targets.

import assert from "node:assert/strict";
import { openPage, settle, visit } from "./browser.mjs";
import { pageFile } from "./page_file.mjs";

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
  const tall = await page.$$eval(".step .picture", (pictures) =>
    pictures.map((picture) => picture.getBoundingClientRect().height / innerHeight).filter((share) => share > 0.46));
  assert.deepEqual(tall, [], "pictures leave more than half of the screen to the text");
  await page.close();
}

export const tests = [
  { name: "layout: no sideways scroll at 1280, 768, 390 and 360 px", run: noSidewaysScroll },
  { name: "layout: a phone has targets for fingers and room for text", run: phone },
];
