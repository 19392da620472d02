// The maths panel's sentences with the numbers of the current access.

import type { App } from "../app";
import { fill } from "../fill";
import { laneFacts } from "../light";
import { inline, kept } from "../markup";
import type { Value } from "../state";
import { type TextKey, text } from "../texts";
import type { Access, Explanation, Warp } from "../types";
import type { View } from "../view";

// The access that the picture shows.
function shownAccess(explanation: Explanation, values: Readonly<Record<string, Value>>): Access | undefined {
  return explanation.accesses[Number(values.access)] ?? explanation.accesses[0];
}

function busiest(warp: Warp): { bank: number; degree: number } {
  const phase = warp.phases.reduce((worst, next) => (next.degree > worst.degree ? next : worst));
  return { bank: phase.worst_bank, degree: phase.degree };
}

/** Puts the numbers in; sentences that don't fit the access are empty. */
export function showMaths(app: App, view: View, values: Readonly<Record<string, Value>>, explanation: Explanation): void {
  const write = (key: TextKey, numbers: Readonly<Record<string, number>> | null): void => {
    const html = numbers === null ? "" : inline(kept(text(app.page.scenario.language, key), numbers));
    fill(view.section.querySelector(`[data-now="${key}"]`), html);
  };
  const access = shownAccess(explanation, values);
  const warp = access?.warps[Number(values.warp)] ?? access?.warps[0];
  const passes = warp?.wavefronts ?? 0;
  // The formula is one phase's; atomics count lanes, not words.
  const counted = warp?.phases.length === 1 && access?.op !== "atomic";
  const isPlain = values.arch === "sm_80" && Number(values.width) === 4 && values.operation !== "atomic";
  write("play.maths.2.now", counted ? { ...busiest(warp), passes, ideal: warp.ideal_wavefronts } : null);
  const isWhole = warp !== undefined && warp.addresses.every((address) => address !== null);
  write("play.maths.3.now", isPlain && isWhole && values.preset === "stride" && values.stride !== 0 ? { stride: Number(values.stride), passes } : null);
  const lane = Number(view.section.dataset.lane ?? 5);
  const bank = isPlain && values.preset === "column" ? laneFacts(app, view, lane)?.banks?.[0] : undefined;
  write("play.maths.4.now", bank === undefined ? null : { pad: Number(values.pad), lane, bank });
}
