// What the build takes from the page's own code: the article as it stands before scripts run.

import { articleHtml } from "./article";
import { loadCore } from "./core";
import { createPage } from "./page";
import { type Language, initialScenario } from "./state";

/** The article's HTML in one language. */
export async function prerender(wasm: BufferSource, language: Language): Promise<string> {
  const core = await loadCore(wasm);
  return articleHtml(createPage(core, initialScenario(language), "wide"));
}

/** The figures' style sheet, which the page holds once. */
export async function themeCss(wasm: BufferSource): Promise<string> {
  const answer = (await loadCore(wasm))("theme", {});
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.css;
}
