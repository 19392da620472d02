import { describe, expect, it } from "vitest";
import { en } from "../i18n/en";
import { hi } from "../i18n/hi";
import { hiLatn } from "../i18n/hi-Latn";
import { bindings, formPattern, memoryHandle, placeOfElement, wholePattern, withLaneAt } from "../src/form";
import { figureOf } from "../src/figures";
import { patternOf } from "../src/patterns";
import { commandOf } from "../src/rooms/playground_live";
import { spoken } from "../src/rooms/report";
import { readReport } from "../src/report_data";
import { foldKernels, templateName } from "../src/report_folds";
import { patternOfSite } from "../src/site_pattern";
import { useCatalogues } from "../src/texts";

const start = { preset: "column", pad: 0, stride: 2, width: 4, operation: "load", pattern: "float s[8]; s[0]" };

describe("a figure's state as a pattern", () => {
  it.each([
    [1, "float s[1024]; s[0]"],
    [5, "float s[1024]; s[32 * (lane % 5)]"],
    [32, "float s[1024]; s[32 * lane]"],
  ])("%d different words", (different, pattern) => {
    expect(patternOf(figureOf("step6"), { different })).toBe(pattern);
  });
});

describe("the playground's controls as a pattern", () => {
  it.each([
    [{}, "float s[32][32]; s[lane][0]"],
    [{ pad: 1 }, "float s[32][33]; s[lane][0]"],
    [{ preset: "row", width: 8 }, "double s[32][32]; s[0][lane]"],
    [{ preset: "stride", stride: 3 }, "float s[94]; s[3 * lane]"],
    [{ preset: "stride", stride: 0 }, "float s[32]; s[0 * lane]"],
    [{ operation: "store" }, "float s[32][32]; s[lane][0] = 0"],
    [{ operation: "atomic" }, "float s[32][32]; atomicAdd(&s[lane][0], 1)"],
    [{ preset: "struct", pad: 1 }, "struct { float x, y, z, w, unused[1]; } p[32]; p[lane].x"],
    [{ preset: "own" }, "float s[8]; s[0]"],
    [{ warpLanes: 64, pad: 1 }, "float s[64][65]; s[lane][0]"],
    [{ warpLanes: 64, preset: "row" }, "float s[64][64]; s[0][lane]"],
    [{ warpLanes: 64, preset: "stride" }, "float s[127]; s[2 * lane]"],
    [{ warpLanes: 64, preset: "diagonal" }, "float s[64][64]; s[lane][63 - lane]"],
    [{ warpLanes: 64, preset: "broadcast" }, "float s[64]; s[lane / 8]"],
    [{ warpLanes: 64, preset: "vector" }, "float4 v[64]; v[lane]"],
  ])("%j", (change, pattern) => {
    expect(formPattern({ ...start, ...change })).toBe(pattern);
  });
});

describe("what a layout has to serve", () => {
  it.each([
    [{}, "float s[32][32]; s[0][lane] = 0; s[lane][0]"],
    [{ operation: "store", pad: 1 }, "float s[32][33]; s[lane][0] = 0; s[0][lane]"],
    [{ operation: "atomic" }, "float s[32][32]; atomicAdd(&s[lane][0], 1)"],
    [{ second: " s[lane][lane]" }, "float s[32][32]; s[0][lane] = 0; s[lane][0]; s[lane][lane]"],
    [{ preset: "own", second: "s[lane]" }, "float s[8]; s[0]; s[lane]"],
    [{ preset: "own", pattern: "float s[8]; s[0]; ", second: "s[1]" }, "float s[8]; s[0]; s[1]"],
  ])("%j", (change, pattern) => {
    expect(wholePattern({ ...start, ...change })).toBe(pattern);
  });
});

describe("what the memory can be pulled by", () => {
  it.each([
    ["column", { handle: "pad", columns: 32 }],
    ["struct", { handle: "pad" }],
    ["stride", { handle: "stride" }],
    ["vector", {}],
    ["own", {}],
  ])("%s", (preset, expected) => {
    expect(memoryHandle({ ...start, preset })).toEqual(expected);
  });
});

