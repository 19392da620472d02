// The instances of a template as one kernel, for a reader who asks about the source line, as the text report folds them
// (smemlens/report/folded_kernels.h):
//
//   void reduce<64u>(float*)     reduce.cu:12:9   512 requests
//   void reduce<128u>(float*)    reduce.cu:12:9  1024 requests    →   reduce<…>   reduce.cu:12:9  1536 requests

import type { ReportKernel, ReportSite } from "./report_data";

/** A place of the source in one instance of its template. */
interface ReportPart {
  instance: string;
  site: ReportSite;
}

export interface FoldedSite {
  /** Its worst request is that of the worst part. */
  sum: ReportSite;
  parts: ReportPart[];
}

export interface FoldedKernel {
  name: string;
  launches: number;
  blocksRun: number;
  blocksTotal: number;
  /** The most expensive first. */
  sites: FoldedSite[];
}

/** «void reduce<64u>(float*)» → «reduce<…>»; a name without a template's arguments stays as it is. */
export function templateName(name: string): string {
  let depth = 0;
  let outside = "";
  for (const letter of name.replace(/^void /, "").replaceAll("(anonymous namespace)::", "")) {
    if (letter === "(" && depth === 0) break;
    if (letter === ">") --depth;
    if (depth === 0) outside += letter;
    if (letter === "<" && ++depth === 1) outside += "…";
  }
  return depth === 0 && outside.includes("<") ? outside : name;
}

function added(a: ReportSite, b: ReportSite): ReportSite {
  const worse = b.degree > a.degree ? b : a;
  return {
    ...worse,
    requests: a.requests + b.requests,
    wavefronts: a.wavefronts + b.wavefronts,
    ideal: a.ideal + b.ideal,
    excess: a.excess + b.excess,
    isExact: a.isExact && b.isExact,
  };
}

// Of one place, instruction and array; in one kernel the instances are those of the function that was inlined.
function foldedSites(kernels: readonly ReportKernel[]): FoldedSite[] {
  const isOne = kernels.every(({ name }) => name === kernels[0]?.name);
  const places = new Map<string, Map<string, ReportSite>>();
  for (const kernel of kernels) {
    for (const site of kernel.sites) {
      const place = JSON.stringify([templateName(site.function), site.place, site.instruction, site.array]);
      const parts = places.get(place) ?? new Map<string, ReportSite>();
      places.set(place, parts);
      const instance = isOne ? site.function : kernel.name;
      const same = parts.get(instance);
      parts.set(instance, same === undefined ? site : added(same, site));
    }
  }
  const sites = [...places.values()].map((parts) => ({
    sum: [...parts.values()].reduce(added),
    parts: [...parts].map(([instance, site]) => ({ instance, site })),
  }));
  return sites.sort((a, b) => b.sum.excess - a.sum.excess);
}

function folded(kernels: readonly ReportKernel[], name: string): FoldedKernel {
  const sum = (value: (kernel: ReportKernel) => number): number => kernels.reduce((total, kernel) => total + value(kernel), 0);
  return {
    name,
    launches: sum(({ launches }) => launches),
    blocksRun: sum(({ blocksRun }) => blocksRun),
    blocksTotal: sum(({ blocksTotal }) => blocksTotal),
    sites: foldedSites(kernels),
  };
}

/** All kernels of a report in its order; those of one template as one, if there are several of it. */
export function foldKernels(kernels: readonly ReportKernel[]): FoldedKernel[] {
  const groups = new Map<string, ReportKernel[]>();
  for (const kernel of kernels) {
    const template = templateName(kernel.name);
    const group = groups.get(template) ?? [];
    group.push(kernel);
    groups.set(template, group);
  }
  return [...groups].flatMap(([template, group]) => {
    const isTemplate = group.some(({ name }) => name !== group[0]?.name);
    return isTemplate ? [folded(group, template)] : group.map((kernel) => folded([kernel], kernel.name));
  });
}
