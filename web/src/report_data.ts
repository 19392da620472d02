// A smemlens.report/1 from anywhere: text that a stranger may have written → the parts that are shown.

import { wrongInReport } from "./report_shape";

/** Longest report that is read. */
export const kLongest = 32 * 1024 * 1024;

export interface ReportSite {
  place: string;
  /** The innermost inlined one. */
  function: string;
  instruction: string;
  array: string;
  op: string;
  bytes: number;
  requests: number;
  wavefronts: number;
  ideal: number;
  excess: number;
  degree: number;
  /** Whether no open rule of the hardware decides a request of it. */
  isExact: boolean;
  block: string;
  warp: number;
  addresses: (number | null)[];
}

export interface ReportKernel {
  name: string;
  launches: number;
  blocksRun: number;
  blocksTotal: number;
  sites: ReportSite[];
}

export interface Report {
  version: string;
  arch: string;
  level: string;
  /** The run ended before the program did. */
  isPartial: boolean;
  kernels: ReportKernel[];
  problems: string[];
  notes: string[];
}

/** Why a text is no report: not JSON (with the parser's words), another JSON, or a member that is wrong. */
export type Refusal = { reason: "json" } | { reason: "schema" } | { reason: "member"; member: string };

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
    function: word(site.function),
    instruction: word(site.instruction),
    array: word(site.array),
    op: word(site.op),
    bytes: count(site.bytes),
    requests: count(site.requests),
    wavefronts: count(site.wavefronts),
    ideal: count(site.ideal_wavefronts),
    excess: count(site.excess_wavefronts),
    degree: count(site.degree_max),
    isExact: count(site.inexact_requests) === 0,
    block: list(worst.block).slice(0, 3).map(count).join(", "),
    warp: count(worst.warp),
    addresses: list(worst.addresses).slice(0, 64).map((address) => (typeof address === "number" ? count(address) : null)),
  };
}

function kernelOf(value: unknown): ReportKernel {
  const kernel = object(value);
  return {
    name: word(kernel.name),
    launches: count(kernel.launches),
    blocksRun: count(kernel.blocks_run),
    blocksTotal: count(kernel.blocks_total),
    sites: list(kernel.sites).map(siteOf),
  };
}

/** Reads a report. */
export function readReport(text: string): Report | Refusal {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { reason: "json" };
  }
  const report = object(value);
  if (report.schema !== "smemlens.report/1") return { reason: "schema" };
  const member = wrongInReport(report);
  if (member !== null) return { reason: "member", member };
  return {
    version: word(report.version),
    arch: word(report.arch),
    level: word(report.level),
    isPartial: report.partial === true,
    kernels: list(report.kernels).map(kernelOf),
    problems: list(report.problems).slice(0, 50).map((problem) => word(object(problem).message)),
    notes: list(report.notes).slice(0, 50).map(word),
  };
}
