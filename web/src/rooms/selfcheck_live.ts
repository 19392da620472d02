// The self-check alive: asks, has the core judge, explains, and remembers what was missed.

import { type ExerciseId, exercises } from "../../i18n/exercise_table";
import { type App, valueOf } from "../app";
import { type Progress, answered, firstOf, isExercise, loadProgress, nextExercise, saveProgress, variantIndex } from "../exercises/course";
import { type Reply, type Variant, builtPattern, judge, lanesOf, patternFor } from "../exercises/judge";
import { kStory } from "../figures";
import { witnessOf } from "../guess";
import { say } from "../page";
import { linkTo, openInPlayground } from "./doors_live";
import { exerciseOf, kParts, partsHtml, questionHtml, replyHtml, showsPicture } from "./selfcheck";

interface Question {
  id: ExerciseId;
  variant: Variant;
  index: number;
  /** The words that the lanes of an access that is being built ask for. */
  words: number[];
  pattern: string;
}

/** The course as it stands: how far the reader is, and what is asked now. */
interface Course {
  app: App;
  progress: Progress;
  question: Question | null;
}

const place = ({ app }: Course, selector: string): HTMLElement | null =>
  app.views.get("check")?.section.querySelector<HTMLElement>(selector) ?? null;

// What is being built shows its arrows, an answer the passes that it took.
function show(course: Course, pattern: string, block: string, pass: number = kStory): void {
  place(course, ".picture")?.removeAttribute("hidden");
  course.app.change("check", { pattern, block, pass });
}

function ask(course: Course, id: ExerciseId, index: number): void {
  const { app, progress } = course;
  const variant: Variant = exercises[id].variants[index] ?? {};
  const exercise = exerciseOf(id);
  const pattern = patternFor(exercise, variant);
  const active = exercise.kind === "build" ? lanesOf(app.page.core, pattern).filter((lane) => lane.active) : [];
  const words = active.map((lane) => lane.words?.[0] ?? 0);
  course.question = { id, variant, index, words, pattern };
  const card = place(course, "[data-question]");
  if (card !== null) card.innerHTML = questionHtml(app.page, id, variant, progress.asked);
  if (exercise.kind === "build") show(course, builtPattern(words), "", 0);
  else if (showsPicture(exercise)) show(course, pattern, "");
}

function next(course: Course): void {
  const { app, progress } = course;
  const id = nextExercise(progress);
  const card = place(course, "[data-question]");
  if (id !== null) ask(course, id, variantIndex(progress, id));
  else if (card !== null) card.innerHTML = `${partsHtml(app.page)}<p class="asked" tabindex="-1">${say(app.page, "exercise.done")}</p>`;
}

// The question of the link, or the one that was asked before the language changed, or the next.
function begin(course: Course): void {
  const { app, question } = course;
  const view = app.views.get("check");
  const linked = view === undefined ? "" : valueOf(app, view, "exercise");
  if (isExercise(linked)) ask(course, linked, Number(view === undefined ? 0 : valueOf(app, view, "variant")) % exercises[linked].variants.length);
  else if (question !== null) ask(course, question.id, question.index);
  else next(course);
}

function choosePart(course: Course, name: string | undefined): void {
  const part = kParts.find((known) => known === name);
  const id = part === undefined ? null : firstOf(course.progress, part);
  if (id === null) return;
  course.app.change("check", { exercise: "", variant: 0 });
  ask(course, id, variantIndex(course.progress, id));
  place(course, '[data-part][aria-pressed="true"]')?.focus();
}

// A question takes the place of a longer answer: it comes to the eye and to the keyboard.
function goOn(course: Course): void {
  next(course);
  place(course, ".asked")?.focus({ preventScroll: true });
  place(course, "[data-question]")?.scrollIntoView({ block: "start" });
}

function witness({ app }: Course): string {
  app.flush();
  const view = app.views.get("check");
  const found = view === undefined ? null : witnessOf(app, view);
  return found === null ? "" : `<p>${say(app.page, "exercise.witness", { ...found })}</p>`;
}

function replyOf(form: HTMLFormElement, now: Question): Reply {
  const { kind } = exerciseOf(now.id);
  if (kind === "build") return now.words;
  if (kind === "lanes") return [...form.querySelectorAll<HTMLElement>('[data-pick][aria-pressed="true"]')].map((pick) => Number(pick.dataset.pick));
  const field = form.querySelector<HTMLInputElement>("input");
  return kind === "write" ? (field?.value ?? "") : Number(field?.value);
}

function answer(course: Course, form: HTMLFormElement, now: Question): void {
  const { app } = course;
  const judgement = judge(app.page.core, exerciseOf(now.id), now.variant, replyOf(form, now), app.page.scenario.language);
  course.progress = answered(course.progress, now.id, judgement.right);
  saveProgress(course.progress);
  course.question = { ...now, pattern: judgement.pattern };
  app.change("check", { exercise: "", variant: 0 });
  show(course, judgement.pattern, exerciseOf(now.id).block ?? "");
  const reply = place(course, "[data-reply]");
  const seen = !judgement.right && judgement.text === "low" ? witness(course) : "";
  if (reply !== null) reply.innerHTML = replyHtml(app.page, now.id, judgement, seen);
  for (const button of form.querySelectorAll("button")) button.disabled = true;
  reply?.focus({ preventScroll: true });
  reply?.scrollIntoView({ block: "nearest" });
}

function send(course: Course, lane: number, word: number): void {
  const { question } = course;
  if (question === null || exerciseOf(question.id).kind !== "build" || lane >= question.words.length) return;
  question.words[lane] = Math.min(1023, Math.max(0, word));
  show(course, builtPattern(question.words), "", 0);
}

function sendTyped(course: Course, button: HTMLElement): void {
  const form = button.closest("form");
  const value = (name: string): number => Number(form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value);
  send(course, value("lane"), value("word"));
}

function copyLink({ app }: Course, button: HTMLElement, { id, index }: Question): void {
  const link = `${linkTo(app, "selfcheck").replace(/&check\.[^&]*/g, "")}&check.exercise=${id}&check.variant=${index}`;
  void navigator.clipboard?.writeText(link).then(() => {
    button.textContent = say(app.page, "button.copied");
  });
}

/** What a button with that data-… does to the question. */
const kActs: Readonly<Record<string, (course: Course, button: HTMLElement, now: Question) => void>> = {
  pick: (_, button) => button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true")),
  next: goOn,
  toPlayground: ({ app }, _, { id, pattern }) => openInPlayground(app, pattern, { block: exerciseOf(id).block ?? "" }),
  exerciseLink: copyLink,
  build: sendTyped,
};

/** Runs the course in its section. */
export function listenToSelfcheck(app: App): void {
  const course: Course = { app, progress: loadProgress(), question: null };
  app.onLaneDropped.push((view, lane, word) => view.spec.id === "check" && send(course, lane, word));
  app.root.addEventListener("submit", (event) => {
    const { question } = course;
    if (!(event.target instanceof HTMLFormElement) || !("answer" in event.target.dataset) || question === null) return;
    event.preventDefault();
    answer(course, event.target, question);
  });
  app.root.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>("#selfcheck button") : null;
    if (button === null) return;
    choosePart(course, button.dataset.part);
    const { question } = course;
    if (question === null) return;
    for (const [name, act] of Object.entries(kActs)) if (name in button.dataset) act(course, button, question);
  });
  app.onWritten.push(() => begin(course));
  begin(course);
}
