// Bold numbers in the sentences: pulled sideways or moved by arrow keys, they change the figure.

import { type App, valueOf, viewAt } from "./app";
import { isNumber, variableOf } from "./figures";
import type { View } from "./view";

const kPixels = 8;
const kKeys: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 8, PageDown: -8 };

function scrubAt(app: App, target: EventTarget | null): { view: View; name: string; now: number } | null {
  const place = target instanceof Element ? target.closest<HTMLElement>("[data-scrub]") : null;
  const view = place === null ? undefined : viewAt(app, place);
  const name = place?.dataset.scrub ?? "";
  if (view === undefined || variableOf(view.spec, name) === undefined) return null;
  return { view, name, now: Number(valueOf(app, view, name)) };
}

/** The value that a key leads to; null if the key isn't one of a slider's. */
function keyed(view: View, name: string, now: number, key: string): number | null {
  const variable = variableOf(view.spec, name);
  if (variable === undefined || !isNumber(variable)) return null;
  if (key === "Home") return variable.minimum;
  if (key === "End") return variable.maximum;
  const step = kKeys[key];
  if (step === undefined) return null;
  return beside(variable.choices, now, step * (variable.step ?? 1));
}

/** One further; among a few choices the next of them. */
export function beside(choices: readonly number[] | undefined, now: number, step: number): number {
  if (choices === undefined) return now + step;
  const place = choices.indexOf(now) + Math.sign(step);
  return choices[Math.min(choices.length - 1, Math.max(0, place))] ?? now;
}

/** Listens for pulls and keys at numbers. */
export function listenForScrubs(app: App): void {
  let pull: { view: View; name: string; now: number; x: number } | null = null;
  app.root.addEventListener("pointerdown", (event) => {
    const scrub = scrubAt(app, event.target);
    pull = scrub === null ? null : { ...scrub, x: event.clientX };
  });
  window.addEventListener("pointermove", (event) => {
    if (pull === null) return;
    const steps = Math.round((event.clientX - pull.x) / kPixels);
    const variable = variableOf(pull.view.spec, pull.name);
    const choices = variable !== undefined && isNumber(variable) ? variable.choices : undefined;
    const step = variable !== undefined && isNumber(variable) ? (variable.step ?? 1) : 1;
    const value = choices === undefined ? pull.now + steps * step : choices[Math.min(choices.length - 1, Math.max(0, choices.indexOf(pull.now) + steps))];
    if (value !== undefined) app.change(pull.view.spec.id, { [pull.name]: value });
  });
  const end = (): void => {
    pull = null;
  };
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
  app.root.addEventListener("keydown", (event) => {
    const scrub = scrubAt(app, event.target);
    const value = scrub === null ? null : keyed(scrub.view, scrub.name, scrub.now, event.key);
    if (scrub === null || value === null) return;
    event.preventDefault();
    event.stopPropagation();
    app.change(scrub.view.spec.id, { [scrub.name]: value });
  });
}
