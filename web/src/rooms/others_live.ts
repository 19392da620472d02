// The accesses beside the picture's: the other half of a transpose, and the reader's second one.

import type { App } from "../app";
import { fill } from "../fill";
import { pairPattern, withAccess } from "../form";
import { escapeHtml, inline, kept } from "../markup";
import type { Value } from "../state";
import { type TextKey, text } from "../texts";
import type { PatternQuery } from "../types";
import type { View } from "../view";
import type { Fixed } from "./fix_live";

type Values = Readonly<Record<string, Value>>;

/** The store and the load of the same tile, costed together. */
export function showPair(app: App, view: View, query: PatternQuery, values: Values): void {
  const line = view.section.querySelector<HTMLElement>(".pair");
  const pattern = pairPattern(values);
  const answer = pattern === null ? null : app.page.core("count", { ...query, pattern });
  if (line !== null) line.hidden = answer?.ok !== true;
  if (answer?.ok !== true) return;
  const [store, load] = answer.accesses.map(({ wavefronts }) => wavefronts);
  const numbers = { store_passes: store ?? 0, load_passes: load ?? 0, ideal: answer.totals.ideal_wavefronts };
  fill(view.section.querySelector("[data-pair]"), inline(kept(text(app.page.scenario.language, "play.pair.text"), numbers)));
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

// Passes under the layout that is shown, of accesses that end the pattern; null if it is another array's, or a link
// names a layout that there isn't.
function passesUnder({ solution, story, shown }: Fixed, second: string): number | null {
  const typed = second.split(";").map((access) => access.trim()).filter((access) => access !== "");
  const last = solution.naive.accesses.slice(-typed.length);
  const isSolved = last.length === typed.length && last.every(({ name }, i) => name === typed[i]);
  const after = story.points[shown]?.wavefronts;
  return isSolved && after !== undefined ? sum(after.slice(-typed.length)) : null;
}

/** Another access of the same arrays, judged under the layout that the picture shows.
 *   own  how many of the explained accesses are the pattern's */
export function showSecond(app: App, view: View, query: PatternQuery, { second, own, fixed }: { second: string; own: number; fixed: Fixed | null }): void {
  const line = view.section.querySelector("[data-second]");
  const answer = second.trim() === "" ? null : app.page.core("count", { ...query, pattern: withAccess(query.pattern, second) });
  if (answer?.ok !== true || answer.accesses.length === own) {
    fill(line, answer?.ok === false ? escapeHtml(answer.error.message) : "");
    return;
  }
  const counts = answer.accesses.slice(own);
  const after = fixed && passesUnder(fixed, second);
  const passes = after ?? sum(counts.map(({ wavefronts }) => wavefronts));
  const ideal = sum(counts.map(({ ideal_wavefronts }) => ideal_wavefronts));
  const key: TextKey = `play.own.second.${passes === ideal ? "clean" : "conflict"}${after === null ? "" : ".fixed"}`;
  fill(line, inline(kept(text(app.page.scenario.language, key), { passes, ideal })));
}
