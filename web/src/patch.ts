// Turns one SVG picture into the next: marks with the same data-key are the same thing, so their
// numbers move; marks that come or go fade. The core drew both ends, nothing is drawn here.

import { type Motion, fadeIn, fadeOut, moveAttribute, sameShape } from "./motion";

/** Attributes whose numbers may move from one state to the next. */
const kMoving = new Set([
  "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "width", "height", "opacity", "d", "points",
]);

/** Makes `current` equal to `next`; what moves is handed to `motion`, or jumps without one. */
export function patch(current: Element, next: Element, motion: Motion | null): void {
  const isLeaf = current.firstElementChild === null && next.firstElementChild === null;
  if (isLeaf && motion?.movements.has(current) !== true && current.isEqualNode(next)) return;
  patchAttributes(current, next, motion);
  if (!isLeaf) patchChildren(current, next, motion);
  else if (current.textContent !== next.textContent) current.textContent = next.textContent;
}

function patchAttributes(current: Element, next: Element, motion: Motion | null): void {
  const keyed = motion !== null && next.hasAttribute("data-key");
  for (const { name, value } of next.attributes) {
    if (keyed && kMoving.has(name)) moveOrSet(current, name, value, motion);
    else if (current.getAttribute(name) !== value) setNow(current, name, value, motion);
  }
  if (current.attributes.length === next.attributes.length) return;
  for (const { name } of [...current.attributes]) {
    const moving = motion?.movements.get(current)?.has(name) === true;
    if (!moving && !next.hasAttribute(name)) current.removeAttribute(name);
  }
}

function setNow(element: Element, name: string, value: string, motion: Motion | null): void {
  motion?.stop(element, name);
  element.setAttribute(name, value);
}

function moveOrSet(element: Element, name: string, value: string, motion: Motion): void {
  const from = element.getAttribute(name);
  if (from === value) motion.stop(element, name);
  else if (from !== null && sameShape(from, value)) moveAttribute(motion, element, name, from, value);
  else setNow(element, name, value, motion);
}

// A zone to drag stays the same element while it is dragged, whatever comes or goes beside it.
function keyOf(element: Element): string | null {
  return element.getAttribute("data-key") ?? element.getAttribute("data-handle");
}

// Keyed children are found by key, others by their place among the children without a key.
function patchChildren(current: Element, next: Element, motion: Motion | null): void {
  const children = [...current.children].filter((child) => !child.hasAttribute("data-leaving"));
  const keyed = new Map<string, Element>();
  const plain: Element[] = [];
  for (const child of children) {
    const key = keyOf(child);
    if (key === null) plain.push(child);
    else keyed.set(key, child);
  }
  const kept = new Set<Element>();
  let cursor: Element | null = skipLeaving(current.firstElementChild);
  let place = 0;
  for (const wanted of [...next.children]) {
    const key = keyOf(wanted);
    const candidate = key === null ? plain[place++] : keyed.get(key);
    const found = candidate?.tagName === wanted.tagName ? candidate : undefined;
    const child = found ?? wanted;
    if (found !== undefined) {
      kept.add(found);
      patch(found, wanted, motion);
    } else if (motion !== null && wanted.hasAttribute("data-key")) {
      fadeIn(motion, child);
    }
    if (child === cursor) cursor = skipLeaving(cursor.nextElementSibling);
    else current.insertBefore(child, cursor);
  }
  for (const child of children) if (!kept.has(child)) remove(child, motion);
}

function skipLeaving(element: Element | null): Element | null {
  while (element?.hasAttribute("data-leaving")) element = element.nextElementSibling;
  return element;
}

function remove(child: Element, motion: Motion | null): void {
  if (motion !== null && child.hasAttribute("data-key")) fadeOut(motion, child);
  else child.remove();
}
