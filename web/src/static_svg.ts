// The picture before scripts run, in fewer bytes: what only scripts and pointers read (data, the marks'
// own titles) is left out, then groups and closing tags that have become empty, and marks of one
// kind share a group, from which they inherit. A chip and its number take turns in the drawing: such
// a chain becomes two groups, first all chips, then all numbers.

const kMark = /<(rect|circle|path|line|text|polygon|use)((?: [\w-]+="[^"]*")*)(\/>|>[^<]*<\/\1>)/g;

/** Attributes that a mark takes over from its group. */
const kInherited = ["class", "text-anchor", "font-size", "font-weight", "marker-end", "fill", "stroke", "style"] as const;

const kNeedless: [RegExp, string][] = [
  [/ data-(?!figure)[\w-]+="[^"]*"/g, ""],
  [/>\s+</g, "><"],
  [/<title>[^<]*<\/title>/g, ""],
  [/<(rect|circle|path|line|polygon)([^>]*)><\/\1>/g, "<$1$2/>"],
  [/<g>((?:(?!<\/?g[ >]).)*)<\/g>/g, "$1"],
];

const withoutData = (svg: string): string => kNeedless.reduce((rest, [pattern, by]) => rest.replace(pattern, by), svg);

interface Group {
  shared: string;
  marks: string[];
  whole: string[];
}

const kKinds = 2;

function groupHtml({ shared, marks, whole }: Group): string {
  return marks.length < 3 ? whole.join("") : `<g${shared}>${marks.join("")}</g>`;
}

function sharedOf(attributes: string): string {
  return kInherited.map((name) => new RegExp(` ${name}="[^"]*"`).exec(attributes)?.[0] ?? "").join("");
}

function withoutShared(attributes: string): string {
  return kInherited.reduce((rest, name) => rest.replace(new RegExp(` ${name}="[^"]*"`), ""), attributes);
}

/** The same picture for the eye. */
export function staticSvg(svg: string): string {
  const plain = withoutData(svg);
  let html = "";
  let from = 0;
  let chain: Group[] = [];
  for (const match of plain.matchAll(kMark)) {
    const [whole, tag, attributes = "", end] = match;
    const shared = sharedOf(attributes);
    let group = chain.find((other) => other.shared === shared);
    const joins = match.index === from && shared.includes(" class=") && (group !== undefined || chain.length < kKinds);
    if (!joins) {
      html += chain.map(groupHtml).join("") + plain.slice(from, match.index);
      chain = [];
      group = undefined;
    }
    if (group === undefined) chain.push((group = { shared, marks: [], whole: [] }));
    group.marks.push(`<${tag}${withoutShared(attributes)}${end}`);
    group.whole.push(whole);
    from = match.index + whole.length;
  }
  return html + chain.map(groupHtml).join("") + plain.slice(from);
}
