// Every live figure of the page: which picture the core draws, what the reader may change in it,
// and what the play key advances. Sliders, handles, links and the tests all read this table.

import { kEngineerFigures, kFurtherFigures } from "./engineer_figures";
import { bindings, formPattern, kOperations, kPresets, memoryHandle, wholePattern } from "./form";

/** A number (or one of a few numbers) that the reader may change. */
export interface NumberVariable {
  name: string;
  minimum: number;
  maximum: number;
  initial: number;
  /** Only multiples of it. */
  step?: number;
  /** Only these values; shown as buttons. */
  choices?: readonly number[];
  /** Has no control of its own. */
  isInner?: boolean;
}

/** One of a few words, or a text that the reader types. */
interface TextVariable {
  name: string;
  initial: string;
  choices?: readonly string[];
  /** Longest text that a link may bring. */
  length?: number;
}

export type Variable = NumberVariable | TextVariable;

export interface FigureSpec {
  /** "step4": also the key's beginning in links. */
  id: string;
  /** The core's name of the picture. */
  draw: string;
  /** More pictures of the same state, below the first. */
  beside?: readonly string[];
  /** The picture at the end of its derivation. */
  derived?: string;
  fixed: Readonly<Record<string, string | number>>;
  variables: readonly Variable[];
  /** What play, the arrow keys and the scrubber advance. "pass" runs from 0 to the figure's passes. */
  axis: string | null;
  /** What the core is asked instead of the variables as they are. */
  query?: (values: Readonly<Record<string, string | number>>) => Record<string, string | number | string[]>;
  /** The variable's value that a handle's steps are counted from: a pad of 1 is a width of 33. */
  handles?: Readonly<Record<string, { variable: string }>>;
  /** What any other change takes back to its beginning: the passes served, a fix that is shown. */
  resets?: Readonly<Record<string, string | number>>;
  /** Whether the reader is asked for the number of passes before the picture tells it (`kTold`). */
  predict?: boolean;
  /** Of the architecture table only the rows that run programs: the others' limits aren't in it. */
  takes?: "programs";
  /** Play stops at the first collision. */
  stops?: boolean;
}

const kBanks = [1, 2, 4, 8, 16, 32] as const;
const kDifferent = [1, 2, 3, 5, 32] as const;

const number = (name: string, minimum: number, maximum: number, initial: number): NumberVariable => ({
  name, minimum, maximum, initial,
});
const choice = (name: string, choices: readonly string[], initial: string): TextVariable => ({
  name, choices, initial,
});

/** A pass that no figure has: the picture before play, which tells the whole story. */
export const kStory = -1;
const pass = (initial: number): NumberVariable => number("pass", kStory, 64, initial);

/** 0 while the reader is to guess: the picture then asks, and holds its answer back. */
export const kTold = "told";
const told: NumberVariable = { ...number(kTold, 0, 1, 0), isInner: true };

/** No layout of the fix is shown; else its number in the core's answer. */
export const kNoFix = -1;

const typed = (name: string, initial: string, length: number): TextVariable => ({ name, initial, length });
const kWidths = [1, 2, 4, 8, 16] as const;

function playQuery(values: Readonly<Record<string, string | number>>): Record<string, string | number | string[]> {
  const query: Record<string, string | number | string[]> = { pattern: formPattern(values), arch: values.arch ?? "sm_80" };
  if (values.fix !== kNoFix) Object.assign(query, { figure: "fix", pattern: wholePattern(values), point: values.fix });
  if (values.block !== "") query.block = values.block ?? "";
  const lets = bindings(values.let ?? "");
  if (lets.length > 0) query.let = lets;
  if (values.fix !== kNoFix) return query;
  Object.assign(query, memoryHandle(values));
  for (const name of ["access", "warp"]) if (values[name] !== 0) query[name] = values[name] ?? 0;
  if (values.pass !== kStory) query.pass = values.pass ?? 0;
  return query;
}

function checkQuery({ pattern, block, pass: served }: Readonly<Record<string, string | number>>): Record<string, string | number> {
  return { pattern: pattern ?? "", ...(block === "" ? {} : { block: block ?? "" }), ...(served === kStory ? {} : { pass: served ?? 0 }) };
}

