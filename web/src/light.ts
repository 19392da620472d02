// Marks that mean the same are lit together: pointing at a lane lights its dot, arrow, word and place
// in the queue, writes its numbers beside the code, and shows them on the loupe card.

import { type App, viewAt } from "./app";
import { fill } from "./fill";
import { kNoFix } from "./figures";
import { bindings } from "./form";
import { inline, kept } from "./markup";
import { asks, valuesOf } from "./page";
import { patternOf } from "./patterns";
import type { Value } from "./state";
import { text } from "./texts";
import type { Calls, LaneFacts, Phase } from "./types";
import type { View } from "./view";

type Kind = "lane" | "bank" | "word";
const kKinds: readonly Kind[] = ["lane", "bank", "word"];

/** What is lit: lanes, a bank or a word. */
export interface Light {
  kind: Kind;
  value: string;
}

/** "lane=16" as a light; null if it is none. */
function parseLight(text: string): Light | null {
  const [, kind, value] = /^(\w+)=(\d+)$/.exec(text) ?? [];
  const known = kKinds.find((name) => name === kind);
  return known === undefined || value === undefined ? null : { kind: known, value };
}

function lightUp(section: HTMLElement, selectors: readonly string[]): void {
  for (const svg of section.querySelectorAll("svg")) {
    for (const mark of svg.querySelectorAll(".lit")) mark.classList.remove("lit");
    const marks = selectors.length === 0 ? [] : svg.querySelectorAll(selectors.join());
    for (const mark of marks) mark.classList.add("lit");
    svg.classList.toggle("lighting", marks.length > 0);
  }
}

/** Lights the marks of the section that mean the same; null puts all lights out. */
function shine(section: HTMLElement, light: Light | null): void {
  lightUp(section, light === null ? [] : [`[data-${light.kind}~="${light.value}"]`]);
}

/** Lights several lanes; none puts all lights out. */
export function shineLanes(section: HTMLElement, lanes: readonly number[]): void {
  lightUp(section, lanes.map((lane) => `[data-lane~="${lane}"]`));
}

// Which hardware, block, values, access and warp the figure shows, as far as it has a choice.
function requestOf({ arch, block, let: typed, access, warp }: Readonly<Record<string, Value>>): Partial<Calls["lane"]["in"]> {
  const lets = bindings(typed ?? "");
  return {
    ...(arch === undefined ? {} : { arch: String(arch) }),
    ...(block === undefined || block === "" ? {} : { block: String(block) }),
    ...(lets.length === 0 ? {} : { let: lets }),
    ...(access ? { access: Number(access) } : {}),
    ...(warp ? { warp: Number(warp) } : {}),
  };
}

/** The lanes that are served together, by the core: the phases of the request with the most excess, which is also the
 * one whose lanes `laneFacts` tells where none is chosen. */
export function worstPhases(app: App, view: View): readonly Phase[] {
  const values = valuesOf(app.page, view.spec);
  const answer = app.page.core("explain", { pattern: patternOf(view.spec, values) ?? "", ...requestOf(values) });
  if (!answer.ok) return [];
  const warps = answer.explanation.accesses.flatMap((access) => access.warps);
  const most = Math.max(...warps.map(({ excess_wavefronts }) => excess_wavefronts));
  return warps.find(({ excess_wavefronts }) => excess_wavefronts === most)?.phases ?? [];
}

/** Where a lane's request goes, by the core; nothing under another layout than the declared one. */
export function laneFacts(app: App, view: View, lane: number): LaneFacts | null {
  const values = valuesOf(app.page, view.spec);
  const pattern = patternOf(view.spec, values);
  if (pattern === null || (values.fix ?? kNoFix) !== kNoFix) return null;
  const answer = app.page.core("lane", { pattern, lane, ...requestOf(values) });
  return answer.ok ? answer : null;
}

/** Lights a lane and tells its numbers. */
export function shineLane(app: App, view: View, lane: number): void {
  shine(view.section, { kind: "lane", value: String(lane) });
  view.section.dataset.lane = String(lane);
  tellLane(app, view, lane);
}

function tellLane(app: App, view: View, lane: number): void {
  if (asks(app.page, view.spec)) return;
  const facts = laneFacts(app, view, lane);
  const [comment, loupe, picture] = ["[data-comment]", "[data-loupe]", ".picture"].map((selector) => view.section.querySelector(selector));
  const { language } = app.page.scenario;
  if (facts === null) {
    fill(comment ?? null, "");
    fill(loupe ?? null, inline(text(language, "label.lane.none")));
    picture?.removeAttribute("data-loupe-line");
    return;
  }
  const numbers = {
    lane, index: facts.index ?? "–", word: facts.words?.[0] ?? "–", bank: facts.banks?.[0] ?? "–", pass: facts.pass ?? "–",
  };
  fill(comment ?? null, inline(kept(text(language, "label.lane.comment"), numbers)));
  const told = kept(text(language, "label.lane.loupe"), numbers);
  fill(loupe ?? null, inline(told));
  picture?.setAttribute("data-loupe-line", told.replace(/[*`]/g, ""));
}

/** The light of the uppermost mark at a point, looking through the zones that fingers drag. */
function lightAt(x: number, y: number): Light | null {
  for (const element of document.elementsFromPoint(x, y)) {
    if (!(element instanceof SVGElement)) continue;
    const lane = element.dataset.lane;
    if (lane !== undefined && /^\d+$/.test(lane)) return { kind: "lane", value: lane };
    if (lane !== undefined) return { kind: "lane", value: lane.split(" ")[0] ?? "0" };
    if (element.dataset.bank !== undefined) return { kind: "bank", value: element.dataset.bank };
    if (element.dataset.word !== undefined) return { kind: "word", value: element.dataset.word };
  }
  return null;
}

/** Listens for pointers and keyboard focus that point at a mark or a phrase. */
export function listenForLight(app: App): void {
  let before = "";
  app.onDrawn.push((_, view) => {
    const { lane } = view.section.dataset;
    if (lane !== undefined) tellLane(app, view, Number(lane));
  });
  app.root.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch" || !(event.target instanceof SVGElement)) return;
    const view = viewAt(app, event.target);
    const light = lightAt(event.clientX, event.clientY);
    const now = `${view?.spec.id}:${light?.kind}=${light?.value}`;
    if (view === undefined || now === before) return;
    before = now;
    if (light?.kind === "lane") shineLane(app, view, Number(light.value));
    else shine(view.section, light);
  });
  const phrase = (event: Event): void => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-light]") : null;
    const section = target?.closest<HTMLElement>("[data-figure]");
    if (target === null || section === undefined || section === null) return;
    const lit = event.type === "pointerout" || event.type === "focusout" ? null : parseLight(target.dataset.light ?? "");
    shine(section, lit);
  };
  for (const type of ["pointerover", "pointerout", "focusin", "focusout", "click"]) app.root.addEventListener(type, phrase);
}
