// Turns one picture into the next: marks with the same key are the same thing, so their numbers move;
// marks that come or go fade. The core drew both ends, nothing is drawn here.

import { type Mark, attributesOf, createElement } from "./drawing";
import { type Motion, fadeIn, fadeOut, moveAttribute } from "./motion";

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
  if (current.attributes !== next.attributes) patchAttributes(element, current, next, motion);
  if (next.children.length > 0 || current.children.length > 0) patchChildren(element, current, next, motion);
  else if (current.text !== next.text) element.textContent = next.text;
  return next;
}

function patchAttributes(element: Element, current: Mark, next: Mark, motion: Motion | null): void {
  const before = attributesOf(current);
  const moves = motion !== null && next.attributes.includes(" data-key=");
  const after = attributesOf(next);
  for (const [name, value] of after) {
    const old = before.get(name);
    if (old === value) continue;
    if (moves && old !== undefined && kMoving.has(name)) {
      const now = motion.movements.get(element)?.has(name) === true ? (element.getAttribute(name) ?? old) : old;
      moveAttribute(motion, element, name, now, value);
    } else {
      motion?.stop(element, name);
      element.setAttribute(name, value);
    }
  }
  for (const name of before.keys()) {
    if (after.has(name)) continue;
    motion?.stop(element, name);
    element.removeAttribute(name);
  }
}

// Keyed children are found by key, others by their place among the children without a key.
function patchChildren(parent: Element, current: Mark, next: Mark, motion: Motion | null): void {
  const keyed = new Map<string, Mark>();
  const plain: Mark[] = [];
  for (const child of current.children) {
    if (child.key === null) plain.push(child);
    else keyed.set(child.key, child);
  }
  const gone = new Set(current.children);
  let place = 0;
  const known = next.children.map(({ key, tag }) => {
    const found = key === null ? plain[place++] : keyed.get(key);
    return found?.tag === tag && gone.delete(found) ? found : null;
  });
  for (const mark of gone) goOut(mark, motion);
  let cursor: Element | null = skipLeaving(parent.firstElementChild);
  next.children = next.children.map((wanted, index) => {
    const found = known[index];
    const mark = found === null || found === undefined ? comeIn(wanted, motion) : patch(found, wanted, motion);
    if (mark.element === cursor) cursor = skipLeaving(cursor?.nextElementSibling ?? null);
    else if (mark.element !== null) parent.insertBefore(mark.element, cursor);
    return mark;
  });
}

function skipLeaving(element: Element | null): Element | null {
  while (element?.hasAttribute("data-leaving")) element = element.nextElementSibling;
  return element;
}

function comeIn(mark: Mark, motion: Motion | null): Mark {
  const element = createElement(mark);
  if (motion !== null && mark.fades) fadeIn(motion, element);
  return mark;
}

function goOut({ element, fades }: Mark, motion: Motion | null): void {
  if (element === null) return;
  if (motion !== null && fades) fadeOut(motion, element);
  else element.remove();
}
