// Judges an answer by asking the core: no exercise carries its solution.

import type { Card, Exercise } from "../../i18n/exercise";
import type { Core } from "../core";
import type { Numbers } from "../markup";
import type { LaneFacts, Totals } from "../types";

export type Variant = Readonly<Record<string, number>>;

/** What the reader answers: a number, lanes, a word for every lane, or a typed access. */
export type Reply = number | readonly number[] | string;

export interface Judgement {
  right: boolean;
  /** Which of the template's texts answers; "large": a padding that does it, but isn't the smallest. */
  text: "right" | "high" | "low" | "wrong" | "large";
  numbers: Numbers;
  /** The access that the answer's picture shows. */
  pattern: string;
  card?: Card;
  /** The core's reason, if it can't take the answer. */
  illegal?: string;
}

/** A template's text with the variant's numbers. */
export function filled(template: string, variant: Variant): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(variant[name] ?? whole));
}

/** The access that an exercise of this variant starts from. */
export function patternFor(exercise: Exercise, variant: Variant): string {
  return filled(exercise.pattern, { pad: 0, ...variant });
}

function totals(core: Core, exercise: Exercise, pattern: string): Totals | string {
  const block = exercise.block === undefined ? {} : { block: exercise.block };
  const answer = core("count", { pattern, ...block });
  return answer.ok ? answer.totals : answer.error.message;
}

const kLanes = Array.from({ length: 32 }, (_, lane) => lane);

/** Where each lane goes. */
export function lanesOf(core: Core, pattern: string): LaneFacts[] {
  return kLanes.flatMap((lane) => {
    const answer = core("lane", { pattern, lane });
    return answer.ok ? [answer] : [];
  });
}

function meets(a: LaneFacts, b: LaneFacts): boolean {
  return a.active && b.active && a.banks?.[0] === b.banks?.[0] && a.words?.[0] !== b.words?.[0];
}

/** An access that sends lane i to words[i]; lanes beyond the list take no part. */
export function builtPattern(words: readonly number[]): string {
  const last = words.length - 1;
  const index = words.reduceRight((rest, word, lane) => (lane === last ? String(word) : `lane == ${lane} ? ${word} : ${rest}`), "");
  const guard = words.length < 32 ? `if (lane < ${words.length}) ` : "";
  return `float s[1024]; ${guard}s[${index}]`;
}

type Judge = (core: Core, exercise: Exercise, variant: Variant, reply: Reply) => Judgement;

function decided(exercise: Exercise, right: boolean, numbers: Numbers, pattern: string): Judgement {
  const card = right ? undefined : exercise.wrong;
  return { right, text: right ? "right" : "wrong", numbers, pattern, ...(card === undefined ? {} : { card }) };
}

function refused(numbers: Numbers, pattern: string, illegal: string): Judgement {
  return { right: false, text: "wrong", numbers, pattern, illegal };
}

function predict(core: Core, exercise: Exercise, variant: Variant, reply: Reply): Judgement {
  const pattern = patternFor(exercise, variant);
  const found = totals(core, exercise, pattern);
  if (typeof found === "string") return refused(variant, pattern, found);
  const passes = found.wavefronts;
  const guess = Number(reply);
  const text = guess === passes ? "right" : guess > passes ? "high" : "low";
  const card = text === "right" ? undefined : exercise[text];
  return { right: text === "right", text, numbers: { ...variant, passes, guess }, pattern, ...(card === undefined ? {} : { card }) };
}

function bank(core: Core, exercise: Exercise, variant: Variant, reply: Reply): Judgement {
  const pattern = patternFor(exercise, variant);
  const home = lanesOf(core, pattern)[0];
  const numbers = { ...variant, bank: home?.banks?.[0] ?? "–", row: home?.rows?.[0] ?? "–" };
  return decided(exercise, Number(reply) === home?.banks?.[0], numbers, pattern);
}

function gap(core: Core, exercise: Exercise, variant: Variant, reply: Reply): Judgement {
  const pattern = patternFor(exercise, variant);
  const lanes = lanesOf(core, pattern);
  const gaps = lanes.flatMap((a) => lanes.filter((b) => b.lane > a.lane && meets(a, b)).map((b) => b.lane - a.lane));
  const nearest = Math.min(...gaps);
  return decided(exercise, Number(reply) === nearest, { ...variant, gap: nearest }, pattern);
}

