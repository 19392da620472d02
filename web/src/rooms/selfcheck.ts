// The self-check's frame, and the HTML of a question, its input and its answer.

import type { Exercise, Part } from "../../i18n/exercise";
import { type ExerciseId, exercises } from "../../i18n/exercise_table";
import type { Judgement, Variant } from "../exercises/judge";
import { escapeHtml, inline, kept, paragraphs } from "../markup";
import { type Page, say, tell } from "../page";
import { type TextKey, isTextKey, text } from "../texts";

/** The section; the question itself needs scripts. */
export function selfcheckHtml(page: Page): string {
  return `<section class="check" id="selfcheck" data-figure="check" aria-labelledby="check-title"><h2 id="check-title">${say(page, "exercise.title")}</h2>
<div class="prose middle">${tell(page, "exercise.lead")}</div><div class="question-card needs-core" data-question></div></section>`;
}

/** The exercise of a template's name. */
export function exerciseOf(id: ExerciseId): Exercise {
  return exercises[id];
}

function numberField(page: Page, key: TextKey): string {
  return `<label class="field"><span class="name">${say(page, key)}</span><input type="number" name="number" min="0" max="4096" inputmode="numeric" required></label>`;
}

function laneButtons(page: Page): string {
  const buttons = Array.from({ length: 32 }, (_, lane) => `<button type="button" data-pick="${lane}" aria-pressed="false">${lane}</button>`);
  return `<div class="lane-grid" role="group" aria-label="${escapeHtml(text(page.scenario.language, "exercise.input.lanes"))}">${buttons.join("")}</div>`;
}

function buildFields(page: Page): string {
  return `<p>${say(page, "exercise.input.build")}</p><div class="build-fields"><label>${say(page, "label.lane")} <input type="number" name="lane" min="0" max="31" value="0"></label><label>${say(page, "label.word")} <input type="number" name="word" min="0" max="1023" value="0"></label><button type="button" data-build>→</button></div>`;
}

function input(page: Page, exercise: Exercise): string {
  if (exercise.goal === "fewest") return numberField(page, "exercise.input.passes");
  const inputs: Readonly<Record<Exercise["kind"], () => string>> = {
    predict: () => numberField(page, "exercise.input.passes"),
    bank: () => numberField(page, "exercise.input.bank"),
    gap: () => numberField(page, "exercise.input.gap"),
    repair: () => numberField(page, "exercise.input.pad"),
    lanes: () => laneButtons(page),
    build: () => buildFields(page),
    write: () => `<label class="field"><span class="name">${say(page, "exercise.input.write")}</span><input type="text" name="access" maxlength="200" placeholder="s[lane][0]" spellcheck="false" autocomplete="off" autocapitalize="off" required></label>`,
  };
  return inputs[exercise.kind]();
}

export const kParts: readonly Part[] = ["predict", "witness", "build", "repair", "two"];

/** A button a kind of question; none is pressed when all are done. */
export function partsHtml(page: Page, now?: Part): string {
  const buttons = kParts.map((part) => `<button type="button" data-part="${part}" aria-pressed="${part === now}">${say(page, `exercise.part.${part}`)}</button>`);
  return `<div class="choices" role="group" aria-label="${escapeHtml(text(page.scenario.language, "exercise.parts"))}">${buttons.join("")}</div>`;
}

/** Whether the picture is part of the question. */
export function showsPicture({ kind }: Exercise): boolean {
  return kind === "build" || kind === "write";
}

/** The question: what is asked, and where to answer. The verdict stands above the picture, where the reader looks. */
export function questionHtml(page: Page, id: ExerciseId, variant: Variant, asked: number): string {
  const exercise = exerciseOf(id);
  const picture = `<div class="picture"${showsPicture(exercise) ? "" : " hidden"}></div>`;
  const form = `<form data-answer>${input(page, exercise)}<p class="doors"><button type="submit" class="primary">${say(page, "button.check")}</button><button type="button" class="quiet" data-exercise-link>${say(page, "teacher.link")}</button></p></form>
<div data-reply role="status" tabindex="-1"></div>`;
  return `${partsHtml(page, exercise.part)}<p class="kicker">${say(page, "exercise.progress", { number: asked + 1 })}</p>
<p class="asked" tabindex="-1">${inline(kept(text(page.scenario.language, `exercise.${id}.ask` as TextKey), variant))}</p>${showsPicture(exercise) ? picture + form : form + picture}`;
}

function cardHtml(page: Page, card: string): string {
  return `<aside class="card"><p class="kicker">${say(page, "card.title")}</p><h4>${say(page, `card.${card}.title` as TextKey)}</h4>${tell(page, `card.${card}.text` as TextKey)}</aside>`;
}

/** What is said to an answer. */
export function replyHtml(page: Page, id: ExerciseId, judgement: Judgement, witness: string): string {
  const key = judgement.text === "large" ? "exercise.large" : `exercise.${id}.${judgement.text}`;
  const words = isTextKey(key) ? paragraphs(kept(text(page.scenario.language, key), judgement.numbers)) : "";
  const illegal = judgement.illegal === undefined ? "" : `<p>${inline(text(page.scenario.language, "exercise.illegal"), { message: judgement.illegal })}</p>`;
  const told = judgement.illegal === undefined || exerciseOf(id).kind === "repair" ? words : "";
  const again = judgement.right ? "" : `<p><small>${say(page, "exercise.again")}</small></p>`;
  const card = judgement.card === undefined ? "" : cardHtml(page, judgement.card);
  return `<div class="reply ${judgement.right ? "right" : "wrong"}"><span class="sign" aria-hidden="true">${judgement.right ? "✓" : "✗"}</span><div>${told}${illegal}${witness}${again}</div></div>${card}
<p class="doors"><button type="button" class="primary" data-next>${say(page, "button.again")}</button><button type="button" class="quiet" data-to-playground>↗ ${say(page, "button.playground")}</button></p>`;
}
