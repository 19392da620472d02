// One figure with its title, question and sentences: the engineers' part and "where to go on".

import { panel, picture } from "../controls";
import { figureOf } from "../figures";
import { type Page, drawFigure, figureNumbers, kEmpty, say, tellIfAny } from "../page";
import { type TextKey, isTextKey } from "../texts";

/** The section of a topic; `family` begins the keys of its sentences. Hidden ones stand behind a door. */
export function topicHtml(page: Page, id: string, family: string, isHidden: boolean): string {
  const spec = figureOf(id);
  const figure = drawFigure(page, spec);
  const numbers = figureNumbers(page, spec, figure);
  const ask = isTextKey(`${family}.ask`) ? `<p class="ask">${say(page, `${family}.ask` as TextKey, numbers)}</p>` : "";
  return `<section class="step topic" id="${id}" data-figure="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${say(page, `${family}.title` as TextKey)}</h3>${ask}
<div class="stage">${picture(isHidden && page.isStatic ? kEmpty : figure)}${panel(page, spec, figure)}</div><div class="prose">${tellIfAny(page, `${family}.text`, numbers)}
<div class="play-line">${tellIfAny(page, `${family}.play`, numbers)}${tellIfAny(page, `${family}.note`, numbers)}</div></div></section>`;
}
