// Everything that a link keeps, as one value: the language, and each figure's variables.
//
//   { language: "hi", values: { "step4.stride": 3 } }   ⇄   #lang=hi&step4.stride=3
//
// Only what differs from the beginning is written. A link comes from a stranger: what it says is
// held to the table of figures, and the rest is dropped.

import { type Variable, isNumber, kFigures } from "./figures";

export type Language = "en" | "hi" | "hi-Latn";
export const kLanguages: readonly Language[] = ["en", "hi", "hi-Latn"];

export type Value = number | string;

export interface Scenario {
  language: Language;
  /** Where the link leads: an element's id, or "". */
  place: string;
  values: Readonly<Record<string, Value>>;
}

const kVariables: ReadonlyMap<string, Variable> = new Map(
  kFigures.flatMap((figure) =>
    figure.variables.map((variable): [string, Variable] => [`${figure.id}.${variable.name}`, variable]),
  ),
);

/** The state that the page opens with. */
export function initialScenario(language: Language): Scenario {
  const values = Object.fromEntries([...kVariables].map(([key, variable]) => [key, variable.initial]));
  return { language, place: "", values };
}

/** The nearest value that the variable may have; undefined if there is none. */
function allowed(variable: Variable, value: Value): Value | undefined {
  if (!isNumber(variable)) {
    const text = String(value);
    if (variable.choices !== undefined) return variable.choices.includes(text) ? text : undefined;
    return text.slice(0, variable.length ?? 100);
  }
  const number = typeof value === "number" ? value : Number(value.trim() === "" ? Number.NaN : value);
  if (!Number.isFinite(number)) return undefined;
  const bounded = Math.min(variable.maximum, Math.max(variable.minimum, Math.round(number)));
  if (variable.choices !== undefined && !variable.choices.includes(bounded)) return undefined;
  const step = variable.step ?? 1;
  return variable.minimum + Math.round((bounded - variable.minimum) / step) * step;
}

/** The scenario with one variable changed, within its bounds. */
export function withValue(scenario: Scenario, key: string, value: Value): Scenario {
  const variable = kVariables.get(key);
  const next = variable === undefined ? undefined : allowed(variable, value);
  if (next === undefined || next === scenario.values[key]) return scenario;
  return { ...scenario, values: { ...scenario.values, [key]: next } };
}

/** The link's part after "#". */
export function toHash(scenario: Scenario): string {
  const parts: string[] = scenario.place === "" ? [] : [encodeURIComponent(scenario.place)];
  parts.push(`lang=${scenario.language}`);
  for (const [key, variable] of kVariables) {
    const value = scenario.values[key];
    if (value !== undefined && value !== variable.initial) parts.push(`${key}=${encodeURIComponent(value)}`);
  }
  return parts.join("&");
}

/** The scenario of a link; what it doesn't say, or says wrongly, is as in `start`. */
export function fromHash(hash: string, start: Scenario): Scenario {
  let scenario = start;
  for (const part of hash.replace(/^#/, "").split("&")) {
    const sign = part.indexOf("=");
    const name = decode(sign < 0 ? part : part.slice(0, sign));
    const value = sign < 0 ? null : decode(part.slice(sign + 1));
    if (name === null || name === "") continue;
    if (sign < 0) scenario = /^[\w-]{1,40}$/.test(name) ? { ...scenario, place: name } : scenario;
    else if (value !== null) scenario = withPart(scenario, name, value);
  }
  return scenario;
}

function withPart(scenario: Scenario, name: string, value: string): Scenario {
  if (name !== "lang") return withValue(scenario, name, value);
  const language = kLanguages.find((known) => known === value);
  return language === undefined ? scenario : { ...scenario, language };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The page's language for the browser's wishes, first wish first. */
export function languageFor(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    if (/^hi-latn/i.test(wish)) return "hi-Latn";
    if (/^hi\b/i.test(wish)) return "hi";
    if (/^en\b/i.test(wish)) return "en";
  }
  return "en";
}
