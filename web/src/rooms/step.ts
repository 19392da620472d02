// One step of the walkthrough: the question, the live figure, and What, Why, Picture.

import { panel, picture } from "../controls";
import { type FigureSpec, figureOf } from "../figures";
import { type Numbers, escapeHtml } from "../markup";
import { type Page, drawFigure, drawPicture, figureNumbers, queryOf, say, tell, tellIfAny } from "../page";
import { type TextKey, isTextKey, keysOf, text } from "../texts";

type StepNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
export const kSteps: readonly StepNumber[] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

const kParts = ["what", "why", "picture"] as const;

/** A code snippet; a lane that is pointed at writes its numbers into data-comment. */
function snippet(page: Page, key: string, numbers: Numbers): string {
  if (!isTextKey(key)) return "";
  const code = text(page.scenario.language, key).replace(/\{(\w+)\}/g, (whole, name: string) => String(numbers[name] ?? whole));
  const caption = isTextKey(`${key}.caption`) ? tell(page, `${key}.caption` as TextKey, numbers) : "";
  return `<figure class="code"><pre tabindex="0" translate="no"><code>${escapeHtml(code)}</code>\n<code class="comment" data-comment aria-live="polite"></code></pre><figcaption>${caption}</figcaption></figure>`;
}

// What the last line is about; behind a closed door, so the scripts draw it.
function derived(page: Page, spec: FigureSpec): string {
  if (spec.derived === undefined) return "";
  const svg = page.isStatic ? "" : drawPicture(page, queryOf(page, spec, spec.derived)).svg;
  return `<figure class="beside derived" data-beside="${spec.derived}">${svg}</figure>`;
}

/** A derivation, which unfolds line by line. */
export function derivation(page: Page, spec: FigureSpec, numbers: Numbers): string {
  const family = spec.id.replace("step", "derive");
  const lines = keysOf(`${family}.`).filter((key) => /\.\d+$/.test(key));
  if (lines.length === 0) return "";
  const items = lines.map((key, index) => `<li data-line="${index + 1}">${say(page, key, numbers)}${index + 1 === lines.length ? derived(page, spec) : ""}</li>`);
  return `<details class="derivation" data-derivation="${family}"><summary>${say(page, `${family}.title` as TextKey)}</summary>
<ol class="lines">${items.join("")}</ol>
<p class="doors"><button type="button" data-action="line">${say(page, "button.more")}</button><button type="button" class="quiet" data-action="lines">${say(page, "button.all")}</button></p></details>`;
}

function recall(page: Page, family: string): string {
  if (!isTextKey(`${family}.recall.ask`)) return "";
  return `<details class="recall"><summary>${say(page, `${family}.recall.ask` as TextKey)}</summary>${tell(page, `${family}.recall.answer` as TextKey)}</details>`;
}

// A phone's picture may lack a part; then it has sentences of its own.
function part(page: Page, family: string, name: (typeof kParts)[number], numbers: Numbers): string {
  const told = tell(page, `${family}.${name}` as TextKey, numbers);
  const onPhone = tellIfAny(page, `${family}.${name}.phone`, numbers);
  const both = onPhone === "" ? told : `<div class="on-wide">${told}</div><div class="on-phone">${onPhone}</div>`;
  return `<h3 class="part">${say(page, `label.${name}`)}</h3>${both}`;
}

// Stands for the rest of the sentences while the reader is to guess.
function waits(page: Page, spec: FigureSpec): string {
  if (spec.predict !== true) return "";
  return `<p class="waits">${say(page, "label.guess.waits")} <button type="button" class="quiet" data-guess="skip">${say(page, "button.skip")}</button></p>`;
}

function prose(page: Page, family: string, numbers: Numbers): string {
  const spec = figureOf(family);
  const box = tellIfAny(page, `${family}.box`, numbers);
  const parts = kParts.map((name) => part(page, family, name, numbers)).join("");
  const play = tellIfAny(page, `${family}.play`, numbers) + tellIfAny(page, `${family}.price`, numbers);
  return `<div class="prose">${parts}${box === "" ? "" : `<aside class="box">${box}</aside>`}
<div class="play-line">${play}</div>${snippet(page, `${family}.code`, numbers)}${derivation(page, spec, numbers)}${recall(page, family)}${waits(page, spec)}</div>`;
}

// Pictures of the same state that aren't the step's first: the ring of step 5.
function beside(page: Page, family: string, numbers: Numbers): string {
  const spec = figureOf(family);
  return (spec.beside ?? [])
    .map((draw) => {
      const figure = drawPicture(page, queryOf(page, spec, draw));
      return `<figure class="beside" data-beside="${draw}">${figure.svg}<figcaption>${tellIfAny(page, `${family}.${draw}`, numbers)}</figcaption></figure>`;
    })
    .join("");
}

/** The section of step `number`. */
export function stepHtml(page: Page, number: StepNumber): string {
  const family = `step${number}`;
  const spec = figureOf(family);
  const figure = drawFigure(page, spec);
  const numbers = figureNumbers(page, spec, figure);
  // What the build has drawn tells the answer: scripts hide it until they have drawn the question.
  const asking = spec.predict === true ? ` data-asks="${page.isStatic ? "static" : ""}"` : "";
  return `<section class="step" id="${family}" data-figure="${family}"${asking} aria-labelledby="${family}-title">
<h2 id="${family}-title"><span class="kicker">${say(page, "label.step", { step: number })}</span> ${say(page, `${family}.title` as TextKey)}</h2>
<p class="ask">${say(page, `${family}.ask` as TextKey, numbers)}</p>
<div class="stage">${picture(figure)}${panel(page, spec, figure)}</div>${beside(page, family, numbers)}${prose(page, family, numbers)}</section>`;
}
