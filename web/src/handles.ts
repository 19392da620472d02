// Pulling at the picture itself: zones with data-handle change a variable by one for every data-unit
// that they are pulled. Each has a slider as its keyboard twin.

import { type App, valueOf, viewAt } from "./app";
import { isNumber, variableOf } from "./figures";
import { shineLane } from "./light";
import type { View } from "./view";

interface Drag {
  view: View;
  variable: string;
  from: number;
  x: number;
  y: number;
  /** Screen pixels a step. */
  pixels: number;
  vertical: boolean;
}

/** Handles that are pulled down, not to the right. */
const kVertical = new Set(["pass", "different"]);

// Handles that name a place: the value is where the finger is, whatever it was before.
const kPlaces = new Set(["lane"]);

function pixelsPerUnit(zone: SVGElement): number {
  const svg = zone.ownerSVGElement;
  const width = svg?.viewBox.baseVal.width ?? 0;
  return svg === null || width === 0 ? 1 : svg.getBoundingClientRect().width / width;
}

function laneUnder(zone: SVGElement, x: number): number {
  const step = Number(zone.dataset.unit) * pixelsPerUnit(zone);
  const lane = Math.floor((x - zone.getBoundingClientRect().left) / step);
  return Math.min(31, Math.max(0, lane));
}

function startDrag(app: App, view: View, zone: SVGElement, event: PointerEvent): Drag | null {
  const handle = zone.dataset.handle ?? "";
  const variable = view.spec.handles?.[handle]?.variable ?? handle;
  const from = Number(valueOf(app, view, variable));
  if (variableOf(view.spec, variable) === undefined || !Number.isFinite(from)) return null;
  const pixels = Math.max(4, Number(zone.dataset.unit) * pixelsPerUnit(zone));
  return { view, variable, from, x: event.clientX, y: event.clientY, pixels, vertical: kVertical.has(handle) };
}

function pulled(app: App, drag: Drag, event: PointerEvent): void {
  const distance = drag.vertical ? event.clientY - drag.y : event.clientX - drag.x;
  const spec = variableOf(drag.view.spec, drag.variable);
  if (spec === undefined || !isNumber(spec)) return;
  const aim = drag.from + Math.round(distance / drag.pixels) * (spec.step ?? 1);
  const value = spec.choices === undefined ? aim : nearest(spec.choices, aim);
  app.change(drag.view.spec.id, { [drag.variable]: value });
}

function nearest(choices: readonly number[], aim: number): number {
  return choices.reduce((best, choice) => (Math.abs(choice - aim) < Math.abs(best - aim) ? choice : best));
}

function isInside(zone: SVGElement, { clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = zone.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

// The memory cell that a lane's dot was dropped on.
function wordUnder({ clientX, clientY }: PointerEvent): number | null {
  const cells = document.elementsFromPoint(clientX, clientY).filter((element) => element instanceof SVGElement);
  const word = cells.map((cell) => (cell as SVGElement).dataset.word).find((found) => found !== undefined);
  return word === undefined ? null : Number(word);
}

/** Listens for pulls at any figure's handles. */
export function listenForHandles(app: App): void {
  let drag: Drag | null = null;
  let slide: { view: View; zone: SVGElement; lane: number } | null = null;
  app.root.addEventListener("pointerdown", (event) => {
    const zone = event.target instanceof SVGElement ? event.target.closest<SVGElement>("[data-handle]") : null;
    const view = zone === null ? undefined : viewAt(app, zone);
    if (zone === null || view === undefined || event.button !== 0) return;
    if (kPlaces.has(zone.dataset.handle ?? "")) {
      slide = { view, zone, lane: laneUnder(zone, event.clientX) };
      shineLane(app, view, slide.lane);
    } else {
      drag = startDrag(app, view, zone, event);
    }
    if (drag !== null || slide !== null) event.preventDefault();
  });
  window.addEventListener("pointermove", (event) => {
    if (drag !== null) pulled(app, drag, event);
    if (slide !== null && isInside(slide.zone, event)) shineLane(app, slide.view, laneUnder(slide.zone, event.clientX));
  });
  window.addEventListener("pointerup", (event) => {
    const word = slide === null || isInside(slide.zone, event) ? null : wordUnder(event);
    if (slide === null || word === null) return;
    for (const tell of app.onLaneDropped) tell(slide.view, slide.lane, word);
  });
  const end = (): void => {
    drag = null;
    slide = null;
  };
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
}
