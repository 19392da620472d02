// Writing into the article: what stands there already isn't written again, so that a screen reader tells it
// once and the browser has nothing to lay out.

const filled = new WeakMap<Element, string>();

/** Writes HTML into a place that nothing else writes into. */
export function fill(place: Element | null, html: string): void {
  if (place === null || filled.get(place) === html) return;
  filled.set(place, html);
  place.innerHTML = html;
}