const kPadHandle = { pad: { variable: "width" } } as const;

export const kFigures: readonly FigureSpec[] = [
  {
    id: "hero", draw: "matrix", fixed: { line: "column", index: 0, handle: "pad" }, axis: "pass",
    predict: true,
    variables: [number("width", 32, 36, 32), pass(0), told], handles: kPadHandle,
  },
  {
    id: "step1", draw: "strip", fixed: {}, axis: null,
    variables: [{ ...number("banks", 1, 32, 32), choices: kBanks }],
  },
  {
    id: "step2", draw: "dealing", fixed: {}, axis: "dealt",
    variables: [number("dealt", 0, 64, 64), number("word", 0, 63, 32), number("bend", 0, 8, 0)],
  },
  { id: "step3", draw: "fan", fixed: {}, axis: "pass", variables: [pass(kStory)] },
  {
    id: "step4", draw: "stride", fixed: {}, axis: "lanes", predict: true, stops: true,
    variables: [number("stride", 0, 33, 2), number("lanes", 0, 32, 32), told],
  },
  {
    id: "step5", draw: "ruler", beside: ["ring"], derived: "rectangle", fixed: {}, axis: "stride", predict: true,
    variables: [number("stride", 0, 33, 6), told],
  },
  {
    id: "step6", draw: "words", fixed: {}, axis: "pass", predict: true,
    variables: [{ ...number("different", 1, 32, 1), choices: kDifferent }, pass(kStory), told],
  },
  {
    id: "step7", draw: "words", fixed: {}, axis: "pass", predict: true,
    variables: [{ ...number("different", 1, 32, 32), choices: kDifferent }, pass(kStory), told],
  },
  {
    id: "step8", draw: "matrix", fixed: { width: 32 }, axis: "pass", predict: true,
    variables: [choice("line", ["row", "column"], "column"), number("index", 0, 31, 5), pass(kStory), told],
  },
  {
    id: "step9", draw: "matrix", fixed: { handle: "pad" }, axis: "pass", predict: true, handles: kPadHandle,
    variables: [number("width", 32, 36, 33), choice("line", ["row", "column"], "column"), number("index", 0, 31, 5), pass(kStory), told],
  },
  { id: "summary", draw: "poster", fixed: {}, axis: null, variables: [] },
  {
    id: "play", draw: "scene", fixed: {}, axis: "pass", query: playQuery, resets: { fix: kNoFix, access: 0 },
    variables: [
      choice("preset", kPresets, "column"),
      number("pad", 0, 8, 0), number("stride", 0, 64, 2),
      { ...number("width", 1, 16, 4), choices: kWidths },
      choice("operation", kOperations, "load"),
      { ...number("fix", kNoFix, 20, kNoFix), isInner: true },
      typed("pattern", "float s[32][32]; s[lane][0]", 3000), typed("second", "", 200),
      typed("arch", "sm_80", 20), typed("block", "", 20), typed("let", "", 80),
      number("access", 0, 31, 0), number("warp", 0, 31, 0), pass(0),
    ],
  },
  {
    id: "check", draw: "scene", fixed: {}, axis: "pass", query: checkQuery,
    variables: [
      typed("exercise", "", 40), number("variant", 0, 20, 0),
      typed("pattern", "float s[32]; s[lane]", 2000), typed("block", "", 20), pass(kStory),
    ],
  },
  ...kEngineerFigures,
  ...kFurtherFigures,
];

export const isNumber = (variable: Variable): variable is NumberVariable => "minimum" in variable;

/** The specification of a figure of this page. */
export function figureOf(id: string): FigureSpec {
  const spec = kFigures.find((figure) => figure.id === id);
  if (spec === undefined) throw new Error(`no figure ${id}`);
  return spec;
}

/** The variable of that name, if the figure has it. */
export function variableOf(spec: FigureSpec, name: string): Variable | undefined {
  return spec.variables.find((variable) => variable.name === name);
}
