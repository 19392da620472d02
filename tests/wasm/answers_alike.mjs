// The WebAssembly core gives the native core's answers, byte for byte.
//
//   node answers_alike.mjs SMEMLENS.WASM NATIVE-PROGRAM SOURCE-FOLDER

import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const [wasm, native, source] = process.argv.slice(2);

/** Answers one question, a JSON text. */
function loadCore() {
  const text = (pointer, bytes) => new TextDecoder().decode(new Uint8Array(memory.buffer, pointer, bytes));
  const host = {
    read_decimal: (pointer, bytes) => Number(text(pointer, bytes)),
    write_decimal: (number, pointer) => new TextEncoder().encodeInto(number.toExponential(), new Uint8Array(memory.buffer, pointer, 32)).written,
  };
  const module = new WebAssembly.Module(readFileSync(wasm));
  const { memory, alloc, free, call, _initialize } = new WebAssembly.Instance(module, { host }).exports;
  _initialize();
  return (question) => {
    const bytes = new TextEncoder().encode(question);
    const asked = alloc(bytes.length);
    new Uint8Array(memory.buffer, asked, bytes.length).set(bytes);
    const answered = call(asked, bytes.length);
    const length = new DataView(memory.buffer).getUint32(answered, true);
    const answer = text(answered + 4, length);
    free(asked);
    free(answered);
    return answer;
  };
}

/** Asks the core for memory until it has none: what it hands out is there. */
function emptyHeap() {
  const module = new WebAssembly.Module(readFileSync(wasm));
  const host = { read_decimal: Number, write_decimal: Number };
  const { memory, alloc, _initialize } = new WebAssembly.Instance(module, { host }).exports;
  _initialize();
  const size = 2 ** 29;
  for (let pieces = 0; pieces < 9; ++pieces) {
    let piece = 0;
    try {
      piece = alloc(size) >>> 0;
    } catch (trap) {
      return pieces > 0 && trap instanceof WebAssembly.RuntimeError;
    }
    if (piece + size > memory.buffer.byteLength) return false;
  }
  return false;
}

const folder = join(source, "tests/golden/explain_json");
const goldens = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
const documented = readFileSync(join(source, "docs/patterns.md"), "utf8").match(/`[^`\n]*\]; [^`\n]*`/g) ?? [];
const scenarios = [
  ...goldens.map(({ pattern, arch, block }) => ({ pattern, arch, block: block.join(",") })),
  ...documented.map((text) => ({ pattern: text.slice(1, -1) })),
];

const questions = [
  { call: "architectures" },
  { call: "theme" },
  { call: "nothing" },
  { call: "count", pattern: "float s[32][32]; s[0][lane] = 0; s[lane][0]" },
  ...["0.1", "1e1", "1.5", "-2.5e+300", "1e-320", "123456789012345680000", "1e999", "1e-999", "5e-324"].map((number) => `{"call":"lane","pattern":"float s[32]; s[lane]","lane":${number}}`),
  ...scenarios.map((scenario) => ({ call: "explain", ...scenario })),
  ...["en", "hi", "hi-Latn"].flatMap((lang) => scenarios.map((scenario) => ({ call: "fix", lang, ...scenario }))),
  ...["en", "hi", "hi-Latn"].flatMap((lang) =>
    ["wide", "phone"].flatMap((layout) =>
      scenarios.map((scenario) => ({ call: "figure", figure: "scene", lang, layout, ...scenario })))),
  ...["strip", "dealing", "stride", "ruler", "matrix", "poster", "tray", "merge", "ldmatrix", "swizzle", "lunch"].map((figure) => ({ call: "figure", figure })),
].map((question) => (typeof question === "string" ? question : JSON.stringify(question)));

const expected = spawnSync(native, { input: questions.join("\n") + "\n", encoding: "utf8", maxBuffer: 1 << 28 }).stdout.split("\n");
const ask = loadCore();
const different = questions.filter((question, i) => ask(question) !== expected[i]);
for (const question of different) console.error(`differs: ${question}`);
console.log(`${questions.length} questions, ${different.length} answers differ`);
const isEmptied = emptyHeap();
if (!isEmptied) console.error("the heap hands out memory that isn't there");
process.exit(isEmptied && different.length === 0 && questions.length > 80 ? 0 : 1);
