// The core's fixes with their price; pressed, the picture becomes before → after.

import type { App } from "../app";
import { type Numbers, escapeHtml, inline, kept } from "../markup";
import { valuesOf } from "../page";
import { type TextKey, text } from "../texts";
import type { Explanation, Option, Story } from "../types";
import type { View } from "../view";

const kKinds = ["pad", "swizzle"] as const;

function priceOf(app: App, kind: (typeof kKinds)[number], option: Option): string {
  const numbers = {
    extra_words: option.extra_words,
    extra_bytes: option.extra_bytes,
    percent: Number(option.extra_percent.toFixed(3)),
    operations: option.address_operations,
  };
  return inline(kept(text(app.page.scenario.language, `label.price.${kind}`), numbers));
}

function optionHtml(app: App, view: View, kind: (typeof kKinds)[number], explanation: Explanation, story: Story): string {
  const say = (key: TextKey, numbers: Numbers = {}): string => inline(text(app.page.scenario.language, key), numbers);
  const option = explanation.fix[kind];
  const shown = valuesOf(app.page, view.spec).fix === kind;
  const name = say(`play.fix.${kind}`);
  if (option === null) {
    return `<li><button type="button" disabled>${name}</button> <span>${say("play.fix.unavailable")}</span></li>`;
  }
  const change = say("play.fix.change", { before: explanation.totals.wavefronts, after: option.totals.wavefronts });
  return `<li><button type="button" data-variable="fix" data-choice="${shown ? "none" : kind}" aria-pressed="${shown}">${shown ? say("button.undo") : say("button.fix")}: ${name}</button>
<span><strong>${change}</strong> · ${priceOf(app, kind, option)} · ${escapeHtml(story.blocks[kind] ?? "")}<br><code translate="no">${escapeHtml(option.pattern)}</code></span></li>`;
}

const kNothing: Readonly<Record<string, TextKey>> = {
  nothing_to_fix: "play.fix.none",
  nothing_helps: "play.fix.hopeless",
};

/** Writes the fixes beside the picture. */
export function showFixes(app: App, view: View, explanation: Explanation, story: Story): void {
  const place = view.section.querySelector("[data-fixes]");
  if (place === null) return;
  const nothing = kNothing[explanation.fix.verdict];
  const options = kKinds.map((kind) => optionHtml(app, view, kind, explanation, story)).join("");
  place.innerHTML = nothing === undefined ? `<ul class="fixes">${options}</ul>` : `<p>${inline(text(app.page.scenario.language, nothing), {})}</p>`;
}
