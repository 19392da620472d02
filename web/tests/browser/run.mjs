// Opens the built page in Debian's browsers and uses it as a reader would.
//
//   npm run test:browser              SMEMLENS=path/of/smemlens also compares its numbers
//   npm run test:browser -- keyboard  only tests with "keyboard" in their name

import { launch } from "./browser.mjs";
import { tests as access } from "./access.mjs";
import { tests as answers } from "./answers.mjs";
import { tests as layout } from "./layout.mjs";
import { tests as numbers } from "./numbers.mjs";
import { tests as pictures } from "./pictures.mjs";
import { tests as rooms } from "./rooms.mjs";
import { tests as teacher } from "./teacher.mjs";
import { tests as walkthrough } from "./walkthrough.mjs";

const filter = process.argv[2] ?? "";
const tests = [...walkthrough, ...numbers, ...pictures, ...rooms, ...teacher, ...answers, ...access, ...layout].filter(({ name }) => name.includes(filter));

const browser = await launch();
let failed = 0;
for (const { name, run } of tests) {
  const start = Date.now();
  try {
    const skipped = await run(browser);
    console.log(`${skipped === undefined ? "ok  " : "skip"} ${name}${skipped === undefined ? "" : `: ${skipped}`} (${Date.now() - start} ms)`);
  } catch (problem) {
    failed += 1;
    console.log(`FAIL ${name}\n     ${String(problem?.stack ?? problem).split("\n").slice(0, 24).join("\n     ")}`);
  }
}
await browser.close();
console.log(failed === 0 ? `${tests.length} tests passed` : `${failed} of ${tests.length} tests failed`);
process.exitCode = failed === 0 ? 0 : 1;
