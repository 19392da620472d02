// Shuruaat aur nau steps. “Conflict degree” step 4 ki tasveer se pehle nahi aata.

export const walkthrough = {
  "head.place": "Hardware › GPU architecture › Shared memory › Bank conflict",
  "head.title": "Shared memory ke bank conflict",
  "head.level": "Thoda sa C dekha ho, bas itna kaafi hai",
  "head.time": "Step 1 se 9 tak: lagbhag 12 minute",
  "head.promise":
    "Hum bilkul zero se shuru karte hain, ek ek tasveer lekar. Aakhir mein ek law khud nikal aata hai. Woh batata hai, sabse bhare drawer par line kitni lambi hai.\n\nPhir tum dekhoge ki 33 chaudi matrix us line ko kaise gayab karti hai. Pehle se lagbhag kuch nahi chahiye. Har nayi baat wahin samjhayi hai, jahan pehli baar aati hai.",
  "head.question": "32 lanes, 32 words, 32 banks. Ek pass, ya battees?",
  "head.answer.one": "Ek pass",
  "head.answer.many": "Battees",
  "head.right":
    "Sahi: **{passes}**. Saare word bank 0 mein hain. Woh ek pass mein ek hi word deta hai.",
  "head.wrong":
    "Lagta ek hai, lagte hain **{passes}**. Saare word bank 0 mein hain. Woh ek pass mein ek hi word deta hai.",
  "head.pull": "kinaara ek word aage kheencho",
  "head.pulled": "{column_passes} → {passes}",
  "head.price": "keemat: {extra_words} khaali words, {extra_bytes} B",
  "head.why": "Ek word. Kyun? Nau steps.",

  "first.title": "Pehle yeh",
  "first.thread":
    "**Thread** kernel ka, yaani GPU ke function ka, ek run hai. Uska apna number `threadIdx.x` hota hai, aur apne variables.",
  "first.warp": "**Warp** 32 threads ka group hai, jo har instruction ek saath chalata hai.",
  "first.lane": "**Lane** warp mein thread ki jagah hai, 0 se 31 tak.",
  "first.shared_memory":
    "**Shared memory** cores ke bagal ki tez, chhoti storage hai. Ek block, yaani kuch warp ka group, yahan data saajha karta hai. **Word** 4 bytes ka tukda hai, jaise ek float.",
  "first.caption": "Ek warp: 32 lanes, aur woh shared memory jismein sab haath daalti hain",

  "step1.title": "Bank kya hota hai?",
  "step1.ask": "32 lanes ek saath aati hain. Tum ek bada drawer banaoge, ya kai chhote?",
  "step1.what":
    "Shared memory tez storage hai, cores ke bilkul bagal mein. Lekin yeh ek drawer nahi hai. Yeh 32 alag drawers mein kati hai, aur har drawer ek **bank** hai.\n\nHar bank ek **pass** mein 4 bytes ka ek hi word deta hai. Ek pass lagbhag ek clock leta hai. Purani kitaabein pass ko “cycle” kehti hain.\n\nAur warp mein thread ki jo jagah hai, woh uski *lane* hai. Ab se hum sirf lane aur pass bolenge.",
  "step1.why":
    "Itne tukde kyun? Kyunki warp ki 32 lanes ek hi pal mein data maangti hain. Ek hi drawer hota, toh 32 lanes ki line lagti.\n\n32 drawers saath kaam karte hain. Har drawer ek pass mein ek word deta hai; 32 lanes ek hi pass mein nipat jaati hain. Sab alag drawer mein haath daalein, toh yeh hamesha hota hai.",
  "step1.picture":
    "Lambi patti shared memory hai, 32 slots mein kati hui. Neeche ke number, 0 se 31, bank ke number hain. Laal slot [bank 0](light:bank=0) hai: kahani baar-baar yahin lautegi.",
  "step1.play":
    "Kitne drawer? [1](set:banks=1), [2](set:banks=2), [4](set:banks=4), [8](set:banks=8), [16](set:banks=16), [32](set:banks=32). Drawer **{banks|scrub}**: 32 lanes **{passes}** pass mein.",
  "step1.recall.ask": "Ek bada drawer kyun nahi? Itne saare kyun?",
  "step1.recall.answer":
    "Kyunki ek drawer ek pass mein ek hi word deta hai. 32 lanes ek saath maangti hain, toh kai drawer saath jawab dete hain.",

  "step2.title": "Kaun sa word kis drawer mein rehta hai?",
  "step2.ask": "Word 0 se 31 ek ek drawer le chuke. Word 32 kahan jaayega?",
  "step2.what":
    "Ek rule chahiye: word pata ho, toh uska bank kaun sa? Socho, table ke chaaron taraf 32 khiladi baithe hain. Word ko taash ki tarah baanto: har khiladi ko ek, round par round.",
  "step2.why":
    "Ghuma kar kyun baantein? Pehle drawer 0 hi kyun na bhar dein? Kyunki padosi lane aksar padosi word maangti hain.\n\nAise baanto, toh padosi word padosi drawer mein aate hain. Seedha `s[lane]` khud hi 32 drawers par phail jaata hai. Sabse aam access hi sabse achha ban jaata hai.",
  "step2.picture":
    "Word 0 bank 0 mein jaata hai, word 1 bank 1 mein, … word 31 bank 31 mein. Phir chakkar poora: [word 32](light:word=32), laal, wapas bank 0 mein aata hai. Yeh chakkar yaad rakho, aage ki saari mushkil yahin se nikalti hai.",
  "step2.box":
    "**bank(w) = w mod 32**; mod wahi hai, jo C mein `%`.\n\nHar poora round 32 cards le jaata hai; jo bache, woh bank hai. w = 32 · q + r ho, toh word w row q, bank r mein hai.",
  "step2.play":
    "Itne card baante gaye: **{dealt|scrub}**. Doosre word tak kheencho: **{word|scrub}** = 32 · {row} + {bank}, yaani row {row}, bank {bank}.\n\nPatti modo: [seedhi](set:bend=0), [aadhi](set:bend=4), [card table](set:bend=8).",
  "step2.recall.ask": "Kisi word ka bank kaise nikaloge?",
  "step2.recall.answer":
    "Word ke number ko 32 se divide karo, jo bache woh bank hai. Word taash ki tarah baante jaate hain: word 32 phir drawer 0 par.",

  "step3.title": "Sabse achha case: har lane ka apna drawer",
  "step3.ask": "Lane `i` word `i` read karti hai. Kitne pass lagenge?",
  "step3.what":
    "Har lane i, 0 se 31 tak, `s[i]` read karti hai. Lane i ka word w = i hai. Uska bank i mod 32 = i hai.",
  "step3.why":
    "Jahan kuch bigadta hi nahi, wahan se kyun shuru karein? Kyunki yeh hamara paimana hai. Yeh ek pass **ideal** hai.\n\nAb har ginti ke saath ideal bhi dikhega. Sawaal hamesha wahi: isse kitne zyada lage?",
  "step3.picture":
    "Har lane se ek arrow nikalta hai. Har arrow alag bank par utarta hai. Sab ek saath nipat jaate hain: {row_passes} pass.",
  "step3.box":
    "**Stride**: ek lane aur agli lane ke word ke beech ka gap, 4-byte words mein. Stride 1 par padosi lane padosi word read karti hain.",
  "step3.code":
    "// block mein ek hi warp: 0..31\nint lane = threadIdx.x;\n// har lane apna word read karti hai\nfloat value = s[lane];",
  "step3.code.caption":
    "Example, stride 1: lane i → word i → bank i. Saare 32 banks alag hain: {row_passes} pass. Isse achha kuch nahi.",
  "step3.recall.ask": "Ek hi pass kab kaafi hota hai?",
  "step3.recall.answer":
    "Jab 32 lanes 32 alag drawers mein haath daalti hain. Padosi lane padosi word read karein, toh yeh khud ho jaata hai.",

  "step4.title": "Jaan-boojh kar bigaado: stride 2",
  "step4.ask": "Ab lane `i` ko `s[2 * i]` chahiye. Bhara hua drawer sabse pehle kise milega?",
  "step4.what":
    "Lane i ab `s[2 * i]` read karti hai. Stride s = 2 hai, word w = 2 · i hai. Uska bank (2 · i) mod 32 hai.",
  "step4.why":
    "Achhe-bhale ko kyun bigaadein? Woh pal pakadne ke liye, jab chakkar wapas aakar chubhta hai. Lane ko ek ek karke bhejo: bhare drawer par pehle kaun utarti hai?",
  "step4.picture":
    "Lane 0 se 15 bank 0, 2, 4, … 30 par phailti hain; odd bank khaali hain. Phir [lane 16](light:lane=16) word 32 maangti hai, aur 32 mod 32 = 0. Woh ghoom kar [bank 0](light:bank=0) par aati hai; wahan [lane 0](light:lane=0) pehle se khadi hai.\n\nLane 17 lane 1 ke upar utarti hai, aur aage bhi yahi hota hai. Kul 16 jode bante hain, har joda ek drawer ki line mein.\n\nAb tumne dekh liya, toh naam lo: yeh **bank conflict** hai. Sabse lambi line ki lambai **conflict degree** hai.",
  "step4.box":
    "**Conflict degree** = kisi ek bank se zyada se zyada kitne *alag* word maange gaye. Yahan: {stride2_degree}.",
  "step4.play": "Itni lane utar chuki: **{lanes|scrub}**. Pass: **{passes}**, ideal {ideal}.",
  "step4.stop":
    "Ruko! Lane 16 ko word 32 chahiye, lane 0 ko word 0. Word alag, bank 0 ek hi: ek ko rukna hoga.",
  "step4.recall.ask": "Bank conflict kya hai, aur uski degree kya hai?",
  "step4.recall.answer":
    "Do lanes ek hi drawer se alag word maangein, toh baari-baari milte hain. Degree sabse lambi line ki lambai hai.",

  "step5.title": "Law: gcd(s, 32)",
  "step5.ask": "Stride 6 par line kitni lambi hogi? Pehle andaza, phir marker kheencho.",
  "step5.what":
    "Ab har stride s ke liye ek hi formula chahiye. Lane i aur j tab milti hain, jab unke bank barabar hon. Yaani (i · s) mod 32 = (j · s) mod 32.\n\nSab ek taraf lao: (i − j) · s ≡ 0 (mod 32). Zor se bolo: “(i − j) guna s, 32 ka poora multiple hai.”",
  "step5.why":
    "Yahan **gcd** kahan se aa gaya? Hum poochte hain: milne wali do lanes kitni nazdeek ho sakti hain? Yaani sabse chhota gap k = i − j, jiske liye 32, k · s ko poora divide kare.\n\nYeh divide hone ka sawaal hai. gcd(s, 32) s aur 32, dono ko divide karne wala sabse bada number hai. Aise sawaalon ka auzaar yahi hai.",
  "step5.picture":
    "Yeh stride ka scale hai, neeche pass ki ginti. Jitna lamba nishaan, utni lambi line. Laal nishaan mein 2 ka factor hai, baaki mein nahi.\n\nDekho: odd stride hamesha safe hai. 32 = 2⁵ mein sirf 2 hi 2 hain, odd number mein ek bhi nahi. Isliye gcd = 1 hai.\n\nStride 0 par 32 kata hua hai, aur 1 likha hai. Yeh step 6 ki kahani hai.",
  "step5.box":
    "**degree = gcd(s, 32)**, jab s > 0 ho, 32 lanes, aur word 4-byte.",
  "step5.play":
    "Stride **{stride|scrub}**: milne wali lane ka gap **{gap}**, har bhare drawer par **{degree}**. Pass: **{passes}**, ideal {ideal}.",
  "step5.ring":
    "Card table par dekho: seat 0 se s-s seat ki chhalaang lagao. {gap} chhalaang mein taara poora hota hai. 32 lanes use {degree} baar banati hain: gcd chakkar bankar dikhta hai.",
  "step5.recall.ask": "Kaun se stride safe hain, aur kyun?",
  "step5.recall.answer":
    "Odd wale. 32 ke saath unka koi factor nahi milta, toh gcd(s, 32) = 1. Koi do lanes nahi takratin.",

  "derive5.title": "Gap 32 / gcd(s, 32) kyun hai, line by line",
  "derive5.1": "Do lanes chuno, i aur j. Woh tab milti hain, jab 32, (i − j) · s ko poora divide kare.",
  "derive5.2":
    "Unke gap ko k = i − j kaho. Sabse chhota k > 0 chahiye, jiske liye 32, k · s ko poora divide kare.",
  "derive5.3": "g = gcd(s, 32) lo, aur ise alag karo: s = g · s′, 32 = g · n.",
  "derive5.4": "Jo dono mein common tha, woh sab g mein gaya. Ab s′ aur n ka koi factor nahi milta.",
  "derive5.5":
    "“k · g · s′, g · n ka multiple hai”: yaani “k · s′, n ka multiple hai”.",
  "derive5.6": "n mein s′ ka koi haath nahi, kuch common hai hi nahi. Poora n, k se hi aayega.",
  "derive5.7": "Aisa sabse chhota k khud n hai. Toh **k = 32 / gcd(s, 32)**; stride {stride} par {gap}.",
  "derive5.8":
    "Gap se line tak: lane k, 2k, 3k, … lane 0 ke bank par aati hain. Lane 1, 1 + k, 1 + 2k, … doosre bank par. Aage bhi yahi: har group ka ek drawer.",
  "derive5.9": "Saare group barabar hain. Har group 32 mein se har k-vi lane leta hai, yaani 32 / k lane.",
  "derive5.10":
    "32 / k = 32 / (32 / g) = **g = gcd(s, 32)**. Yahi step 4 wali conflict degree hai; stride {stride} par {degree}.",
  "derive5.11":
    "32 lanes ko rectangle mein rakho: k drawer chauda, g lane gehra; k · g = 32. k batata hai, milne wali lane kitni door hain. g batata hai, har drawer par kitni hain.",

  "step6.title": "Jahan law galat hai: stride 0",
  "step6.ask": "32 lanes *ek hi* word read karti hain. Ek pass, ya battees?",
  "step6.what":
    "Sab lane ek hi word read karein, yaani s = 0, toh? Aankh band karke daalo: gcd(0, 32) = 32. Formula chillata hai: “32-way conflict, 32 passes!”\n\nAsli hardware samajhdaar hai. Address ek hi hai, toh bank ek baar read karke sabko de deta hai. Yeh **broadcast** hai: {broadcast_passes} pass, koi conflict nahi.",
  "step6.why":
    "Law yahan kyun chook gaya? Step 4 ka box phir dekho: conflict ko ek bank mein *alag* word chahiye. Stride 0 par sab ek hi word maang rahe hain.\n\nLine kyun lagti hai? Drawer ek pass mein ek hi word nikaal sakta hai. Yahan nikaalna bhi ek hi hai; uski copy 32 lanes ko dena muft hai.\n\n“Alag”: yahi chhoti si shart hamein bachati hai.",
  "step6.picture":
    "Saare 32 arrows [bank 0](light:bank=0) ke ek hi card par jaate hain. Tooti lakeeron se value 32 lanes tak wapas jaati hai: ek read, ek broadcast. Baaki 31 drawers dhundhle hain, unka koi kaam nahi.",
  "step6.box": "Word ek hi: ek read, aur sabko mil gaya. Line sirf *alag* words ki lagti hai.",
  "step6.play":
    "Kitne alag word? **{different|scrub}**, pass **{passes}**, ideal {ideal}.\n\nAazmao: [1](set:different=1), [2](set:different=2), [3](set:different=3), [5](set:different=5), [32](set:different=32). Broadcast aur conflict ek hi scale ke do sire hain.",
  "step6.recall.ask": "gcd(0, 32) = 32 hai. Phir bhi stride 0 dheema kyun nahi?",
  "step6.recall.answer":
    "Kyunki sab lane ek hi word maangti hain. Drawer use ek baar read karke sabko copy de deta hai.",

  "step7.title": "Doosra sira: stride 32",
  "step7.ask": "Arrow wahi, drawer wahi, lekin word 32 alag. Ab kitne pass?",
  "step7.what":
    "Stride ko s = 32 tak le jao. Lane i word 32 · i read karti hai; (32 · i) mod 32 = 0, har i par. Word alag hain: 0, 32, 64, … 992, lekin sab bank 0 mein rehte hain.\n\nWord alag hain, isliye yeh asli conflict hai. Step 6 ka broadcast aisa nahi tha.",
  "step7.why":
    "Ise kyun dekhein? Isse bura asli conflict hota hi nahi, aur law ka kinaara yahi hai. gcd(32, 32) = 32, yaani {stride32_passes} passes.\n\nStep 1 ki saari chaturai gayi. Jaise phir ek hi drawer ho, aur uske aage 32 lanes ki line.",
  "step7.picture":
    "Saare 32 arrows ek laal drawer par girte hain: [bank 0](light:bank=0). Har ek alag card leta hai: 32 ka stack, har lane ka ek card. Har pass mein ek card nikalta hai, aur 31 drawers khaali baithe hain.",
  "step7.play":
    "Alag word: **{different|scrub}**. Pass: **{passes}**, ideal {ideal}. [1](set:different=1) karo, aur tum wapas step 6 mein ho.",
  "step7.code":
    "int lane = threadIdx.x;\n// 32 ALAG words, sab bank 0 mein\nfloat value = s[32 * lane];",
  "step7.code.caption":
    "Example, stride 32: 32-way conflict. Har lane → bank 0, har ek ka alag word → {stride32_passes} passes. 32 chaudi matrix ke column mein neeche chalo, toh chupke se yahi hota hai.",
  "step7.recall.ask": "Step 6 aur 7 dono mein sirf bank 0 hai. Phir farq kya hai?",
  "step7.recall.answer":
    "Step 6 mein sab lane ek hi word maangti hain. Step 7 mein 32 alag words hain. Drawer ek pass mein ek deta hai.",

  "step8.title": "Stride 32 chhupta kahan hai: matrix ke column mein",
  "step8.ask": "`m[32][32]` ki row ya column: line kis par lagegi?",
  "step8.what":
    "Matrix ko row ke baad row rakho: `__shared__ float m[32][32]`. Element `[r][c]` word r · 32 + c hai.\n\n**Row read karo**, `m[row][lane]`: lane i ka word row · 32 + i hai. Stride 1 hai, bank (row · 32 + i) mod 32 = i, kyunki 32 ≡ 0 (mod 32). Sab alag: {row_passes} pass.\n\n**Column read karo**, `m[lane][col]`: lane i ka word i · 32 + col hai. Stride 32 hai, aur bank har lane ka col hi hai. Word sab alag: {column_passes} passes.",
  "step8.why":
    "Tumhe isse kya? Matrix transpose bilkul yahi karta hai: column read karta hai. “Aage kahan” mein dekh lena.\n\n`m[lane][col]` bhola dikhta hai. Andar wahi step 7 ki musibat chhupi hai.",
  "step8.picture":
    "Matrix seedhe drawer ke upar khadi hai, yaani cell ka column ek drawer hai. Row par nishaan lagao: uske 32 cells seedhe 32 drawers mein girte hain. Column par lagao, laal mein: uske 32 cells ek hi drawer mein jamte hain.",
  "step8.play":
    "[Row](set:line=row) ya [column](set:line=column)? Tasveer mein kisi ko dabao, ya number chuno: **{index|scrub}**. Pass: **{passes}**, ideal {ideal}.",
  "step8.recall.ask": "`m[32][32]` ke column par line kyun, aur row par kyun nahi?",
  "step8.recall.answer":
    "Row 32 words ki hai: neeche wala word usi drawer mein aata hai. Row mein har agla word agle drawer mein hai.",

  "step9.title": "Ilaaj: matrix ko 33 chaudi karo",
  "step9.ask": "Ek aur column, jise koi read nahi karta. Usse kya badlega?",
  "step9.what":
    "Ek column zyada declare karo: `__shared__ float m[32][33]`. Ab `[r][c]` word r · 33 + c hai. `m[lane][col]` se lane i ko word i · 33 + col milta hai.\n\nUska bank: (i · 33 + col) mod 32 = (i + col) mod 32.",
  "step9.why":
    "33 se kaam kyun banta hai? Kyunki 33 = 32 + 1, aur 32 ka poora chakkar kuch nahi badalta. Har row upar wali se ek drawer aage shuru hoti hai, usi par nahi.",
  "step9.picture":
    "Matrix mein column 32 dhaariyon wala hai: padding, jise koi read nahi karta. Saath mein wahi word memory mein, 32 ki rows mein. Column ab tirchha ho gaya: har lane ek kadam aage; kinaare se ghoom kar phir shuru.\n\nCell girao: har drawer mein ek card. Dhaariyon wala column hi chhoti si keemat hai.",
  "step9.picture.phone":
    "Yeh words memory mein hain, 32 ki rows mein. Dhaariyon wale words padding hain: koi unhe read nahi karta, aur har row mein woh ek drawer aage hain.\n\nTumhara column ab tirchha hai: har lane ek kadam aage; kinaare se ghoom kar phir shuru.\n\nCell girao: har drawer mein ek card. Dhaariyon wale words hi chhoti si keemat hain.",
  "step9.price": "Keemat: {extra_words} khaali words, {extra_bytes} B, {percent} % zyada.",
  "step9.play":
    "Daayan kinaara kheencho. Chaudai **{width|scrub}**, pass **{passes}**, ideal {ideal}. Aazmao: [32](set:width=32), [33](set:width=33), [34](set:width=34) par jode, [36](set:width=36) par chaar-chaar.",
  "step9.code":
    "// BURA: sab bank col par: {column_passes} passes\n__shared__ float m[32][32];\nfloat bad = m[lane][col];\n\n// ACHHA: ek column padding,\n// bank (lane + col) mod 32: {padded_passes} pass\n__shared__ float m[32][33];\nfloat good = m[lane][col];",
  "step9.code.caption":
    "Example: `[33]` har row mein ek khaali float leta hai. Is tile mein {pad_words} words, yaani {pad_bytes} B. Badle mein is access ke liye {column_passes} guna kam pass, har column par.",
  "step9.recall.ask": "Ek khaali column se ilaaj kaise ho gaya?",
  "step9.recall.answer":
    "Kyunki 33, 32 se ek zyada hai. Har row ek drawer aage khisakti hai. 32 rows 32 drawers tak jaati hain.",

  "derive9.title": "33 kyun chalta hai, line by line",
  "derive9.1": "Lane i word i · 33 + col read karti hai.",
  "derive9.2": "33 = 32 + 1, toh i · 33 = i · (32 + 1) = i · 32 + i.",
  "derive9.3": "i · 32, 32 ka poora multiple hai; mod 32 mein gayab. Bacha sirf i.",
  "derive9.4":
    "Toh 33 ≡ 1 (mod 32): 33 se guna matlab 1 se guna. Asar wala stride 32 se gir kar 1 ho gaya.",
  "derive9.5": "Lane i ka bank (i + col) mod 32 hai. Agli row theek ek drawer aage hai.",
  "derive9.6": "Ab poori 32 lanes lo: i 0 se 31 tak chalta hai. Toh i + col lagataar 32 numbers par chalta hai.",
  "derive9.7":
    "Mod 32 mein 0 se 31 tak har number theek ek baar aata hai. Column bas unhe ghumata hai: yahan **{index|scrub}** se.",
  "derive9.8":
    "Har lane ka apna drawer hai. Degree gcd(1, 32) = 1 hai: {padded_passes} pass, keemat ek khaali column.",
} as const;
