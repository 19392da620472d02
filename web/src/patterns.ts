// The pattern that says in the core's notation what a lesson's figure shows: for the playground, the
// command line, and the lane-by-lane facts.

import type { FigureSpec } from "./figures";
import type { Value } from "./state";

type Values = Readonly<Record<string, Value>>;

const matrix = (values: Values): string => {
  const index = values.line === "row" ? `[${values.index}][lane]` : `[lane][${values.index}]`;
  return `float m[32][${values.width}]; m${index}`;
};

const words = ({ different }: Values): string => {
  const index = different === 1 ? "0" : different === 32 ? "32 * lane" : `32 * (lane % ${different})`;
  return `float s[1024]; s[${index}]`;
};

// A row of elements of so many bytes.
const kRows: Readonly<Record<string, string>> = { "4": "float v[32]; v[lane]", "8": "float2 v[32]; v[lane]", "16": "float4 v[32]; v[lane]" };

const kPatterns: Readonly<Record<string, (values: Values) => string>> = {
  matrix,
  fan: () => "float s[32]; s[lane]",
  stride: ({ stride, lanes = 32 }) => `float s[2048]; ${lanes === 32 ? "" : `if (lane < ${lanes}) `}s[${stride} * lane]`,
  ruler: ({ stride }) => `float s[2048]; s[${stride} * lane]`,
  words,
  tray: ({ bytes }) => kRows[String(bytes)] ?? "",
  ladder: ({ pattern }) => String(pattern),
};

/** The figure's access as a pattern; null if it shows none. */
export function patternOf(spec: FigureSpec, values: Values): string | null {
  const asked = spec.query?.({ ...spec.fixed, ...values }).pattern;
  if (typeof asked === "string") return asked;
  return kPatterns[spec.draw]?.({ ...spec.fixed, ...values }) ?? null;
}
