// What every part of the article needs to write its HTML: the language's sentences, the state's
// figures, and the core. The build and the browser make one each and run the same functions.

import type { Core } from "./core";
import { type FigureSpec, kStory, kTold } from "./figures";
import { factsOf, numbersOf } from "./facts";
import { type Numbers, inline, paragraphs } from "./markup";
import type { Scenario, Value } from "./state";
import { type TextKey, isTextKey, text } from "./texts";
import type { Architecture, Figure, FigureQuery } from "./types";

export type Layout = "wide" | "phone";

export interface Page {
  core: Core;
  scenario: Scenario;
  layout: Layout;
  facts: Numbers;
  architectures: readonly Architecture[];
  /** Written by the build: pictures behind a closed door are left to the scripts. */
  isStatic: boolean;
}

/** A page of that state; asks the core for what every part of it quotes. */
export function createPage(core: Core, scenario: Scenario, layout: Layout, isStatic = false): Page {
  const rows = core("architectures", {});
  return { core, scenario, layout, facts: factsOf(core), architectures: rows.ok ? rows.archs : [], isStatic };
}

/** A figure's variables as they are now, by their short names; with a choice of hardware also how many lanes a warp has. */
export function valuesOf(page: Page, spec: FigureSpec): Record<string, Value> {
  const values: Record<string, Value> = Object.fromEntries(
    spec.variables.map(({ name, initial }) => [name, page.scenario.values[`${spec.id}.${name}`] ?? initial]),
  );
  const row = page.architectures.find(({ name }) => name === values.arch);
  return row === undefined ? values : { ...values, warpLanes: row.lanes_per_warp };
}

/** No picture. */
export const kEmpty: Figure = { svg: "", words: "", passes: 0, ideal: 0 };

/** A picture by the core's name; empty, with the reason as its words, if the core refuses. */
export function drawPicture(page: Page, query: FigureQuery): Figure {
  const { language } = page.scenario;
  const answer = page.core("figure", { lang: language, layout: page.layout, style: false, ...query });
  return answer.ok ? answer : { ...kEmpty, words: answer.error.message };
}

/** Whether the reader is to guess first. The steps' pictures of the build tell all, for readers without scripts. */
export function asks(page: Page, spec: FigureSpec): boolean {
  return spec.predict === true && valuesOf(page, spec)[kTold] === 0 && (!page.isStatic || spec.id === "hero");
}

/** What the core is asked for a figure of this state. */
export function queryOf(page: Page, spec: FigureSpec, draw: string): FigureQuery {
  const id = draw === spec.draw ? spec.id : `${spec.id}-${draw}`;
  const values = valuesOf(page, spec);
  // A derivation stands in the column of the text.
  const layout = draw === spec.derived ? { layout: "phone" } : {};
  if (spec.query !== undefined) return { figure: draw, id, ...spec.query({ ...spec.fixed, ...values }) };
  const query: FigureQuery = { figure: draw, id, ...layout, ...spec.fixed };
  for (const { name } of spec.variables) {
    const value = values[name] ?? "";
    if (name !== kTold && value !== "" && !(name === "pass" && value === kStory)) query[name] = value;
  }
  if (asks(page, spec)) query.asks = true;
  return query;
}

/** The figure as it is now. */
export function drawFigure(page: Page, spec: FigureSpec): Figure {
  return drawPicture(page, queryOf(page, spec, spec.draw));
}

// What the sentences beside a figure don't tell before the reader has guessed.
const kHeldBack = { passes: "?", degree: "?", gap: "?" } as const;

/** The numbers that sentences beside the figure may quote. */
export function figureNumbers(page: Page, spec: FigureSpec, figure: Figure): Numbers {
  const numbers = { ...page.facts, ...numbersOf(page.core, spec, valuesOf(page, spec), figure) };
  return asks(page, spec) ? { ...numbers, ...kHeldBack } : numbers;
}

// A number to drag is read out by its name in the page's language.
const nameIn = ({ scenario }: Page) => (name: string): string => {
  const key = [`label.handle.${name}`, `label.${name}`].find(isTextKey);
  return key === undefined ? name : text(scenario.language, key);
};

/** A sentence as HTML. */
export function say(page: Page, key: TextKey, numbers: Numbers = page.facts): string {
  return inline(text(page.scenario.language, key), numbers, nameIn(page));
}

/** Paragraphs as HTML. */
export function tell(page: Page, key: TextKey, numbers: Numbers = page.facts): string {
  return paragraphs(text(page.scenario.language, key), numbers, nameIn(page));
}

/** As `tell`, or nothing if no catalogue has the key. */
export function tellIfAny(page: Page, key: string, numbers: Numbers = page.facts): string {
  return isTextKey(key) ? tell(page, key, numbers) : "";
}

