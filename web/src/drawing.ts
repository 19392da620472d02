// A picture of the core as a tree of marks that remember their text. Marks of equal text need no look
// at the page's own elements, which is what takes time.

/** One element of a picture. */
export interface Mark {
  tag: string;
  /** As written: ' x="1" y="2"'. */
  attributes: string;
  /** The same apart, once asked for: ' x=', '1', ' y=', '2', ''. */
  parts: readonly string[] | null;
  /** What stays the same thing from one picture to the next; a group's is that of a mark in it. */
  key: string | null;
  /** Whether it comes and goes gradually. */
  fades: boolean;
  children: Mark[];
  /** Of a mark without children. */
  text: string;
  /** The whole of it, as written. */
  source: string;
  /** On the page, once it is there. */
  element: Element | null;
}

const kTag = /<(\/)?([\w-]+)([^>]*?)(\/)?>([^<]*)/g;
// A zone to drag stays the same element while it is dragged, whatever comes or goes beside it.
const kKeys = [' data-key="', ' data-handle="'] as const;
const kEntities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

const unescape = (text: string): string =>
  text.includes("&") ? text.replace(/&\w+;/g, (entity) => kEntities[entity] ?? entity) : text;

// The value that begins after the first of those words that is there.
function keyOf(attributes: string): { key: string | null; fades: boolean } {
  for (const name of kKeys) {
    const at = attributes.indexOf(name);
    if (at >= 0) return { key: attributes.slice(at + name.length, attributes.indexOf('"', at + name.length)), fades: name === kKeys[0] };
  }
  return { key: null, fades: false };
}

/** The tree of a picture's text. */
export function readDrawing(svg: string): Mark | null {
  const open: { mark: Mark; start: number }[] = [];
  let root: Mark | null = null;
  for (const { index, 0: whole, 1: closes, 2: tag = "", 3: attributes = "", 4: isEmpty, 5: text = "" } of svg.matchAll(kTag)) {
    if (closes === undefined) {
      const mark: Mark = { tag, attributes, parts: null, ...keyOf(attributes), children: [], text: unescape(text), source: "", element: null };
      const parent = open[open.length - 1]?.mark;
      parent?.children.push(mark);
      if (parent?.tag === "g" && parent.key === null && mark.fades) Object.assign(parent, { key: mark.key, fades: true });
      root ??= mark;
      open.push({ mark, start: index });
    }
    if (closes === undefined && isEmpty === undefined) continue;
    const closed = open.pop();
    if (closed !== undefined) closed.mark.source = svg.slice(closed.start, index + whole.length - text.length);
  }
  return root;
}

/** A mark's attributes, names and values by turns; a picture and the next one ask for them. */
export function attributeParts(mark: Mark): readonly string[] {
  mark.parts ??= mark.attributes.split('"');
  return mark.parts;
}

/** The attributes of a mark by name. */
export function attributesOf(mark: Mark): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  const parts = attributeParts(mark);
  for (let at = 1; at < parts.length; at += 2) named.set(nameAt(parts, at), valueAt(parts, at));
  return named;
}

/** The name of the value at an odd place. */
export const nameAt = (parts: readonly string[], at: number): string => (parts[at - 1] ?? "").slice(1, -1);

/** The value at an odd place. */
export const valueAt = (parts: readonly string[], at: number): string => unescape(parts[at] ?? "");

/** Makes the mark's element, and those of its children. */
export function createElement(mark: Mark): Element {
  const element = document.createElementNS("http://www.w3.org/2000/svg", mark.tag);
  for (const [name, value] of attributesOf(mark)) if (name !== "xmlns") element.setAttribute(name, value);
  if (mark.children.length === 0) element.textContent = mark.text;
  for (const child of mark.children) element.append(createElement(child));
  mark.element = element;
  return element;
}
