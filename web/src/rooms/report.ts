// The report viewer: drop, open or find inside the page a report of `smemlens run`. Its text is a
// stranger's: it reaches the page as text only.

import type { App } from "../app";
import { inline, kept } from "../markup";
import { type Page, say, tell } from "../page";
import { type Refusal, type Report, type ReportSite, kLongest, readReport } from "../report_data";
import { type FoldedKernel, type FoldedSite, foldKernels } from "../report_folds";
import { patternOfSite } from "../site_pattern";
import type { Language } from "../state";
import { type TextKey, text } from "../texts";
import { openInPlayground } from "./doors_live";

/** The section, empty until a report comes. */
export function reportHtml(page: Page): string {
  return `<section class="report needs-core" id="report" aria-labelledby="report-title"><h2 id="report-title">${say(page, "report.title")}</h2>
<div class="prose middle">${tell(page, "report.lead")}</div><div class="drop" data-drop><p>${say(page, "report.empty")}</p><label class="file"><input type="file" accept=".json,application/json" data-report-file> ${say(page, "report.open")}</label></div>
<div data-report role="status"></div></section>`;
}

type Write = (key: TextKey) => string;

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, words = "", children: Node[] = []): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (words !== "") made.textContent = words;
  made.append(...children);
  return made;
}

// More would keep the browser busy for long; what is left out is said, and is in no way added up less.
const kMostKernels = 500;
const kMostRows = 2000;

function leftOut(app: App, shown: number, total: number): HTMLElement[] {
  if (shown >= total) return [];
  const words = text(app.page.scenario.language, "report.more").replace("{shown}", String(shown)).replace("{total}", String(total));
  return [element("p", words)];
}

const kColumns = ["line", "instruction", "array", "requests", "wavefronts", "ideal", "excess", "degree"] as const;

// What an open rule decides is marked, as the text report marks it.
const counted = (count: number, isExact: boolean): string => `${count}${isExact ? "" : "~"}`;

// On a phone the columns stand below each other, each with its name.
function cell(column: string, words: string): HTMLTableCellElement {
  const made = element("td", words);
  made.dataset.column = column;
  return made;
}

function siteRow(site: ReportSite, head: Node[], write: Write): HTMLTableRowElement {
  const { instruction, array, requests, ideal, isExact } = site;
  const words = [instruction, array, requests, counted(site.wavefronts, isExact), ideal, counted(site.excess, isExact), counted(site.degree, isExact)];
  const cells = words.map((shown, at) => cell(write(`report.${kColumns[at + 1] ?? "line"}`), String(shown)));
  const row = element("tr", "", [element("th", "", head), ...cells]);
  row.classList.toggle("costly", site.excess > 0);
  return row;
}

function placeNode(app: App, site: ReportSite, arch: string, words: string): HTMLElement {
  const pattern = patternOfSite(site);
  const place = element(pattern === null ? "span" : "button", words);
  place.title = inline(text(app.page.scenario.language, "report.worst"), { block: site.block, warp: site.warp }).replace(/<[^>]+>/g, "");
  if (pattern !== null) place.addEventListener("click", () => openInPlayground(app, pattern, { arch }));
  return place;
}

// A line of the source; if instances of a template share it, each below it, once they are unfolded.
function siteRows(app: App, { sum, parts }: FoldedSite, arch: string, write: Write): HTMLElement[] {
  const head: Node[] = [placeNode(app, sum, arch, sum.place)];
  if (parts.length === 1) return [siteRow(sum, head, write)];
  const below = parts.map(({ instance, site }) => siteRow(site, [placeNode(app, site, arch, instance)], write));
  const toggle = element("button", text(app.page.scenario.language, "report.instances").replace("{instances}", String(parts.length)));
  const fold = (isOpen: boolean): void => {
    toggle.setAttribute("aria-expanded", String(isOpen));
    for (const row of below) row.hidden = !isOpen;
  };
  for (const row of below) row.className += " instance";
  toggle.addEventListener("click", () => fold(toggle.getAttribute("aria-expanded") !== "true"));
  fold(false);
  return [siteRow(sum, [...head, toggle], write), ...below];
}

