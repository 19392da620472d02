// The playground's controls as a pattern: "column" with pad 1 is float s[32][33]; s[lane][0].

import type { Value } from "./state";

type Values = Readonly<Record<string, Value>>;

export const kPresets = ["column", "row", "stride", "broadcast", "diagonal", "struct", "vector", "own"] as const;
type Preset = (typeof kPresets)[number];

export const kOperations = ["load", "store", "atomic"] as const;

/** The element type of a width in bytes. */
export const kTypeOfBytes: Readonly<Record<string, string>> = { "1": "char", "2": "half", "4": "float", "8": "double", "16": "float4" };

interface Form {
  type: string;
  pad: number;
  stride: number;
  lanes: number;
}

interface Parts {
  declaration: string;
  element: string;
}

/** Lanes of a warp on hardware that the table doesn't know. */
const kLanes = 32;
const lanesOf = (values: Values): number => Number(values.warpLanes ?? kLanes);

// A row and a column for each lane; the pad comes behind them.
const tile = ({ type, pad, lanes }: Form): string => `${type} s[${lanes}][${lanes + pad}]`;

const kForms: Readonly<Record<Exclude<Preset, "own">, (form: Form) => Parts>> = {
  column: (form) => ({ declaration: tile(form), element: "s[lane][0]" }),
  row: (form) => ({ declaration: tile(form), element: "s[0][lane]" }),
  stride: ({ type, stride, lanes }) => ({ declaration: `${type} s[${Math.max(lanes, (lanes - 1) * stride + 1)}]`, element: `s[${stride} * lane]` }),
  broadcast: ({ type, lanes }) => ({ declaration: `${type} s[${lanes}]`, element: "s[lane / 8]" }),
  diagonal: (form) => ({ declaration: tile(form), element: `s[lane][${form.lanes - 1} - lane]` }),
  struct: ({ pad, lanes }) => ({
    declaration: `struct { float x, y, z, w${pad === 0 ? "" : `, unused[${pad}]`}; } p[${lanes}]`,
    element: "p[lane].x",
  }),
  vector: ({ lanes }) => ({ declaration: `float4 v[${lanes}]`, element: "v[lane]" }),
};

const kAccesses: Readonly<Record<string, (element: string) => string>> = {
  load: (element) => element,
  store: (element) => `${element} = 0`,
  atomic: (element) => `atomicAdd(&${element}, 1)`,
};

function partsOf(values: Values): Parts | null {
  const form = kForms[values.preset as Exclude<Preset, "own">];
  return form?.({ type: kTypeOfBytes[String(values.width)] ?? "float", pad: Number(values.pad), stride: Number(values.stride), lanes: lanesOf(values) }) ?? null;
}

const accessTo = (element: string, operation: Value | undefined): string => (kAccesses[String(operation)] ?? ((plain: string) => plain))(element);

/** The pattern that the playground's controls say. */
export function formPattern(values: Values): string {
  const parts = partsOf(values);
  return parts === null ? String(values.pattern) : `${parts.declaration}; ${accessTo(parts.element, values.operation)}`;
}

/** Store and load of a transposed tile, of which the preset "column" is one; null for other patterns. */
export function pairPattern(values: Values): string | null {
  if (values.preset !== "column" || values.operation === "atomic") return null;
  const column = partsOf(values);
  const row = partsOf({ ...values, preset: "row" });
  if (column === null || row === null) return null;
  const [store, load] = values.operation === "store" ? [column, row] : [row, column];
  return `${column.declaration}; ${accessTo(store.element, "store")}; ${load.element}`;
}

/** The pattern with another access behind it. */
export function withAccess(pattern: string, access: Value | undefined): string {
  const typed = String(access ?? "").trim();
  return typed === "" ? pattern : `${pattern.replace(/[;\s]+$/, "")}; ${typed}`;
}

/** Everything that a layout has to serve: the pattern, its other half in a transpose, the reader's second access. */
export const wholePattern = (values: Values): string => withAccess(pairPattern(values) ?? formPattern(values), values.second);

const kTiles = new Set(["pad", "width", "operation"]);
const kUsed: Readonly<Record<string, ReadonlySet<string>>> = {
  column: kTiles, row: kTiles, diagonal: kTiles,
  stride: new Set(["stride", "width", "operation"]),
  broadcast: new Set(["width", "operation"]),
  struct: new Set(["pad", "operation"]),
};

/** Which controls the pattern listens to; the others are out of use. */
export function usedControls(preset: Value): ReadonlySet<string> {
  return kUsed[String(preset)] ?? new Set();
}

/** What the picture's memory can be pulled by, and which part of its rows is padding. */
export function memoryHandle(values: Values): Record<string, string | number> {
  const used = usedControls(values.preset ?? "own");
  const handle = ["pad", "stride"].find((name) => used.has(name));
  if (handle === undefined) return {};
  return { handle, ...(used === kTiles ? { columns: lanesOf(values) } : {}) };
}

/** The pattern with one lane sent to another place: subscripts become `lane == 5 ? 3 : …`. */
export function withLaneAt(pattern: string, lane: number, place: readonly number[]): string {
  const end = pattern.lastIndexOf(";", pattern.trimEnd().length - 2) + 1;
  const access = pattern.slice(end);
  let dimension = 0;
  let depth = 0;
  let from = 0;
  let text = "";
  for (let at = 0; at < access.length; ++at) {
    if (access[at] === "[" && ++depth === 1) {
      text += access.slice(from, at + 1);
      from = at + 1;
    } else if (access[at] === "]" && --depth === 0) {
      const before = access.slice(from, at);
      const aim = place[dimension++];
      text += aim === undefined ? before : `lane == ${lane} ? ${aim} : ${unsent(before, lane)}`;
      from = at;
    }
  }
  return pattern.slice(0, end) + text + access.slice(from);
}

// An earlier place of the same lane is overtaken.
function unsent(index: string, lane: number): string {
  return index.replace(new RegExp(`lane == ${lane} \\? \\d+ : `, "g"), "");
}

/** The subscripts of an element of the array that the pattern's last access asks. */
export function placeOfElement(pattern: string, element: number): number[] {
  const end = pattern.lastIndexOf(";", pattern.trimEnd().length - 2) + 1;
  const [, name] = /(\w+)\s*\[/.exec(pattern.slice(end)) ?? [];
  const [declared = ""] = new RegExp(`\\b${name}\\s*(\\[\\d+\\]\\s*)+`).exec(pattern.slice(0, end)) ?? [];
  const sizes = [...declared.matchAll(/\[(\d+)\]/g)].map(([, size]) => Number(size));
  const place: number[] = [];
  let rest = element;
  for (const size of sizes.reverse()) {
    place.unshift(sizes.length === place.length + 1 ? rest : rest % size);
    rest = Math.floor(rest / size);
  }
  return place;
}

/** "k=0..31 n=4" as the core takes it. */
export function bindings(text: Value): string[] {
  return String(text).split(/[\s;]+/).filter((part) => part !== "");
}