function lanes(core: Core, exercise: Exercise, variant: Variant, reply: Reply): Judgement {
  const pattern = patternFor(exercise, variant);
  const all = lanesOf(core, pattern);
  const own = all[variant.lane ?? 0];
  const partners = own === undefined ? [] : all.filter((other) => meets(own, other)).map(({ lane }) => lane);
  const given = Array.isArray(reply) ? [...(reply as number[])].sort((a, b) => a - b) : [];
  return decided(exercise, given.join() === partners.join(), { ...variant, partners: partners.join(", ") }, pattern);
}

function build(core: Core, exercise: Exercise, variant: Variant, reply: Reply): Judgement {
  const words = Array.isArray(reply) ? (reply as number[]) : [];
  const pattern = builtPattern(words);
  const found = totals(core, exercise, pattern);
  if (typeof found === "string") return refused(variant, pattern, found);
  const start = lanesOf(core, patternFor(exercise, variant));
  const moved = words.filter((word, lane) => word !== start[lane]?.words?.[0]).length;
  const banks = new Set(lanesOf(core, pattern).flatMap(({ banks: own }) => own ?? []));
  const goal = Number(filled(exercise.goal ?? "", variant));
  const right = found.wavefronts === goal && moved <= (exercise.moves ?? 32) && (exercise.one_bank !== true || banks.size === 1);
  return decided(exercise, right, { ...variant, passes: found.wavefronts, moved }, pattern);
}

// The exercise's declaration with the access that was typed, with or without that declaration.
function writtenPattern(start: string, reply: string): string {
  const declaration = start.slice(0, start.indexOf(";") + 1);
  const squeezed = reply.replace(/\s/g, "");
  return squeezed.startsWith(declaration.replace(/\s/g, "")) ? reply : `${declaration} ${reply}`;
}

function write(core: Core, exercise: Exercise, variant: Variant, reply: Reply): Judgement {
  const start = patternFor(exercise, variant);
  const pattern = writtenPattern(start, String(reply));
  const found = totals(core, exercise, pattern);
  if (typeof found === "string") return refused(variant, start, found);
  const goal = Number(filled(exercise.goal ?? "", variant));
  // The array is the exercise's, whatever else is declared.
  const [, array = ""] = /(\w+)\[/.exec(start) ?? [];
  const isOfArray = lanesOf(core, pattern).every(({ element = "" }) => element.startsWith(`${array}[`));
  return decided(exercise, found.wavefronts === goal && isOfArray, { ...variant, passes: found.wavefronts }, pattern);
}

const kPads = Array.from({ length: 33 }, (_, pad) => pad);

// Every pad that is asked for pads 32 rows of 4-byte elements.
const padBytes = (pad: number): number => pad * 32 * 4;

function repair(core: Core, exercise: Exercise, variant: Variant, reply: Reply): Judgement {
  const costOf = (pad: number): Totals | string => totals(core, exercise, filled(exercise.pattern, { ...variant, pad }));
  const isClean = (pad: number): boolean => {
    const found = costOf(pad);
    return typeof found !== "string" && found.excess_wavefronts === 0;
  };
  if (exercise.goal === "fewest") return fewest(exercise, variant, Number(reply), costOf);
  const pad = Number(reply);
  const pattern = filled(exercise.pattern, { ...variant, pad });
  const found = costOf(pad);
  if (typeof found === "string") return refused({ ...variant, pad }, patternFor(exercise, variant), found);
  const numbers = { ...variant, pad, passes: found.wavefronts, extra_bytes: padBytes(pad) };
  const right = pad === kPads.find(isClean);
  if (!right && found.excess_wavefronts === 0) return { right, text: "large", numbers, pattern };
  return decided(exercise, right, numbers, pattern);
}

function fewest(exercise: Exercise, variant: Variant, guess: number, costOf: (pad: number) => Totals | string): Judgement {
  const costs = kPads.flatMap((pad) => {
    const found = costOf(pad);
    return typeof found === "string" ? [] : [{ pad, passes: found.wavefronts }];
  });
  const best = costs.reduce((least, next) => (next.passes < least.passes ? next : least));
  const pattern = filled(exercise.pattern, { ...variant, pad: best.pad });
  return decided(exercise, guess === best.passes, { ...variant, guess, passes: best.passes }, pattern);
}

const kJudges: Readonly<Record<Exercise["kind"], Judge>> = { predict, lanes, bank, gap, build, write, repair };

/** The core's verdict on the reader's answer; what it refuses, it refuses in that language. */
export function judge(core: Core, exercise: Exercise, variant: Variant, reply: Reply, lang = "en"): Judgement {
  return kJudges[exercise.kind]((name, parameters) => core(name, { ...parameters, lang }), exercise, variant, reply);
}
