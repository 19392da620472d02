// A report's worst request as a pattern. The report has addresses only; where they walk with one step from
// row to row, the array gets its rows back, so that its padding can be tried.
//
//   tile, lane i at byte 132 * i   →   float tile[32][33]; tile[lane][0]

import { kTypeOfBytes } from "./form";
import type { ReportSite } from "./report_data";

const kLanes = 32;

interface LaneIndex {
  lane: number;
  index: number;
}

/** What stands in the brackets: where the array ends, and where each lane is. */
interface Subscripts {
  sizes: string;
  index: string;
}

const isTimes = (factor: number, name: string): string => (factor === 1 ? name : `${factor} * ${name}`);
const plus = (walk: string, start: number): string => (start === 0 ? walk : `${walk} + ${start}`);
const isWhole = (number: number): boolean => Number.isInteger(number) && number >= 0;

// Rows of `width` elements: a lane's row walks as `row` says, its column as `column`.
function rows(lanes: readonly LaneIndex[], width: number, row: string, column: string): Subscripts {
  const start = lanes[0]?.index ?? 0;
  const last = Math.max(...lanes.map(({ index }) => index));
  const [line, place] = [Math.floor(start / width), start % width];
  const inRow = column === "" ? String(place) : plus(column, place);
  return { sizes: `[${Math.floor(last / width) + 1}][${width}]`, index: `[${plus(row, line)}][${inRow}]` };
}

function flat(lanes: readonly LaneIndex[], index: string): Subscripts {
  return { sizes: `[${Math.max(...lanes.map((lane) => lane.index)) + 1}]`, index: `[${index}]` };
}

// 32 * lane + 5, for lanes that keep one distance: a column of rows that are so long.
function linear(lanes: readonly LaneIndex[]): Subscripts | null {
  const [first, second, ...rest] = lanes;
  if (first === undefined || second === undefined || rest.length === 0) return null;
  const stride = (second.index - first.index) / (second.lane - first.lane);
  const start = first.index - stride * first.lane;
  if (!isWhole(stride) || !isWhole(start) || rest.some(({ lane, index }) => index !== start + stride * lane)) return null;
  if (stride === 0) return flat(lanes, String(start));
  return stride === 1 ? flat(lanes, plus("lane", start)) : rows([{ lane: 0, index: start }, ...lanes], stride, "lane", "");
}

// The same for blocks that are `width` lanes wide: one distance within a row of lanes, one between rows.
function blocked(lanes: readonly LaneIndex[], width: number): Subscripts | null {
  const at = (lane: number): number => lanes.find((one) => one.lane === lane)?.index ?? Number.NaN;
  const [start, across, down] = [at(0), at(1) - at(0), at(width) - at(0)];
  if (!isWhole(across) || !isWhole(down)) return null;
  if (lanes.some(({ lane, index }) => index !== start + across * (lane % width) + down * Math.floor(lane / width))) return null;
  const [inner, outer] = [`lane % ${width}`, `lane / ${width}`];
  if (across === 1 && (start % down) + width <= down) return rows(lanes, down, outer, inner);
  if (down === 1 && (start % across) + kLanes / width <= across) return rows(lanes, across, inner, outer);
  const walks = [...(across === 0 ? [] : [isTimes(across, `(${inner})`)]), ...(down === 0 ? [] : [isTimes(down, `(${outer})`)])];
  return flat(lanes, plus(walks.join(" + "), start));
}

// lane == 0 ? 7 : lane == 1 ? 3 : …
function listed(lanes: readonly LaneIndex[]): Subscripts {
  const last = String(lanes[lanes.length - 1]?.index);
  return flat(lanes, lanes.slice(0, -1).reduceRight((rest, { lane, index }) => `lane == ${lane} ? ${index} : ${rest}`, last));
}

function subscriptsOf(lanes: readonly LaneIndex[]): Subscripts {
  for (const found of [linear(lanes), ...[2, 4, 8, 16].map((width) => blocked(lanes, width))]) if (found !== null) return found;
  return listed(lanes);
}

// The notation's own words are no names; one with a digit at its end may be a type.
const kTaken = /^(?:lane|warp\w*|tid|threadIdx|blockDim|if|struct|unsigned|signed|const|char|short|half|int|long|float|double|size_t|atomic\w*|ldmatrix|stmatrix|cp)$/;
const nameOf = (array: string): string => (/^[A-Za-z]\w{0,29}$/.test(array) && /\D$/.test(array) && !kTaken.test(array) ? array : "s");

// How each operation is written around the element that a lane asks for.
const kForms: Readonly<Record<string, (element: string, site: ReportSite, lanes: number) => string>> = {
  load: (element) => element,
  store: (element) => `${element} = 0`,
  atomic: (element) => `atomicAdd(&${element}, 1)`,
  ldmatrix: (element, _, lanes) => `ldmatrix.x${lanes / 8}(&${element})`,
  stmatrix: (element, _, lanes) => `stmatrix.x${lanes / 8}(&${element})`,
  "cp.async": (element, site) => `cp.async.${site.bytes}(&${element})`,
};

/** The site's worst request as a pattern; null if it isn't one of a whole warp's. */
export function patternOfSite(site: ReportSite): string | null {
  const type = kTypeOfBytes[String(site.bytes)];
  const form = kForms[site.op];
  const isMatrix = site.op.endsWith("matrix");
  const lanes = site.addresses.flatMap((address, lane) => (address === null ? [] : [{ lane, index: address / site.bytes }]));
  if (type === undefined || form === undefined || lanes.length === 0 || site.addresses.length > kLanes) return null;
  if (lanes.some(({ index }) => !Number.isInteger(index))) return null;
  if (isMatrix && ![8, 16, 32].includes(lanes.length)) return null;
  const { sizes, index } = subscriptsOf(lanes);
  const idle = Array.from({ length: kLanes }, (_, lane) => lane).filter((lane) => site.addresses[lane] == null);
  const guard = idle.length === 0 || isMatrix ? "" : `if (${idle.map((lane) => `lane != ${lane}`).join(" && ")}) `;
  const name = nameOf(site.array);
  return `${type} ${name}${sizes}; ${guard}${form(name + index, site, lanes.length)}`;
}
