// The figures behind the engineers' door and of "where to go on": rows of the table in figures.ts.

import type { FigureSpec } from "./figures";

/** Accesses of the merge figure. */
const kMerges: Readonly<Record<string, string>> = {
  half: "float4 v[16]; v[lane / 2]",
  stranger: "float4 v[32]; v[lane == 17 ? 31 : lane / 2]",
  modulo: "float4 v[8]; v[lane % 8]",
  store: "float4 v[16]; v[lane / 2] = 0",
};

const kStory = -1;

export const kEngineerFigures: readonly FigureSpec[] = [
  {
    id: "phases", draw: "tray", fixed: {}, axis: null,
    variables: [{ name: "bytes", minimum: 4, maximum: 16, initial: 16, choices: [4, 8, 16] }],
  },
  {
    id: "merge", draw: "merge", fixed: {}, axis: null,
    query: ({ merge }) => ({ pattern: kMerges[String(merge)] ?? "" }),
    variables: [{ name: "merge", initial: "half", choices: Object.keys(kMerges) }],
  },
  {
    id: "swizzle", draw: "swizzle", fixed: { line: "column" }, axis: "bits",
    variables: [{ name: "bits", minimum: 0, maximum: 31, initial: 0 }],
  },
  { id: "lunch", draw: "lunch", fixed: {}, axis: null, variables: [] },
  {
    id: "ladder", draw: "ladder", fixed: {}, axis: "lane",
    variables: [
      { name: "pattern", initial: "float s[32][33]; s[lane][20]", length: 200 },
      { name: "lane", minimum: 0, maximum: 31, initial: 17 },
    ],
  },
  {
    id: "ldmatrix", draw: "ldmatrix", fixed: {}, axis: null,
    query: ({ pitch }) => ({ pitch_bytes: pitch ?? 128 }),
    handles: { pitch: { variable: "pitch" } },
    variables: [{ name: "pitch", minimum: 16, maximum: 272, initial: 128, step: 16 }],
  },
  {
    id: "hardware", draw: "hardware", fixed: {}, axis: "pass",
    query: ({ arch, warpLanes, pass }) => ({ pattern: `float s[${warpLanes ?? 32}][32]; s[lane][0]`, arch: arch ?? "", ...(pass === kStory ? {} : { pass: pass ?? 0 }) }),
    variables: [
      { name: "arch", initial: "sm_10", length: 20 },
      { name: "pass", minimum: kStory, maximum: 64, initial: kStory },
    ],
  },
];

export const kFurtherFigures: readonly FigureSpec[] = [
  { id: "transpose", draw: "transpose", fixed: {}, axis: null, variables: [{ name: "pad", minimum: 0, maximum: 4, initial: 1 }] },
  { id: "coalescing", draw: "coalescing", fixed: {}, axis: null, variables: [{ name: "stride", minimum: 0, maximum: 33, initial: 1 }] },
  {
    id: "occupancy", draw: "occupancy", fixed: {}, axis: null, takes: "programs",
    variables: [{ name: "pad", minimum: 0, maximum: 8, initial: 2 }, { name: "arch", initial: "sm_80", length: 20 }],
  },
  { id: "divergence", draw: "divergence", fixed: {}, axis: null, variables: [] },
];
