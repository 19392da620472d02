// The numbers in the texts that no handle changes. None is typed in: the core is asked for each.

/** What the core is asked (`pattern`, `arch`), and which number of its answer is meant. */
export interface Fact {
  readonly pattern: string;
  readonly arch?: string;
  readonly number: "wavefronts" | "ideal_wavefronts" | "degree" | "extra_words" | "extra_bytes";
}

const passes = (pattern: string, arch?: string): Fact => ({
  pattern,
  number: "wavefronts",
  ...(arch === undefined ? {} : { arch }),
});
const degree = (pattern: string): Fact => ({ pattern, number: "degree" });

/** Placeholder → fact. */
export const facts = {
  row_passes: passes("float s[32][32]; s[0][lane]"),
  column_passes: passes("float s[32][32]; s[lane][0]"),
  padded_passes: passes("float s[32][33]; s[lane][0]"),
  width34_passes: passes("float s[32][34]; s[lane][0]"),
  pad_words: { pattern: "float s[32][32]; s[0][lane] = 0; s[lane][0]", number: "extra_words" },
  pad_bytes: { pattern: "float s[32][32]; s[0][lane] = 0; s[lane][0]", number: "extra_bytes" },
  broadcast_passes: passes("float s[32]; s[0]"),
  stride2_degree: degree("float s[64]; s[2 * lane]"),
  stride3_degree: degree("float s[96]; s[3 * lane]"),
  stride32_passes: passes("float s[1024]; s[32 * lane]"),
  shared_passes: passes("float s[32]; s[lane / 8]"),
  wide_passes: passes("float4 v[32]; v[lane]"),
  wide_ideal: { pattern: "float4 v[32]; v[lane]", number: "ideal_wavefronts" },
  merged_passes: passes("float4 v[16]; v[lane / 2]"),
  broken_merge_passes: passes("float4 v[32]; v[lane == 17 ? 31 : lane / 2]"),
  wrong_partner_passes: passes("float4 v[8]; v[lane % 8]"),
  store_merge_passes: passes("float4 v[16]; v[lane / 2] = 0"),
  sm10_row_passes: passes("float s[32]; s[lane]", "sm_10"),
  kepler_stride2_passes: passes("float s[64]; s[2 * lane]", "sm_37-8byte"),
  kepler_column_passes: passes("float s[32][32]; s[lane][0]", "sm_37-8byte"),
  kepler_pad1_passes: passes("float s[32][33]; s[lane][0]", "sm_37-8byte"),
  kepler_pad2_passes: passes("float s[32][34]; s[lane][0]", "sm_37-8byte"),
  kepler4_pad2_passes: passes("float s[32][34]; s[lane][0]", "sm_37"),
} as const satisfies Record<string, Fact>;
