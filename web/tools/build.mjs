// Builds dist/page.html (the template with everything inside) and dist/static.LANGUAGE.html (the
// article as it stands before scripts run).
//
//   SMEMLENS_WASM=… npm run build          or: npm run build -- path/of/smemlens.wasm

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";
import { characters, packed } from "./pack.mjs";
import { scheduleExcerpt } from "./schedule_excerpt.mjs";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const wasmPath = process.argv[2] ?? process.env.SMEMLENS_WASM ?? join(web, "../build/wasm/bin/smemlens.wasm");
const languages = ["en", "hi", "hi-Latn"];
const dist = join(web, "dist");
const work = join(dist, "work");

const define = { __SCHEDULE__: JSON.stringify(scheduleExcerpt(join(web, "../smemlens/model/schedule.cpp"))) };
const common = { root: web, configFile: false, logLevel: "warn", define };

async function bundle(entry, name) {
  const result = await build({
    ...common,
    build: {
      write: false,
      target: ["es2021", "chrome100", "firefox102", "safari15"],
      lib: { entry: join(web, entry), formats: ["iife"], name },
      cssCodeSplit: false,
    },
  });
  const { output } = Array.isArray(result) ? result[0] : result;
  return output.find((file) => file.type === "chunk").code.trim();
}

async function bundlePrerender() {
  await build({
    ...common,
    build: { ssr: join(web, "src/prerender.ts"), outDir: work, emptyOutDir: true, rollupOptions: { output: { entryFileNames: "prerender.mjs" } } },
  });
  return import(pathToFileURL(join(work, "prerender.mjs")).href);
}

// Comments and indentation of our own style sheets.
function minify(css) {
  return css.replace(/\/\*[\s\S]*?\*\//g, "").replace(/\s*\n\s*/g, "").replace(/\s*([{};,])\s*/g, "$1").replace(/:\s+/g, ":");
}

const styles = ["base", "article", "figure", "rooms", "print"].map((name) => readFileSync(join(web, `src/styles/${name}.css`), "utf8"));
const hashOf = (script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

async function main() {
  mkdirSync(dist, { recursive: true });
  const wasm = readFileSync(resolve(wasmPath));
  const { prerender, themeCss, texts, kForbidden } = await bundlePrerender();
  for (const language of languages) {
    writeFileSync(join(dist, `static.${language}.html`), await prerender(wasm, language));
  }
  const script = await bundle("src/main.ts", "smemlens");
  const loader = await bundle("src/loader.ts", "loader");
  const early = readFileSync(join(web, "src/early.js"), "utf8").trim();
  const parts = {
    policy: `default-src 'none'; script-src ${[early, loader, script].map(hashOf).join(" ")} 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'`,
    theme: await themeCss(wasm),
    style: minify(styles.join("\n")),
    early,
    unpack: characters(readFileSync(join(dirname(resolve(wasmPath)), "unpack.wasm")), kForbidden),
    core: packed(wasm, kForbidden),
    rest: packed(`${JSON.stringify(texts)}\n${script}`, kForbidden), // together they are smaller
    loader,
  };
  const template = readFileSync(join(web, "page.html"), "utf8");
  writeFileSync(join(dist, "page.html"), template.replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]));
  rmSync(work, { recursive: true });
}

await main();