function kernelTable(app: App, kernel: FoldedKernel, arch: string, write: Write): HTMLElement {
  const head = element("tr", "", kColumns.map((column) => element("th", write(`report.${column}` as TextKey))));
  const rows = kernel.sites.slice(0, kMostRows).flatMap((site) => siteRows(app, site, arch, write));
  const caption = element("caption", `${kernel.name} · ${write("report.launches")}: ${kernel.launches}`);
  const table = element("table", "", [caption, element("thead", "", [head]), element("tbody", "", rows)]);
  const frame = element("div", "", [table]);
  frame.className = "table-frame";
  frame.tabIndex = 0;
  return frame;
}

function partialNote(app: App, kernel: FoldedKernel): HTMLElement[] {
  if (kernel.blocksRun >= kernel.blocksTotal) return [];
  const numbers = { blocks_run: kernel.blocksRun, blocks_total: kernel.blocksTotal };
  const note = element("p");
  note.innerHTML = inline(text(app.page.scenario.language, "report.partial"), numbers);
  return [note];
}

const kNotes: readonly TextKey[] = ["report.note.sample", "report.note.timeout", "report.note.refused"];

/** What a run noted, in the page's language if the catalogue has the sentence: its English is the core's own. */
export function spoken(language: Language, note: string): string {
  for (const key of kNotes) {
    const form = text("en", key).replace(/[.()]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>.+?)");
    const found = new RegExp(`^${form}$`).exec(note.slice(0, 1000));
    if (found?.groups !== undefined) return kept(text(language, key), found.groups);
  }
  return note;
}

function reportNodes(app: App, report: Report): Node[] {
  const write: Write = (key) => text(app.page.scenario.language, key);
  const made = write("report.command").replace("{version}", report.version).replace("{arch}", report.arch);
  const level = report.level === "sass" ? "report.level.sass" : "report.level.ptx";
  const kernels = foldKernels(report.kernels);
  const sites = report.kernels.flatMap((kernel) => kernel.sites);
  const clean = !report.isPartial && sites.every((site) => site.excess === 0 && site.isExact);
  const titled = (key: TextKey, words: readonly string[]): Node[] =>
    words.length === 0 ? [] : [element("h3", write(key)), ...words.map((word) => element("p", spoken(app.page.scenario.language, word)))];
  return [
    element("p", `${made}. ${write(level)} ${write("report.words")}`),
    ...(report.isPartial ? [element("p", write("report.ended"))] : []),
    ...(clean ? [element("p", write("report.clean"))] : []),
    ...(sites.every((site) => site.isExact) ? [] : [element("p", write("report.inexact"))]),
    ...kernels.slice(0, kMostKernels).flatMap((kernel) => [
      kernelTable(app, kernel, report.arch, write),
      ...leftOut(app, kMostRows, kernel.sites.length),
      ...partialNote(app, kernel),
    ]),
    ...leftOut(app, kMostKernels, kernels.length),
    ...titled("report.problems", report.problems),
    ...titled("report.notes", report.notes),
  ];
}

function refusalNode(app: App, refusal: Refusal): Node {
  const { language } = app.page.scenario;
  if (refusal.reason === "schema") return element("p", text(language, "error.report.schema").replaceAll("`", ""));
  if (refusal.reason === "member") return element("p", text(language, "error.report.member").replace("{member}", refusal.member));
  return element("p", text(language, "error.report.json"));
}

/** Listens for reports, and shows one that travels inside the page. */
export function listenForReports(app: App): void {
  let held: string | null = document.getElementById("report-data")?.textContent ?? null;
  const show = (words: string): void => {
    held = words;
    const report = readReport(words);
    const nodes = "reason" in report ? [refusalNode(app, report)] : reportNodes(app, report);
    document.querySelector("[data-report]")?.replaceChildren(...nodes);
  };
  const open = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > kLongest) document.querySelector("[data-report]")?.replaceChildren(element("p", text(app.page.scenario.language, "error.file")));
    else show(await file.text());
  };
  app.root.addEventListener("change", (event) => {
    if (event.target instanceof HTMLInputElement && "reportFile" in event.target.dataset) void open(event.target.files?.[0]);
  });
  app.root.addEventListener("dragover", (event) => event.preventDefault());
  app.root.addEventListener("drop", (event) => {
    event.preventDefault();
    void open(event.dataTransfer?.files[0]);
    document.getElementById("report")?.scrollIntoView();
  });
  const again = (): void => {
    if (held !== null && held.trim() !== "") show(held);
  };
  app.onWritten.push(again);
  again();
}
