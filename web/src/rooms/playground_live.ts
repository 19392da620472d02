// The playground alive: what the core explains about the access is told beside its picture.

import { type App, viewAt } from "../app";
import { bindings, formPattern, placeOfElement, usedControls, wholePattern, withAccess, withLaneAt } from "../form";
import { kNoFix } from "../figures";
import { laneFacts } from "../light";
import { valuesOf } from "../page";
import type { Value } from "../state";
import { text } from "../texts";
import type { Calls, Explanation, Failure, LaneFacts, PatternQuery, Story, Totals } from "../types";
import type { View } from "../view";
import { showCode } from "./code_live";
import { showFixes } from "./fix_live";
import { showMaths } from "./maths_live";
import { showPair, showSecond } from "./others_live";

type Values = Readonly<Record<string, Value>>;

const kWordBytes = 4;

/** Controls that not every pattern has a use for. */
const kPresetControls: ReadonlySet<string> = new Set(["pad", "stride", "width", "operation"]);

/** What the core is asked to explain in this state. */
function explainQuery(values: Values, language: string): PatternQuery {
  const lets = bindings(values.let ?? "");
  return {
    pattern: formPattern(values),
    arch: String(values.arch),
    lang: language,
    ...(values.block === "" ? {} : { block: String(values.block) }),
    ...(lets.length === 0 ? {} : { let: lets }),
    ...(values.access ? { access: Number(values.access) } : {}),
    ...(values.warp ? { warp: Number(values.warp) } : {}),
  };
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

// A link or a report may bring anything along.
const word = (text: string): string => (/^\w+$/.test(text) ? text : quoted(text));

/** The command that says the same in a terminal: of the pattern and the second access, or of what a fix is for. */
export function commandOf(query: PatternQuery, values: Values): string {
  const isFix = (values.fix ?? kNoFix) !== kNoFix;
  const pattern = isFix ? wholePattern(values) : withAccess(query.pattern, values.second);
  const parts = [`smemlens ${isFix ? "fix" : "explain"}`, quoted(pattern)];
  if (query.arch !== undefined && query.arch !== "sm_80") parts.push(`--arch ${word(query.arch)}`);
  if (query.block !== undefined) parts.push(`--block ${quoted(query.block)}`);
  for (const binding of query.let ?? []) parts.push(`--let ${quoted(binding)}`);
  return parts.join(" ");
}

const place = (view: View, selector: string): HTMLElement | null => view.section.querySelector<HTMLElement>(selector);

function write(view: View, selector: string, words: string): void {
  const element = place(view, selector);
  if (element !== null && element.textContent !== words) element.textContent = words;
}

function showTotals(view: View, totals: Totals, sign: string): void {
  const terms = { requests: totals.requests, wavefronts: `${sign}${totals.wavefronts}`, ideal: totals.ideal_wavefronts, excess: `${sign}${totals.excess_wavefronts}` };
  for (const [term, count] of Object.entries(terms)) write(view, `[data-total="${term}"]`, String(count));
}

/** The message with the text it is about, marked where the core points. */
function showError(element: HTMLElement, typed: string, error: Failure | null, hint: string): void {
  element.replaceChildren();
  if (error === null) return;
  const line = document.createElement("pre");
  const row = typed.split("\n")[Math.max(0, error.line - 1)] ?? typed;
  const start = Math.max(0, error.column - 1);
  const end = Math.max(start + 1, error.end_column - 1);
  const mark = document.createElement("mark");
  mark.textContent = row.slice(start, end) || " ";
  if (error.column > 0) line.append(row.slice(0, start), mark, row.slice(end));
  const told = [error.message, hint].filter((words) => words !== "").map((words) => {
    const paragraph = document.createElement("p");
    paragraph.textContent = words;
    return paragraph;
  });
  element.append(...(error.column > 0 ? [line] : []), ...told);
}

// The core's hint names the command line's option; here it is a field.
function hintOf(app: App, answer: { ok: true } | { ok: false; error: Failure }): string {
  const { language } = app.page.scenario;
  if (answer.ok || !answer.error.hint) return "";
  const field = `${text(language, "play.more")} › ${text(language, "play.let")} › `;
  return text(language, "error.hint").replace("{hint}", answer.error.hint.replace("--let ", field));
}

function showControls(view: View, values: Values, pattern: string): void {
  const used = usedControls(values.preset ?? "own");
  const { inputs, choices } = view.controls;
  for (const control of [...inputs, ...choices]) {
    const { variable = "" } = control.dataset;
    if (kPresetControls.has(variable)) (control as HTMLInputElement | HTMLButtonElement).disabled = !used.has(variable);
  }
  const field = view.section.querySelector<HTMLTextAreaElement>("#play-pattern");
  if (field !== null && document.activeElement !== field && field.value !== pattern) field.value = pattern;
}

// Why the count may be another, and what wasn't counted.
function doubtsOf({ inexact, notes }: Story, warning: string): string {
  return [...inexact.map((reason) => `${warning} ${reason}`.trim()), ...notes].join(" · ");
}

function showExplanation(app: App, view: View, query: PatternQuery, values: Values, answer: Calls["explain"]["out"]): void {
  const { explanation, story } = answer;
  const isInexact = story.inexact.length > 0;
  view.section.classList.toggle("inexact", isInexact);
  showTotals(view, explanation.totals, isInexact ? "~" : "");
  write(view, "[data-story]", story.headline);
  write(view, "[data-law]", story.law ?? "");
  write(view, "[data-doubt]", doubtsOf(story, text(app.page.scenario.language, "label.inexact")));
  showOthers(app, view, query, values, explanation);
  showMaths(app, view, values, answer);
  showCode(app, view, values);
  const warps = Math.max(...explanation.accesses.map((access) => access.warps.length));
  const warp = view.controls.inputs.find(({ dataset }) => dataset.variable === "warp");
  if (warp !== undefined) warp.max = String(warps - 1);
}

// A layout has to serve every access that is given.
function showOthers(app: App, view: View, query: PatternQuery, values: Values, { accesses, totals }: Explanation): void {
  const whole = { ...query, pattern: wholePattern(values) };
  const counted = app.page.core("count", whole);
  const excess = (counted.ok ? counted.totals : totals).excess_wavefronts;
  const fixed = showFixes(app, view, whole, { excess, shown: Number(values.fix), problem: counted.ok ? "" : counted.error.message });
  showPair(app, view, query, values);
  showSecond(app, view, query, { second: String(values.second), own: accesses.length, fixed });
}

interface Asked {
  index: number;
  address: number;
}

const asks = (facts: LaneFacts | null): facts is LaneFacts & Asked => facts?.index !== undefined && facts.address !== undefined;

// The element that begins at a word or holds it. How long one is, tell two lanes that ask for two.
function elementAt(app: App, view: View, word: number): number {
  const lanes = Array.from({ length: 32 }, (_, lane) => laneFacts(app, view, lane)).filter(asks);
  const first = lanes[0] ?? { index: 0, address: 0 };
  const other = lanes.find(({ index }) => index !== first.index);
  const bytes = other === undefined ? kWordBytes : (other.address - first.address) / (other.index - first.index);
  return Math.max(0, first.index + Math.floor((word * kWordBytes - first.address) / bytes));
}

/** Keeps the playground's words in step with its picture. */
export function listenToPlayground(app: App): void {
  let told = "";
  let waiting = 0;
  const tell = (): void => {
    const view = app.views.get("play");
    if (view === undefined) return;
    const values = valuesOf(app.page, view.spec);
    const query = explainQuery(values, app.page.scenario.language);
    const now = JSON.stringify([query, wholePattern(values), values.fix]);
    if (now === told) return;
    told = now;
    showControls(view, values, query.pattern);
    const answer = app.page.core("explain", query);
    const error = place(view, "#play-error");
    if (error !== null) showError(error, query.pattern, answer.ok ? null : answer.error, hintOf(app, answer));
    view.section.classList.toggle("stale", !answer.ok);
    place(view, ".bench")?.classList.toggle("compared", values.fix !== kNoFix);
    write(view, "[data-command]", commandOf(query, values));
    if (answer.ok) showExplanation(app, view, query, values, answer);
  };
  app.onWritten.push(() => {
    told = "";
  });
  // The picture follows the hand; its words come in a task of their own, before the next frame.
  app.onDrawn.push((_, view) => {
    if (view.spec.id !== "play") return;
    clearTimeout(waiting);
    waiting = window.setTimeout(() => {
      const start = performance.now();
      tell();
      performance.clearMeasures("tell");
      performance.measure("tell", { start });
    });
  });
  app.onLaneDropped.push((view, lane, word) => {
    if (view.spec.id !== "play") return;
    const pattern = formPattern(valuesOf(app.page, view.spec));
    app.change("play", { preset: "own", pattern: withLaneAt(pattern, lane, placeOfElement(pattern, elementAt(app, view, word))) });
  });
  app.root.addEventListener("input", (event) => {
    const field = event.target;
    const view = field instanceof HTMLTextAreaElement && field.dataset.variable === "pattern" ? viewAt(app, field) : undefined;
    if (view !== undefined) app.change("play", { preset: "own", pattern: (field as HTMLTextAreaElement).value }, "jump");
  });
}
