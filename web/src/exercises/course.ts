// The order of the exercises: the table's, each template once; a template that was missed returns two
// questions later, with other numbers.

import type { Part } from "../../i18n/exercise";
import { type ExerciseId, exercises } from "../../i18n/exercise_table";

export const kOrder = Object.keys(exercises) as readonly ExerciseId[];

/** How far the reader is: kept in the browser, if it keeps anything. */
export interface Progress {
  /** Questions answered so far. */
  asked: number;
  /** Templates answered right. */
  done: readonly ExerciseId[];
  /** Templates that were missed, and the question at which they return. */
  missed: readonly { id: ExerciseId; due: number }[];
  /** How often each template was asked: the next variant. */
  tries: Readonly<Partial<Record<ExerciseId, number>>>;
  /** Whether the last answer was to a template that had been missed before. */
  returned: boolean;
}

export const kFresh: Progress = { asked: 0, done: [], missed: [], tries: {}, returned: false };

const kLater = 2;

/** The template to ask next; null when all are done. Between two that return stands a fresh one, or who misses
 * three would be asked nothing else. */
export function nextExercise(progress: Progress): ExerciseId | null {
  const waiting = new Set(progress.missed.map(({ id }) => id));
  const fresh = kOrder.find((id) => !progress.done.includes(id) && !waiting.has(id));
  const due = progress.missed.find((missed) => missed.due <= progress.asked);
  if (due !== undefined && (!progress.returned || fresh === undefined)) return due.id;
  return fresh ?? progress.missed[0]?.id ?? null;
}

/** The part's first template that isn't done; its first one when all are. */
export function firstOf(progress: Progress, part: Part): ExerciseId | null {
  const ids = kOrder.filter((id) => exercises[id].part === part);
  return ids.find((id) => !progress.done.includes(id)) ?? ids[0] ?? null;
}

/** Which of the template's variants comes next. */
export function variantIndex(progress: Progress, id: ExerciseId): number {
  return (progress.tries[id] ?? 0) % exercises[id].variants.length;
}

/** The progress after an answer. */
export function answered(progress: Progress, id: ExerciseId, right: boolean): Progress {
  const asked = progress.asked + 1;
  const missed = progress.missed.filter((other) => other.id !== id);
  return {
    asked,
    done: right && !progress.done.includes(id) ? [...progress.done, id] : progress.done,
    missed: right ? missed : [...missed, { id, due: asked + kLater }],
    tries: { ...progress.tries, [id]: (progress.tries[id] ?? 0) + 1 },
    returned: progress.missed.some((other) => other.id === id),
  };
}

const kStore = "smemlens.progress";

/** Whether it is an exercise's name; a link or what the browser kept may say anything. */
export const isExercise = (id: unknown): id is ExerciseId => kOrder.some((known) => known === id);

const isCount = (count: unknown): count is number => Number.isSafeInteger(count) && Number(count) >= 0;

/** Progress from text that anybody may have changed. */
export function parseProgress(text: string | null): Progress {
  try {
    const value = JSON.parse(text ?? "null") as Partial<Progress> | null;
    if (value === null || !isCount(value.asked)) return kFresh;
    const missed = (value.missed ?? []).filter(({ id, due }) => isExercise(id) && isCount(due));
    const tries = Object.entries(value.tries ?? {}).filter(([id, count]) => isExercise(id) && isCount(count));
    return { asked: value.asked, done: (value.done ?? []).filter(isExercise), missed, tries: Object.fromEntries(tries), returned: value.returned === true };
  } catch {
    return kFresh;
  }
}

/** The reader's progress; a fresh one where the browser keeps nothing. */
export function loadProgress(): Progress {
  try {
    return parseProgress(localStorage.getItem(kStore));
  } catch {
    return kFresh;
  }
}

/** Keeps the progress, where the browser allows it. */
export function saveProgress(progress: Progress): void {
  try {
    localStorage.setItem(kStore, JSON.stringify(progress));
  } catch {
    // Without storage the course still works, until the page is closed.
  }
}
