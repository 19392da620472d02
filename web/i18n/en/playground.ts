// The playground: its controls, what the rule is, the mathematics with the current numbers, the code.

const guide =
  "https://docs.nvidia.com/cuda/cuda-programming-guide/02-basics/writing-cuda-kernels.html#shared-memory-access-patterns";

export const playground = {
  "play.title": "Playground",
  "play.lead":
    "Pull the array’s edge, the gap between two words, or a single dot. Whatever you do, the passes are counted anew.",

  "play.preset": "Pattern",
  "play.preset.stride": "stride",
  "play.preset.broadcast": "broadcast, 8 lanes a word",
  "play.preset.diagonal": "anti-diagonal",
  "play.preset.struct": "one field of a struct",
  "play.preset.vector": "float4, one a lane",
  "play.preset.own": "your own",
  "play.more": "Other hardware and operations",
  "play.bytes": "Bytes a lane",
  "play.merge": "Who shares",
  "play.merge.half": "pairs",
  "play.merge.stranger": "lane 17 alone",
  "play.merge.modulo": "every eighth",
  "play.merge.store": "a store",
  "play.operation": "Operation",
  "play.operation.load": "load",
  "play.operation.store": "store",
  "play.operation.atomic": "atomic",
  "play.architecture": "Architecture",
  "play.warp": "Warp",
  "play.block": "Block",
  "play.block.help": "Its size in x, y and z, for example 32,8. Without it the block is one warp.",
  "play.let": "Values",
  "play.let.help": "For names of your own, for example `k=0..31`.",

  "play.board.memory.help":
    "A row holds 32 words, one for each bank. So a word’s column is its bank.",
  "play.board.time.help":
    "Across: banks. Down: passes. A cell names the lane that is served. Hatched cells are bandwidth nobody used; the line marks the ideal.",
  "play.nsight": "As Nsight Compute names it",
  "play.nsight.before": "before the fix",
  "play.nsight.requests": "requests",
  "play.nsight.wavefronts": "wavefronts",
  "play.nsight.ideal": "ideal",
  "play.nsight.excess": "excess",
  "play.nsight.help":
    "A wavefront is a pass. Ideal is one for each phase, after paired lanes have merged phases. Excess is wavefronts minus ideal, which the hardware counter calls bank conflicts. The Source page’s “excessive” subtracts 1, 2 or 4 by width, merged or not, so for merged loads it is less.",
  "play.pair": "Store and load of the tile together",
  "play.pair.text": "{store_passes} + {load_passes}, ideal {ideal}",

  "play.own.title": "Your own access",
  "play.own.lead":
    "Write it as in a kernel: the arrays, then the accesses, with `;` between them. You get picture, law and fix.",
  "play.own.also":
    "`*(float4*)&s[…]`, `atomicAdd(&s[…], 1)`, `ldmatrix.x4(&h[…])`, `cp.async.16(&s[…])`, structs and `if (lane < 8)` work too. The block is one warp in a row; another size is set under “Other hardware and operations”.",
  "play.own.pattern": "Arrays and accesses",
  "play.own.second": "A second access of the same array",
  "play.own.second.help": "For example the row write: is that clean with this layout too?",
  "play.own.second.clean": "Yes: {passes}, its ideal.",
  "play.own.second.conflict": "No: {passes}, where {ideal} would do.",
  "play.own.second.clean.fixed": "Yes, after the fix: {passes}, its ideal.",
  "play.own.second.conflict.fixed": "No, after the fix: {passes}, where {ideal} would do.",

  "play.fix.title": "Fix",
  "play.fix.none": "Every access takes its ideal. There is nothing to fix.",
  "play.fix.change": "passes {before} → {after}",
  "play.fix.code": "As code",

  "play.concept.title": "Concept",
  "play.concept.1": `The CUDA guide states the rule in two sentences: “successive 32-bit words map to successive banks. Each bank has a bandwidth of 32 bits per clock cycle.” ([CUDA Programming Guide, 2.3.4.2 Shared Memory Access Patterns](${guide}))\n\nSo word w lives in bank w mod 32. That is why memory is drawn here in rows of 32 words: a word’s column is its bank.`,
  "play.concept.2":
    "Do the 32 lanes of a warp ask for words in 32 different banks? Then one pass serves them all. Do several ask one bank for different words? Then that bank serves them in turn, one a pass: a bank conflict. Do they ask for the same word? Then it is broadcast to all of them, at no extra cost.",
  "play.concept.3":
    "The playground opens on a 32 × 32 tile of floats, read down a column, as a transpose does it: lane i reads `s[i][0]`. All 32 words stand in column 0, all 32 lanes queue at bank 0: {column_passes} passes, a 32-way conflict.\n\nNow set [padding 1](set:pad=1). The array is `s[32][33]`, each row is one word longer, and the first word of row i moves to bank i. The column has become a diagonal: {padded_passes} pass. It costs {pad_words} unused words, {pad_bytes} B.",
  "play.concept.4":
    "More to try: [a row](set:preset=row) is clean. Of the [strides](set:preset=stride), [2](set:stride=2) is the guide’s two-way conflict; [3](set:stride=3), like any odd one, is clean. In [broadcast](set:preset=broadcast) eight lanes share each word, and it is still {shared_passes} pass.",

  "play.maths.title": "Maths",
  "play.maths.1":
    "Lane i asks for word w_i in bank w_i mod 32. A bank must hand out every different word asked of it, one a pass. So the warp needs as many passes as the busiest bank has different words:",
  "play.maths.2.now":
    "Now: bank {bank} is the busiest; different words asked of it: {degree}. Passes: {passes}. The access gets {ideal}/{passes} of the bandwidth it could have.",
  "play.maths.3":
    "At stride d, w_i = i · d. Lanes i and j meet when (i − j) · d ≡ 0 (mod 32). That puts gcd(d, 32) lanes at each bank in use, so passes = gcd(d, 32): 1 for every odd stride, {stride2_degree} for d = 2, {stride32_passes} for d = 32.",
  "play.maths.3.now": "Now: d = {stride}, gcd({stride}, 32) = {passes}.",
  "play.maths.4":
    "Down a column of `float s[32][32 + p]`, w_i = i · (32 + p), so w_i mod 32 = (i · p) mod 32. In effect the stride is p. With p = 0 every lane is at bank 0: {column_passes} passes. With p = 1 lane i is at bank i: {padded_passes}. With p = 2: {width34_passes}.",
  "play.maths.4.now": "Now: p = {pad}. Lane {lane} is at bank ({lane} · {pad}) mod 32 = {bank}.",

  "play.code.title": "Code",
  "play.code.cuda": "CUDA",
  "play.code.cuda.caption":
    "The whole transpose: write rows, wait for the block, read columns. This very text is compiled by clang in the project’s tests.",
  "play.code.cuda.passes": "// passes: {passes}, ideal {ideal}",
  "play.code.model": "Model",
  "play.code.model.caption":
    "Cut from the real source of `schedule`: a lane is served in the pass whose number is its word’s place in its bank’s queue. The line of the current pass is lit.",
} as const;
