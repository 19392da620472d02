// Clicks, sliders and keys of the whole article, found by their data-… attributes.

import { type App, valueOf, viewAt } from "./app";
import type { Player } from "./player";
import { shineLane } from "./light";
import type { View } from "./view";

type Action = (app: App, player: Player, view: View) => void;

const kActions: Readonly<Record<string, Action>> = {
  play: (_, player, view) => player.toggle(view.spec.id),
  step: (_, player, view) => player.step(view.spec.id, 1),
  back: (_, player, view) => player.step(view.spec.id, -1),
  start: (_, player, view) => player.step(view.spec.id, "start"),
  "print-poster": () => printAs("printing-poster"),
  "lane-back": (app, _player, view) => nextLane(app, view, -1),
  "lane-next": (app, _player, view) => nextLane(app, view, 1),
};

/** Prints with a class on the page that says what is meant for paper. */
export function printAs(name: string, done: () => void = () => undefined): void {
  document.documentElement.classList.add(name);
  const after = (): void => {
    document.documentElement.classList.remove(name);
    done();
  };
  addEventListener("afterprint", after, { once: true });
  print();
}

function nextLane(app: App, view: View, step: number): void {
  const lane = Number(view.section.dataset.lane ?? -step) + step;
  const last = Number(valueOf(app, view, "warpLanes") ?? 32) - 1;
  shineLane(app, view, Math.min(last, Math.max(0, lane)));
}

function onClick(app: App, player: Player, event: Event): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>("button") : null;
  const view = button === null ? undefined : viewAt(app, button);
  if (button === null || view === undefined) return;
  const { action, choice, variable, set } = button.dataset;
  if (action !== undefined) kActions[action]?.(app, player, view);
  if (choice !== undefined && variable !== undefined) changeTo(app, view, variable, choice);
  const [, name, value] = /^(\w+)=(.*)$/.exec(set ?? "") ?? [];
  if (name !== undefined && value !== undefined) changeTo(app, view, name, value);
}

function changeTo(app: App, view: View, name: string, value: string): void {
  app.change(view.spec.id, { [name]: value });
}

function onInput(app: App, player: Player, event: Event): void {
  const input = event.target;
  if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) return;
  if (input.dataset.speed !== undefined) player.speed = input.value as Player["speed"];
  if (input.dataset.variable === undefined) return;
  const view = viewAt(app, input);
  if (view === undefined) return;
  player.pause();
  app.change(view.spec.id, { [input.dataset.variable]: input.value });
}

/** The figure that keys mean: the one with the focus, or the one in the middle of the window. */
function currentView(app: App): View | undefined {
  const focused = document.activeElement === null ? undefined : viewAt(app, document.activeElement);
  if (focused !== undefined) return focused;
  const middle = innerHeight / 2;
  const distance = (view: View): number => {
    const { top, bottom } = view.section.getBoundingClientRect();
    return top > middle ? top - middle : bottom < middle ? middle - bottom : 0;
  };
  return [...app.views.values()].sort((a, b) => distance(a) - distance(b))[0];
}

const kOwnKeys = "input, select, textarea, button, summary, a, [role=slider], [role=button], [contenteditable]";

function onKey(app: App, player: Player, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.closest(kOwnKeys) !== null) return;
  const view = currentView(app);
  if (view === undefined || view.spec.axis === null) return;
  const moves: Readonly<Record<string, () => void>> = {
    " ": () => player.toggle(view.spec.id),
    ArrowRight: () => player.step(view.spec.id, 1),
    ArrowLeft: () => player.step(view.spec.id, -1),
  };
  const move = moves[event.key];
  if (move === undefined) return;
  event.preventDefault();
  move();
}

/** Listens for everything that isn't a drag. */
export function listenForEvents(app: App, player: Player): void {
  app.root.addEventListener("click", (event) => onClick(app, player, event));
  app.root.addEventListener("input", (event) => onInput(app, player, event));
  document.addEventListener("keydown", (event) => onKey(app, player, event));
  app.root.addEventListener("change", (event) => {
    const picker = event.target;
    if (picker instanceof HTMLSelectElement && picker.id === "language") {
      player.pause();
      app.speak(picker.value as App["page"]["scenario"]["language"]);
      document.getElementById("language")?.focus({ preventScroll: true });
    }
  });
}
