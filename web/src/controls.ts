// The HTML of what stands below a figure: play and its scrubber, a slider or buttons a variable, the
// guess, the way to the playground, and the figure in words. Behaviour finds them by data-…

import { type FigureSpec, type NumberVariable, type Variable, isNumber } from "./figures";
import { escapeHtml } from "./markup";
import { type Page, say, valuesOf } from "./page";
import { type TextKey, isTextKey, text } from "./texts";
import { patternOf } from "./patterns";
import type { Figure } from "./types";

const kLabels: Readonly<Record<string, TextKey>> = {
  pattern: "play.own.pattern", second: "play.own.second", arch: "play.architecture",
  "play.width": "play.bytes",
};

// A word that names the variable: of its handle, or its own.
function labelOf(page: Page, { id }: FigureSpec, name: string): string {
  const keys = [kLabels[`${id}.${name}`] ?? "", `label.handle.${name}`, kLabels[name] ?? "", `play.${name}`, `label.${name}`];
  const key = keys.find(isTextKey);
  return key === undefined ? name : text(page.scenario.language, key as TextKey);
}

// "Padding: pull the array's edge" is said to who can't see the picture; "Padding" stands there.
const shortName = (label: string): string => escapeHtml(label.split(/[:：]/)[0] ?? label);

const button = (page: Page, action: string, key: TextKey, sign: string): string => {
  const label = escapeHtml(text(page.scenario.language, key));
  return `<button type="button" class="key" data-action="${action}" aria-label="${label}" title="${label}">${sign}</button>`;
};

/** The passes beside the ideal; nothing for a picture without an access. */
export function readout(page: Page, figure: Figure): string {
  if (figure.passes === 0) return "";
  return `<p class="readout" aria-live="polite">${say(page, "label.readout", { passes: figure.passes, ideal: figure.ideal })}</p>`;
}

function axisOf(spec: FigureSpec, figure: Figure): NumberVariable | undefined {
  const variable = spec.variables.find(({ name }) => name === spec.axis);
  if (variable === undefined || !isNumber(variable)) return undefined;
  return spec.axis === "pass" ? { ...variable, minimum: 0, maximum: figure.passes } : variable;
}

function range(page: Page, spec: FigureSpec, variable: NumberVariable, value: number): string {
  const label = escapeHtml(labelOf(page, spec, variable.name));
  const { minimum, maximum, name } = variable;
  return `<input type="range" id="${spec.id}-${name}" data-variable="${name}" min="${minimum}" max="${maximum}" step="${variable.step ?? 1}" value="${Math.max(minimum, value)}" aria-label="${label}">`;
}

/** Play, one step, from the start, and the scrubber with the reader's guess as a ghost. */
export function transport(page: Page, spec: FigureSpec, figure: Figure): string {
  const axis = axisOf(spec, figure);
  if (axis === undefined) return "";
  const value = Number(valuesOf(page, spec)[axis.name]);
  return `<div class="transport">
${button(page, "start", "button.start", "⏮")}${button(page, "back", "button.back", "◂")}
<button type="button" class="key play" data-action="play" aria-label="${escapeHtml(text(page.scenario.language, "button.play"))}">▶</button>
${button(page, "step", "button.step", "▸")}
<span class="track">${range(page, spec, axis, value)}<span class="ghost" hidden></span></span>
<output data-output="${axis.name}">${Math.max(0, value)}</output></div>`;
}

/** One button a choice. */
export function choices(page: Page, spec: FigureSpec, variable: Variable): string {
  const now = valuesOf(page, spec)[variable.name];
  const buttons = (variable.choices ?? []).map((choice) => {
    const key = [`label.${choice}`, `play.${variable.name}.${choice}`].find(isTextKey);
    const label = key === undefined ? String(choice) : text(page.scenario.language, key as TextKey);
    return `<button type="button" data-variable="${variable.name}" data-choice="${choice}" aria-pressed="${choice === now}">${escapeHtml(label)}</button>`;
  });
  const label = labelOf(page, spec, variable.name);
  return `<div class="choices" role="group" aria-label="${escapeHtml(label)}"><span class="name">${shortName(label)}</span>${buttons.join("")}</div>`;
}

/** A slider with its name and number. */
export function slider(page: Page, spec: FigureSpec, variable: NumberVariable): string {
  const value = Number(valuesOf(page, spec)[variable.name]);
  return `<label class="slider"><span class="name">${shortName(labelOf(page, spec, variable.name))}</span>${range(page, spec, variable, value)}<output data-output="${variable.name}">${value}</output></label>`;
}

/** The architecture table as options; of the build only the chosen one, which scripts complete. */
export function architectureOptions(page: Page, spec: FigureSpec): string {
  const now = valuesOf(page, spec).arch;
  return page.architectures
    .filter(({ name, runs_programs }) => (page.isStatic ? name === now : spec.takes === undefined || runs_programs))
    .map(({ name, product }) => `<option value="${escapeHtml(name)}"${name === now ? " selected" : ""}>${escapeHtml(`${name} · ${product}`)}</option>`)
    .join("");
}

