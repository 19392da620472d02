// The maths panel's sentences with the numbers of the current access.

import type { App } from "../app";
import { kNoFix } from "../figures";
import { fill } from "../fill";
import { laneFacts } from "../light";
import { inline, kept } from "../markup";
import type { Value } from "../state";
import { type TextKey, text } from "../texts";
import type { Calls } from "../types";
import type { View } from "../view";

/** Puts the numbers in; sentences that don't fit the access, or a layout that is shown instead, are empty. */
export function showMaths(app: App, view: View, values: Readonly<Record<string, Value>>, { explanation, story }: Calls["explain"]["out"]): void {
  const isDeclared = values.fix === kNoFix;
  const write = (key: TextKey, numbers: Readonly<Record<string, number>> | null): void => {
    const html = numbers === null || !isDeclared ? "" : inline(kept(text(app.page.scenario.language, key), numbers));
    fill(view.section.querySelector(`[data-now="${key}"]`), html);
  };
  const { busiest } = story;
  write("play.maths.2.now", busiest && { bank: busiest.bank, degree: busiest.words, passes: busiest.words, ideal: busiest.ideal });
  const warps = explanation.accesses[0]?.warps;
  const warp = warps?.[Number(values.warp)] ?? warps?.[0];
  const isPlain = values.arch === "sm_80" && Number(values.width) === 4 && values.operation !== "atomic";
  const isWhole = warp !== undefined && warp.addresses.every((address) => address !== null);
  const isStride = isPlain && isWhole && values.preset === "stride" && values.stride !== 0;
  write("play.maths.3.now", isStride ? { stride: Number(values.stride), passes: warp.wavefronts } : null);
  const lane = Number(view.section.dataset.lane ?? 5);
  const bank = isPlain && values.preset === "column" ? laneFacts(app, view, lane)?.banks?.[0] : undefined;
  write("play.maths.4.now", bank === undefined ? null : { pad: Number(values.pad), lane, bank });
}
