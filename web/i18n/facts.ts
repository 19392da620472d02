// The numbers in the texts that no handle changes. None is typed in: the core is asked for each.

/** What the core is asked (`pattern`, `arch`, `block`), and which number of its answer is meant. */
export interface Fact {
  readonly pattern: string;
  readonly arch?: string;
  readonly block?: string;
  readonly number: "wavefronts" | "ideal_wavefronts" | "degree" | "extra_words" | "extra_bytes";
}

const passes = (pattern: string, arch?: string, block?: string): Fact => ({
  pattern,
  number: "wavefronts",
  ...(arch === undefined ? {} : { arch }),
  ...(block === undefined ? {} : { block }),
});
const degree = (pattern: string): Fact => ({ pattern, number: "degree" });

/** Placeholder → fact. */
export const facts = {
  row_passes: passes("float s[32][32]; s[0][lane]"),
  column_passes: passes("float s[32][32]; s[lane][0]"),
  padded_passes: passes("float s[32][33]; s[lane][0]"),
  width34_passes: passes("float s[32][34]; s[lane][0]"),
  pad_words: { pattern: "float s[32][32]; s[lane][0]", number: "extra_words" },
  pad_bytes: { pattern: "float s[32][32]; s[lane][0]", number: "extra_bytes" },
  broadcast_passes: passes("float s[32]; s[0]"),
  stride2_degree: degree("float s[64]; s[2 * lane]"),
  stride3_degree: degree("float s[96]; s[3 * lane]"),
  stride32_passes: passes("float s[1024]; s[32 * lane]"),
} as const satisfies Record<string, Fact>;
