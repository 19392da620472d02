// “Engineers ke liye” wala darwaza: phase, merge, swizzle, muft ka ilaaj nahi, ldmatrix, address ki seedhi, doosra hardware.

export const engineer = {
  "engineer.title": "Engineers ke liye",
  "engineer.door":
    "Upar ki kahani har lane ke ek 4-byte word ki hai. Is darwaze ke peeche: chaude load, swizzle, `ldmatrix`, aur alag ginne wala hardware.",
  "engineer.open": "Darwaza kholo",

  "engineer.phases.title": "Chaude load phase mein aate hain",
  "engineer.phases.ask": "`float4 v[lane]`: warp ke 512 bytes. Yeh conflict hai kya?",
  "engineer.phases.text":
    "Ek pass bank ki ek row le jaata hai: 32 slots ki tray, 128 bytes. 4 bytes ho, toh 32 lanes use bharti hain. 8 bytes par 16 lanes, 16 bytes par sirf 8.\n\nIsliye chauda load lane ke group mein nipatta hai, yaani *phase* mein. Har phase ki apni tray hai. Conflict sirf ek phase ke andar gino.\n\n`float4 v[lane]` ke {wide_passes} passes hain, aur ideal bhi {wide_ideal}. Chauda hai, conflict nahi.",
  "engineer.phases.play":
    "Har lane ke bytes: [4](set:bytes=4), [8](set:bytes=8), [16](set:bytes=16). Pass: **{passes}**, ideal {ideal}.",

  "engineer.merge.title": "Merge: do trays ek mein khisakti hain",
  "engineer.merge.ask": "`v[lane / 2]`: padosi jodi ko ek hi float4 chahiye. Tab bhi chaar trays?",
  "engineer.merge.text":
    "Nahi, agar *har* lane ka saathi usi address par ho. Tab do phase zip ki tarah judte hain: {merged_passes} passes. Saathi lane xor 1 hai (0 aur 1, 2 aur 3 …); ya sabke liye lane xor 2.\n\nEk lane alag ho, toh zip khul jaati hai. Sirf lane 17 ko doosre address par bhejo: phir {broken_merge_passes}.\n\n`v[lane % 8]` mein bhi word saajhe hain, lekin saathi galat: {wrong_partner_passes}. Aur store ki zip, jitna naapa gaya hai, judti hi nahi: {store_merge_passes}.\n\nSirf 8 ya 16 bytes wale load milte hain. Compute capability 7.0 se 7.5 par NVIDIA ne kaha hai, 7.5 se 12.0 par naapa gaya hai. 5.x aur 6.x par baat khuli hai.",
  "engineer.merge.play":
    "Aazmao: [padosi jodi](set:merge=half), [akeli lane 17](set:merge=stranger), [har aathvi](set:merge=modulo), [store](set:merge=store). Pass: **{passes}**, ideal {ideal}.",

  "engineer.swizzle.title": "XOR swizzle: ek byte bhi khaali nahi",
  "engineer.swizzle.ask": "Ek bhi khaali word ke bina column saaf ho sakta hai?",
  "engineer.swizzle.text":
    "Haan: element `[row][col]` ko `[row][col ^ row]` par rakho. Apni row mein har word ki jagah alag rehti hai. Kuch khota nahi, aur row bhi saaf hai.\n\nPaanch bulb row ke number ke paanch bits hain: 16, 8, 4, 2 aur 1. Bulb 4 jalta hai, toh 4 words ke padosi tukde jagah badalte hain. Ek ek karke jalao: har baar column mein aadhe pass lagte hain.\n\nKeemat: ek byte bhi nahi, har index par ek XOR.",
  "engineer.swizzle.play":
    "Kitne bulb? [0](set:bits=0), [1](set:bits=1), [2](set:bits=3), [3](set:bits=7), [4](set:bits=15) ya [5](set:bits=31)? Unka mask: **{bits|scrub}**.\n\nPass: **{passes}**, ideal {ideal}.",

  "engineer.lunch.title": "Muft ka ilaaj nahi hota",
  "engineer.lunch.text":
    "Teen layout, aur tile mein chalne ke chaar raaste: row, column, tirchha, ulta tirchha. Har ilaaj kisi aur raaste ko beemar karta hai. Layout unhi access ke liye chuno, jo tum sach mein karte ho.\n\nChhoti tasveer dabao, playground mein khulegi.",

  "engineer.ldmatrix.title": "ldmatrix: ek baar mein aath rows",
  "engineer.ldmatrix.ask": "Aath lanes aath address deti hain. Kaun kisse takra sakta hai?",
  "engineer.ldmatrix.text":
    "`ldmatrix` 2-byte elements ki 8 × 8 matrix laata hai. Har matrix ke liye aath lanes uski aath rows ke address deti hain. Har row 16 bytes ki hai.\n\nEk row chaar banks gherti hai, toh aath rows tray poori bharti hain. Shart: koi do rows ek hi chaar banks na maangein.\n\n`.x4` aisi chaar matrix hai, har ek ki apni tray. Sab kuch pitch tay karta hai, yaani ek row se agli tak ke bytes.",
  "engineer.ldmatrix.play": "Pitch: **{pitch|scrub}** B. Pass: **{passes}**, ideal {ideal}.",

  "engineer.ladder.title": "Address ki seedhi",
  "engineer.ladder.text":
    "Lane dabao, aur neeche utro: expression → byte address → word → bank → line mein jagah. Address mein bit ke teen hisse hain. Do bits word ke andar ka byte, paanch bits bank, baaki row.\n\nPadding jodti hai: carry bank ke bit se row ke bit mein jaata hai. XOR bit palatta hai, carry kuch nahi.",
  "engineer.ladder.note":
    "Lane **{lane|scrub}**: index {index}, address {address}, word {word}, bank {bank}, row {row}, pass {pass}.",

  "engineer.hardware.title": "Doosra hardware",
  "engineer.hardware.ask": "32 ki jagah 16 banks: sab kuch bas aadha ho jaayega?",
  "engineer.hardware.text":
    "Nahi, 32 ki jagah doosra number likhne se kaam nahi chalta. Har architecture ka apna rule hai.\n\nsm_1x (CC 1.x) mein 16 banks hain, aur warp do hisson mein nipatta hai. Har hisse ka law gcd(s, 16) hai, toh stride 1 ke bhi {sm10_row_passes} passes hain: har hisse ka ek.\n\nKepler ka bank ek pass mein 8 bytes deta hai. Wahan stride 2 saaf hai ({kepler_stride2_passes}), aur [32][32] ka column {kepler_column_passes} leta hai.\n\nPadding 1 use theek karti hai ({kepler_pad1_passes}). Padding 2 tabhi, jab bank 8 bytes wale kiye jaayein ({kepler_pad2_passes}; warna {kepler4_pad2_passes}).",
  "engineer.hardware.play":
    "Architecture: **{arch}**, {banks} banks, har ek {word_bytes} B. Pass: **{passes}**, ideal {ideal}.",
} as const;
