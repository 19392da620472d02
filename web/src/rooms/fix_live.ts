// The cheapest layouts with their price, once the reader asks; pressed, the picture becomes before → after.

import type { App } from "../app";
import { fill } from "../fill";
import { kNoFix } from "../figures";
import { type Numbers, escapeHtml, inline, kept } from "../markup";
import { type TextKey, text } from "../texts";
import type { Calls, PatternQuery, Point } from "../types";
import type { View } from "../view";

/** The layouts for a pattern, and which of them is shown. */
export type Fixed = Calls["fix"]["out"] & { shown: number };

type Say = (key: TextKey, numbers?: Numbers) => string;

const pressed = (choice: number, isPressed: boolean, label: string): string =>
  `<button type="button" data-variable="fix" data-choice="${choice}" aria-pressed="${isPressed}">${label}</button>`;

// What becomes of each access, where there are several.
function accessesHtml({ solution, story }: Fixed, point: number, say: Say): string {
  const { accesses } = solution.naive;
  if (accesses.length < 2) return "";
  const items = accesses.map(({ name, wavefronts: before }, i) => {
    const change = say("play.fix.change", { before, after: story.points[point]?.wavefronts[i] ?? before });
    return `<code translate="no">${escapeHtml(name)}</code>: ${change}`;
  });
  return `<br>${items.join("<br>")}`;
}

// The layout as code, to copy.
function codeHtml(code: string, cute: string | null, say: Say): string {
  const lines = cute === null ? code : `${code}\n// CuTe: ${cute}`;
  return `<details><summary>${say("play.fix.code")}</summary><pre tabindex="0"><code translate="no">${escapeHtml(lines)}</code></pre></details>`;
}

function pointHtml(fixed: Fixed, { wavefronts, index, cute }: Point, i: number, say: Say): string {
  const before = fixed.solution.naive.wavefronts;
  const told = fixed.story.points[i];
  if (wavefronts >= before || told === undefined) return "";
  const isShown = i === fixed.shown;
  const sign = fixed.solution.exact ? "" : "~";
  const change = say("play.fix.change", { before: `${sign}${before}`, after: `${sign}${wavefronts}` });
  const condition = told.condition === "" ? "" : `<br><em>${escapeHtml(told.condition)}</em>`;
  return `<li>${isShown ? pressed(kNoFix, true, say("button.undo")) : pressed(i, false, say("button.fix"))}
<div><strong>${change}</strong> · ${escapeHtml(told.change)}<br>${escapeHtml(told.price)} · ${escapeHtml(told.blocks)}<br><code translate="no">${escapeHtml(index)}</code>${accessesHtml(fixed, i, say)}${condition}${isShown ? codeHtml(told.code, cute, say) : ""}</div></li>`;
}

function answerHtml(fixed: Fixed, say: Say): string {
  const { solution, story } = fixed;
  const items = solution.pareto.map((point, i) => pointHtml(fixed, point, i, say));
  const refused = story.refused === "" ? "" : `<li class="refused"><s aria-hidden="true">${say("button.fix")}</s><div>${escapeHtml(story.refused)}</div></li>`;
  const said = [story.statement, ...story.warnings].map((sentence) => `<p>${escapeHtml(sentence)}</p>`);
  return `<ul class="fixes">${items.join("")}${refused}</ul>${said.join("")}`;
}

interface Asked {
  excess: number;
  shown: number;
  /** Why the accesses can't be counted together; empty if they can. */
  problem: string;
}

/** Writes the layouts beside the picture, or the button that asks for them: the search takes longer than a step may.
 * `whole` has all accesses that a layout must serve, and `excess` theirs. */
export function showFixes(app: App, view: View, whole: PatternQuery, asked: Asked): Fixed | null {
  const place = view.section.querySelector("[data-fixes]");
  const hadFocus = place?.contains(document.activeElement) === true;
  const fixed = written(app, place, whole, asked);
  if (hadFocus) place?.querySelector<HTMLElement>('[aria-pressed="true"], [data-choice]')?.focus();
  return fixed;
}

function written(app: App, place: Element | null, whole: PatternQuery, { excess, shown, problem }: Asked): Fixed | null {
  const say: Say = (key, numbers = {}) => inline(kept(text(app.page.scenario.language, key), numbers));
  if (problem !== "") {
    fill(place, `${shown === kNoFix ? "" : pressed(kNoFix, true, say("button.undo"))}<p>${escapeHtml(problem)}</p>`);
    return null;
  }
  if (excess === 0) {
    fill(place, `<p>${say("play.fix.none")}</p>`);
    return null;
  }
  if (shown === kNoFix) {
    fill(place, pressed(0, false, say("button.fix")));
    return null;
  }
  const answer = app.page.core("fix", whole);
  if (!answer.ok) {
    fill(place, `<p>${escapeHtml(answer.error.message)}</p>`);
    return null;
  }
  const fixed = { ...answer, shown };
  fill(place, answerHtml(fixed, say));
  return fixed;
}
