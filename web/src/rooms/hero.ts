// The first ten seconds: a still picture, one question, two answers; then a handle to pull.

import { picture, transport, twin, readout, sliders } from "../controls";
import { figureOf } from "../figures";
import { type Page, drawFigure, figureNumbers, say, tell } from "../page";
import { keysOf } from "../texts";

/** The page's head with the live picture of float s[32][32]; s[lane][0]. */
export function heroHtml(page: Page): string {
  const spec = figureOf("hero");
  const figure = drawFigure(page, spec);
  const numbers = figureNumbers(page, spec, figure);
  return `<section class="hero" id="hero" data-figure="hero" data-asks aria-labelledby="hero-title">
<p class="place">${say(page, "head.place")}</p>
<h1 id="hero-title">${say(page, "head.title")}</h1>
<p class="question">${say(page, "head.question")}</p>
<div class="panel asking"><div class="answers" role="group"><button type="button" class="big" data-guess="1">${say(page, "head.answer.one")}</button><button type="button" class="big" data-guess="32">${say(page, "head.answer.many")}</button></div></div>
<div class="after" data-after="answer" role="status" tabindex="-1">
<p class="told" data-told="right">${say(page, "head.right", { ...numbers, passes: page.facts.column_passes ?? "–" })}</p>
<p class="told" data-told="wrong">${say(page, "head.wrong", { ...numbers, passes: page.facts.column_passes ?? "–" })}</p>
</div>
${picture(figure)}
<div class="panel">
<div class="after" data-after="drained"><p class="pull">↔ ${say(page, "head.pull")}</p>${transport(page, spec, figure)}<div class="sliders">${sliders(page, spec)}</div></div>
<div class="after" data-after="pulled"><p class="pulled">${say(page, "head.pulled", numbers)} <small>${say(page, "head.price", numbers)}</small></p><p><a class="go" href="#step1">${say(page, "head.why")}</a></p></div>
${readout(page, figure)}${twin(page, figure)}</div>
</section>`;
}

/** Where this sits, for whom, how long; and the words to know before. */
export function prefaceHtml(page: Page): string {
  const terms = keysOf("first.").filter((key) => key !== "first.title" && key !== "first.caption");
  const items = terms.map((key) => `<li>${say(page, key)}</li>`);
  return `<section class="preface" id="preface"><div class="prose lead">${tell(page, "head.promise")}<p class="facts">${say(page, "head.level")} · ${say(page, "head.time")}</p></div>
<aside class="first" aria-labelledby="first-title"><h2 id="first-title">${say(page, "first.title")}</h2><ul>${items.join("")}</ul></aside></section>`;
}