describe("a lane dragged onto an element", () => {
  it.each([
    ["float s[32]; s[lane]", 5, 3, "float s[32]; s[lane == 5 ? 3 : lane]"],
    ["float s[32][33]; s[lane][0]", 5, 40, "float s[32][33]; s[lane == 5 ? 1 : lane][lane == 5 ? 7 : 0]"],
    ["float s[32]; s[lane == 5 ? 3 : lane]", 5, 4, "float s[32]; s[lane == 5 ? 4 : lane]"],
    ["float s[64]; s[2 * lane] = 0", 0, 9, "float s[64]; s[lane == 0 ? 9 : 2 * lane] = 0"],
    ["struct { float x, y, unused[1]; } p[32]; p[lane].x", 5, 7, "struct { float x, y, unused[1]; } p[32]; p[lane == 5 ? 7 : lane].x"],
    ["float a[10]; half h[64][32]; h[lane][1]", 5, 40, "float a[10]; half h[64][32]; h[lane == 5 ? 1 : lane][lane == 5 ? 8 : 1]"],
    ["float s[4][8]; s[0][lane] = 0; s[1][lane]", 5, 9, "float s[4][8]; s[0][lane] = 0; s[lane == 5 ? 1 : 1][lane == 5 ? 1 : lane]"],
  ])("%s: lane %d to element %d", (pattern, lane, element, expected) => {
    expect(withLaneAt(pattern, lane, placeOfElement(pattern, element))).toBe(expected);
  });
});

it("values for names are parted by spaces", () => {
  expect(bindings(" k=0..31  n=4 ")).toEqual(["k=0..31", "n=4"]);
  expect(bindings("")).toEqual([]);
});

it("the command says the same state", () => {
  expect(commandOf({ pattern: "float s[32]; s[lane]", arch: "sm_80", lang: "en" }, start)).toBe("smemlens explain 'float s[32]; s[lane]'");
  expect(commandOf({ pattern: "it's", arch: "sm_10", block: "32,8", let: ["k=0..3"] }, start)).toBe("smemlens explain 'it'\\''s' --arch sm_10 --block '32,8' --let 'k=0..3'");
  expect(commandOf({ pattern: "s", arch: "sm_80; rm x" }, start)).toBe("smemlens explain 's' --arch 'sm_80; rm x'");
  const query = { pattern: "float s[32][32]; s[lane][0]", block: "64" };
  expect(commandOf(query, { ...start, second: "s[0][lane]", fix: -1 })).toBe("smemlens explain 'float s[32][32]; s[lane][0]; s[0][lane]' --block '64'");
  expect(commandOf(query, { ...start, fix: 1 })).toBe("smemlens fix 'float s[32][32]; s[0][lane] = 0; s[lane][0]' --block '64'");
});

it("what a run noted is said in the page's language", () => {
  useCatalogues({ en, hi, "hi-Latn": hiLatn });
  expect(spoken("hi-Latn", "the program did not end within 5 s and was stopped")).toBe("the program: 5 s mein poora nahi hua, isliye roka gaya.");
  expect(spoken("hi", "a sample (-k f): the counts are those of what ran, and what didn't run computed nothing")).toContain("(-k f)");
  expect(spoken("en", 'a launch of "f" was refused, as a GPU would: no')).toBe('a launch of "f" was refused, as a GPU would: no');
  expect(spoken("hi", "something else")).toBe("something else");
});

