// The live figures of the page: each has its section of the article, is redrawn by the core when its
// state changes, and carries the numbers of its sentences along.

import { architectureOptions, evidenceOf, panelHtml } from "./controls";
import { type Mark, createElement, readDrawing } from "./drawing";
import { type FigureSpec, kFigures, kStory } from "./figures";
import type { Numbers } from "./markup";
import { type Motion, createMotion, settle } from "./motion";
import { type Page, asks, drawFigure, drawPicture, figureNumbers, kEmpty, queryOf, valuesOf } from "./page";
import { patch } from "./patch";
import type { Figure } from "./types";

type Field = HTMLInputElement | HTMLSelectElement;

/** What shows a figure's variables beside it; found once, as a search goes through its pictures too. */
interface Controls {
  inputs: readonly HTMLInputElement[];
  fields: readonly Field[];
  outputs: readonly HTMLElement[];
  choices: readonly HTMLElement[];
  evidence: HTMLElement | null;
}

/** A figure that is on the page. */
export interface View {
  spec: FigureSpec;
  section: HTMLElement;
  controls: Controls;
  motion: Motion;
  /** Its pictures as they are now, by the place that holds them. */
  drawings: Map<Element, Mark>;
  figure: Figure;
}

/** The figures that the article holds, by id. */
export function findViews(root: ParentNode): Map<string, View> {
  const views = new Map<string, View>();
  for (const spec of kFigures) {
    const section = root.querySelector<HTMLElement>(`[data-figure="${spec.id}"]`);
    if (section === null) continue;
    views.set(spec.id, { spec, section, controls: controlsOf(section), motion: createMotion(260), drawings: new Map(), figure: kEmpty });
  }
  return views;
}

function controlsOf(section: HTMLElement): Controls {
  const all = <Found extends HTMLElement>(selector: string): Found[] => [...section.querySelectorAll<Found>(selector)];
  return {
    inputs: all("input[data-variable]"),
    fields: all("select[data-variable], input[type=text][data-variable]"),
    outputs: all("[data-output]"),
    choices: all("[data-choice]"),
    evidence: section.querySelector<HTMLElement>("[data-evidence]"),
  };
}

/** Draws the figure's state anew; `glides` lets its marks walk to their new places. */
export function refresh(page: Page, view: View, glides: boolean): void {
  const { spec, section } = view;
  const figure = drawFigure(page, spec);
  completePanel(page, view, figure);
  if (asks(page, spec)) section.dataset.asks = "";
  else delete section.dataset.asks;
  if (figure.svg !== "") {
    show(view, section.querySelector(".picture"), figure.svg, glides);
    view.figure = figure;
  }
  for (const draw of [...(spec.beside ?? []), ...(spec.derived === undefined ? [] : [spec.derived])]) {
    const beside = section.querySelector(`[data-beside="${draw}"]`);
    show(view, beside, drawPicture(page, queryOf(page, spec, draw)).svg, glides);
  }
  const words = section.querySelector("[data-words]");
  if (words !== null) words.textContent = figure.words;
  showNumbers(section, figureNumbers(page, spec, view.figure));
  showControls(page, view);
}

// The build leaves out what only scripts can move.
function completePanel(page: Page, view: View, figure: Figure): void {
  const panel = view.section.querySelector<HTMLElement>(".panel[data-static]");
  if (panel === null) return;
  panel.removeAttribute("data-static");
  panel.innerHTML = panelHtml(page, view.spec, figure);
  view.controls = controlsOf(view.section);
}

function show(view: View, place: Element | null, svg: string, glides: boolean): void {
  const next = place === null ? null : readDrawing(svg);
  if (place === null || next === null) return;
  const current = view.drawings.get(place);
  if (current?.element?.parentNode === place) {
    putOutLights(current.element);
    if (!glides) settle(view.motion);
    view.drawings.set(place, patch(current, next, glides ? view.motion : null));
    return;
  }
  place.querySelector(":scope > svg")?.classList.add("spent");
  place.prepend(createElement(next));
  view.drawings.set(place, next);
}

// What the pointer had lit may mean something else now.
function putOutLights(svg: Element): void {
  if (!svg.classList.contains("lighting")) return;
  svg.classList.remove("lighting");
  for (const mark of svg.querySelectorAll(".lit")) mark.classList.remove("lit");
}

/** Writes numbers into the sentences that quote them. */
function showNumbers(section: ParentNode, numbers: Numbers): void {
  for (const place of section.querySelectorAll<HTMLElement>("[data-number]")) {
    const value = numbers[place.dataset.number ?? ""];
    if (value === undefined || place.textContent === String(value)) continue;
    place.textContent = String(value);
    if (place.hasAttribute("aria-valuenow")) place.setAttribute("aria-valuenow", String(value));
  }
}

function showControls(page: Page, { spec, controls, figure }: View): void {
  const { inputs, fields, outputs, choices, evidence } = controls;
  const list = fields.find(({ dataset }) => dataset.variable === "arch");
  if (list?.childElementCount === 1) list.innerHTML = architectureOptions(page, spec);
  const values = valuesOf(page, spec);
  if (evidence !== null) evidence.textContent = evidenceOf(page, values.arch);
  for (const input of inputs) {
    const name = input.dataset.variable ?? "";
    if (name === "pass") input.max = String(figure.passes);
    const value = String(Math.max(Number(input.min), Number(values[name])));
    if (input.type === "range" && input.value !== value) input.value = value;
  }
  for (const field of fields) {
    const value = String(values[field.dataset.variable ?? ""]);
    if (field !== document.activeElement && field.value !== value) field.value = value;
  }
  for (const output of outputs) {
    const value = values[output.dataset.output ?? ""];
    const told = value === kStory ? "0" : String(value);
    if (output.textContent !== told) output.textContent = told;
  }
  for (const choice of choices) {
    const chosen = String(String(values[choice.dataset.variable ?? ""]) === choice.dataset.choice);
    if (choice.getAttribute("aria-pressed") !== chosen) choice.setAttribute("aria-pressed", chosen);
  }
}
