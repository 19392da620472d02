// What the build takes from the page's own code: the article as it stands before scripts run, the
// figures' style sheet, and the catalogues.

import { en } from "../i18n/en";
import { hi } from "../i18n/hi";
import { hiLatn } from "../i18n/hi-Latn";
import { articleHtml } from "./article";
import { startCore } from "./core";
import { createPage } from "./page";
import { type Language, initialScenario } from "./state";
import { createNames, staticSvg, unquoted } from "./static_svg";
import { type Catalogues, entriesOf, useCatalogues } from "./texts";

export { kForbidden } from "./unpack";
const catalogues: Catalogues = { en, hi, "hi-Latn": hiLatn };

export const texts = entriesOf(catalogues);

/** The article's HTML in one language. */
export async function prerender(wasm: BufferSource, language: Language): Promise<string> {
  useCatalogues(catalogues);
  const core = await startCore(await WebAssembly.compile(wasm));
  const html = articleHtml(createPage(core, initialScenario(language), "wide", true));
  const names = createNames();
  return unquoted(html.replace(/<svg[\s\S]*?<\/svg>/g, (svg) => staticSvg(svg, names)));
}

/** The figures' style sheet, which the page holds once. */
export async function themeCss(wasm: BufferSource): Promise<string> {
  const answer = (await startCore(await WebAssembly.compile(wasm)))("theme", {});
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.css;
}