/** How sure the rules of an architecture are, and by what. */
export function evidenceOf(page: Page, name: unknown): string {
  const row = page.architectures.find((architecture) => architecture.name === name);
  if (row === undefined) return "";
  const key = `evidence.${row.confidence.replace(/\W+/g, "_")}`;
  return `${isTextKey(key) ? text(page.scenario.language, key) : row.confidence}: ${row.source}`;
}

/** The architecture table as a list to choose from, with the evidence of the chosen row. */
export function architectures(page: Page, spec: FigureSpec): string {
  const evidence = escapeHtml(evidenceOf(page, valuesOf(page, spec).arch));
  return `<label class="field"><span class="name">${say(page, "play.architecture")}</span><select data-variable="arch" id="${spec.id}-arch" aria-describedby="${spec.id}-evidence">${architectureOptions(page, spec)}</select></label><small id="${spec.id}-evidence" data-evidence>${evidence}</small>`;
}

/** A line to type in. */
export function field(page: Page, spec: FigureSpec, name: string, help?: TextKey): string {
  const value = escapeHtml(String(valuesOf(page, spec)[name]));
  const note = help === undefined ? "" : `<small>${say(page, help)}</small>`;
  return `<label class="field"><span class="name">${escapeHtml(labelOf(page, spec, name))}</span><input type="text" id="${spec.id}-${name}" data-variable="${name}" value="${value}" spellcheck="false" autocomplete="off" autocapitalize="off">${note}</label>`;
}

/** A slider or buttons for everything that play doesn't move. */
export function sliders(page: Page, spec: FigureSpec): string {
  return spec.variables
    .filter((variable) => variable.name !== spec.axis && !(isNumber(variable) && variable.isInner === true))
    .map((variable) => {
      if (variable.choices !== undefined) return choices(page, spec, variable);
      if (isNumber(variable)) return slider(page, spec, variable);
      return variable.name === "arch" ? architectures(page, spec) : field(page, spec, variable.name);
    })
    .join("");
}

const kGuesses = [1, 2, 4, 8, 16, 32] as const;

/** The chips to guess the passes with, before play. */
export function guess(page: Page, spec: FigureSpec): string {
  if (spec.predict !== true) return "";
  const chips = kGuesses.map((passes) => `<button type="button" data-guess="${passes}">${passes}</button>`);
  const skip = `<button type="button" class="quiet" data-guess="skip">${say(page, "button.skip")}</button>`;
  return `<div class="guess" role="group" aria-label="${escapeHtml(text(page.scenario.language, "label.guess"))}"><span class="name">${say(page, "label.guess")}</span>${chips.join("")}${skip}<p class="verdict" role="status"></p></div>`;
}

/** The figure in sentences, which a click opens. */
export function twin(page: Page, figure: Figure): string {
  return `<details class="twin"><summary>${say(page, "label.formula")}</summary><p data-words>${escapeHtml(figure.words)}</p></details>`;
}

/** The numbers of the lane that is pointed at, and ‹ › to go from lane to lane. */
export function loupe(page: Page): string {
  return `<p class="loupe">${button(page, "lane-back", "label.lane.previous", "‹")}<span data-loupe aria-live="polite">${say(page, "label.lane.none")}</span>${button(page, "lane-next", "label.lane.next", "›")}</p>`;
}

/** A copy of the picture as a file. */
export function saveDoors(page: Page): string {
  const keys = [["svg", "button.svg"], ["png", "button.png"]] as const;
  return keys.map(([door, key]) => `<button type="button" data-door="${door}">${say(page, key)}</button>`).join("");
}

/** The picture itself. */
export function picture(figure: Figure): string {
  return `<div class="picture">${figure.svg}</div>`;
}

// Figures whose lanes can be asked one by one.
function hasLanes(spec: FigureSpec): boolean {
  return patternOf(spec, { width: 32, stride: 1, different: 1, line: "row", index: 0 }) !== null;
}

// The way to the playground, for figures whose access has a pattern.
function door(page: Page, spec: FigureSpec): string {
  if (!hasLanes(spec)) return "";
  return `<p class="doors"><button type="button" class="quiet" data-action="playground">↗ ${say(page, "button.playground")}</button></p>`;
}

/** Everything below a figure; of the build only what can be read, and scripts bring what only they can move. */
export function panel(page: Page, spec: FigureSpec, figure: Figure): string {
  if (page.isStatic) return `<div class="panel" data-static>${readout(page, figure)}${twin(page, figure)}</div>`;
  return `<div class="panel">${panelHtml(page, spec, figure)}</div>`;
}

/** What a panel holds. */
export function panelHtml(page: Page, spec: FigureSpec, figure: Figure): string {
  return `${guess(page, spec)}${transport(page, spec, figure)}<div class="sliders">${sliders(page, spec)}</div>${readout(page, figure)}${hasLanes(spec) ? loupe(page) : ""}
${door(page, spec)}${twin(page, figure)}`;
}
