// Which things of a list may stay where they are when the list gets another order.

/** The places in `ranks` of a longest ascending run of them, gaps allowed; a negative rank is in none. */
export function longestAscent(ranks: readonly number[]): Set<number> {
  const ends: number[] = []; // ends[n]: where the ascent of n + 1 ranks ends whose last rank is least
  const before: number[] = []; // before[i]: the place before i in the best ascent that ends with i, or -1
  for (const [place, rank] of ranks.entries()) {
    if (rank < 0) continue;
    let length = ends.length;
    if (length > 0 && (ranks[ends[length - 1] ?? 0] ?? 0) >= rank) length = firstNotBelow(ends, ranks, rank);
    before[place] = length === 0 ? -1 : (ends[length - 1] ?? -1);
    ends[length] = place;
  }
  const ascent = new Set<number>();
  for (let place = ends[ends.length - 1] ?? -1; place >= 0; place = before[place] ?? -1) ascent.add(place);
  return ascent;
}

function firstNotBelow(ends: readonly number[], ranks: readonly number[], rank: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranks[ends[middle] ?? 0] ?? 0) < rank) low = middle + 1;
    else high = middle;
  }
  return low;
}
