// The maths panel: the two formulas by hand in MathML, and the current state's numbers put in.

import { type Page, say } from "../page";
import type { TextKey } from "../texts";

const kPasses = `<math display="block" aria-label="pass = max b |{ w_i : w_i mod 32 = b }|"><mi>passes</mi><mo>=</mo><munder><mo>max</mo><mi>b</mi></munder><mo>|</mo><mo>{</mo><msub><mi>w</mi><mi>i</mi></msub><mo>:</mo><msub><mi>w</mi><mi>i</mi></msub><mo>mod</mo><mn>32</mn><mo>=</mo><mi>b</mi><mo>}</mo><mo>|</mo></math>`;

// w_i of the texts, with its index where an index belongs.
const withIndex = (html: string): string => html.replace(/\bw_i\b/g, "<i>w<sub>i</sub></i>");

const paragraph = (page: Page, key: TextKey): string => `<p>${withIndex(say(page, key))}</p>`;

const now = (name: string): string => `<p class="now" data-now="${name}"></p>`;

/** The panel's section. */
export function mathsHtml(page: Page): string {
  return `<section class="maths" aria-labelledby="maths-title"><h3 id="maths-title">${say(page, "play.maths.title")}</h3>
${paragraph(page, "play.maths.1")}${kPasses}${now("play.maths.2.now")}${paragraph(page, "play.maths.3")}${now("play.maths.3.now")}${paragraph(page, "play.maths.4")}${now("play.maths.4.now")}</section>`;
}
