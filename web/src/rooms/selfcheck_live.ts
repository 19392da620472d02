// The self-check alive: asks, has the core judge, explains, and remembers what was missed.

import { type ExerciseId, exercises } from "../../i18n/exercise_table";
import { type App, valueOf } from "../app";
import { type Progress, answered, firstOf, loadProgress, nextExercise, saveProgress, variantIndex } from "../exercises/course";
import { kStory } from "../figures";
import { type Reply, type Variant, builtPattern, judge, lanesOf, patternFor } from "../exercises/judge";
import { witnessOf } from "../guess";
import { say } from "../page";
import { openInPlayground, linkTo } from "./doors_live";
import { exerciseOf, kParts, partsHtml, questionHtml, replyHtml, showsPicture } from "./selfcheck";

interface Question {
  id: ExerciseId;
  variant: Variant;
  index: number;
  /** The words of the arrows that are being built. */
  words: number[];
  pattern: string;
}

const isExercise = (id: unknown): id is ExerciseId => typeof id === "string" && id in exercises;

/** Runs the course in its section. */
export function listenToSelfcheck(app: App): void {
  let progress: Progress = loadProgress();
  let question: Question | null = null;

  const place = (selector: string): HTMLElement | null =>
    app.views.get("check")?.section.querySelector<HTMLElement>(selector) ?? null;

  // What is being built shows its arrows, an answer the passes that it took.
  const show = (pattern: string, block: string, pass: number = kStory): void => {
    place(".picture")?.removeAttribute("hidden");
    app.change("check", { pattern, block, pass });
  };

  const ask = (id: ExerciseId, index: number): void => {
    const variant: Variant = exercises[id].variants[index] ?? {};
    const exercise = exerciseOf(id);
    const pattern = patternFor(exercise, variant);
    const active = exercise.kind === "build" ? lanesOf(app.page.core, pattern).filter((lane) => lane.active) : [];
    question = { id, variant, index, words: active.map(({ words }) => words?.[0] ?? 0), pattern };
    const card = place("[data-question]");
    if (card !== null) card.innerHTML = questionHtml(app.page, id, variant, progress.asked);
    if (exercise.kind === "build") show(builtPattern(question.words), "", 0);
    else if (showsPicture(exercise)) show(pattern, "");
  };

  const next = (): void => {
    const id = nextExercise(progress);
    const card = place("[data-question]");
    if (id !== null) ask(id, variantIndex(progress, id));
    else if (card !== null) card.innerHTML = `${partsHtml(app.page)}<p class="asked" tabindex="-1">${say(app.page, "exercise.done")}</p>`;
  };

  // A question takes the place of a longer answer: it comes to the eye and to the keyboard.
  const lookAtQuestion = (): void => {
    place(".asked")?.focus({ preventScroll: true });
    place("[data-question]")?.scrollIntoView({ block: "start" });
  };

  const begin = (): void => {
    const view = app.views.get("check");
    const linked = view === undefined ? "" : valueOf(app, view, "exercise");
    if (isExercise(linked)) ask(linked, Number(view === undefined ? 0 : valueOf(app, view, "variant")) % exercises[linked].variants.length);
    else if (question !== null) ask(question.id, question.index);
    else next();
  };

  const witness = (): string => {
    app.flush();
    const view = app.views.get("check");
    const found = view === undefined ? null : witnessOf(app, view);
    return found === null ? "" : `<p>${say(app.page, "exercise.witness", { ...found })}</p>`;
  };

  const replyOf = (form: HTMLFormElement, now: Question): Reply => {
    const { kind } = exerciseOf(now.id);
    if (kind === "build") return now.words;
    if (kind === "lanes") return [...form.querySelectorAll<HTMLElement>('[data-pick][aria-pressed="true"]')].map((pick) => Number(pick.dataset.pick));
    const field = form.querySelector<HTMLInputElement>("input");
    return kind === "write" ? (field?.value ?? "") : Number(field?.value);
  };

  const answer = (form: HTMLFormElement, now: Question): void => {
    const judgement = judge(app.page.core, exerciseOf(now.id), now.variant, replyOf(form, now), app.page.scenario.language);
    progress = answered(progress, now.id, judgement.right);
    saveProgress(progress);
    question = { ...now, pattern: judgement.pattern };
    app.change("check", { exercise: "", variant: 0 });
    show(judgement.pattern, exerciseOf(now.id).block ?? "");
    const reply = place("[data-reply]");
    const seen = !judgement.right && judgement.text === "low" ? witness() : "";
    if (reply !== null) reply.innerHTML = replyHtml(app.page, now.id, judgement, seen);
    for (const button of form.querySelectorAll("button")) button.disabled = true;
    reply?.focus({ preventScroll: true });
    reply?.scrollIntoView({ block: "nearest" });
  };

  const send = (lane: number, word: number): void => {
    if (question === null || exerciseOf(question.id).kind !== "build" || lane >= question.words.length) return;
    question.words[lane] = Math.min(1023, Math.max(0, word));
    show(builtPattern(question.words), "", 0);
  };
  app.onLaneDropped.push((view, lane, word) => view.spec.id === "check" && send(lane, word));

  app.root.addEventListener("submit", (event) => {
    if (!(event.target instanceof HTMLFormElement) || !("answer" in event.target.dataset) || question === null) return;
    event.preventDefault();
    answer(event.target, question);
  });
  app.root.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>("#selfcheck button") : null;
    if (button === null) return;
    const { dataset } = button;
    choosePart(dataset.part);
    if (question === null) return;
    if ("pick" in dataset) button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
    if ("next" in dataset) {
      next();
      lookAtQuestion();
    }
    if ("toPlayground" in dataset) openInPlayground(app, question.pattern, { block: exerciseOf(question.id).block ?? "" });
    if ("exerciseLink" in dataset) copyLink(app, button, question);
    if ("build" in dataset) {
      const form = button.closest("form");
      const value = (name: string): number => Number(form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value);
      send(value("lane"), value("word"));
    }
  });
  const choosePart = (name: string | undefined): void => {
    const part = kParts.find((known) => known === name);
    const id = part === undefined ? null : firstOf(progress, part);
    if (id === null) return;
    app.change("check", { exercise: "", variant: 0 });
    ask(id, variantIndex(progress, id));
    place('[data-part][aria-pressed="true"]')?.focus();
  };
  app.onWritten.push(begin);
  begin();
}

function copyLink(app: App, button: HTMLElement, { id, index }: Question): void {
  const link = `${linkTo(app, "selfcheck").replace(/&check\.[^&]*/g, "")}&check.exercise=${id}&check.variant=${index}`;
  void navigator.clipboard?.writeText(link).then(() => {
    button.textContent = say(app.page, "button.copied");
  });
}
