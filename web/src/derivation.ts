// Derivations that unfold line by line, and what each line lights in the figure.

import { type App, viewAt } from "./app";
import { shineLanes } from "./light";
import type { Numbers } from "./markup";
import { figureNumbers } from "./page";

type Lanes = (numbers: Numbers) => number[];

const kAll = Array.from({ length: 32 }, (_, lane) => lane);
const every = (start: number, gap: number): number[] => kAll.filter((lane) => lane >= start && (lane - start) % gap === 0);
const gapOf = (numbers: Numbers): number => Number(numbers.gap ?? 32);

const pair: Lanes = (numbers) => [0, gapOf(numbers)].filter((lane) => lane < 32);
const group: Lanes = (numbers) => every(0, gapOf(numbers));
const groups: Lanes = (numbers) => [...group(numbers), ...every(1, gapOf(numbers))];
const firstTwo: Lanes = () => [0, 1];
const all: Lanes = () => kAll;

/** What line 1, 2, … of a derivation lights. */
const kLights: Readonly<Record<string, readonly (Lanes | null)[]>> = {
  derive5: [pair, pair, null, null, null, null, pair, groups, groups, group, all],
  derive9: [firstTwo, firstTwo, null, firstTwo, firstTwo, all, all, all],
};

function light(app: App, line: HTMLElement): void {
  const view = viewAt(app, line);
  const family = line.closest<HTMLElement>("[data-derivation]")?.dataset.derivation ?? "";
  const lanes = kLights[family]?.[Number(line.dataset.line) - 1];
  if (view === undefined) return;
  shineLanes(view.section, lanes?.(figureNumbers(app.page, view.spec, view.figure)) ?? []);
}

function unfold(app: App, button: HTMLElement, all: boolean): void {
  const lines = [...(button.closest("[data-derivation]")?.querySelectorAll<HTMLElement>("[data-line]") ?? [])];
  const hidden = lines.filter((line) => !line.classList.contains("told") && line.dataset.line !== "1");
  const shown = all ? hidden : hidden.slice(0, 1);
  for (const line of shown) line.classList.add("told");
  const last = shown[shown.length - 1];
  if (last !== undefined) light(app, last);
  if (shown.length === hidden.length) button.parentElement?.setAttribute("hidden", "");
}

/** Listens for "next line", and for pointers at a line that is there. */
export function listenForDerivations(app: App): void {
  app.root.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-action]") : null;
    if (button?.dataset.action === "line") unfold(app, button, false);
    if (button?.dataset.action === "lines") unfold(app, button, true);
  });
  for (const type of ["pointerover", "pointerout"]) {
    app.root.addEventListener(type, (event) => {
      const line = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-line]") : null;
      const section = line?.closest<HTMLElement>("[data-figure]");
      if (line === null || section === null || section === undefined) return;
      if (type === "pointerover") light(app, line);
      else shineLanes(section, []);
    });
  }
}
