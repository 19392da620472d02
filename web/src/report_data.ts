// A smemlens.report/1 from anywhere: text that a stranger may have written → the parts that are shown.

import { wrongInReport } from "./report_shape";

/** Longest report that is read. */
export const kLongest = 32 * 1024 * 1024;
const kMostSites = 2000;

export interface ReportSite {
  place: string;
  instruction: string;
  array: string;
  op: string;
  bytes: number;
  requests: number;
  wavefronts: number;
  ideal: number;
  excess: number;
  degree: number;
  block: string;
  warp: number;
  addresses: (number | null)[];
}

export interface ReportKernel {
  name: string;
  /** Of its template, how many the report holds under different names; 1: this one alone. */
  instances: number;
  launches: number;
  blocksRun: number;
  blocksTotal: number;
  sites: ReportSite[];
}

export interface Report {
  version: string;
  arch: string;
  level: string;
  kernels: ReportKernel[];
  notes: string[];
}

/** Why a text is no report: not JSON (with the parser's words), another JSON, or a member that is wrong. */
export type Refusal = { reason: "json"; message: string } | { reason: "schema" } | { reason: "member"; member: string };

type Json = Readonly<Record<string, unknown>>;

const object = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const word = (value: unknown): string => (typeof value === "string" ? value.slice(0, 500) : "");
const count = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) && value >= 0 ? Math.floor(value) : 0);

function siteOf(value: unknown): ReportSite {
  const site = object(value);
  const worst = object(site.worst);
  return {
    place: `${word(site.file)}:${count(site.line)}:${count(site.column)}`,
    instruction: word(site.instruction),
    array: word(site.array),
    op: word(site.op),
    bytes: count(site.bytes),
    requests: count(site.requests),
    wavefronts: count(site.wavefronts),
    ideal: count(site.ideal_wavefronts),
    excess: count(site.excess_wavefronts),
    degree: count(site.degree_max),
    block: list(worst.block).slice(0, 3).map(count).join(", "),
    warp: count(worst.warp),
    addresses: list(worst.addresses).slice(0, 64).map((address) => (typeof address === "number" ? count(address) : null)),
  };
}

/** «void reduce<64u>(float*)» → «reduce<>»; a name without a template's arguments stays as it is. */
export function templateName(name: string): string {
  let depth = 0;
  let outside = "";
  for (const letter of name.replace(/^void /, "").replaceAll("(anonymous namespace)::", "")) {
    if (letter === "(" && depth === 0) break;
    if (letter === ">") --depth;
    if (depth === 0) outside += letter;
    if (letter === "<") ++depth;
  }
  return depth === 0 && outside.includes("<") ? outside : name;
}

/** Tells each kernel how many names its template has in the report. */
function countInstances(kernels: ReportKernel[]): ReportKernel[] {
  const names = new Map<string, Set<string>>();
  for (const { name } of kernels) names.set(templateName(name), (names.get(templateName(name)) ?? new Set()).add(name));
  return kernels.map((kernel) => ({ ...kernel, instances: names.get(templateName(kernel.name))?.size ?? 1 }));
}

function kernelOf(value: unknown): ReportKernel {
  const kernel = object(value);
  const sites = list(kernel.sites).slice(0, kMostSites).map(siteOf);
  return {
    name: word(kernel.name),
    instances: 1,
    launches: count(kernel.launches),
    blocksRun: count(kernel.blocks_run),
    blocksTotal: count(kernel.blocks_total),
    sites: sites.sort((a, b) => b.excess - a.excess),
  };
}

/** Reads a report; the most expensive line of each kernel comes first. */
export function readReport(text: string): Report | Refusal {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (problem) {
    return { reason: "json", message: problem instanceof Error ? problem.message.slice(0, 200) : "" };
  }
  const report = object(value);
  if (report.schema !== "smemlens.report/1") return { reason: "schema" };
  const member = wrongInReport(report);
  if (member !== null) return { reason: "member", member };
  return {
    version: word(report.version),
    arch: word(report.arch),
    level: word(report.level),
    kernels: countInstances(list(report.kernels).slice(0, 500).map(kernelOf)),
    notes: list(report.notes).slice(0, 50).map(word),
  };
}
