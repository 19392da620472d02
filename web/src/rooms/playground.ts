// The playground: any access, pulled or typed; its passes, its law, its fix and its price.

import { architectures, choices, field, loupe, picture, readout, saveDoors, slider, transport, twin } from "../controls";
import { type FigureSpec, type NumberVariable, figureOf, variableOf } from "../figures";
import { escapeHtml } from "../markup";
import { type Page, drawFigure, say, tell, valuesOf } from "../page";
import { type TextKey, text } from "../texts";
import { codeHtml } from "./code";
import { mathsHtml } from "./maths";

function option(page: Page, spec: FigureSpec, name: string): string {
  const variable = variableOf(spec, name);
  return variable === undefined ? "" : choices(page, spec, variable);
}

function pulled(page: Page, spec: FigureSpec, name: string): string {
  return `<div data-control="${name}">${slider(page, spec, variableOf(spec, name) as NumberVariable)}</div>`;
}

function more(page: Page, spec: FigureSpec): string {
  return `<details class="more"><summary>${say(page, "play.more")}</summary>${option(page, spec, "width")}${option(page, spec, "operation")}${architectures(page, spec)}
${pulled(page, spec, "warp")}${field(page, spec, "block", "play.block.help")}${field(page, spec, "let", "play.let.help")}</details>`;
}

// How to read the picture's two boards.
function legend(page: Page): string {
  return `<p><small>${say(page, "play.board.memory.help")} ${say(page, "play.board.time.help")}</small></p>`;
}

const kTerms = ["requests", "wavefronts", "ideal", "excess"] as const;

function nsight(page: Page): string {
  const terms = kTerms.map((term) => `<div><dt>${say(page, `play.nsight.${term}`)}</dt><dd data-total="${term}">–</dd></div>`);
  return `<section class="nsight"><h3>${say(page, "play.nsight")} <span class="before-fix">(${say(page, "play.nsight.before")})</span></h3><dl>${terms.join("")}</dl><p><small>${say(page, "play.nsight.help")}</small></p><p class="pair"><span>${say(page, "play.pair")}:</span> <span data-pair>–</span></p></section>`;
}

function doors(page: Page): string {
  return `<p class="doors"><button type="button" data-door="link">${say(page, "button.link")}</button>${saveDoors(page)}</p><p class="command"><span class="name">${say(page, "label.command")}</span><code data-command translate="no"></code><button type="button" class="quiet" data-door="command">${say(page, "button.command")}</button></p>`;
}

function own(page: Page, spec: FigureSpec): string {
  const value = escapeHtml(String(valuesOf(page, spec).pattern));
  return `<section class="own" aria-labelledby="own-title"><h3 id="own-title">${say(page, "play.own.title")}</h3><p>${say(page, "play.own.lead")}</p><p><small>${say(page, "play.own.also")}</small></p>
<label class="field"><span class="name">${say(page, "play.own.pattern")}</span><textarea id="play-pattern" data-variable="pattern" rows="2" spellcheck="false" autocomplete="off" autocapitalize="off" aria-describedby="play-error">${value}</textarea></label>
<div class="error" id="play-error" role="status"></div>
${field(page, spec, "second", "play.own.second.help")}<p class="second" data-second role="status"></p></section>`;
}

function fix(page: Page): string {
  return `<section class="fix" aria-labelledby="fix-title"><h3 id="fix-title">${say(page, "play.fix.title")}</h3><p data-story></p><p data-law></p><p data-doubt></p><div data-fixes></div></section>`;
}

function concept(page: Page): string {
  const parts = ["1", "2", "3", "4"].map((part) => tell(page, `play.concept.${part}` as TextKey));
  return `<section class="concept" aria-labelledby="concept-title"><h3 id="concept-title">${say(page, "play.concept.title")}</h3>${parts.join("")}</section>`;
}

/** The playground's section. */
export function playgroundHtml(page: Page): string {
  const spec = figureOf("play");
  const figure = drawFigure(page, spec);
  const keys = escapeHtml(text(page.scenario.language, "label.keys"));
  return `<section class="play" id="playground" data-figure="play" aria-labelledby="play-title">
<h2 id="play-title" tabindex="-1">${say(page, "play.title")}</h2><p class="lede">${say(page, "play.lead")}</p>
<div class="bench">${picture(figure)}
<div class="panel">${option(page, spec, "preset")}${pulled(page, spec, "pad")}${pulled(page, spec, "stride")}
${transport(page, spec, figure)}<p class="keys"><small>${keys}</small> ${speed(page)}</p>${readout(page, figure)}${loupe(page)}${legend(page)}${more(page, spec)}${nsight(page)}${doors(page)}${twin(page, figure)}</div></div>
<div class="columns needs-core">${own(page, spec)}${fix(page)}</div>
<div class="columns">${concept(page)}${mathsHtml(page)}</div>${codeHtml(page)}</section>`;
}

function speed(page: Page): string {
  const speeds = ["slow", "normal", "fast"] as const;
  const options = speeds.map((speed) => `<option value="${speed}"${speed === "normal" ? " selected" : ""}>${say(page, `label.speed.${speed}`)}</option>`);
  return `<select data-speed aria-label="${escapeHtml(text(page.scenario.language, "label.speed"))}">${options.join("")}</select>`;
}
