// The little markup of the catalogues → HTML. Everything else is escaped.
//
//   `code`  *emphasis*  **strong**  {passes}  {stride|scrub}
//   [text](light:lane=16)  [text](set:stride=3)  [text](https://…)  [text](#step4)

export type Numbers = Readonly<Record<string, string | number>>;

/** What a number that can be dragged is called. */
type NameOf = (name: string) => string;

/** Text that is safe between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const kInline = /`([^`]+)`|\*\*(.+?)\*\*|\*(\S(?:[^*]*?\S)?)\*|\{(\w+)(\|scrub)?\}|\[([^\]]+)\]\(([^)]+)\)/g;

/** So many characters of code have room on a phone's line. */
const kShortCode = 24;

/** The sentence with its numbers inside: they stay what they are when the figure beside it counts anew. */
export function kept(text: string, numbers: Numbers): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in numbers ? String(numbers[name]) : whole));
}

// A product, a remainder, a per cent, a short bracket, and a sign with what it leads to stay on one line.
function words(text: string): string {
  return escapeHtml(text)
    .replace(/ · /g, "\u00a0·\u00a0")
    .replace(/ mod 32/g, "\u00a0mod\u00a032")
    .replace(/ %/g, "\u00a0%")
    .replace(/([=≡…×]) (?=[\d(])/g, "$1\u00a0")
    .replace(/\([^() ]{1,6}(?: [^() ]{1,6}){1,4}\)/g, (bracket) => bracket.replaceAll(" ", "\u00a0"));
}

/** One paragraph's markup as HTML. */
export function inline(text: string, numbers: Numbers = {}, nameOf: NameOf = String): string {
  let html = "";
  let from = 0;
  for (const match of text.matchAll(kInline)) {
    html += words(text.slice(from, match.index)) + piece(match, numbers, nameOf);
    from = match.index + match[0].length;
  }
  return held(html + words(text.slice(from)));
}

// A phrase and the sign behind it stay on one line; a browser may part a button from its comma.
function held(html: string): string {
  return html.replace(/(<button [^>]*>[^<]*<\/button>)([,.;:?])/g, '<span class="held">$1$2</span>');
}

function piece(match: RegExpMatchArray, numbers: Numbers, nameOf: NameOf): string {
  const [, code, strong, emphasis, name, scrub, label, target] = match;
  if (code !== undefined) return `<code${code.length <= kShortCode ? ' class="held"' : ""} translate="no">${codeWithNumbers(code, numbers)}</code>`;
  if (strong !== undefined) return `<strong>${inline(strong, numbers, nameOf)}</strong>`;
  if (emphasis !== undefined) return `<em>${inline(emphasis, numbers, nameOf)}</em>`;
  if (name !== undefined) return scrub === undefined ? numberHtml(name, numbers) : scrubHtml(name, numbers, nameOf(name));
  return linkHtml(inline(label ?? "", numbers), target ?? "");
}

function codeWithNumbers(code: string, numbers: Numbers): string {
  return escapeHtml(code).replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in numbers ? numberHtml(name, numbers) : whole,
  );
}

const valueHtml = (name: string, numbers: Numbers): string => escapeHtml(String(numbers[name] ?? "–"));

function numberHtml(name: string, numbers: Numbers): string {
  return `<span data-number="${name}">${valueHtml(name, numbers)}</span>`;
}

function scrubHtml(name: string, numbers: Numbers, label: string): string {
  const value = valueHtml(name, numbers);
  return `<span class="scrub" role="slider" tabindex="0" data-number="${name}" data-scrub="${name}" aria-label="${escapeHtml(label)}" aria-valuenow="${value}">${value}</span>`;
}

function linkHtml(label: string, target: string): string {
  const [, kind, argument] = /^(light|set):(.+)$/.exec(target) ?? [];
  if (kind !== undefined) {
    return `<button type="button" class="phrase ${kind}" data-${kind}="${escapeHtml(argument ?? "")}">${label}</button>`;
  }
  const safe = /^(https:\/\/|#)/.test(target) ? target : "#";
  const outside = safe.startsWith("https:") ? ' rel="noopener noreferrer" target="_blank"' : "";
  return `<a href="${escapeHtml(safe)}"${outside}>${label}</a>`;
}

/** Paragraphs, parted by empty lines. */
export function paragraphs(text: string, numbers: Numbers = {}, nameOf: NameOf = String): string {
  return text
    .split(/\n\n+/)
    .map((paragraph) => `<p>${inline(paragraph, numbers, nameOf)}</p>`)
    .join("");
}
