// Predict first: the reader's guess stays as a ghost on the scrubber, and a wrong one is answered by
// a witness: two lanes that want different words of one bank.

import { type App, viewAt } from "./app";
import { kTold } from "./figures";
import { laneFacts, worstPhases } from "./light";
import { inline, kept } from "./markup";
import { valuesOf } from "./page";
import type { Player } from "./player";
import { type TextKey, text } from "./texts";
import type { View } from "./view";

/** Two lanes with different words in one bank, by the core. */
interface Witness {
  lane_a: number;
  lane_b: number;
  bank: number;
}

/** The first two lanes that collide in the figure's access; null if none do. Only lanes of one phase can. */
export function witnessOf(app: App, view: View): Witness | null {
  const lanes = worstPhases(app, view).find(({ degree }) => degree > 1)?.lanes ?? [];
  const first = new Map<number, { lane: number; word: number }>();
  for (const lane of lanes) {
    const facts = laneFacts(app, view, lane);
    const bank = facts?.banks?.[0];
    const word = facts?.words?.[0];
    if (bank === undefined || word === undefined) continue;
    const found = first.get(bank);
    if (found === undefined) first.set(bank, { lane, word });
    else if (found.word !== word) return { lane_a: found.lane, lane_b: lane, bank };
  }
  return null;
}

function verdict(app: App, view: View, guess: number): string {
  const { passes } = view.figure;
  const key = guess === passes ? "right" : guess < passes ? "low" : "high";
  const numbers = { guess, passes, ...(key === "low" ? witnessOf(app, view) : {}) };
  return inline(kept(text(app.page.scenario.language, `label.guess.${key}` as TextKey), numbers));
}

// A guess beyond the last pass has no place on the scrubber.
function showGhost(view: View, guess: number | null): void {
  const ghost = view.section.querySelector<HTMLElement>(".ghost");
  const { passes } = view.figure;
  if (ghost === null) return;
  ghost.hidden = guess === null || guess > passes || view.spec.axis !== "pass";
  ghost.style.setProperty("--share", String((guess ?? 0) / Math.max(1, passes)));
}

const kStill = "(prefers-reduced-motion: reduce)";

/** Whether play walks through the answer: not where it would walk to another access, or nothing may move. */
export function isPlayed(view: View): boolean {
  return (view.spec.axis === "pass" || view.spec.axis === "lanes") && !matchMedia(kStill).matches;
}

// The button goes as its answer comes: who reads by keyboard goes on there, at the verdict or the first sentence.
function readOn(view: View, chip: HTMLElement): void {
  const answer = chip.closest(".waits") === null && chip.dataset.guess !== "skip" ? ".guess .verdict" : ".prose > p:first-of-type + *";
  const next = view.section.querySelector<HTMLElement>(answer);
  if (next === null) return;
  next.tabIndex = -1;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
}

// Paper shows the answers.
function tellAll(app: App): void {
  for (const { spec } of app.views.values()) if (spec.predict === true) app.change(spec.id, { [kTold]: 1 }, "jump");
  app.flush();
}

// What a figure's variables say of its access: all but how far it has been played.
function accessOf(app: App, { spec }: View): string {
  return JSON.stringify(Object.entries(valuesOf(app.page, spec)).filter(([name]) => name !== "pass" && name !== "lanes" && name !== kTold));
}

/** Listens for guesses, which open the picture; the verdict comes when it has been played. A guess is for the access
 * that was shown, and goes with it. */
export function listenForGuesses(app: App, player: Player): void {
  const guesses = new Map<string, { guess: number; access: string }>();
  const say = (view: View, html: string): void => {
    const place = view.section.querySelector(".guess .verdict");
    if (place !== null) place.innerHTML = html;
  };
  const judge = (view: View): void => {
    const guessed = guesses.get(view.spec.id);
    if (guessed !== undefined) say(view, verdict(app, view, guessed.guess));
  };
  app.root.addEventListener("click", (event) => {
    const chip = event.target instanceof Element ? event.target.closest<HTMLElement>(":is(.guess, .waits) [data-guess]") : null;
    const view = chip === null ? undefined : viewAt(app, chip);
    if (chip === null || view === undefined) return;
    for (const other of view.section.querySelectorAll("[data-guess]")) other.setAttribute("aria-pressed", String(other === chip));
    const guess = Number(chip.dataset.guess);
    guesses.delete(view.spec.id);
    if (Number.isFinite(guess)) guesses.set(view.spec.id, { guess, access: accessOf(app, view) });
    showGhost(view, Number.isFinite(guess) ? guess : null);
    say(view, Number.isFinite(guess) ? inline(text(app.page.scenario.language, "label.guess.yours"), { guess }) : "");
    app.change(view.spec.id, { [kTold]: 1 });
    app.flush();
    readOn(view, chip);
    if (isPlayed(view)) return player.play(view.spec.id, "start");
    judge(view);
  });
  player.onStop.push((view) => {
    if (view.spec.id !== "step4") return;
    const guessed = guesses.get(view.spec.id);
    const judged = guessed === undefined ? "" : `${verdict(app, view, guessed.guess)} `;
    say(view, judged + inline(text(app.page.scenario.language, "step4.stop")));
  });
  player.onEnd.push(judge);
  app.onDrawn.push((_, view) => {
    const guessed = guesses.get(view.spec.id);
    if (guessed === undefined || guessed.access === accessOf(app, view)) return;
    guesses.delete(view.spec.id);
    showGhost(view, null);
    say(view, "");
  });
  // Another language wrote the article anew: what was being played is judged at once.
  const unsaid = new Set<string>();
  app.onWritten.push(() => {
    for (const id of guesses.keys()) unsaid.add(id);
  });
  app.onDrawn.push((_, view) => {
    if (unsaid.delete(view.spec.id)) judge(view);
  });
  addEventListener("beforeprint", () => tellAll(app));
}
