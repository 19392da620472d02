// Pulling at the picture itself: zones with data-handle change a variable by one for every data-unit
// that they are pulled. Each has a slider as its keyboard twin.

import { type App, valueOf, viewAt } from "./app";
import { type NumberVariable, isNumber, variableOf } from "./figures";
import { shineLane } from "./light";
import type { View } from "./view";

interface Drag {
  view: View;
  zone: SVGElement;
  variable: NumberVariable;
  from: number;
  x: number;
  y: number;
  /** Screen pixels a step. */
  pixels: number;
  vertical: boolean;
}

/** Handles that are pulled down, not to the right. */
const kDown = new Set(["pass", "different"]);

// Handles at an edge, which are pulled along; the others name places.
const kEdges = new Set(["pad"]);

// Handles that light what is under the finger and change nothing until they are dropped.
const kPlaces = new Set(["lane"]);

function pixelsPerUnit(zone: SVGElement): number {
  const svg = zone.ownerSVGElement;
  const width = svg?.viewBox.baseVal.width ?? 0;
  return svg === null || width === 0 ? 1 : svg.getBoundingClientRect().width / width;
}

function laneUnder(zone: SVGElement, x: number): number {
  const step = Number(zone.dataset.unit) * pixelsPerUnit(zone);
  const lane = Math.floor((x - zone.getBoundingClientRect().left) / step);
  return Math.min(63, Math.max(0, lane));
}

function startDrag(app: App, view: View, zone: SVGElement, event: PointerEvent): Drag | null {
  const handle = zone.dataset.handle ?? "";
  const name = view.spec.handles?.[handle]?.variable ?? handle;
  const variable = variableOf(view.spec, name);
  if (variable === undefined || !isNumber(variable)) return null;
  const pixels = Math.max(1, Number(zone.dataset.unit) * pixelsPerUnit(zone));
  const vertical = kDown.has(handle) || (handle === "index" && valueOf(app, view, "line") === "row");
  return { view, zone, variable, from: Number(valueOf(app, view, name)), x: event.clientX, y: event.clientY, pixels, vertical };
}

// A zone about as long as the variable's range names places: the value is where the finger is. What a
// column of places lacks in length, it lacks at its top.
function placed(drag: Drag, event: PointerEvent): number | null {
  const { left, top, width, height } = drag.zone.getBoundingClientRect();
  const { minimum, maximum, name } = drag.variable;
  if (kEdges.has(drag.zone.dataset.handle ?? "")) return null;
  if (name === "pass") return Math.floor((event.clientY - top) / drag.pixels) + 1;
  const length = (maximum - minimum + 1) * drag.pixels;
  if ((drag.vertical ? height : width) < 0.85 * length) return null;
  const distance = drag.vertical ? event.clientY - top + length - height : event.clientX - left;
  return minimum + Math.floor(distance / drag.pixels);
}

function pulled(app: App, drag: Drag, event: PointerEvent): void {
  const { variable, view } = drag;
  const distance = drag.vertical ? event.clientY - drag.y : event.clientX - drag.x;
  const steps = Math.round(distance / Math.max(4, drag.pixels));
  const aim = placed(drag, event) ?? drag.from + steps * (variable.step ?? 1);
  const bounded = variable.name === "pass" ? Math.min(view.figure.passes, Math.max(0, aim)) : aim;
  app.change(view.spec.id, { [variable.name]: variable.choices === undefined ? bounded : nearest(variable.choices, bounded) });
}

function nearest(choices: readonly number[], aim: number): number {
  return choices.reduce((best, choice) => (Math.abs(choice - aim) < Math.abs(best - aim) ? choice : best));
}

function isInside(zone: SVGElement, { clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = zone.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

// A word's mark tells it; a run of cells tells its first, and how wide each is.
function wordAt(cell: SVGElement, x: number): number | undefined {
  const { word, firstWord, unit } = cell.dataset;
  if (word !== undefined) return Number(word.split(" ")[0]);
  if (firstWord === undefined) return undefined;
  return Number(firstWord) + Math.floor((x - cell.getBoundingClientRect().left) / (Number(unit) * pixelsPerUnit(cell)));
}

// The memory cell that a lane's dot was dropped on.
function wordUnder({ clientX, clientY }: PointerEvent): number | null {
  const cells = document.elementsFromPoint(clientX, clientY).filter((element) => element instanceof SVGElement);
  const word = cells.map((cell) => wordAt(cell as SVGElement, clientX)).find((found) => found !== undefined);
  return word ?? null;
}

// A lamp is switched by a tap; the leftmost stands for the highest bit.
function switchLamp(app: App, view: View, zone: SVGElement, x: number): void {
  const { left, width } = zone.getBoundingClientRect();
  const lamps = Math.round(width / (Number(zone.dataset.unit) * pixelsPerUnit(zone)));
  const bit = lamps - 1 - Math.floor(((x - left) / width) * lamps);
  app.change(view.spec.id, { bits: Number(valueOf(app, view, "bits")) ^ (1 << bit) });
}

/** Listens for pulls at any figure's handles. */
export function listenForHandles(app: App): void {
  let drag: Drag | null = null;
  let slide: { view: View; zone: SVGElement; lane: number } | null = null;
  app.root.addEventListener("pointerdown", (event) => {
    const zone = event.target instanceof SVGElement ? event.target.closest<SVGElement>("[data-handle]") : null;
    const view = zone === null ? undefined : viewAt(app, zone);
    if (zone === null || view === undefined || event.button !== 0) return;
    if (zone.dataset.handle === "bits") {
      switchLamp(app, view, zone, event.clientX);
    } else if (kPlaces.has(zone.dataset.handle ?? "")) {
      slide = { view, zone, lane: laneUnder(zone, event.clientX) };
      shineLane(app, view, slide.lane);
    } else {
      drag = startDrag(app, view, zone, event);
      if (drag !== null && placed(drag, event) !== null) pulled(app, drag, event);
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
