// Play: advances a figure's axis step by step. One figure plays at a time, and none by itself.

import { type App, valueOf } from "./app";
import { isNumber, kStory, variableOf } from "./figures";
import { text } from "./texts";
import type { View } from "./view";

export type Speed = "slow" | "normal" | "fast";
const kMilliseconds: Readonly<Record<Speed, number>> = { slow: 600, normal: 240, fast: 70 };

export interface Player {
  play(id: string, from?: "start"): void;
  pause(): void;
  /** Moves the axis by `steps`, or to its start. */
  step(id: string, steps: number | "start"): void;
  toggle(id: string): void;
  speed: Speed;
  /** Called when a figure has been played to its end. */
  onEnd: ((view: View) => void)[];
  /** Called when play stops at the first collision. */
  onStop: ((view: View) => void)[];
}

interface Axis {
  name: string;
  now: number;
  minimum: number;
  maximum: number;
}

function axisOf(app: App, view: View): Axis | null {
  const name = view.spec.axis;
  const variable = name === null ? undefined : variableOf(view.spec, name);
  if (name === null || variable === undefined || !isNumber(variable)) return null;
  const now = Number(valueOf(app, view, name));
  if (name === "pass") return { name, now, minimum: 0, maximum: view.figure.passes };
  return { name, now, minimum: variable.minimum, maximum: variable.maximum };
}

/** The page's one player. */
export function createPlayer(app: App): Player {
  let playing: string | null = null;
  let timer = 0;

  const move = (view: View, axis: Axis, to: number): void => {
    const bounded = Math.min(axis.maximum, Math.max(axis.minimum, to));
    app.change(view.spec.id, { [axis.name]: bounded });
  };

  const tick = (): void => {
    const view = app.views.get(playing ?? "");
    const axis = view === undefined ? null : axisOf(app, view);
    if (view === undefined || axis === null) return player.pause();
    if (axis.now >= axis.maximum) return ended(view);
    const before = view.figure;
    move(view, axis, axis.now + 1);
    app.flush();
    const collides = before.passes <= before.ideal && view.figure.passes > view.figure.ideal;
    if (view.spec.stops === true && collides) return stopped(view);
    const pace = axis.maximum > 16 ? 0.5 : 1;
    timer = window.setTimeout(tick, kMilliseconds[player.speed] * pace);
  };

  const ended = (view: View): void => {
    player.pause();
    for (const tell of player.onEnd) tell(view);
  };
  const stopped = (view: View): void => {
    player.pause();
    for (const tell of player.onStop) tell(view);
  };

  const player: Player = {
    speed: "normal",
    onEnd: [],
    onStop: [],
    play(id, from) {
      player.pause();
      const view = app.views.get(id);
      const axis = view === undefined ? null : axisOf(app, view);
      if (view === undefined || axis === null) return;
      playing = id;
      if (from === "start" || axis.now >= axis.maximum || axis.now === kStory) move(view, axis, axis.minimum);
      app.flush();
      showKey(app, view, true);
      timer = window.setTimeout(tick, 350);
    },
    pause() {
      clearTimeout(timer);
      const view = app.views.get(playing ?? "");
      playing = null;
      if (view !== undefined) showKey(app, view, false);
    },
    step(id, steps) {
      player.pause();
      const view = app.views.get(id);
      const axis = view === undefined ? null : axisOf(app, view);
      if (view === undefined || axis === null) return;
      move(view, axis, steps === "start" ? axis.minimum : Math.max(axis.minimum, axis.now) + steps);
    },
    toggle(id) {
      if (playing === id) player.pause();
      else player.play(id);
    },
  };
  return player;
}

function showKey(app: App, view: View, playing: boolean): void {
  const key = view.section.querySelector('[data-action="play"]');
  key?.setAttribute("aria-label", text(app.page.scenario.language, playing ? "button.pause" : "button.play"));
  if (key !== null) key.textContent = playing ? "❚❚" : "▶";
}
