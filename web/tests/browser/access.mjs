// For every reader: no errors in any language and theme, axe finds nothing, the keyboard reaches all.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { launch, openPage, settle, until, visit, words } from "./browser.mjs";
import { pageFile } from "./page_file.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const kLanguages = ["en", "hi", "hi-Latn"];

const kRules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

// Of pictures axe sees the title and the description; their colours are tested where they are drawn.
// Contrast depends on the theme only and takes the longest, so it is measured once a theme.
async function violations(page, options) {
  const found = await page.evaluate((rules) => window.axe.run(document, rules), { resultTypes: ["violations"], ...options });
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.length} × ${nodes[0].html.slice(0, 160)}`);
}

async function everyLanguageAndTheme(browser) {
  const page = await openPage(browser);
  await page.setBypassCSP(true);
  for (const language of kLanguages) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
    await visit(page, pageFile(language), `lang=${language}`);
    await page.$$eval("details", (all) => all.forEach((details) => { details.open = true; }));
    await page.$$eval("svg > :not(title, desc)", (marks) => marks.forEach((mark) => mark.remove()));
    await page.evaluate(axe);
    const rules = language === "en" ? {} : { "color-contrast": { enabled: false } };
    assert.deepEqual(await violations(page, { runOnly: kRules, rules }), [], language);
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    await settle(page);
    if (language === "en") assert.deepEqual(await violations(page, { runOnly: ["color-contrast"] }), [], "dark");
    assert.deepEqual(page.problems, [], language);
  }
  await page.close();
}

async function keyboardPath(browser) {
  const page = await openPage(browser);
  await visit(page, pageFile());
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
  await page.focus("#step9-width");
  await page.keyboard.press("ArrowRight");
  await settle(page);
  assert.match(await words(page, "#step9 .readout"), /passes 2\b/);
  await page.focus('#step9 [data-scrub="width"]');
  await page.keyboard.press("ArrowLeft");
  await settle(page);
  assert.match(await words(page, "#step9 .readout"), /passes 1\b/);
  await page.focus('#step6 [data-guess="1"]');
  await page.keyboard.press("Enter");
  await until(page, () => /Right: 1/.test(document.querySelector("#step6 .verdict").textContent));
  for (const action of ["back", "step"]) {
    await page.focus(`#step6 [data-action="${action}"]`);
    await page.keyboard.press("Enter");
    await settle(page);
  }
  assert.equal(await page.$eval("#step6-pass", (input) => input.value), "1");
  await page.close();
}

async function forcedColoursAndStillness(browser) {
  const page = await openPage(browser);
  const session = await page.createCDPSession();
  await session.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value: "active" }, { name: "prefers-reduced-motion", value: "reduce" }] });
  await visit(page, pageFile());
  await page.focus("#step9-width");
  await page.keyboard.press("ArrowLeft");
  await settle(page);
  assert.equal(await page.$("svg [data-leaving]"), null, "nothing fades");
  assert.deepEqual(page.problems, []);
  await page.close();
}

async function opensInFirefox() {
  let firefox;
  try {
    firefox = await launch("firefox");
  } catch (problem) {
    if (/executable|ENOENT|spawn/i.test(String(problem))) return "no Firefox here";
    throw problem;
  }
  try {
    const page = await openPage(firefox);
    await visit(page, pageFile());
    await page.$eval("#step9-width", (input) => {
      input.value = "34";
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await settle(page);
    assert.match(await words(page, "#step9 .readout"), /passes 2\b/);
    assert.deepEqual(page.problems, []);
  } finally {
    await firefox.close();
  }
  return undefined;
}

export const tests = [
  { name: "access: every language and theme without errors, axe clean", run: everyLanguageAndTheme },
  { name: "access: the keyboard path", run: keyboardPath },
  { name: "access: forced colours, reduced motion", run: forcedColoursAndStillness },
  { name: "access: Firefox", run: opensInFirefox },
];
