// The cheapest layouts with their price, once the reader asks; pressed, the picture becomes before → after.

import type { App } from "../app";
import { fill } from "../fill";
import { kNoFix } from "../figures";
import { type Numbers, escapeHtml, inline, kept } from "../markup";
import { valuesOf } from "../page";
import { type TextKey, text } from "../texts";
import type { Calls, Explanation, PatternQuery } from "../types";
import type { View } from "../view";

type Answer = Calls["fix"]["out"];

const pressed = (choice: number, isPressed: boolean, label: string): string =>
  `<button type="button" data-variable="fix" data-choice="${choice}" aria-pressed="${isPressed}">${label}</button>`;

function answerHtml(app: App, { solution, story }: Answer, shown: number): string {
  const say = (key: TextKey, numbers: Numbers = {}): string => inline(kept(text(app.page.scenario.language, key), numbers));
  const before = solution.naive.wavefronts;
  const items = solution.pareto.map(({ wavefronts, index }, i) => {
    const told = story.points[i];
    if (wavefronts >= before || told === undefined) return "";
    const change = say("play.fix.change", { before, after: wavefronts });
    return `<li>${i === shown ? pressed(kNoFix, true, say("button.undo")) : pressed(i, false, say("button.fix"))}
<span><strong>${change}</strong> · ${escapeHtml(told.change)}<br>${escapeHtml(told.price)} · ${escapeHtml(told.blocks)}<br><code translate="no">${escapeHtml(index)}</code></span></li>`;
  });
  const said = [story.statement, ...story.warnings].map((sentence) => `<p>${escapeHtml(sentence)}</p>`);
  return `<ul class="fixes">${items.join("")}</ul>${said.join("")}`;
}

/** Writes the layouts beside the picture, or the button that asks for them: the search takes longer than a step may. */
export function showFixes(app: App, view: View, query: PatternQuery, { totals }: Explanation): void {
  const place = view.section.querySelector("[data-fixes]");
  const { language } = app.page.scenario;
  const shown = Number(valuesOf(app.page, view.spec).fix);
  if (totals.excess_wavefronts === 0) {
    fill(place, `<p>${inline(text(language, "play.fix.none"))}</p>`);
  } else if (shown === kNoFix) {
    fill(place, pressed(0, false, inline(text(language, "button.fix"))));
  } else {
    const answer = app.page.core("fix", query);
    fill(place, answer.ok ? answerHtml(app, answer, shown) : `<p>${escapeHtml(answer.error.message)}</p>`);
  }
}
