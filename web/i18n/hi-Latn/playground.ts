// Playground: controls, rule kya kehta hai, aaj ke number wala ganit, aur code.

const guide =
  "https://docs.nvidia.com/cuda/cuda-programming-guide/02-basics/writing-cuda-kernels.html#shared-memory-access-patterns";

export const playground = {
  "play.title": "Playground",
  "play.lead":
    "Array ka kinaara kheencho, do words ke beech ka gap kheencho, ya ek bindu. Tum kuch bhi badlo, pass phir se gine jaate hain.",

  "play.preset": "Pattern",
  "play.preset.stride": "stride",
  "play.preset.broadcast": "broadcast, 8 lanes ka ek word",
  "play.preset.diagonal": "ulta tirchha",
  "play.preset.struct": "struct ka ek field",
  "play.preset.vector": "float4, har lane ka ek",
  "play.preset.own": "tumhara apna",
  "play.more": "Doosra hardware, doosre operation",
  "play.bytes": "Har lane ke bytes",
  "play.merge": "Kaun saajha karta hai",
  "play.merge.half": "jodiyan",
  "play.merge.stranger": "akeli lane 17",
  "play.merge.modulo": "har aathvi",
  "play.merge.store": "store",
  "play.operation": "Operation",
  "play.operation.load": "load",
  "play.operation.store": "store",
  "play.operation.atomic": "atomic",
  "play.architecture": "Architecture",
  "play.warp": "Warp",
  "play.block": "Block",
  "play.block.help": "Uska size x, y, z mein, jaise 32,8. Khaali chhodo, toh block ek warp hai.",
  "play.let": "Value",
  "play.let.help": "Tumhare apne naamon ke liye, jaise `k=0..31`.",

  "play.board.memory.help":
    "Ek row mein 32 words hain, har bank ka ek. Yaani word ka column hi uska bank hai.",
  "play.board.time.help":
    "Daayein-baayein bank hain, upar-neeche pass. Cell mein us lane ka number hai, jise tab word mila. Dhaariyan: khaali gayi raftaar; lakeer: ideal.",
  "play.nsight": "Nsight Compute ke naamon se",
  "play.nsight.before": "ilaaj se pehle",
  "play.nsight.requests": "request",
  "play.nsight.wavefronts": "wavefront",
  "play.nsight.ideal": "ideal",
  "play.nsight.excess": "faaltu",
  "play.nsight.help":
    "Wavefront yaani pass; jode milne ke baad har phase ka ideal ek. Faaltu = wavefront minus ideal; hardware counter isi ko bank conflict kehta hai. Source page ka “excessive” jode milaye bina 1, 2 ya 4 ghataata hai.",
  "play.pair": "Tile ka store aur load, dono saath",
  "play.pair.text": "{store_passes} + {load_passes}, ideal {ideal}",

  "play.own.title": "Tumhara apna access",
  "play.own.lead":
    "Kernel jaisa hi likho: pehle array, phir access, beech mein `;`. Badle mein tasveer, law aur ilaaj lo.",
  "play.own.also":
    "`*(float4*)&s[…]`, `atomicAdd(&s[…], 1)`, `ldmatrix.x4(&h[…])`, `cp.async.16(&s[…])`, struct aur `if (lane < 8)` bhi chalte hain. Block ek hi warp ka hai; doosra size “Doosra hardware, doosre operation” mein likho.",
  "play.own.pattern": "Array aur access",
  "play.own.second": "Usi array ka doosra access",
  "play.own.second.help": "Jaise row write: is layout par woh bhi saaf hai kya?",
  "play.own.second.clean": "Haan: {passes}, yahi uska ideal hai.",
  "play.own.second.conflict": "Nahi: {passes}, jabki {ideal} mein ho jaata.",
  "play.own.second.clean.fixed": "Haan, ilaaj ke baad: {passes}, yahi uska ideal hai.",
  "play.own.second.conflict.fixed": "Nahi, ilaaj ke baad: {passes}, jabki {ideal} mein ho jaata.",

  "play.fix.title": "Ilaaj",
  "play.fix.none": "Har access apne ideal par hai. Theek karne ko kuch nahi.",
  "play.fix.change": "pass {before} → {after}",
  "play.fix.code": "Code mein",

  "play.concept.title": "Concept",
  "play.concept.1": `CUDA guide ka rule bas itna hai: “successive 32-bit words map to successive banks. Each bank has a bandwidth of 32 bits per clock cycle.” ([CUDA Programming Guide, 2.3.4.2 Shared Memory Access Patterns](${guide}))\n\nYaani word w bank w mod 32 mein rehta hai. Isliye yahan memory 32 words ki row mein bani hai. Word ka column hi uska bank hai.`,
  "play.concept.2":
    "Warp ki 32 lanes 32 alag banks se maangti hain? Toh ek pass sabko nipta deta hai.\n\nKai lane ek hi bank se alag word maangti hain? Toh bank baari-baari deta hai, ek pass mein ek: bank conflict.\n\nSab ek hi word maangti hain? Toh broadcast hai, aur upar se kuch nahi lagta.",
  "play.concept.3":
    "Playground float ki 32 × 32 tile par khulta hai. Column read hota hai, jaise transpose mein: lane i `s[i][0]` leti hai. Saare words column 0 mein hain, sab lane bank 0 ki line mein: {column_passes} passes, 32-way conflict.\n\nAb [padding 1](set:pad=1) lagao: array `s[32][33]` ban gaya. Har row ek word lambi hai; row i ka pehla word bank i par hai. Column tirchha ho gaya: {padded_passes} pass.\n\nKeemat: {pad_words} khaali words, {pad_bytes} B.",
  "play.concept.4":
    "Aur aazmao: [row](set:preset=row) saaf hai. [Stride](set:preset=stride) [2](set:stride=2) guide wala 2-way conflict hai; [3](set:stride=3) saaf hai, har odd stride ki tarah. [Broadcast](set:preset=broadcast) mein aath lanes ek word baantti hain, phir bhi {shared_passes} pass.",

  "play.maths.title": "Ganit",
  "play.maths.1":
    "Lane i ko word w_i chahiye, bank w_i mod 32 mein. Bank har alag word ek pass mein deta hai. Toh sabse bhare bank par jitne alag word, warp ke utne hi pass:",
  "play.maths.2.now":
    "Abhi: bank {bank} sabse bhara hai, alag word {degree}. Pass: {passes}. Jitni bandwidth ho sakti thi, uska {ideal}/{passes} mila.",
  "play.maths.3":
    "Stride d par w_i = i · d. Lane i aur j tab milti hain, jab (i − j) · d ≡ 0 (mod 32).\n\nHar bhare bank par gcd(d, 32) lanes aati hain, toh pass = gcd(d, 32). Har odd stride par 1, d = 2 par {stride2_degree}, d = 32 par {stride32_passes}.",
  "play.maths.3.now": "Abhi: d = {stride}, gcd({stride}, 32) = {passes}.",
  "play.maths.4":
    "`float s[32][32 + p]` ke column par w_i = i · (32 + p), toh w_i mod 32 = (i · p) mod 32. Asar wala stride p hi hai.\n\np = 0 par sab lane bank 0 par: {column_passes} passes. p = 1 par lane i bank i par: {padded_passes}. p = 2 par: {width34_passes}.",
  "play.maths.4.now": "Abhi: p = {pad}. Lane {lane} ka bank ({lane} · {pad}) mod 32 = {bank} hai.",

  "play.code.title": "Code",
  "play.code.cuda": "CUDA",
  "play.code.cuda.caption":
    "Poora transpose: row store karo, block ka intezaar karo, column read karo. Yahi text project ke tests mein clang se compile hota hai.",
  "play.code.cuda.passes": "// pass: {passes}, ideal {ideal}",
  "play.code.model": "Model",
  "play.code.model.caption":
    "`schedule` ke asli source se kata hua. Bank ki line mein word ki jo jagah, wahi lane ka pass. Abhi chal rahe pass ka code chamak raha hai.",
} as const;
