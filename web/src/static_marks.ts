// Marks of one kind in fewer bytes; see static_svg.ts.

import type { StaticMark } from "./static_svg";

/** Names that no element of the page has yet, and those of what is written already. */
export interface Names {
  (): string;
  known: Map<string, string>;
}

type Values = Readonly<Record<string, string>>;

const valuesOf = (attributes: string): Values =>
  Object.fromEntries([...attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));

const attributesHtml = (values: Values): string =>
  Object.entries(values).map(([name, value]) => ` ${name}="${value}"`).join("");

/** Left, top, right, bottom. */
export type Box = readonly [number, number, number, number];

export const overlap = (a: Box, b: Box): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** About where a mark lies: a text near its anchor, a path between its points. */
export function boxOf(tag: string, attributes: string): Box {
  const { d, ...values } = valuesOf(attributes);
  if (d !== undefined) {
    const points = [...d.matchAll(/(-?[\d.]+)[ ,](-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
    const [x, y] = [points.map((point) => point[0]), points.map((point) => point[1])];
    return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];
  }
  const [x, y] = [Number(values.x ?? values.cx ?? 0), Number(values.y ?? values.cy ?? 0)];
  const margin = 2;
  if (tag !== "rect") return [x - margin, y - 3 * margin, x + margin, y];
  return [x, y, x + Number(values.width), y + Number(values.height)];
}

interface Placed {
  x: number;
  y: number;
}

export const shorter = (a: string, b: string): string => (b.length < a.length ? b : a);
const tenths = (value: number): number => Math.round(value * 10) / 10;
const pair = (x: number, y: number): string => `${x}${y < 0 ? "" : " "}${y}`;

// A box from where the box before it was closed: there the pen is.
function boxPath(x: number, y: number, width: string, height: string, pen: Placed | null): string {
  const absolute = `M${pair(x, y)}`;
  const move = pen === null ? absolute : shorter(absolute, `m${pair(tenths(x - pen.x), tenths(y - pen.y))}`);
  return `${move}h${width}v${height}${shorter(`h-${width}`, `H${x}`)}z`;
}

/** All marks as one path, if they are boxes and lines without heads. */
export function onePath(shared: string, marks: readonly StaticMark[]): string | null {
  if (shared.includes("marker-end")) return null;
  let path = "";
  let pen: Placed | null = null;
  for (const { tag, attributes } of marks) {
    const { x = "0", y = "0", width, height, d, ...rest } = valuesOf(attributes);
    if (Object.keys(rest).length > 0) return null;
    if (tag === "path" && d !== undefined) {
      path += d;
      pen = null;
    } else if (tag === "rect" && width !== undefined && height !== undefined) {
      const corner = { x: Number(x), y: Number(y) };
      path += boxPath(corner.x, corner.y, width, height, pen);
      pen = corner;
    } else {
      return null;
    }
  }
  return `<path${shared} d="${path}"/>`;
}

const placed = (name: string, value: number): string => (Math.abs(value) < 0.05 ? "" : ` ${name}="${Math.round(value * 10) / 10}"`);
const at = (x: number, y: number): string => placed("x", x) + placed("y", y);

// As many boxes from `first` on as lie at equal distances.
function rowLength(boxes: readonly Placed[], first: number): number {
  const far = (index: number, name: "x" | "y"): number => (boxes[index]?.[name] ?? NaN) - (boxes[index - 1]?.[name] ?? NaN);
  let end = first + 1;
  const same = (name: "x" | "y"): boolean => Math.abs(far(end, name) - far(first + 1, name)) < 0.15;
  while (end < boxes.length && same("x") && same("y")) ++end;
  return end - first;
}

// A row of `count` boxes by doubling: a half of it, a copy of that half, and the odd one.
function rowHtml(shape: string, count: number, from: Placed, step: Placed, names: Names): string {
  if (count === 1) return `<rect${at(from.x, from.y)}${shape}/>`;
  const half = Math.floor(count / 2);
  const id = names();
  const whole = `<g id="${id}">${rowHtml(shape, half, from, step, names)}</g><use href="#${id}"${at(step.x * half, step.y * half)}/>`;
  if (count === 2 * half) return whole;
  const last = { x: from.x + step.x * (count - 1), y: from.y + step.y * (count - 1) };
  return whole + rowHtml(shape, 1, last, step, names);
}

/** Boxes of one shape in rows; null if other marks are among them. */
export function boxRows(marks: readonly StaticMark[], names: Names): string | null {
  if (marks.some(({ tag }) => tag !== "rect")) return null;
  const shapes = new Map<string, Placed[]>();
  for (const { attributes } of marks) {
    const { x = "0", y = "0", ...shape } = valuesOf(attributes);
    const key = attributesHtml(shape);
    shapes.set(key, [...(shapes.get(key) ?? []), { x: Number(x), y: Number(y) }]);
  }
  let html = "";
  for (const [shape, boxes] of shapes) {
    for (let first = 0; first < boxes.length; ) {
      const count = rowLength(boxes, first);
      const [begin, end] = [boxes[first], boxes[first + count - 1]];
      if (begin === undefined || end === undefined) break;
      const step = { x: (end.x - begin.x) / Math.max(1, count - 1), y: (end.y - begin.y) / Math.max(1, count - 1) };
      html += rowHtml(shape, count, begin, step, names);
      first += count;
    }
  }
  return html;
}

function html({ tag, attributes, text }: StaticMark): string {
  return text === undefined ? `<${tag}${attributes}/>` : `<${tag}${attributes}>${text}</${tag}>`;
}

const kWorthCopying = 150;  // characters

/** What stands in most pictures, the page writes once: `copy` of its name where `source` has been before, or `html`, an
 * element that gets a name. */
export function writtenOnce(source: string, names: Names, copy: (name: string) => string, html: () => string): string {
  const known = names.known.get(source);
  if (known !== undefined) return copy(known);
  const element = html();
  if (source.length < kWorthCopying) return element;
  const name = names();
  names.known.set(source, name);
  return element.replace(/^<\w+/, (tag) => `${tag} id="${name}"`);
}

// The numbers of lanes and banks, at any height.
function rowOfTexts(texts: string, y: string, names: Names): string {
  const place = `translate(0 ${y})`;
  if (texts.length < kWorthCopying) return `<g transform="${place}">${texts}</g>`;
  const copy = (name: string): string => `<use href="#${name}" y="${y}"/>`;
  const row = writtenOnce(texts, names, copy, () => `<g>${texts}</g>`);
  return row.startsWith("<use") ? row : `<g transform="${place}">${row}</g>`;
}

/** Texts of one line have their height in common; other marks as they are. */
export function textRows(marks: readonly StaticMark[], names: Names): string {
  const rows = new Map<string, StaticMark[]>();
  for (const mark of marks) {
    const y = mark.tag === "text" ? (valuesOf(mark.attributes).y ?? "") : "";
    rows.set(y, [...(rows.get(y) ?? []), mark]);
  }
  return [...rows].map(([y, row]) => {
    if (y === "" || row.length < 4) return row.map(html).join("");
    const texts = row.map((mark) => html({ ...mark, attributes: mark.attributes.replace(/ y="[^"]*"/, "") })).join("");
    return rowOfTexts(texts, y, names);
  }).join("");
}
