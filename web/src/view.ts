// The live figures of the page: each has its section of the article, is redrawn by the core when its
// state changes, and carries the numbers of its sentences along.

import { type FigureSpec, kFigures, kStory } from "./figures";
import type { Numbers } from "./markup";
import { type Motion, createMotion } from "./motion";
import { type Page, drawFigure, drawPicture, figureNumbers, queryOf, valuesOf } from "./page";
import { patch } from "./patch";
import type { Figure } from "./types";

/** A figure that is on the page. */
export interface View {
  spec: FigureSpec;
  section: HTMLElement;
  motion: Motion;
  figure: Figure;
}

/** The figures that the article holds, by id. */
export function findViews(root: ParentNode): Map<string, View> {
  const views = new Map<string, View>();
  for (const spec of kFigures) {
    const section = root.querySelector<HTMLElement>(`[data-figure="${spec.id}"]`);
    if (section === null) continue;
    views.set(spec.id, { spec, section, motion: createMotion(260), figure: { svg: "", words: "", passes: 0, ideal: 0 } });
  }
  return views;
}

/** Draws the figure's state anew; `glides` lets its marks walk to their new places. */
export function refresh(page: Page, view: View, glides: boolean): void {
  const { spec, section } = view;
  const figure = drawFigure(page, spec);
  if (figure.svg !== "") {
    show(section.querySelector(".picture"), figure.svg, glides ? view.motion : null);
    view.figure = figure;
  }
  for (const draw of [...(spec.beside ?? []), ...(spec.derived === undefined ? [] : [spec.derived])]) {
    const beside = section.querySelector(`[data-beside="${draw}"]`);
    show(beside, drawPicture(page, queryOf(page, spec, draw)).svg, glides ? view.motion : null);
  }
  const words = section.querySelector("[data-words]");
  if (words !== null) words.textContent = figure.words;
  showNumbers(section, figureNumbers(page, spec, view.figure));
  showControls(page, view);
}

function show(place: Element | null, svg: string, motion: Motion | null): void {
  if (place === null || svg === "") return;
  const template = document.createElement("template");
  template.innerHTML = svg;
  const next = template.content.firstElementChild;
  const current = place.querySelector(":scope > svg");
  if (next === null) return;
  if (current === null) place.prepend(next);
  else patch(current, next, motion);
}

/** Writes numbers into the sentences that quote them. */
export function showNumbers(section: ParentNode, numbers: Numbers): void {
  for (const place of section.querySelectorAll<HTMLElement>("[data-number]")) {
    const value = numbers[place.dataset.number ?? ""];
    if (value === undefined || place.textContent === String(value)) continue;
    place.textContent = String(value);
    if (place.hasAttribute("aria-valuenow")) place.setAttribute("aria-valuenow", String(value));
  }
}

function showControls(page: Page, view: View): void {
  const values = valuesOf(page, view.spec);
  for (const input of view.section.querySelectorAll<HTMLInputElement>("input[data-variable]")) {
    const name = input.dataset.variable ?? "";
    if (name === "pass") input.max = String(view.figure.passes);
    const value = String(Math.max(Number(input.min), Number(values[name])));
    if (input.type === "range" && input.value !== value) input.value = value;
  }
  for (const output of view.section.querySelectorAll<HTMLElement>("[data-output]")) {
    const value = values[output.dataset.output ?? ""];
    output.textContent = value === kStory ? "0" : String(value);
  }
  for (const choice of view.section.querySelectorAll<HTMLElement>("[data-choice]")) {
    const chosen = String(values[choice.dataset.variable ?? ""]) === choice.dataset.choice;
    choice.setAttribute("aria-pressed", String(chosen));
  }
}
