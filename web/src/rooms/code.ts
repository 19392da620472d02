// The code panel: the whole transpose in CUDA, and the model's own source, cut out at build time.

import transpose from "../../snippets/transpose.cu?raw";
import { escapeHtml } from "../markup";
import { type Page, say } from "../page";

declare const __SCHEDULE__: { file: string; first: number; lines: string[] };

/** Lines that touch the tile, by the access that the core counts. */
const kTileLines = [
  { sign: "tile[threadIdx.y][threadIdx.x] =", pass: "store" },
  { sign: "= tile[threadIdx.x][threadIdx.y]", pass: "load" },
] as const;

function cudaLine(line: string): string {
  const tile = kTileLines.find(({ sign }) => line.includes(sign));
  const html = escapeHtml(line).replace("kPad = 0", 'kPad = <span data-code-pad>0</span>');
  return tile === undefined ? html : `${html}  <span class="comment" data-code-passes="${tile.pass}"></span>`;
}

function modelLine(line: string): string {
  const lit = line.includes("add_word(wavefronts[place]") ? ' class="code-line" data-model-line' : ' class="code-line"';
  return `<span${lit}>${escapeHtml(line)}</span>`;
}

/** The panel's section with its two tabs. */
export function codeHtml(page: Page): string {
  const cuda = transpose.trimEnd().split("\n").map(cudaLine).join("\n");
  const model = __SCHEDULE__.lines.map(modelLine).join("\n");
  return `<section class="codes" aria-labelledby="code-title"><h3 id="code-title">${say(page, "play.code.title")}</h3>
<div role="tablist" aria-labelledby="code-title"><button type="button" role="tab" id="tab-cuda" aria-controls="code-cuda" aria-selected="true">${say(page, "play.code.cuda")}</button><button type="button" role="tab" id="tab-model" aria-controls="code-model" aria-selected="false" tabindex="-1">${say(page, "play.code.model")}</button></div>
<div role="tabpanel" id="code-cuda" aria-labelledby="tab-cuda"><figure class="code"><pre tabindex="0" translate="no"><code>${cuda}</code></pre><figcaption>${say(page, "play.code.cuda.caption")}</figcaption></figure></div>
<div role="tabpanel" id="code-model" aria-labelledby="tab-model" hidden><figure class="code"><pre tabindex="0" translate="no"><code>${model}</code></pre><figcaption>${say(page, "play.code.model.caption")} <code>${__SCHEDULE__.file}:${__SCHEDULE__.first}</code></figcaption></figure></div></section>`;
}
