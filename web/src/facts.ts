// Numbers that the sentences quote, asked of the core once; and the numbers of a figure's state.

import { type Fact, facts } from "../i18n/facts";
import type { Core } from "./core";
import type { FigureSpec } from "./figures";
import type { Numbers } from "./markup";
import type { Value } from "./state";
import type { Explanation, Figure, PatternQuery } from "./types";

/** The core's explanation of a pattern that is known to be right. */
export function explain(core: Core, query: PatternQuery): Explanation {
  const answer = core("explain", query);
  if (!answer.ok) throw new Error(`${query.pattern}: ${answer.error.message}`);
  return answer.explanation;
}

const strided = (stride: Value): string => `float s[2048]; s[${stride} * lane]`;

/** The degree of the one request that a pattern makes. */
function degree(explanation: Explanation): number {
  return Math.max(...explanation.accesses.flatMap((access) => access.warps.map((warp) => warp.degree)));
}

/** Bytes that the cheapest longer rows take. */
function padBytes(core: Core, query: PatternQuery): number {
  const answer = core("fix", query);
  return answer.ok ? (answer.solution.pareto.find(({ family }) => family === "row_pad")?.extra_bytes ?? 0) : 0;
}

const kNumbers: Readonly<Record<Fact["number"], (core: Core, query: PatternQuery) => number>> = {
  wavefronts: (core, query) => explain(core, query).totals.wavefronts,
  ideal_wavefronts: (core, query) => explain(core, query).totals.ideal_wavefronts,
  degree: (core, query) => degree(explain(core, query)),
  extra_words: (core, query) => padBytes(core, query) / 4,
  extra_bytes: padBytes,
};

/** Numbers of the story that no control changes: {column_passes}, {pad_words} … */
export function factsOf(core: Core): Numbers {
  const entries = Object.entries(facts).map(([name, { number, ...query }]: [string, Fact]) => [
    name,
    kNumbers[number](core, query),
  ]);
  return Object.fromEntries(entries);
}

type Values = Readonly<Record<string, Value>>;

// What a pad of so many columns costs a tile of 32 rows of floats.
function price(values: Values): Numbers {
  const columns = Number(values.width) - 32;
  const words = columns * 32;
  return { extra_words: words, extra_bytes: words * 4, percent: (columns / 32) * 100 };
}

function gap(core: Core, values: Values): Numbers {
  const found = degree(explain(core, { pattern: strided(values.stride ?? 1) }));
  return { degree: found, gap: 32 / found };
}

function homeOfWord(core: Core, values: Values): Numbers {
  const answer = core("lane", { pattern: `float s[64]; s[${values.word}]`, lane: 0 });
  return answer.ok ? { row: answer.rows?.[0] ?? "–", bank: answer.banks?.[0] ?? "–" } : {};
}

function homeOfLane(core: Core, values: Values): Numbers {
  const answer = core("lane", { pattern: String(values.pattern), lane: Number(values.lane) });
  if (!answer.ok) return {};
  const { index, address, words, banks, rows, pass } = answer;
  return { index: index ?? "–", address: address ?? "–", word: words?.[0] ?? "–", bank: banks?.[0] ?? "–", row: rows?.[0] ?? "–", pass: pass ?? "–" };
}

function rowOfTable(core: Core, values: Values): Numbers {
  const answer = core("architectures", {});
  const row = answer.ok ? answer.archs.find(({ name }) => name === values.arch) : undefined;
  return row === undefined ? {} : { banks: row.banks, word_bytes: row.word_bytes, source: row.source };
}

const kMore: Readonly<Record<string, (core: Core, values: Values) => Numbers>> = {
  dealing: homeOfWord,
  ruler: gap,
  matrix: (_, values) => price(values),
  ladder: homeOfLane,
  hardware: rowOfTable,
  coalescing: () => ({}),
};

/** The numbers that sentences beside a figure may quote: its variables, its passes, and more. */
export function numbersOf(core: Core, spec: FigureSpec, values: Values, figure: Figure): Numbers {
  const more = kMore[spec.draw]?.(core, { ...spec.fixed, ...values }) ?? {};
  return { ...spec.fixed, ...values, ...more, passes: figure.passes, ideal: figure.ideal };
}
