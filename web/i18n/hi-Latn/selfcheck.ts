// Khud ko jaancho: exercise_table.ts ke har sawaal ke text, aur galatfahmi ke card.

export const selfcheck = {
  "exercise.title": "Khud ko jaancho",
  "exercise.lead":
    "Andaza lagao, dekho, faisla page karega. Jo chook jaaye, do sawaal baad lautega.",
  "exercise.again": "Aisa hi ek sawaal do sawaal baad lautega, ya uske turant baad.",
  "exercise.large": "Ideal toh mil gaya, lekin isse chhoti padding bhi kaafi hai.",
  "exercise.parts": "Sawaalon ke prakaar",
  "exercise.done": "Sab ho gaya. Ab apna koi kernel laao.",
  "exercise.progress": "Sawaal {number}",
  "exercise.part.predict": "Andaza lagao",
  "exercise.part.witness": "Gawaah dhoondho",
  "exercise.part.build": "Banao",
  "exercise.part.repair": "Theek karo",
  "exercise.part.two": "Do access ek saath",
  "exercise.input.passes": "Kitne pass?",
  "exercise.input.lanes": "Kaun si lane? Unhe dabao.",
  "exercise.input.bank": "Kaun sa bank?",
  "exercise.input.gap": "Kitni lane door?",
  "exercise.input.build": "Lane ko kisi word par kheencho, ya dono yahan chuno.",
  "exercise.input.write": "Sirf access likho; array pehle se bana hai.",
  "exercise.input.pad": "Kitni padding?",
  "exercise.witness": "lane {lane_a} aur lane {lane_b}: dono bank {bank} par, word alag",
  "exercise.illegal": "Yeh nahi chalega: {message}",

  "exercise.stride.ask": "Lane i `s[{stride} * lane]` read karti hai. Kitne pass?",
  "exercise.stride.right": "Sahi: gcd({stride}, 32) = {passes}.",
  "exercise.stride.high":
    "Zyada bola, {passes} hai. 32 sirf 2 se bana hai. Isliye {stride} ke bhi sirf 2 gine jaate hain: gcd({stride}, 32).",
  "exercise.stride.low":
    "Kam bola, {passes} hai. {stride} aur 32 ka factor milta hai: har bhare drawer par gcd({stride}, 32) lanes.",
  "exercise.odd_stride.ask": "Stride {stride}. Kitne pass?",
  "exercise.odd_stride.right": "Sahi: {stride} odd hai, 32 ke saath koi 2 nahi baantta. Pass: {passes}.",
  "exercise.odd_stride.high":
    "{passes} hai. Odd stride ka 32 se koi factor nahi milta. Har lane ka apna drawer hai.",
  "exercise.odd_stride.low": "{passes} se kam nahi ho sakta: kisi ko toh milna hi hai.",
  "exercise.same_word.ask": "32 lanes `s[{word}]` read karti hain. Kitne pass?",
  "exercise.same_word.right": "Sahi: ek word, ek read, sabko broadcast. Pass: {passes}.",
  "exercise.same_word.high":
    "{guess} nahi, {passes}. Sab ek hi word maangti hain. Bank ek baar read karke sabko de deta hai.",
  "exercise.same_word.low": "{passes} se kam nahi: word ko read toh karna hi hai.",
  "exercise.one_stranger.ask":
    "31 lanes word 0 read karti hain. Akeli lane {lane} word 32 read karti hai. Kitne pass?",
  "exercise.one_stranger.right":
    "Sahi, {passes}: bank 0 mein do alag words. Kitni lane kisko maangti hain, isse farq nahi.",
  "exercise.one_stranger.high":
    "{passes} hai. Word gine jaate hain, lane nahi. Bank 0 se sirf do alag words maange gaye.",
  "exercise.one_stranger.low":
    "{passes} hai. Word 32 bhi bank 0 mein rehta hai, aur alag hai. Lane {lane} ruki rahegi.",
  "exercise.shared_words.ask":
    "Lane i `s[lane / {share}]` read karti hai: {share} lanes ek word baantti hain. Kitne pass?",
  "exercise.shared_words.right": "Sahi, {passes}: alag word alag bank mein hain, har ek broadcast.",
  "exercise.shared_words.high":
    "{passes} hai. Alag bank ke kai broadcast ek hi pass mein ho jaate hain.",
  "exercise.shared_words.low": "{passes} se kam nahi ho sakta.",
  "exercise.write_one_word.ask": "Ab 32 lanes `s[{word}]` mein *store* karti hain. Kitne pass?",
  "exercise.write_one_word.right":
    "Sahi, {passes}: ek ki value bachti hai, kiski, koi nahi batata. Pass nahi badhta.",
  "exercise.write_one_word.high":
    "{passes} hai. Word ek hi baar likha jaata hai: ek lane jeetti hai, line nahi lagti.",
  "exercise.write_one_word.low": "{passes} se kam nahi ho sakta.",
  "exercise.different_words.ask":
    "Lane i `s[32 * (lane % {different})]` read karti hai. Kitne pass?",
  "exercise.different_words.right":
    "Sahi, {passes}: bank 0 mein itne hi alag word, har ek sirf ek baar.",
  "exercise.different_words.high":
    "{passes} hai. Ek hi word wali lane saath nipat jaati hain; alag word sirf {different} hain.",
  "exercise.different_words.low":
    "{passes} hai. Yeh saare word bank 0 mein hain, aur unmein se {different} alag hain.",
  "exercise.few_lanes.ask":
    "Stride 32, lekin sirf pehli {count} lanes: `if (lane < {count}) s[32 * lane]`. Kitne pass?",
  "exercise.few_lanes.right": "Sahi, {passes}: har jaagti lane ka ek. Baaki kuch nahi maangti.",
  "exercise.few_lanes.high":
    "{passes} hai. Soyi hui lane word nahi maangti, aur line mein bhi nahi lagti.",
  "exercise.few_lanes.low": "{passes} hai. Saari {count} lanes ko bank 0 ke alag word chahiye.",
  "exercise.hot_banks.ask":
    "`s[32 * (lane / {group}) + lane % {group}]`: {group} banks bhare, baaki khaali. Kitne pass?",
  "exercise.hot_banks.right":
    "Sahi, {passes}. Bhare bank saath-saath kaam karte hain; sabse lambi line tay karti hai.",
  "exercise.hot_banks.high":
    "{passes} hai. Alag bank ki line judti nahi: sab ek saath ghatti hain.",
  "exercise.hot_banks.low": "{passes} hai. Ek bhara bank dekho, aur uske alag word gino.",
  "exercise.struct_field.ask":
    "{floats} floats ka struct; har lane apne struct ka pehla float leti hai. Kitne pass?",
  "exercise.struct_field.right": "Sahi: stride {floats} words hai, gcd({floats}, 32) = {passes}.",
  "exercise.struct_field.high":
    "{passes} hai. Struct ka size hi stride hai: {floats} words. Ginti gcd({floats}, 32) ki hai.",
  "exercise.struct_field.low":
    "{passes} hai. Struct ka size hi stride hai, aur {floats} ka 32 se factor milta hai.",
  "exercise.half_column.ask":
    "`half h[32][32]` ka column {column} read karo. Half 2 bytes ka hai. Kitne pass?",
  "exercise.half_column.right":
    "Sahi, {passes}: row sirf 16 words ki hai. Column do banks ke beech jhoolta hai.",
  "exercise.half_column.high": "{passes} hai. 32 halves 16 words hain, toh stride 16 hai, 32 nahi.",
  "exercise.half_column.low":
    "{passes} hai. Word mein stride 16 hai: do banks, har ek par gcd(16, 32) lanes.",
  "exercise.squares.ask": "Lane i `s[lane * lane]` read karti hai. Kitne pass?",
  "exercise.squares.right":
    "Sahi, {passes}. Square mod 32 mein gine-chune number dete hain, toh kai lane milti hain.",
  "exercise.squares.high": "{passes} hai. Square milte zaroor hain, lekin itne nahi.",
  "exercise.squares.low":
    "{passes} hai. Square mod 32 mein kam hi alag number dete hain. Lane 0, 8, 16, 24 dekho.",
  "exercise.triangular.ask":
    "Aur `s[lane * (lane + 1) / 2]`: word 0, 1, 3, 6, 10 … Kitne pass?",
  "exercise.triangular.right":
    "Sahi, {passes}. Gap 1, 2, 3 … badhta hai. Mod 32 mein har bank ek baar aata hai.",
  "exercise.triangular.high":
    "Ajeeb hai, lekin {passes} hai. Mod 32 mein 0 se 31 tak har number ek baar aata hai.",
  "exercise.triangular.low": "{passes} se kam nahi ho sakta.",
  "exercise.xor_lane.ask": "Lane i `s[lane ^ {mask}]` read karti hai. Kitne pass?",
  "exercise.xor_lane.right":
    "Sahi, {passes}. Fixed number ka XOR sirf jagah badalta hai: 32 lanes, 32 alag words.",
  "exercise.xor_lane.high":
    "{passes} hai. Fixed number ka XOR lane ko phentta hai, do ko ek jagah nahi bhejta.",
  "exercise.xor_lane.low": "{passes} se kam nahi ho sakta.",
  "exercise.antidiagonal.ask":
    "`float s[32][{width}]; s[lane][31 - lane]`: ulta tirchha raasta. Kitne pass?",
  "exercise.antidiagonal.right":
    "Sahi, {passes}: har row par word {width} − 1 aage jaata hai. Faisla gcd({width} − 1, 32) ka hai.",
  "exercise.antidiagonal.high":
    "{passes} hai. Ek row neeche {width} words aage, ek column baayein 1 peeche: stride {width} − 1.",
  "exercise.antidiagonal.low": "{passes} hai. Stride {width} − 1 hai, aur uska 32 se factor milta hai.",
  "exercise.vector.ask": "`float4 v[32]; v[lane]`: har lane ke 16 bytes. Kitne pass?",
  "exercise.vector.right":
    "Sahi, {passes}, aur yahi ideal hai: 512 bytes, ek pass mein 128. Chauda hai, conflict nahi.",
  "exercise.vector.high":
    "{passes} hai. Aath lanes 128 bytes ka pass bharti hain, aur koi do nahi takratin.",
  "exercise.vector.low": "{passes} hai. 32 lanes × 16 bytes = 512 bytes; ek pass mein 128 jaate hain.",
  "exercise.vector_pairs.ask":
    "`float4 v[16]; v[lane / 2]`: padosi lane ek float4 baantti hain. Kitne pass?",
  "exercise.vector_pairs.right":
    "Sahi, {passes}: har lane ka saathi usi address par hai. Phase do-do karke judte hain.",
  "exercise.vector_pairs.high":
    "{passes} hai. Har lane ka address lane xor 1 wala hi hai. Tab do trays ek ho jaati hain.",
  "exercise.vector_pairs.low": "{passes} hai. Juda hua 16-byte load isse neeche nahi jaata.",
  "exercise.vector_strangers.ask":
    "`float4 v[8]; v[lane % 8]`: chaar lanes ek float4 baantti hain. Kitne pass?",
  "exercise.vector_strangers.right":
    "Sahi, {passes}: saathi 8 lanes door hain. Sirf lane xor 1 aur lane xor 2 judte hain.",
  "exercise.vector_strangers.high":
    "{passes} hai: aath lanes ke chaar phases, aur kisi mein conflict nahi.",
  "exercise.vector_strangers.low":
    "{passes} hai. Word saajhe hain, saathi galat. Phase sirf lane xor 1 ya xor 2 se judte hain.",
  "exercise.double_column.ask": "`double s[32][33]; s[lane][0]`: har lane ke 8 bytes. Kitne pass?",
  "exercise.double_column.right":
    "Sahi, {passes}: 16 lanes ke do phases, kisi mein conflict nahi. Yahi ideal hai.",
  "exercise.double_column.high":
    "{passes} hai. 16 lanes ke phase mein gino; har phase mein bank alag hain.",
  "exercise.double_column.low": "{passes} hai. 32 × 8 bytes ko 128 bytes ke do passes chahiye hi.",
  "exercise.block_tile.ask":
    "16 × 16 block ka pehla warp `float t[16][17]` ka `t[threadIdx.x][threadIdx.y]` leta hai. Padding 1 hai. Kitne pass?",
  "exercise.block_tile.right":
    "Sahi, {passes}. Warp yahan do columns par chalta hai, aur woh ek bank mein milte hain. “+1” koi law nahi.",
  "exercise.block_tile.high": "{passes} hai. 32 words likh kar dekho: sirf ek bank se do maange gaye.",
  "exercise.block_tile.low":
    "{passes} hai. Warp ek saath do columns par utarta hai. Unke sire ek bank mein milte hain.",
  "exercise.block_row.ask":
    "Wahi tile, ab row ke saath: `float t[16][17]` ka `t[threadIdx.y][threadIdx.x]`. Kitne pass?",
  "exercise.block_row.right":
    "Sahi, {passes}. Doosri row ka aakhri word bank 0 par aata hai. Wahin pehli row ka pehla word hai.",
  "exercise.block_row.high": "{passes} hai. Sirf ek bank se do words maange gaye, baaki se ek ya kuch nahi.",
  "exercise.block_row.low":
    "{passes} hai. Padding na hoti, toh rows jud kar chalti. Usne ek word ko bank 0 par dhakela.",

  "exercise.bank_of_word.ask": "Word {word} kis bank mein rehta hai?",
  "exercise.bank_of_word.right": "Sahi: {word} = 32 · {row} + {bank}, yaani bank {bank}.",
  "exercise.bank_of_word.wrong":
    "Bank {bank} hai: {word} = 32 · {row} + {bank}. 32 ke poore round hatao, jo bache woh bank hai.",
  "exercise.gap.ask": "Stride {stride}: takrane wali do sabse nazdeeki lanes kitni door hain?",
  "exercise.gap.right": "Sahi: 32 / gcd({stride}, 32) = {gap}.",
  "exercise.gap.wrong":
    "{gap} hai: sabse chhota k, jiske liye 32, k · {stride} ko poora divide kare.",
  "exercise.partners.ask": "Stride {stride}: lane {lane} ke drawer par aur kaun si lane aati hain?",
  "exercise.partners.right": "Sahi: {partners}. Woh har 32 / gcd({stride}, 32) lane par aati hain.",
  "exercise.partners.wrong":
    "{partners} hain: lane {lane} se 32 / gcd({stride}, 32) ke kadam chalo, dono taraf.",

  "exercise.build_four.ask":
    "Abhi har lane ka apna drawer hai. Teen lanes ko doosre words par bhejo, taaki theek 4 passes lagein.",
  "exercise.build_four.right": "Ban gaya: {passes} passes. Ek drawer par ab chaar alag words ki line hai.",
  "exercise.build_four.wrong":
    "Abhi passes: {passes}. Ek bank mein chaar *alag* words chahiye. 32 door wale word ek bank mein hain.",
  "exercise.build_slowest.ask": "Sirf {count} lanes hain. Unka sabse dheema access banao.",
  "exercise.build_slowest.right": "Sahi: {passes}. Isse bura nahi ho sakta: har lane ka apna pass.",
  "exercise.build_slowest.wrong":
    "Abhi passes: {passes}. Sabko ek bank par bhejo, har ek ko alag word par.",
  "exercise.build_one_bank.ask": "Saari {count} lanes ko ek hi bank par bhejo, phir bhi ek hi pass lage.",
  "exercise.build_one_bank.right": "Sahi: sab ek hi word par. Yahi broadcast hai.",
  "exercise.build_one_bank.wrong":
    "Abhi passes: {passes}, ya ek se zyada bank chhue gaye. Kaun se word line nahi lagate?",
  "exercise.break_33.ask":
    "Log kehte hain, 33 chaudai safe hai. `s[32][33]` ka aisa access likho, jo 32 passes le.",
  "exercise.break_33.right": "Tod diya: {passes} passes. Har layout ka ek kamzor raasta hota hai.",
  "exercise.break_33.wrong":
    "Abhi passes: {passes}. Tumhe 32 words ka stride chahiye: 33 neeche, 1 baayein.",

  "exercise.repair_column.ask":
    "`float s[32][{width}]` ka column read karna hai. Ek pass ke liye sabse chhoti padding kitni?",
  "exercise.repair_column.right": "Sahi, padding {pad}: {width} + {pad} odd hai. Keemat: {extra_bytes} B.",
  "exercise.repair_column.wrong":
    "Is padding par passes: {passes}. Row ki lambai odd chahiye, aur zaroorat se zyada nahi.",
  "exercise.repair_struct.ask":
    "{floats} floats ka struct, har lane ek field leti hai. Ek pass ke liye kitne float padding lagao?",
  "exercise.repair_struct.right": "Sahi, {pad}: ab struct ka size odd hai. Keemat: {extra_bytes} B.",
  "exercise.repair_struct.wrong":
    "Is padding par passes: {passes}. Size ko odd karo, kam se kam float mein.",
  "exercise.repair_vector.ask":
    "Column ko float4 mein read karo: `float s[32][32]` ka `*(float4*)&s[lane][0]`. Ideal ke liye sabse chhoti *jaayaz* padding kitni?",
  "exercise.repair_vector.right":
    "Sahi, {pad}: har row ab bhi 16 bytes ke multiple se shuru hai. Phase saaf hain.",
  "exercise.repair_vector.wrong":
    "Yeh nahi. float4 hamesha 16 bytes ke multiple par shuru hota hai. Padding use bigaade nahi.",
  "exercise.row_and_column.ask":
    "`float s[32][{width}]`: row write aur column read. Dono milkar kitne pass?",
  "exercise.row_and_column.right": "Sahi, {passes}: row ka ek, column ke gcd({width}, 32).",
  "exercise.row_and_column.high": "{passes} hai: row ka ek, column ke gcd({width}, 32).",
  "exercise.row_and_column.low": "{passes} hai. Dono gino: row ka ek, column ke gcd({width}, 32).",
  "exercise.column_and_antidiagonal.ask":
    "Ek hi tile: column *aur* ulta tirchha. Sabse achhi padding par dono milkar kitne pass?",
  "exercise.column_and_antidiagonal.right":
    "Sahi, {passes}. Ek ka stride w hai, doosre ka w − 1; ek hamesha even hota hai.",
  "exercise.column_and_antidiagonal.wrong":
    "Sabse achha {passes} hai. Stride w aur w − 1 hain. Ek hamesha even hai, toh dono saaf nahi ho sakte.",

  "card.title": "Log aksar maante hain",
  "card.same_address.title": "“Saari lane ek address read karein, toh dheema hoga.”",
  "card.same_address.text":
    "Isse tez kuch nahi. Bank word ko ek baar read karta hai, usi pass mein sabko deta hai. Line sirf ek bank ke *alag* words ki lagti hai.",
  "card.write_broadcast.title": "“Saari lane ek address par store karein, toh baari-baari hoga.”",
  "card.write_broadcast.text":
    "Seedhe store mein nahi. Ek lane ki value bachti hai, kiski, iska vaada nahi; pass nahi badhta. Atomic ki kahani alag hai.",
  "card.hot_banks.title": "“Do banks bhare hon, toh unki line judti hai.”",
  "card.hot_banks.text":
    "Bank saath-saath kaam karte hain. Chaar-chaar ki do lines chaar passes leti hain, aath nahi. Sabse lambi line tay karti hai.",
  "card.padding_always.title": "“Padding hamesha kaam aati hai.”",
  "card.padding_always.text":
    "Woh kamzor jagah ko khiska deti hai. 33 par column saaf hai, lekin ulte tirchhe ka stride 32 hai. Padding unhi raaston ke liye lagao, jinpar tum chalte ho.",
  "card.wide_load.title": "“Chauda load conflict hi hota hai.”",
  "card.wide_load.text":
    "Har lane float4 le, toh 512 bytes hain; ek pass mein 128 jaate hain. Har pass data laata hai, koi bekaar nahi. Conflict ko ideal ke muqable hi gino.",
  "card.thirty_three.title": "“33 har type ke liye sahi hai.”",
  "card.thirty_three.text":
    "33 tab sahi hai, jab element 4-byte ho, warp 32 ke column par chale. Half, double, float4 ya 16 chaude block par word mein phir gino.",
} as const;
