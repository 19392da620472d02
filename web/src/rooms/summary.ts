// After the nine steps: the poster, the retelling, and four questions.

import { picture, saveDoors, twin } from "../controls";
import { figureOf } from "../figures";
import { type Page, drawFigure, say, tell } from "../page";
import { type TextKey, keysOf } from "../texts";

function vignettes(page: Page): string {
  const keys = keysOf("summary.").filter((key) => /\.\d$/.test(key));
  const steps = [2, 5, 6, 8, 9];
  const items = keys.map((key, index) => `<li><a href="#step${steps[index] ?? 1}">${say(page, key)}</a></li>`);
  return `<ol class="vignettes">${items.join("")}</ol>`;
}

/** All of it in one picture. */
export function summaryHtml(page: Page): string {
  const figure = drawFigure(page, figureOf("summary"));
  return `<section class="summary" id="summary" data-figure="summary" aria-labelledby="summary-title">
<h2 id="summary-title">${say(page, "summary.title")}</h2>${picture(figure)}
<div class="panel">${vignettes(page)}<p class="doors"><button type="button" data-action="print-poster">${say(page, "summary.print")}</button>${saveDoors(page)}</p>${twin(page, figure)}</div>
<div class="prose">${tell(page, "summary.text")}</div></section>`;
}

// The link to the figure that a sentence of the retelling is about.
function whereTold(page: Page, place: string): string {
  const step = /^step(\d)$/.exec(place)?.[1];
  const label = step === undefined ? say(page, "room.engineer") : say(page, "label.step", { step });
  return `<a class="where" href="#${place}">↑ ${label}</a>`;
}

/** Say it in your own words: closed until asked for, each sentence linked to its figure. */
export function recallHtml(page: Page): string {
  const sentences = keysOf("recall.").filter((key) => /^recall\.\d+\./.test(key));
  const items = sentences.map((key) => `<li>${say(page, key)} ${whereTold(page, key.split(".")[2] ?? "step1")}</li>`);
  return `<section class="retell" id="recall" aria-labelledby="recall-title"><h2 id="recall-title">${say(page, "recall.title")}</h2>
<div class="prose">${tell(page, "recall.ask")}<details class="recall"><summary>${say(page, "button.retell")}</summary><ul class="retelling">${items.join("")}</ul></details></div></section>`;
}

const kQuestions = [1, 2, 3, 4] as const;

/** The four questions, answers hidden. */
export function questionsHtml(page: Page): string {
  const items = kQuestions.map((number) => `<li><p>${say(page, `question${number}.ask` as TextKey)}</p><details><summary>${say(page, "button.show")}</summary>${tell(page, `question${number}.answer` as TextKey)}</details></li>`);
  return `<section class="questions" id="questions" aria-labelledby="questions-title"><h2 id="questions-title">${say(page, "question.title")}</h2><ol class="prose">${items.join("")}</ol></section>`;
}
