// The JSON that the C++ core takes and gives: docs/schema has the same in JSON Schema, and
// tests/types.test.ts compares the two.

/** What went wrong, placed in the text that the reader typed (columns from 1; 0: no place). */
export interface Failure {
  /** Which text the columns count in. */
  source?: "pattern" | "block" | "let" | "call";
  message: string;
  hint: string;
  line: number;
  column: number;
  end_column: number;
}

export type Answer<T> = ({ ok: true } & T) | { ok: false; error: Failure };

export interface Totals {
  requests: number;
  wavefronts: number;
  ideal_wavefronts: number;
  excess_wavefronts: number;
}

export interface Phase {
  lanes: number[];
  wavefronts: number;
  degree: number;
  worst_bank: number;
}

export interface Wavefront {
  phase: number;
  lanes: number[];
  words: number[];
}

export interface Warp {
  warp: number;
  wavefronts: number;
  ideal_wavefronts: number;
  excess_wavefronts: number;
  degree: number;
  exact: boolean;
  note?: string;
  addresses: (number | null)[];
  phases: Phase[];
  schedule: Wavefront[];
}

export interface Access {
  text: string;
  op: string;
  bytes: number;
  matrices?: number;
  let: Record<string, number>;
  warps: Warp[];
  totals: Totals;
}

/** A layout worth having. */
export interface Point {
  family: string;
  wavefronts: number;
  extra_bytes: number;
  address_operations: number;
  layout: { kind: string };
  index: string;
  cute: string | null;
}

interface AccessCost {
  name: string;
  wavefronts: number;
}

/** The answer to a layout problem: `smemlens fix --format json`. */
export interface Solution {
  schema: "smemlens.fix/1";
  id: unknown;
  arch: string;
  array: { name: string; shape: number[]; elem_bytes: number; bytes: number };
  naive: { wavefronts: number; accesses: AccessCost[] };
  best: Point & { cuda: string; accesses: AccessCost[] };
  /** Best first. */
  pareto: Point[];
  lower_bound: { wavefronts: number; counting: number; aligned: number; because: string };
  optimal: boolean;
  optimal_in: string | null;
  verdict: "nothing_to_gain" | "optimal" | "optimal_in_family" | "gap";
  statement: string;
  exact: boolean;
  searched: { family: string; candidates: number; complete: boolean }[];
  warnings: string[];
  blocks_per_sm: { before: number; after: number } | null;
}

/** The solution's sentences in the reader's language. */
export interface SolutionStory {
  statement: string;
  warnings: readonly string[];
  /** One for each of `pareto`; `wavefronts` one for each access, as in `naive`. */
  points: readonly { change: string; price: string; blocks: string; condition: string; code: string; wavefronts: readonly number[] }[];
  /** Shorter pads than those on offer, and why not; or "". */
  refused: string;
}

export interface Law {
  formula: string;
  value: number;
  holds_because: string;
}

export interface Explanation {
  schema: "smemlens.explain/1";
  arch: string;
  pattern: string;
  block: number[];
  accesses: Access[];
  totals: Totals;
  law: Law | null;
  fix: null;
  notes: string[];
}

/** The explanation's sentences in the reader's language. */
export interface Story {
  headline: string;
  law: string | null;
  /** The busiest bank of the pictured request, where its passes are its different words. */
  busiest: { bank: number; words: number; ideal: number } | null;
  /** Why a count isn't certain, and what wasn't counted. */
  inexact: readonly string[];
  notes: readonly string[];
}

/** A picture, and the same picture in sentences. */
export interface Figure {
  svg: string;
  words: string;
  passes: number;
  ideal: number;
}

/** Where one lane's request goes; an inactive lane has a note only. */
export interface LaneFacts {
  lane: number;
  active: boolean;
  note: string;
  index?: number;
  element?: string;
  address?: number;
  words?: number[];
  banks?: number[];
  rows?: number[];
  pass?: number;
}

export interface Architecture {
  name: string;
  product: string;
  lanes_per_warp: number;
  banks: number;
  word_bytes: number;
  runs_programs: boolean;
  confidence: string;
  source: string;
}

/** A pattern and what it is read with. */
export interface PatternQuery {
  pattern: string;
  arch?: string;
  block?: string;
  let?: string[];
  /** Which request is looked at; else the one with the most excess. */
  access?: number;
  warp?: number;
  lang?: string;
}

export type FigureQuery = { figure: string } & Record<string, string | number | boolean | string[]>;

/** Every call of the core: what goes in, what comes out. */
export interface Calls {
  explain: { in: PatternQuery; out: { explanation: Explanation; story: Story } };
  fix: { in: PatternQuery; out: { solution: Solution; story: SolutionStory } };
  count: { in: PatternQuery; out: { totals: Totals; accesses: readonly Totals[] } };
  figure: { in: FigureQuery; out: Figure };
  lane: { in: PatternQuery & { lane: number }; out: LaneFacts };
  architectures: { in: Record<string, never>; out: { archs: Architecture[] } };
  theme: { in: Record<string, never>; out: { css: string } };
}
