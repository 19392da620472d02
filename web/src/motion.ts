// Movements under way: attribute values that walk from one number to another, and marks that fade.
// A movement that is overtaken by a newer one starts from where the mark is now.

const kNumber = /(-?\d+(?:\.\d+)?)/;
const kOneNumber = /^-?\d+(?:\.\d+)?$/; // most are

/** An attribute's value as text and numbers by turns: "M8 4" is M, 8, a blank, 4, nothing. */
export const partsOf = (value: string): string[] => (kOneNumber.test(value) ? ["", value, ""] : value.split(kNumber));

/** Whether two attribute values differ in their numbers only: "M0 0L8 4" and "M2 0L8 9". */
export function haveSameShape(from: readonly string[], to: readonly string[]): boolean {
  return from.length === to.length && from.every((part, index) => index % 2 === 1 || part === to[index]);
}

/** The value part of the way: `share` 0 gives `from`, 1 gives `to`. */
export function between(from: readonly string[], to: readonly string[], share: number): string {
  let value = "";
  for (const [index, end] of to.entries()) {
    const start = from[index] ?? end;
    value += start === end ? end : Math.round((Number(start) + (Number(end) - Number(start)) * share) * 100) / 100;
  }
  return value;
}

interface Movement {
  from: readonly string[];
  to: readonly string[];
  now: string;
  end: string;
  start: number;
  milliseconds: number;
  done?: () => void;
}

/** The movements of one picture. */
export interface Motion {
  movements: Map<Element, Map<string, Movement>>;
  milliseconds: number;
  /** Ends a movement of this attribute where it stands. */
  stop(element: Element, name: string): void;
}

/** A motion whose movements take `milliseconds`; they run as long as frames are asked for. */
export function createMotion(milliseconds: number): Motion {
  const motion: Motion = {
    movements: new Map(),
    milliseconds,
    stop(element, name) {
      motion.movements.get(element)?.delete(name);
    },
  };
  return motion;
}

/** Walks an attribute's numbers from where it is, at `begin` unless it moves already, to those of `end`; a value
 * of another shape jumps. */
export function moveAttribute(motion: Motion, element: Element, name: string, begin: string, end: string, done?: () => void): void {
  const ofElement = motion.movements.get(element) ?? new Map<string, Movement>();
  const now = ofElement.get(name)?.now ?? begin;
  const [from, to] = [partsOf(now), partsOf(end)];
  if (!haveSameShape(from, to)) {
    motion.stop(element, name);
    element.setAttribute(name, end);
    return;
  }
  const movement: Movement = { from, to, now, end, start: performance.now(), milliseconds: motion.milliseconds };
  if (done !== undefined) movement.done = done;
  ofElement.set(name, movement);
  if (motion.movements.size === 0) requestAnimationFrame((time) => advance(motion, time));
  motion.movements.set(element, ofElement);
}

/** Shows a mark that wasn't there before. */
export function fadeIn(motion: Motion, element: Element): void {
  const target = element.getAttribute("opacity");
  element.setAttribute("opacity", "0");
  moveAttribute(motion, element, "opacity", "0", target ?? "1", () => {
    if (target === null) element.removeAttribute("opacity");
  });
}

/** Takes away a mark that the next state doesn't have. */
export function fadeOut(motion: Motion, element: Element): void {
  element.setAttribute("data-leaving", "");
  motion.movements.delete(element);
  moveAttribute(motion, element, "opacity", element.getAttribute("opacity") ?? "1", "0", () => element.remove());
}

/** Puts everything where it is going, at once. */
export function settle(motion: Motion): void {
  advance(motion, Number.POSITIVE_INFINITY);
}

function ease(share: number): number {
  return 1 - (1 - share) ** 3;
}

function advance(motion: Motion, now: number): void {
  for (const [element, movements] of motion.movements) {
    for (const [name, movement] of movements) {
      const share = Math.min(1, Math.max(0, (now - movement.start) / movement.milliseconds));
      movement.now = share === 1 ? movement.end : between(movement.from, movement.to, ease(share));
      element.setAttribute(name, movement.now);
      if (share < 1) continue;
      movements.delete(name);
      movement.done?.();
    }
    if (movements.size === 0) motion.movements.delete(element);
  }
  if (motion.movements.size > 0) requestAnimationFrame((next) => advance(motion, next));
}
