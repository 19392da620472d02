// The code panel alive: the pad and the passes of both accesses in CUDA, the current pass in the
// model's source, and the two tabs.

import type { App } from "../app";
import { inline, kept } from "../markup";
import type { Value } from "../state";
import { text } from "../texts";
import type { View } from "../view";

/** Puts the current pad and passes into the code. */
export function showCode(app: App, view: View, values: Readonly<Record<string, Value>>): void {
  const pad = Number(values.preset === "own" ? 0 : values.pad);
  const shown = view.section.querySelector("[data-code-pad]");
  if (shown !== null) shown.textContent = String(pad);
  const accesses = { store: "s[0][lane] = 0", load: "s[lane][0]" };
  for (const [name, access] of Object.entries(accesses)) {
    const answer = app.page.core("explain", { pattern: `float s[32][${32 + pad}]; ${access}`, arch: String(values.arch) });
    const place = view.section.querySelector(`[data-code-passes="${name}"]`);
    if (place === null) continue;
    place.textContent = "";  // a warp of 64 lanes doesn't fit the tile
    if (!answer.ok) continue;
    const { wavefronts, ideal_wavefronts } = answer.explanation.totals;
    place.innerHTML = inline(kept(text(app.page.scenario.language, "play.code.cuda.passes"), { passes: wavefronts, ideal: ideal_wavefronts }));
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
