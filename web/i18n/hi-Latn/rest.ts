// Nau steps ke baad: poster, dohraana, chaar sawaal, aur aage ka raasta.

export const rest = {
  "summary.title": "Sab kuch ek tasveer mein",
  "summary.text":
    "Shuru se aakhir tak kahani ek hi hai. Word 32 drawers mein ghuma kar baante jaate hain; kaun kisse milega, yeh stride batata hai. Chhoot ek hi hai: sab ek hi word maangein, toh sabko muft milta hai.",
  "summary.1": "Baantna: word w bank w mod 32 mein rehta hai. (Step 2)",
  "summary.2": "Law: s > 0 par degree gcd(s, 32) hai. (Step 5)",
  "summary.3": "Chhoot: stride 0, sabka ek hi word, yeh broadcast hai. (Step 6)",
  "summary.4": "Musibat: [32][32] ka column stride 32 hai, sab ek drawer par. (Step 8)",
  "summary.5": "Bachaav: 33 chaudai par column tirchha hai, har drawer mein ek. (Step 9)",
  "summary.print": "Poster print karo",

  "recall.title": "Apne shabdon mein bolo",
  "recall.ask":
    "Aankhein band karo, aur kisi dost ko sunao, jisne GPU kabhi nahi dekha. Phir ise kholo, aur line by line milao.",
  "recall.1.step1": "Shared memory 32 drawers hai. Har drawer ek pass mein ek word deta hai.",
  "recall.2.step2":
    "Word taash ki tarah table ke 32 logon mein baante jaate hain. Word 0 drawer 0 mein, … word 31 drawer 31 mein. Word 32 phir drawer 0 mein.",
  "recall.3.step3":
    "32 lanes alag drawer mein haath daalein, toh ek pass mein nipatti hain.",
  "recall.4.step4":
    "Do lanes ek hi drawer se alag word maangein, toh baari-baari milte hain. Yeh bank conflict hai.",
  "recall.5.step6":
    "Ek hi word maangein, toh drawer ek baar read karke sabko deta hai: broadcast. Isliye stride 0 se darna nahi, gcd(0, 32) = 32 chahe kuch bhi bole.",
  "recall.6.step3":
    "Lane barabar doori par maangein, toh stride tay karta hai. Yaani padosi lane ke word kitne door hain.",
  "recall.7.step5":
    "Milne wali lane 32 / gcd(s, 32) door hoti hain. Toh har bhare drawer par theek gcd(s, 32) jamti hain: yahi conflict degree hai.",
  "recall.8.step5": "Odd stride kabhi nahi takrata.",
  "recall.9.step7": "Stride 32 bura sapna hai: sab lane drawer 0 par, word sabke alag.",
  "recall.10.step8": "Aur 32 chaudi matrix ka column neeche read karo, toh theek yahi hota hai.",
  "recall.11.step9":
    "Bachaav 33 chaudi matrix hai. 33, 32 se ek zyada hai, toh har row ek drawer aage khisakti hai. 32 rows 32 drawers tak jaati hain, keemat ek khaali column.",
  "recall.12.engineer":
    "Yeh saare number 4-byte wale 32 banks ke hain. Doosre hardware par kahani wahi hai, number apne.",

  "question.title": "Chaar sawaal",
  "question1.ask": "Stride 3 ki conflict degree kya hai?",
  "question1.answer": "gcd(3, 32) = {stride3_degree}: koi conflict nahi.",
  "question2.ask": "`float m[32][32]` ka column read karne mein {column_passes} passes kyun lagte hain?",
  "question2.answer":
    "Stride 32 words hai, toh har lane ka bank (i · 32 + col) mod 32 = col. Word sabke alag hain. Isliye sab ek hi bank ki line mein hain.",
  "question3.ask": "Theek 33 hi kyun, 34 kyun nahi?",
  "question3.answer":
    "33 ≡ 1 (mod 32), toh asar wala stride 1 hai. 34 ≡ 2 par woh 2 hai: 2-way conflict, {width34_passes} passes. Keemat zyada, ilaaj kam.",
  "question4.ask": "32 lanes `shared[0]` read karti hain. Kitne pass?",
  "question4.answer":
    "{broadcast_passes}. Address ek hi hai, toh broadcast hai, conflict nahi. gcd(0, 32) = 32 ho, tab bhi.",

  "further.title": "Aage kahan",
  "further.lead": "Is kahani ke chaar padosi, har ek ki ek tasveer.",
  "further.transpose.title": "Transpose: yahi tarkeeb kaam par",
  "further.transpose.text":
    "Matrix palatni ho, toh block global memory se tile row by row leta hai. Tile shared memory mein store hoti hai. Phir wahan se column nikalte hain, aur row bankar wapas jaate hain.\n\nGlobal memory ko sirf row dikhti hain. Column jhelna shared memory ka kaam hai. Isliye ek khaali column yahan apni keemat vasool karta hai.",
  "further.transpose.play":
    "Padding: **{pad|scrub}**. Row write aur column read, dono milkar **{passes}** pass, ideal {ideal}.",
  "further.coalescing.title": "Coalescing: wahi 32 arrows, global memory par",
  "further.coalescing.text":
    "Global memory mein drawer hote hi nahi. Wahan data 32 bytes ke sector mein aata hai, 128 bytes ke tukde mein chaar. Arrow wahi 32, sawaal naya: kitne sectors chhue gaye?\n\nWahan stride 2 hi dugna data mangwata hai, aur odd stride bhi nahi bachata. Ek memory ka achha stride doosri ke liye bura ho sakta hai.",
  "further.coalescing.play": "Stride: **{stride|scrub}**. Rangeen sectors gino.",
  "further.occupancy.title": "Occupancy: padding hamesha muft nahi",
  "further.occupancy.text":
    "Block multiprocessor par chalte hain: GPU mein aise kai hain. Wahan ek saath kitne warp hain, yahi *occupancy* hai.\n\nShared memory ginti ki hai. Har block apna hissa leta hai, padding ke bytes bhi. Jagah bas itni hi ho, toh ek block kam chalta hai, warp bhi kam.",
  "further.occupancy.play":
    "Padding: **{pad|scrub}**. Dekho, ab kitne block samaate hain.",
  "further.divergence.title": "Divergence: jab lane alag raaste lein",
  "further.divergence.text":
    "Ek warp ki lane alag branch lein, toh branch baari-baari chalti hain. Tasveer mein aadhe bindu bujh jaate hain.\n\nBujhi hui lane koi word nahi maangti, toh conflict bhi nahi karti. Lekin woh kaam bhi nahi karti.",
  "further.divergence.play": "Aadhi lane bujhi hain. Pass: **{passes}**, ideal {ideal}.",
} as const;
