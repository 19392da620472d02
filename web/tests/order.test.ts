import { describe, expect, it } from "vitest";
import { longestAscent } from "../src/order";

describe("what stays where it is when a list gets another order", () => {
  it.each([
    ["all, in the old order", [0, 1, 2, 3], [0, 1, 2, 3]],
    ["all but the first that went last", [1, 2, 3, 0], [0, 1, 2]],
    ["all but the last that came first", [3, 0, 1, 2], [1, 2, 3]],
    ["one, when everything is turned round", [3, 2, 1, 0], [3]],
    ["none of those that are new", [-1, 0, -1, 1, -1], [1, 3]],
    ["nothing of nothing", [], []],
    ["the longer of two runs", [4, 5, 0, 1, 2], [2, 3, 4]],
  ])("%s", (_, ranks, expected) => {
    expect([...longestAscent(ranks)].sort((a, b) => a - b)).toEqual(expected);
  });

  it("is as long as trying every choice finds", () => {
    const longest = (ranks: readonly number[], above = -1): number => {
      const [first, ...rest] = ranks;
      if (first === undefined) return 0;
      const without = longest(rest, above);
      return first > above ? Math.max(without, 1 + longest(rest, first)) : without;
    };
    for (let seed = 1; seed <= 200; ++seed) {
      const ranks = Array.from({ length: 9 }, (_, at) => ((seed * 7919 + at * at * 104729 + at * 31 * seed) % 11) - 1);
      const kept = ranks.map((rank, at) => (ranks.indexOf(rank) === at ? rank : -1)); // a rank stands once
      expect(longestAscent(kept).size).toBe(longest(kept));
    }
  });
});
