// One browser for all tests, and pages that remember what went wrong in them.

import puppeteer from "puppeteer-core";

const kPaths = { chrome: process.env.CHROMIUM ?? "/usr/bin/chromium", firefox: process.env.FIREFOX ?? "/usr/bin/firefox-esr" };

/** Starts Debian's Chromium or Firefox. */
export function launch(browser = "chrome") {
  return puppeteer.launch({
    browser,
    executablePath: kPaths[browser],
    headless: true,
    protocolTimeout: 240_000,
    args: browser === "chrome" ? ["--no-sandbox", "--disable-dev-shm-usage", "--force-color-profile=srgb"] : [],
  });
}

/** A page whose console errors, exceptions and requests to anywhere are in `page.problems`. */
export async function openPage(browser) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 1000 });
  page.problems = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warn") page.problems.push(message.text());
  });
  page.on("pageerror", (error) => page.problems.push(String(error)));
  page.on("request", (request) => {
    if (!/^(file|data|blob|about):/.test(request.url())) page.problems.push(`request to ${request.url()}`);
  });
  return page;
}

/** Goes to a state of the page, and waits until all its pictures are alive. */
export async function visit(page, url, hash = "") {
  await page.goto("about:blank");
  await page.goto(hash === "" ? url : `${url}#${hash}`, { waitUntil: "load" });
  await until(page, () => document.documentElement.matches(".live.settled"));
}

/** Lets the page draw what has changed. */
export function settle(page) {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)))));
}

/** A slider's value as a reader would set it. */
export async function slide(page, selector, value) {
  await page.$eval(selector, (input, to) => {
    input.value = to;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }, String(value));
  await settle(page);
}

/** The words of an element, with simple spaces. */
export function words(page, selector) {
  return page.$eval(selector, (element) => element.textContent.replace(/\s+/g, " ").trim());
}

/** Whether an element can be seen. */
export function isSeen(page, selector) {
  return page.$eval(selector, (element) => element.checkVisibility());
}

/** Waits until the page says yes; puppeteer's own way is forbidden by the page's policy. */
export async function until(page, question, ...facts) {
  for (let tries = 0; tries < 600; ++tries) {
    if (await page.evaluate(question, ...facts)) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`never came true: ${question}`);
}
