// Teacher mode: one section at a time, large, answers hidden; and a worksheet for the printer.

import type { App } from "../app";
import { printAs } from "../events";
import { isNumber, kStory, kTold, variableOf } from "../figures";
import { type Page, drawPicture, say, tell } from "../page";
import type { Player } from "../player";
import type { FigureQuery } from "../types";
import type { View } from "../view";

/** The section with the ways into teacher mode. */
export function teacherHtml(page: Page): string {
  return `<section class="teacher" id="teacher" aria-labelledby="teacher-title"><h2 id="teacher-title">${say(page, "teacher.title")}</h2>
<div class="prose middle">${tell(page, "teacher.lead")}<p class="doors needs-core"><button type="button" class="primary" data-teach="enter">${say(page, "teacher.enter")}</button><button type="button" data-teach="worksheet">${say(page, "teacher.worksheet")}</button></p><p><small>${say(page, "teacher.keys")}</small></p></div></section>`;
}

const kSlides = ["hero", "step1", "step2", "step3", "step4", "step5", "step6", "step7", "step8", "step9", "summary", "questions", "playground"];

interface Slide {
  id: string;
  /** Whether the sentences are shown, or only question and picture. */
  told: boolean;
}

const kStates: readonly Slide[] = kSlides.flatMap((id) => [{ id, told: false }, { id, told: true }]);

function strip(app: App): HTMLElement {
  const bar = document.createElement("div");
  bar.className = "teaching-bar";
  bar.innerHTML = `<button type="button" data-teach="back" aria-label="${say(app.page, "button.previous")}">←</button><output></output><button type="button" data-teach="answers">${say(app.page, "button.show")}</button><button type="button" data-teach="next" aria-label="${say(app.page, "button.next")}">→</button><button type="button" data-teach="leave">${say(app.page, "teacher.leave")}</button>`;
  return bar;
}

// What a slide shows at first: a question before its answer, and play at its start.
function beginning({ spec }: View, { id, told }: Slide): Record<string, number> {
  const answer = spec.predict === true ? { [kTold]: told ? 1 : 0 } : {};
  const axis = variableOf(spec, spec.axis ?? "");
  if (told || axis === undefined || !isNumber(axis)) return answer;
  if (axis.name === "pass") return { ...answer, pass: id === "hero" ? 0 : kStory };
  return spec.predict === true ? answer : { [axis.name]: axis.minimum };
}

/** Listens for the way in, the keys inside and the way out. */
export function listenForTeacher(app: App, player: Player): void {
  let at = -1;
  const show = (next: number): void => {
    at = Math.min(kStates.length - 1, Math.max(0, next));
    const slide = kStates[at];
    if (slide === undefined) return;
    for (const section of app.root.querySelectorAll("main > section")) section.classList.toggle("current", section.id === slide.id);
    document.documentElement.classList.toggle("untold", !slide.told);
    const view = app.views.get(slide.id);
    if (view !== undefined) {
      app.change(slide.id, beginning(view, slide), "jump");
      if (slide.told && view.spec.axis !== null) player.play(slide.id, "start");
    }
    const output = document.querySelector(".teaching-bar output");
    if (output !== null) output.innerHTML = say(app.page, "teacher.state", { state: at + 1, states: kStates.length });
    scrollTo(0, 0);
  };
  const enter = (): void => {
    document.documentElement.classList.add("teaching");
    document.body.append(strip(app));
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
    show(0);
  };
  const leave = (): void => {
    player.pause();
    at = -1;
    document.documentElement.classList.remove("teaching", "untold");
    document.querySelector(".teaching-bar")?.remove();
    if (document.fullscreenElement !== null) void document.exitFullscreen();
    document.getElementById("teacher")?.scrollIntoView();
  };
  // Where the sentences are still to come, they are the answer.
  const answers = (): void => {
    if (kStates[at]?.told === false) return show(at + 1);
    const closed = [...document.querySelectorAll<HTMLDetailsElement>("main > section.current details:is(.recall, .questions details)")];
    for (const detail of closed) detail.open = !detail.open;
  };
  const acts: Readonly<Record<string, () => void>> = {
    enter, leave, answers, next: () => show(at + 1), back: () => show(at - 1), worksheet: () => printWorksheet(app),
  };
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-teach]") : null;
    acts[button?.dataset.teach ?? ""]?.();
  });
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => show(at + 1), ArrowLeft: () => show(at - 1), PageDown: () => show(at + 1), PageUp: () => show(at - 1), a: answers, A: answers, Escape: leave,
  };
  document.addEventListener("keydown", (event) => {
    const act = at < 0 || (event.target instanceof HTMLInputElement) ? undefined : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    act();
  }, { capture: true });
}

// The access that is asked about, and the figure that asks.
const kSheet: readonly (FigureQuery & { array: string; access: string })[] = [
  ...[1, 2, 3, 6, 8].map((stride) => ({ array: "float s[1024]", access: `s[${stride} * lane]`, figure: "stride", stride })),
  { array: "float s[1024]", access: "s[0]", figure: "words", different: 1 },
  ...[32, 33, 34].map((width) => ({ array: `float m[32][${width}]`, access: "m[lane][0]", figure: "matrix", line: "column", index: 0, width })),
];

function worksheetHtml(app: App): string {
  const tasks = kSheet.map(({ array, access, ...query }, index) => {
    const figure = drawPicture({ ...app.page, layout: "wide" }, { ...query, id: `sheet${index}`, asks: true });
    return `<li><p><code>${array}; ${access}</code> <span class="blank">${say(app.page, "label.passes")}: ______</span></p>${figure.svg}</li>`;
  });
  const answers = kSheet.map(({ array, access }) => {
    const answer = app.page.core("count", { pattern: `${array}; ${access}` });
    return `${array}; ${access}: ${answer.ok ? answer.totals.wavefronts : "–"}`;
  });
  return `<h1>${say(app.page, "teacher.worksheet.title")}</h1><p class="names">${say(app.page, "teacher.worksheet.name")}: ____________________ ${say(app.page, "teacher.worksheet.date")}: ____________</p>
<p>${say(app.page, "teacher.worksheet.lead")}</p><ol>${tasks.join("")}</ol><section class="sheet-answers"><h2>${say(app.page, "teacher.worksheet.answers")}</h2><p>${answers.join(" · ")}</p></section>`;
}

function printWorksheet(app: App): void {
  const sheet = document.createElement("div");
  sheet.className = "worksheet";
  sheet.innerHTML = worksheetHtml(app);
  document.body.append(sheet);
  printAs("printing-sheet", () => sheet.remove());
}
