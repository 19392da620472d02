// What the viewer shows of a report, and what kind each member must be: what is missing or wrong would be
// shown as nothing or as 0. The command judges reports by the same members (smemlens/cli/page_report.cpp).

type Is = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Is>>;

const text: Is = (value) => typeof value === "string";
const count: Is = (value) => Number.isInteger(value) && Number(value) >= 0;
const list: Is = Array.isArray;
const object: Is = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (is: Is): Is => (value) => Array.isArray(value) && value.every(is);
const kMostLanes = 64;
const addresses: Is = (value) => Array.isArray(value) && value.length <= kMostLanes && value.every((one) => one === null || count(one));
const extent: Is = (value) => listOf(count)(value) && (value as unknown[]).length === 3;

const flag: Is = (value) => typeof value === "boolean";

const kReport: Shape = { version: text, arch: text, level: text, partial: flag, kernels: list, problems: list, notes: listOf(text) };
const kProblem: Shape = { message: text };
const kKernel: Shape = { name: text, launches: count, blocks_run: count, blocks_total: count, sites: list };
const kSite: Shape = {
  file: text, line: count, column: count, function: text, instruction: text, array: text, op: text, bytes: count, requests: count,
  wavefronts: count, ideal_wavefronts: count, excess_wavefronts: count, degree_max: count, inexact_requests: count, worst: object,
};
const kWorst: Shape = { block: extent, warp: count, addresses };

type Json = Readonly<Record<string, unknown>>;

function wrongMember(value: unknown, path: string, shape: Shape): string | null {
  if (!object(value)) return path;
  const key = Object.keys(shape).find((name) => shape[name]?.((value as Json)[name]) !== true);
  return key === undefined ? null : `${path}${path === "" ? "" : "."}${key}`;
}

function firstOf(values: unknown, path: string, wrong: (value: unknown, path: string) => string | null): string | null {
  for (const [at, value] of (values as unknown[]).entries()) {
    const found = wrong(value, `${path}[${at}]`);
    if (found !== null) return found;
  }
  return null;
}

const wrongInSite = (site: unknown, path: string): string | null =>
  wrongMember(site, path, kSite) ?? wrongMember((site as Json).worst, `${path}.worst`, kWorst);
const wrongInKernel = (kernel: unknown, path: string): string | null =>
  wrongMember(kernel, path, kKernel) ?? firstOf((kernel as Json).sites, `${path}.sites`, wrongInSite);

/** The first member that the viewer can't show, as "kernels[0].sites[2].line"; null if all is well. */
export function wrongInReport(report: unknown): string | null {
  return (
    wrongMember(report, "", kReport) ??
    firstOf((report as Json).kernels, "kernels", wrongInKernel) ??
    firstOf((report as Json).problems, "problems", (problem, path) => wrongMember(problem, path, kProblem))
  );
}
