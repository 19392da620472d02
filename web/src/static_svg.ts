// The picture before scripts run, in fewer bytes: what only scripts and pointers read (data, the marks'
// own titles) is left out, then what has become empty or isn't used. Marks of one kind share a group,
// from which they inherit; in it, boxes and lines become one path, or rows of boxes copies of one,
// whichever is shorter. A chip and its number take turns in the drawing: such a chain becomes two
// groups, first all chips, then all numbers. No mark is drawn earlier than one that it lies upon.

import { type Box, type Names, boxOf, boxRows, onePath, overlap, shorter, textRows, writtenOnce } from "./static_marks";

const kMark = /<(rect|circle|path|line|text|polygon|use)((?: [\w-]+="[^"]*")*)(?:\/>|>([^<]*)<\/\1>)/g;

/** Attributes that a mark takes over from its group. */
const kInherited = ["class", "text-anchor", "font-size", "font-weight", "marker-end", "fill", "stroke", "style"] as const;

const kNeedless: [RegExp, string][] = [
  [/ data-(?!figure)[\w-]+="[^"]*"/g, ""],
  [/ xmlns="[^"]*"/g, ""],
  [/>\s+</g, "><"],
  [/<rect class="sl-touch"[^>]*>(<\/rect>)?/g, ""],
  [/<title>[^<]*<\/title>/g, ""],
  [/<(rect|circle|path|line|polygon)([^>]*)><\/\1>/g, "<$1$2/>"],
  [/<g>((?:(?!<\/?g[ >]).)*)<\/g>/g, "$1"],
];
// An arrow: by its distances from where it begins.
const kCurve = /M([\d.-]+) ([\d.-]+)C([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+)(?=")/g;
function relative(curve: string, ...numbers: string[]): string {
  const [x = 0, y = 0, ...ends] = numbers.slice(0, 8).map(Number);
  const far = ends.map((end, index) => String(Math.round((end - (index % 2 === 0 ? x : y)) * 10) / 10));
  return shorter(curve, `M${x} ${y}c${far.join(" ").replaceAll(" -", "-")}`);
}
const rounded = (tag: string): string => tag.replace(/\d+\.\d\d/g, (number) => String(Math.round(Number(number) * 10) / 10));
const kDefinition = /<(pattern|marker) id="([^"]*)".*?<\/\1>/g;

function withoutNeedless(svg: string): string {
  const rest = kNeedless.reduce((text, [pattern, by]) => text.replace(pattern, by), svg).replace(/<[^>]*>/g, (tag) => rounded(tag).replace(kCurve, relative));
  return rest.replace(kDefinition, (definition, _, id: string) => (rest.includes(`#${id})`) ? definition : "")).replace("<defs></defs>", "");
}

/** A mark of a group: what it doesn't share with the others. */
export interface StaticMark {
  tag: string;
  attributes: string;
  text: string | undefined;
  box: Box;
}

interface Group {
  shared: string;
  marks: StaticMark[];
  whole: string[];
}

// The group of the chain that a mark may join: what follows it in the chain lies elsewhere.
function groupFor(chain: readonly Group[], shared: string, box: Box): Group | undefined {
  const at = chain.map((group) => group.shared).lastIndexOf(shared);
  const isHidden = chain.slice(at + 1).some(({ marks }) => marks.some((mark) => overlap(mark.box, box)));
  return at < 0 || isHidden ? undefined : chain[at];
}

function groupHtml(group: Group, names: Names): string {
  const { shared, marks, whole } = group;
  const source = whole.join("");
  if (marks.length < 3) return source;
  return writtenOnce(source, names, (name) => `<use href="#${name}"/>`, () => {
    const path = onePath(shared, marks);
    const grouped = `<g${shared}>${boxRows(marks, names) ?? textRows(marks, names)}</g>`;
    return path === null ? grouped : shorter(path, grouped);
  });
}

function sharedOf(attributes: string): string {
  return kInherited.map((name) => new RegExp(` ${name}="[^"]*"`).exec(attributes)?.[0] ?? "").join("");
}

function withoutShared(attributes: string): string {
  return kInherited.reduce((rest, name) => rest.replace(new RegExp(` ${name}="[^"]*"`), ""), attributes);
}

/** HTML needs quotes only round values with blanks and a few signs. */
export function unquoted(html: string): string {
  const bare = (tag: string): string => tag.replace(/="([^\s"'=<>`]+)"(\/?)/g, (_, value: string, slash: string) => `=${value}${slash === "" ? "" : " /"}`);
  return html.replace(/<\w[^>]*>/g, bare);
}

/** Names for one page. */
export function createNames(): Names {
  let given = 0;
  return Object.assign(() => `_${(++given).toString(36)}`, { known: new Map<string, string>() });
}

/** The same picture for the eye. */
export function staticSvg(svg: string, names: Names): string {
  const plain = withoutNeedless(svg);
  let html = "";
  let from = 0;
  let chain: Group[] = [];
  const closeChain = (): void => {
    html += chain.map((group) => groupHtml(group, names)).join("");
    chain = [];
  };
  for (const match of plain.matchAll(kMark)) {
    const [whole, tag = "", attributes = "", text] = match;
    const shared = sharedOf(attributes);
    const box = boxOf(tag, attributes);
    if (match.index !== from || shared === "") closeChain();
    html += plain.slice(from, match.index);
    let group = groupFor(chain, shared, box);
    if (group === undefined) chain.push((group = { shared, marks: [], whole: [] }));
    group.marks.push({ tag, attributes: withoutShared(attributes), text, box });
    group.whole.push(whole);
    from = match.index + whole.length;
  }
  closeChain();
  return html + plain.slice(from);
}