describe("reports come from strangers", () => {
  it.each([
    ["{", "json"],
    ["[]", "schema"],
    ["null", "schema"],
    ['{"schema":"smemlens.report/2"}', "schema"],
  ])("%s is refused", (text, reason) => {
    expect(readReport(text)).toMatchObject({ reason });
  });

  const site = { file: "a.cu", line: 9, column: 1, function: "k", instruction: "ld", array: "s", op: "load", bytes: 4, requests: 1, wavefronts: 2, ideal_wavefronts: 1, excess_wavefronts: 1, degree_max: 2, inexact_requests: 0, worst: { block: [0, 0, 0], warp: 0, addresses: [0, null] } };
  const kernel = { name: "k", launches: 1, blocks_run: 1, blocks_total: 1, sites: [site] };
  const report = { schema: "smemlens.report/1", version: "1", arch: "sm_80", level: "ptx", partial: false, kernels: [kernel], problems: [], notes: [] };

  it("a whole one is read", () => {
    expect(readReport(JSON.stringify(report))).toMatchObject({ kernels: [{ name: "k", sites: [{ place: "a.cu:9:1", addresses: [0, null] }] }] });
  });

  it.each([
    ["void reduce<64u>(float*)", "reduce<…>"],
    ["void f<a<b>, (int)3>(c<d>)", "f<…>"],
    ["void (anonymous namespace)::f<1>()", "f<…>"],
    ["plain(float*)", "plain(float*)"],
    ["broken<", "broken<"],
    ["", ""],
  ])("%s is an instance of %s", (name, template) => {
    expect(templateName(name)).toBe(template);
  });

  const foldedOf = (kernels: unknown[]) => {
    const read = readReport(JSON.stringify({ ...report, kernels }));
    return "kernels" in read ? foldKernels(read.kernels) : [];
  };

  it("the instances of a template are folded by name, whatever their grids", () => {
    const names = ["void f<1>()", "h()", "void f<2>()", "void f<2>()", "void g<1>()", "h()"];
    const folded = foldedOf(names.map((name) => ({ ...kernel, name })));
    expect(folded.map(({ name, launches }) => [name, launches])).toEqual([["f<…>", 3], ["h()", 1], ["h()", 1], ["void g<1>()", 1]]);
    expect(folded[0]?.sites).toMatchObject([{
      sum: { requests: 3, wavefronts: 6, ideal: 3, excess: 3, degree: 2 },
      parts: [{ instance: "void f<1>()", site: { requests: 1 } }, { instance: "void f<2>()", site: { requests: 2 } }],
    }]);
  });

  it("what is folded has one place, instruction and array; the worst instance's request stands for it", () => {
    const sites = (more: object) => [{ ...site, ...more }, { ...site, line: 3, excess_wavefronts: 9 }];
    const worse = { degree_max: 8, inexact_requests: 1, worst: { ...site.worst, warp: 5 } };
    const [folded] = foldedOf([{ ...kernel, name: "void f<1>()", sites: sites({}) }, { ...kernel, name: "void f<2>()", sites: sites(worse) }]);
    expect(folded?.sites.map(({ sum }) => [sum.place, sum.excess, sum.degree, sum.warp, sum.isExact])).toEqual([
      ["a.cu:3:1", 18, 2, 0, true],
      ["a.cu:9:1", 2, 8, 5, false],
    ]);
  });

  it("nothing is left out of a sum, however many instances there are", () => {
    const [folded] = foldedOf(Array.from({ length: 3000 }, (_, size) => ({ ...kernel, name: `void f<${size}>()` })));
    expect(folded?.sites).toMatchObject([{ sum: { requests: 3000, wavefronts: 6000 } }]);
    expect(folded?.sites[0]?.parts.length).toBe(3000);
  });

  it("in one kernel the instances of an inlined function's template are folded", () => {
    const [folded] = foldedOf([{ ...kernel, sites: ["void d<1>()", "void d<2>()", "void e<1>()"].map((name) => ({ ...site, function: name })) }]);
    expect(folded?.sites.map(({ parts }) => parts.map(({ instance }) => instance))).toEqual([["void d<1>()", "void d<2>()"], ["void e<1>()"]]);
  });

  it.each([
    [{ ...report, version: 7 }, "version"],
    [{ ...report, notes: [1] }, "notes"],
    [{ ...report, partial: "no" }, "partial"],
    [{ ...report, problems: [{ message: 7 }] }, "problems[0].message"],
    [{ ...report, kernels: [{ ...kernel, sites: [{ ...site, inexact_requests: -1 }] }] }, "kernels[0].sites[0].inexact_requests"],
    [{ ...report, kernels: [kernel, 9] }, "kernels[1]"],
    [{ ...report, kernels: [{ ...kernel, launches: "1" }] }, "kernels[0].launches"],
    [{ ...report, kernels: [{ ...kernel, sites: [site, { ...site, line: -9 }] }] }, "kernels[0].sites[1].line"],
    [{ ...report, kernels: [{ ...kernel, sites: [{ ...site, worst: { ...site.worst, addresses: ["x", 4] } }] }] }, "kernels[0].sites[0].worst.addresses"],
  ])("a broken one is refused by the member's name: %#", (broken, member) => {
    expect(readReport(JSON.stringify(broken))).toEqual({ reason: "member", member });
  });

  it("a worst request becomes a pattern", () => {
    const site = { place: "", function: "", isExact: true, instruction: "", array: "", op: "store", bytes: 4, requests: 1, wavefronts: 1, ideal: 1, excess: 0, degree: 1, block: "", warp: 0, addresses: Array.from({ length: 32 }, (_, lane) => (lane < 2 ? lane * 128 : null)) };
    expect(patternOfSite(site)).toMatch(/^float s\[33\]; if \(lane != 2 && .*\) s\[lane == 0 \? 0 : 32\] = 0$/);
    const walk = (start: number, bytes: number): (number | null)[] => Array.from({ length: 32 }, (_, lane) => start + lane * bytes);
    expect(patternOfSite({ ...site, op: "load", addresses: walk(20, 128) })).toBe("float s[32][32]; s[lane][5]");
    expect(patternOfSite({ ...site, op: "load", addresses: walk(0, 4) })).toBe("float s[32]; s[lane]");
    expect(patternOfSite({ ...site, op: "load", addresses: walk(8, 0) })).toBe("float s[3]; s[2]");
    expect(patternOfSite({ ...site, op: "load", addresses: walk(124, -4) })).toMatch(/^float s\[32\]; s\[lane == 0 \? 31 : /);
    expect(patternOfSite({ ...site, op: "atomic", addresses: walk(0, 8) })).toBe("float s[32][2]; atomicAdd(&s[lane][0], 1)");
    expect(patternOfSite({ ...site, op: "cp.async", bytes: 16, addresses: walk(0, 16) })).toBe("float4 s[32]; cp.async.16(&s[lane])");
    const rows = walk(0, 128).map((address, lane) => (lane < 16 ? address : null));
    expect(patternOfSite({ ...site, op: "ldmatrix", bytes: 16, addresses: rows })).toBe("float4 s[16][8]; ldmatrix.x2(&s[lane][0])");
    expect(patternOfSite({ ...site, op: "ldmatrix", bytes: 16, addresses: walk(0, 16).slice(0, 3) })).toBeNull();
    const load = { ...site, op: "load", array: "tile" };
    expect(patternOfSite({ ...load, addresses: walk(4096, 132) })).toBe("float tile[63][33]; tile[lane + 31][1]");
    const block = (across: number, down: number, start = 0): number[] => Array.from({ length: 32 }, (_, lane) => 4 * (start + across * (lane % 16) + down * Math.floor(lane / 16)));
    expect(patternOfSite({ ...load, addresses: block(1, 17, 34) })).toBe("float tile[4][17]; tile[lane / 16 + 2][lane % 16]");
    expect(patternOfSite({ ...load, addresses: block(17, 1, 5) })).toBe("float tile[16][17]; tile[lane % 16][lane / 16 + 5]");
    expect(patternOfSite({ ...load, addresses: block(2, 0) })).toBe("float tile[31]; tile[2 * (lane % 16)]");
    expect(patternOfSite({ ...load, array: "float4", addresses: block(0, 3, 7) })).toBe("float s[11]; s[3 * (lane / 16) + 7]");
    expect(patternOfSite({ ...load, array: "a b; x", addresses: walk(0, 4) })).toBe("float s[32]; s[lane]");
    expect(patternOfSite({ ...site, op: "another" })).toBeNull();
    expect(patternOfSite({ ...site, addresses: [] })).toBeNull();
    expect(patternOfSite({ ...site, addresses: [2] })).toBeNull();
  });
});
