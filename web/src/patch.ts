// Turns one picture into the next: marks with the same key are the same thing, so their numbers move;
// marks that come or go fade. The core drew both ends, nothing is drawn here.

import { type Mark, attributeParts, attributesOf, createElement, nameAt, valueAt } from "./drawing";
import { type Motion, fadeIn, fadeOut, moveAttribute } from "./motion";
import { longestAscent } from "./order";

/** Attributes whose numbers may move from one state to the next. */
const kMoving = new Set([
  "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "width", "height", "opacity", "d", "points",
]);

/** Makes the element of `current` show `next`; what moves is handed to `motion`, or jumps without one.
 * The mark that is then on the page. */
export function patch(current: Mark, next: Mark, motion: Motion | null): Mark {
  const { element } = current;
  if (element === null || current.source === next.source) return current;
  next.element = element;
  if (current.attributes !== next.attributes) patchAttributes(element, current, next, next.fades ? motion : null);
  if (next.children.length > 0 || current.children.length > 0) patchChildren(element, current, next, motion);
  else if (current.text !== next.text) element.textContent = next.text;
  return next;
}

// Mostly the next mark has the same attributes in the same order, and only values differ.
function patchAttributes(element: Element, current: Mark, next: Mark, motion: Motion | null): void {
  const [before, after] = [attributeParts(current), attributeParts(next)];
  let at = 1;
  for (; at < after.length && before[at - 1] === after[at - 1]; at += 2) {
    if (before[at] !== after[at]) setAttribute(element, nameAt(after, at), valueAt(before, at), valueAt(after, at), motion);
  }
  if (at < after.length || at < before.length) patchNamed(element, attributesOf(current), attributesOf(next), motion);
}

function patchNamed(element: Element, before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>, motion: Motion | null): void {
  for (const [name, value] of after) if (before.get(name) !== value) setAttribute(element, name, before.get(name), value, motion);
  for (const name of before.keys()) {
    if (after.has(name)) continue;
    motion?.stop(element, name);
    element.removeAttribute(name);
  }
}

function setAttribute(element: Element, name: string, old: string | undefined, value: string, motion: Motion | null): void {
  if (motion !== null && old !== undefined && kMoving.has(name)) moveAttribute(motion, element, name, old, value);
  else {
    motion?.stop(element, name);
    element.setAttribute(name, value);
  }
}

// Keyed children are found by key, others by their place among those of their tag. A move costs as much as a new
// element, so as many as possible stay where they are.
function patchChildren(parent: Element, current: Mark, next: Mark, motion: Motion | null): void {
  const places = new Map<string, number[]>();
  for (const [place, { key, tag }] of current.children.entries()) {
    const name = nameOf(tag, key);
    const namesakes = places.get(name);
    if (namesakes === undefined) places.set(name, [place]);
    else namesakes.push(place);
  }
  const ranks = next.children.map(({ key, tag }) => places.get(nameOf(tag, key))?.shift() ?? -1);
  for (const gone of places.values()) for (const place of gone) goOut(current.children[place], motion);
  const staying = longestAscent(ranks);
  next.children = next.children.map((wanted, index) => {
    const found = current.children[ranks[index] ?? -1];
    return found === undefined ? comeIn(wanted, motion) : patch(found, wanted, motion);
  });
  let after: Element | null = null;
  for (let index = next.children.length - 1; index >= 0; --index) {
    const element = next.children[index]?.element ?? null;
    if (element !== null && !staying.has(index)) parent.insertBefore(element, after);
    after = element;
  }
}

const nameOf = (tag: string, key: string | null): string => (key === null ? tag : `${tag} ${key}`);

function comeIn(mark: Mark, motion: Motion | null): Mark {
  const element = createElement(mark);
  if (motion !== null && mark.fades) fadeIn(motion, element);
  return mark;
}

function goOut(mark: Mark | undefined, motion: Motion | null): void {
  const element = mark?.element ?? null;
  if (element === null) return;
  if (motion !== null && mark?.fades === true) fadeOut(motion, element);
  else element.remove();
}
