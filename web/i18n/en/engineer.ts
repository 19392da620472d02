// Behind the door “for engineers”: phases, merge, swizzle, no free lunch, ldmatrix, address ladder, other hardware.

export const engineer = {
  "engineer.title": "For engineers",
  "engineer.door":
    "The story above holds for one 4-byte word a lane. Behind this door: wide loads, swizzles, `ldmatrix`, and hardware that counts differently.",
  "engineer.open": "Open the door",

  "engineer.phases.title": "Wide loads come in phases",
  "engineer.phases.ask": "`float4 v[lane]`: 512 bytes for a warp. Is that a conflict?",
  "engineer.phases.text":
    "One pass moves one row of banks: a tray with 32 slots of 4 bytes, 128 bytes in all. With 4 bytes a lane, 32 lanes fill it. With 8 bytes 16 lanes do, with 16 bytes just 8.\n\nSo a wide load is served in groups of lanes, its *phases*, and each phase has a tray of its own. `float4 v[lane]` takes {wide_passes} passes, and its ideal is {wide_ideal}: wide, not conflicted. Conflicts count only inside a phase.",
  "engineer.phases.play":
    "Bytes a lane: [4](set:bytes=4), [8](set:bytes=8), [16](set:bytes=16). Passes: **{passes}**, ideal {ideal}.",

  "engineer.merge.title": "Merge: two trays slide into one",
  "engineer.merge.ask": "`v[lane / 2]`: each pair of neighbours wants one float4. Still four trays?",
  "engineer.merge.text":
    "No. When *every* lane has a partner with the same address, two phases close like a zip: {merged_passes} passes. The partner is lane xor 1 (0 and 1, 2 and 3, …) for all, or lane xor 2 for all.\n\nOne lane is enough to open the zip. Move lane 17 alone to another address, and all of it is {broken_merge_passes} again. In `v[lane % 8]` the words are shared too, but with the wrong partners: {wrong_partner_passes}. And a store doesn’t zip, as far as anyone has measured: {store_merge_passes}.\n\nOnly loads of 8 or 16 bytes a lane merge. NVIDIA has said so of compute capability 7.0 to 7.5, and measurements show it from 7.5 to 12.0; for 5.x and 6.x the question is open.",
  "engineer.merge.play":
    "Try [neighbours in pairs](set:merge=half), [lane 17 alone](set:merge=stranger), [every eighth](set:merge=modulo), [a store](set:merge=store). Passes: **{passes}**, ideal {ideal}.",

  "engineer.swizzle.title": "XOR swizzle: no byte wasted",
  "engineer.swizzle.ask": "Can a column be clean without a single unused word?",
  "engineer.swizzle.text":
    "Yes. Store element `[row][col]` at `[row][col ^ row]`. Within its row every word keeps a place of its own, so nothing gets lost and the row stays clean.\n\nFive lamps stand for the five bits of the row’s number: 16, 8, 4, 2 and 1. Lamp 4 swaps neighbouring blocks of 4 words, and so on. Light them one after another, and the column’s passes halve each time. The price: no byte, but one XOR for each index.",
  "engineer.swizzle.play":
    "Light [0](set:bits=0), [1](set:bits=1), [2](set:bits=3), [3](set:bits=7), [4](set:bits=15) or [5](set:bits=31) lamps. The mask that they are: **{bits|scrub}**. Passes: **{passes}**, ideal {ideal}.",

  "engineer.lunch.title": "No free lunch",
  "engineer.lunch.text":
    "Three layouts against four ways to walk through a tile: row, column, diagonal, anti-diagonal. Each cure makes some other walk sick. Choose the layout for the accesses that you do have.\n\nTap a thumbnail to open it in the playground.",

  "engineer.ldmatrix.title": "ldmatrix: eight rows at a time",
  "engineer.ldmatrix.ask": "Eight lanes hand over eight addresses. Who can collide with whom?",
  "engineer.ldmatrix.text":
    "`ldmatrix` fetches 8 × 8 matrices of 2-byte elements. For each matrix eight lanes hand over the addresses of its eight rows, 16 bytes each. A row covers four banks, so eight rows fill one tray exactly, if no two want the same four.\n\n`.x4` is four such matrices, one tray each. What decides is the pitch: the bytes from one row to the next.",
  "engineer.ldmatrix.play": "Pitch: **{pitch|scrub}** B. Passes: **{passes}**, ideal {ideal}.",

  "engineer.ladder.title": "The address ladder",
  "engineer.ladder.text":
    "Tap a lane and climb down: expression → byte address → word → bank → place in the queue. The address falls into three fields of bits: two for the byte in the word, five for the bank, and the rest for the row.\n\nA pad adds, and you see the carry run from the bank’s bits into the row’s. An XOR flips bits, and nothing is carried.",
  "engineer.ladder.note":
    "Lane **{lane|scrub}**: index {index}, address {address}, word {word}, bank {bank}, row {row}, pass {pass}.",

  "engineer.hardware.title": "Other hardware",
  "engineer.hardware.ask": "16 banks instead of 32: is everything simply half as much?",
  "engineer.hardware.text":
    "No; one can’t just put another number for 32. Each architecture has a rule of its own.\n\nsm_1x (CC 1.x) has 16 banks and serves a warp in two halves. For each half the law is gcd(s, 16), so even stride 1 takes {sm10_row_passes} passes, one a half.\n\nKepler’s banks give 8 bytes a pass. Stride 2 is clean there ({kepler_stride2_passes}), a column of [32][32] takes {kepler_column_passes}, and pad 1 cures it ({kepler_pad1_passes}). Pad 2 cures it too if the banks are switched to words of 8 bytes ({kepler_pad2_passes}; else {kepler4_pad2_passes}).",
  "engineer.hardware.play":
    "Architecture: **{arch}**, {banks} banks of {word_bytes} B. Passes: **{passes}**, ideal {ideal}.",
} as const;
