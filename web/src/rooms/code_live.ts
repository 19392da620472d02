// The code panel alive: the pad and the passes of both accesses in CUDA, the current pass in the
// model's source, and the two tabs.

import type { App } from "../app";
import { fill } from "../fill";
import { inline, kept } from "../markup";
import type { Value } from "../state";
import { text } from "../texts";
import type { View } from "../view";

/** Puts the current pad and passes into the code. */
export function showCode(app: App, view: View, values: Readonly<Record<string, Value>>): void {
  const pad = Number(values.preset === "own" ? 0 : values.pad);
  const shown = view.section.querySelector("[data-code-pad]");
  if (shown !== null) shown.textContent = String(pad);
  const answer = app.page.core("count", { pattern: `float s[32][${32 + pad}]; s[0][lane] = 0; s[lane][0]`, arch: String(values.arch) });
  for (const [index, name] of ["store", "load"].entries()) {
    const counts = answer.ok ? answer.accesses[index] : undefined; // a warp of 64 lanes doesn't fit the tile
    const numbers = counts === undefined ? null : { passes: counts.wavefronts, ideal: counts.ideal_wavefronts };
    const html = numbers === null ? "" : inline(kept(text(app.page.scenario.language, "play.code.cuda.passes"), numbers));
    fill(view.section.querySelector(`[data-code-passes="${name}"]`), html);
  }
}

/** Lights the model's line while passes are served. */
export function showModelLine(view: View, pass: number): void {
  const line = view.section.querySelector<HTMLElement>("[data-model-line]");
  if (line === null) return;
  line.classList.toggle("now", pass > 0);
  line.dataset.place = pass > 0 ? `// place = ${pass - 1}` : "";
}

/** Tabs: a click or an arrow key shows the other. */
export function listenForTabs(root: HTMLElement): void {
  const show = (tab: HTMLElement): void => {
    for (const other of tab.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]') ?? []) {
      other.setAttribute("aria-selected", String(other === tab));
      other.tabIndex = other === tab ? 0 : -1;
      document.getElementById(other.getAttribute("aria-controls") ?? "")?.toggleAttribute("hidden", other !== tab);
    }
  };
  const tabAt = (event: Event): HTMLElement | null =>
    event.target instanceof Element ? event.target.closest<HTMLElement>('[role="tab"]') : null;
  root.addEventListener("click", (event) => {
    const tab = tabAt(event);
    if (tab !== null) show(tab);
  });
  root.addEventListener("keydown", (event) => {
    const tab = tabAt(event);
    const forward = event.key === "ArrowRight";
    if (tab === null || (!forward && event.key !== "ArrowLeft")) return;
    const next = (forward ? tab.nextElementSibling : tab.previousElementSibling) ?? tab;
    if (!(next instanceof HTMLElement)) return;
    show(next);
    next.focus();
    event.preventDefault();
  });
}
