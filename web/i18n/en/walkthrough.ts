// The head and the nine steps. The words “conflict degree” wait for the picture of step 4.

export const walkthrough = {
  "head.place": "Hardware › GPU architecture › Shared memory › Bank conflicts",
  "head.title": "Bank conflicts in shared memory",
  "head.level": "For everybody who has seen a little C",
  "head.time": "Steps 1–9: about 12 minutes",
  "head.promise":
    "We start from nothing and go picture by picture, until one law falls out by itself: it tells how long the queue at the busiest drawer is. Then you will see why a matrix that is 33 wide instead of 32 makes that queue disappear.\n\nYou need almost nothing for it. Every new word is told where it first turns up.",
  "head.question": "32 lanes, 32 words, 32 banks. One pass, or thirty-two?",
  "head.answer.one": "One pass",
  "head.answer.many": "Thirty-two",
  "head.right":
    "Yes: **{passes}**. All the words lie in bank 0, and bank 0 hands out one word a pass.",
  "head.wrong":
    "It looks like one, and it takes **{passes}**. All the words lie in bank 0, and bank 0 hands out one word a pass.",
  "head.pull": "pull the edge by one word",
  "head.pulled": "{column_passes} → {passes}",
  "head.price": "price: {extra_words} unused words, {extra_bytes} B",
  "head.why": "One word. Why? Nine steps.",

  "first.title": "First this",
  "first.thread":
    "A **thread** is one run of your kernel, the function that the GPU carries out: it has a number of its own, `threadIdx.x`, and variables of its own.",
  "first.warp": "A **warp** is 32 threads that carry out each instruction together.",
  "first.lane": "A **lane** is a thread’s place in its warp, 0 to 31.",
  "first.shared_memory":
    "**Shared memory** is small, fast storage right beside the cores, where the threads of a block, which is a group of warps, hand data to each other. A **word** is 4 bytes of it, such as one float.",
  "first.caption": "One warp: 32 lanes, and the shared memory they all reach into",

  "step1.title": "What is a bank?",
  "step1.ask": "32 lanes come at once. Would you build one big drawer, or many small ones?",
  "step1.what":
    "Shared memory is fast storage right beside the cores. But it isn’t one drawer: it is cut into 32 drawers side by side, called **banks**. Each bank hands out one 4-byte word per **pass**.\n\nTwo words before we go on. A thread, by its place in the warp, is a *lane*. A pass takes about one clock; older texts call it a “cycle”. From here on we say only lane and pass.",
  "step1.why":
    "Why cut it up? Because the 32 lanes of a warp all want their data at the same instant. A single drawer with one word a pass would make them stand in a queue 32 long.\n\nWith 32 drawers, each giving one word a pass, all 32 can be served in one and the same pass. It works whenever they all reach into different drawers.",
  "step1.picture":
    "The long bar is shared memory, cut into 32 slots. The numbers below them, 0 to 31, are the bank numbers. The red slot is [bank 0](light:bank=0): our story keeps coming back to it.",
  "step1.play":
    "How many drawers? [1](set:banks=1), [2](set:banks=2), [4](set:banks=4), [8](set:banks=8), [16](set:banks=16), [32](set:banks=32). Banks: **{banks|scrub}**. Passes for the same 32 lanes: **{passes}**.",
  "step1.recall.ask": "Why are there many drawers, and not one?",
  "step1.recall.answer":
    "Because a drawer gives one word a pass, and 32 lanes ask at once. Many drawers can answer side by side.",

  "step2.title": "Which drawer does a word live in?",
  "step2.ask": "Words 0 to 31 have taken one drawer each. Where does word 32 go?",
  "step2.what":
    "We need a rule: here is a word, which of the 32 banks holds it? Think of 32 players round a table. Deal the words like cards: one to each player, round after round.",
  "step2.why":
    "Why deal them round, instead of filling drawer 0 first? Because neighbouring lanes usually want neighbouring words. Dealt like this, neighbours lie in neighbouring drawers, and a plain `s[lane]` spreads over all 32 by itself. The commonest access becomes the best one.",
  "step2.picture":
    "Word 0 goes to bank 0, word 1 to bank 1, and so on to word 31 in bank 31. Then the deal comes round: [word 32](light:word=32) lies in bank 0 again, in red. Remember this jump. All the trouble further down starts here.",
  "step2.box":
    "**bank(w) = w mod 32**; mod is C’s `%`.\n\nDeal w cards: 32 go with every full round, the rest says where you stop. Word w = 32 · q + r lies in row q, in bank r.",
  "step2.play":
    "Cards dealt: **{dealt|scrub}**. Drag to another word: **{word|scrub}** = 32 · {row} + {bank}, so it lies in row {row} of bank {bank}.\n\nBend the strip: [lying flat](set:bend=0), [half way](set:bend=4), [a card table](set:bend=8).",
  "step2.recall.ask": "How do you find a word’s bank?",
  "step2.recall.answer":
    "Divide the word’s number by 32 and keep the rest. Words are dealt like cards, and word 32 is back at drawer 0.",

  "step3.title": "The happy case: a drawer for each",
  "step3.ask": "Lane `i` reads word `i`. How many passes?",
  "step3.what":
    "Let each lane `i`, from 0 to 31, read `s[i]`. Lane i asks for word w = i. Its bank is i mod 32 = i.",
  "step3.why":
    "Why start with a case where nothing goes wrong? Because it is our yardstick. This one pass is the **ideal**. From now on it is shown beside every count: how many more did we need?",
  "step3.picture":
    "One arrow leaves each lane and lands in a bank of its own; no two share a drawer. All are served together: {row_passes} pass.",
  "step3.box":
    "**Stride** is the gap, in 4-byte words, between what a lane reads and what the next lane reads. Stride 1: neighbours read neighbours.",
  "step3.code":
    "// a block of one warp: 0..31\nint lane = threadIdx.x;\n// each lane reads its own word\nfloat value = s[lane];",
  "step3.code.caption":
    "Worked example, stride 1: lane i → word i → bank i. All 32 banks are different: {row_passes} pass. Perfect.",
  "step3.recall.ask": "When is one pass enough?",
  "step3.recall.answer":
    "When the 32 lanes reach into 32 different drawers. Neighbours that read neighbouring words do that by themselves.",

  "step4.title": "Break it on purpose: stride 2",
  "step4.ask": "Now lane `i` reads `s[2 * i]`. Who is the first to find a drawer taken?",
  "step4.what":
    "Let lane i read `s[2 * i]`. The stride is s = 2, the word is w = 2 · i, and its bank is (2 · i) mod 32.",
  "step4.why":
    "Why spoil what works? To catch the very moment at which coming round hurts. We let the lanes walk up one by one, and watch for the first that lands in a drawer somebody has already claimed.",
  "step4.picture":
    "Lanes 0 to 15 fan out over the even banks 0, 2, 4, … 30; the odd banks stay idle. Then [lane 16](light:lane=16) asks for word 32, and 32 mod 32 = 0. It lands in [bank 0](light:bank=0), right on top of [lane 0](light:lane=0). Lane 17 lands on lane 1, and so it goes on: 16 pairs, each queueing at one drawer.\n\nNow you have seen it, so now it gets its name: a **bank conflict**. The length of the longest queue is the **conflict degree**.",
  "step4.box":
    "**Conflict degree** = the most *different* words that are asked of one bank. Here: {stride2_degree}.",
  "step4.play": "Lanes that have landed: **{lanes|scrub}**. Passes: **{passes}**, ideal {ideal}.",
  "step4.stop":
    "Stop! Lane 16 wants word 32, lane 0 wants word 0: different words, both in bank 0. One of them has to wait.",
  "step4.recall.ask": "What is a bank conflict, and what is its degree?",
  "step4.recall.answer":
    "Two lanes want different words from one drawer, so they take turns. The degree is the length of the longest queue.",

  "step5.title": "The law: gcd(s, 32)",
  "step5.ask": "Stride 6: how long is the queue? Guess first, then move the marker.",
  "step5.what":
    "Now one formula for every stride s. Two lanes i and j meet when their banks are equal: (i · s) mod 32 = (j · s) mod 32.\n\nBring both to one side: (i − j) · s ≡ 0 (mod 32). Read it aloud: “(i − j) times s is a whole multiple of 32.”",
  "step5.why":
    "Why does a **gcd** turn up? What we want to know is how close two lanes can be and still meet: the smallest gap k = i − j above 0 for which k · s is a multiple of 32. That is a question about divisors.\n\nThe greatest common divisor gcd(s, 32) is the largest number that divides both s and 32. It is the tool that was made for such questions.",
  "step5.picture":
    "A ruler of strides, with the passes below. The taller the tick, the longer the queue. The red ones have a factor 2, the others none.\n\nSee: odd strides are always safe. 32 = 2⁵ is made of twos only, and an odd number has none, so the gcd is 1. At stride 0 a 32 is struck out and a 1 written instead: that is step 6.",
  "step5.box":
    "**degree = gcd(s, 32)** for s > 0, when all 32 lanes read 4-byte words at stride s.",
  "step5.play":
    "Stride **{stride|scrub}**: lanes that meet are **{gap}** apart, and **{degree}** of them stand at each drawer in use. Passes: **{passes}**, ideal {ideal}.",
  "step5.ring":
    "Round the card table: hop s seats at a time from seat 0. After {gap} hops the star closes. The 32 lanes draw it {degree} times over: the gcd, seen as laps.",
  "step5.recall.ask": "Which strides are safe, and why?",
  "step5.recall.answer":
    "The odd ones. They share no factor with 32, so gcd(s, 32) = 1, and no two lanes meet.",

  "derive5.title": "Why the gap is 32 / gcd(s, 32), line by line",
  "derive5.1": "Pick two lanes, i and j. They meet when (i − j) · s is a multiple of 32.",
  "derive5.2":
    "Call the gap between them k = i − j. We look for the smallest k above 0 for which k · s is a multiple of 32.",
  "derive5.3": "Let g = gcd(s, 32) and split it off: s = g · s′ and 32 = g · n.",
  "derive5.4": "What the two had in common is now all in g. So s′ and n share no factor.",
  "derive5.5":
    "“k · g · s′ is a multiple of g · n” says the same as “k · s′ is a multiple of n”.",
  "derive5.6": "s′ can bring nothing towards n, since they share nothing. All of n must come from k.",
  "derive5.7": "The smallest such k is n itself. So **k = 32 / gcd(s, 32)**; for stride {stride}, {gap}.",
  "derive5.8":
    "From gap to queue: lanes 0, k, 2k, 3k, … share a bank with lane 0. Lanes 1, 1 + k, 1 + 2k, … share another. And so on, each group at one drawer.",
  "derive5.9": "All groups are equally large: each takes every k-th of the 32 lanes, so it has 32 / k.",
  "derive5.10":
    "32 / k = 32 / (32 / g) = **g = gcd(s, 32)**. That count is the conflict degree of step 4; for stride {stride}, {degree}.",
  "derive5.11":
    "Lay the 32 lanes as a rectangle, k drawers wide and g lanes deep: k · g = 32. k says how far apart the lanes that meet are, g says how many pile up at each drawer.",

  "step6.title": "Where the law is wrong: stride 0",
  "step6.ask": "All 32 lanes read the *same* word. One pass, or thirty-two?",
  "step6.what":
    "What if every lane reads the same word, so that s = 0? Put it in blindly: gcd(0, 32) = 32. The formula shouts “32-way conflict, 32 passes!”\n\nReal hardware does better. All lanes ask for one address, so the bank reads the word once and hands the value to everyone: a **broadcast**. {broadcast_passes} pass, no conflict.",
  "step6.why":
    "Why does the law miss it? Read the box of step 4 again: a conflict needs *different* words in one bank. At stride 0 all want the same one.\n\nThe queue exists only because a drawer pulls out no more than one word a pass. Here there is just one to pull, and copying it for 32 listeners costs nothing. “Different” is the small print that saves us.",
  "step6.picture":
    "All 32 arrows point at one card in [bank 0](light:bank=0). Dashed lines carry its value back to all 32 lanes: one read, one broadcast. The other 31 drawers are dim: nobody needs them.",
  "step6.box": "Same word: one read, and everybody gets it. Only *different* words queue.",
  "step6.play":
    "How many different words? **{different|scrub}**. Passes: **{passes}**, ideal {ideal}. Try [1](set:different=1), [2](set:different=2), [3](set:different=3), [5](set:different=5), [32](set:different=32): broadcast and conflict are the two ends of one line.",
  "step6.recall.ask": "gcd(0, 32) = 32. Why is stride 0 still not slow?",
  "step6.recall.answer":
    "Because all lanes want the same word. The drawer reads it once and copies it to everyone.",

  "step7.title": "The far end: stride 32",
  "step7.ask": "Same arrows, same drawer, but 32 different words. How many passes now?",
  "step7.what":
    "Push the stride to s = 32. Lane i reads word 32 · i, and (32 · i) mod 32 = 0 for every i. Each lane wants another word, 0, 32, 64, … 992, and all of them live in bank 0.\n\nThe words are different. That makes it a true conflict, unlike the broadcast of step 6.",
  "step7.why":
    "Why show it? It is the worst true conflict there is, and the edge of the law: gcd(32, 32) = 32, so {stride32_passes} passes. All the cleverness of step 1 is undone. It is as if there were one drawer, and every lane stands in a queue 32 long.",
  "step7.picture":
    "All 32 arrows run into the one red drawer, [bank 0](light:bank=0). Each fetches another card: a stack of 32, one for each lane. One card leaves in each pass, while 31 drawers stand idle.",
  "step7.play":
    "Different words: **{different|scrub}**. Passes: **{passes}**, ideal {ideal}. Set it to [1](set:different=1), and you are back in step 6.",
  "step7.code":
    "int lane = threadIdx.x;\n// 32 DIFFERENT words, all in bank 0\nfloat value = s[32 * lane];",
  "step7.code.caption":
    "Worked example, stride 32: a 32-way conflict. Every lane → bank 0, each to a different word → {stride32_passes} passes. This is what secretly happens when you walk down a column of a matrix in shared memory that is 32 wide.",
  "step7.recall.ask": "Steps 6 and 7 both use bank 0 only. What is the difference?",
  "step7.recall.answer":
    "In step 6 all want one word. In step 7 they want 32 different words, and one drawer gives one a pass.",

  "step8.title": "Where stride 32 hides: the columns of a matrix",
  "step8.ask": "A row or a column of `m[32][32]`: which one queues?",
  "step8.what":
    "Store a matrix row after row: `__shared__ float m[32][32]`. Element `[r][c]` is word r · 32 + c.\n\n**Read a row**, `m[row][lane]`: lane i wants word row · 32 + i. The stride is 1, the bank is (row · 32 + i) mod 32 = i, because 32 ≡ 0 (mod 32). All different: {row_passes} pass.\n\n**Read a column**, `m[lane][col]`: lane i wants word i · 32 + col. The stride is 32, the bank is col for every lane, and each wants another word: {column_passes} passes.",
  "step8.why":
    "Why should you care? Reading a column is exactly what a matrix transpose does; “Where to go on” shows it. `m[lane][col]` looks harmless, and it is the disaster of step 7 in disguise.",
  "step8.picture":
    "The matrix stands right above the drawers, so a column of cells is a drawer. Mark a row: its 32 cells drop straight down, one into each drawer. Mark a column, in red: its 32 cells all drop into one drawer and pile up.",
  "step8.play":
    "[Row](set:line=row) or [column](set:line=column)? Tap one in the picture, or choose its number: **{index|scrub}**. Passes: **{passes}**, ideal {ideal}.",
  "step8.recall.ask": "Why does a column of `m[32][32]` queue, and a row doesn’t?",
  "step8.recall.answer":
    "A row is 32 wide, so the same column of the next row is in the same drawer. Along a row, each word is one drawer further.",

  "step9.title": "The cure: make it 33 wide",
  "step9.ask": "One more column that nobody reads. What can that change?",
  "step9.what":
    "Declare one column more: `__shared__ float m[32][33]`. Now `[r][c]` is word r · 33 + c. The column read `m[lane][col]` gives lane i the word i · 33 + col.\n\nIts bank: (i · 33 + col) mod 32 = (i + col) mod 32.",
  "step9.why":
    "Why does 33 do it? Because 33 = 32 + 1, and a full round of 32 changes nothing. Each row starts one drawer further than the row above it, instead of at the same one.",
  "step9.picture":
    "The matrix with its hatched column 32: padding, never read. Beside it lie the same words in memory, in rows of 32. The column you read has become a diagonal: each lane one step further, round the edge and on.\n\nLet the cells drop: one card in every drawer. The hatched column is the small price.",
  "step9.picture.phone":
    "The words as they lie in memory, in rows of 32. The hatched ones are padding, never read; in each row they sit one drawer further. The column you read has become a diagonal: each lane one step further, round the edge and on.\n\nLet the cells drop: one in every drawer. The hatched words are the small price.",
  "step9.price": "Price: {extra_words} unused words, {extra_bytes} B, {percent} % more.",
  "step9.play":
    "Pull the right edge. Width: **{width|scrub}**. Passes: **{passes}**, ideal {ideal}. Try [32](set:width=32), [33](set:width=33), [34](set:width=34): pairs, [36](set:width=36): fours.",
  "step9.code":
    "// BAD: all in bank col: {column_passes} passes\n__shared__ float m[32][32];\nfloat bad = m[lane][col];\n\n// GOOD: one column of padding,\n// bank (lane + col) mod 32: {padded_passes} pass\n__shared__ float m[32][33];\nfloat good = m[lane][col];",
  "step9.code.caption":
    "Worked example: `[33]` costs one unused float a row, {pad_words} words or {pad_bytes} B for this tile. It buys {column_passes} times fewer passes for this access, in every column.",
  "step9.recall.ask": "Why does one unused column cure it?",
  "step9.recall.answer":
    "Because 33 is one more than 32. Each row moves on by one drawer, so 32 rows reach 32 drawers.",

  "derive9.title": "Why 33 works, line by line",
  "derive9.1": "Lane i reads word i · 33 + col.",
  "derive9.2": "33 = 32 + 1, so i · 33 = i · (32 + 1) = i · 32 + i.",
  "derive9.3": "i · 32 is a whole multiple of 32; mod 32 it is gone. What stays is i.",
  "derive9.4":
    "So 33 ≡ 1 (mod 32): multiplying by 33 is, for the drawers, multiplying by 1. The effective stride falls from 32 to 1.",
  "derive9.5": "Lane i’s bank is (i + col) mod 32. The next row is exactly one drawer further.",
  "derive9.6": "Now all 32 lanes: i runs through 0, 1, … 31, so i + col runs through 32 numbers in a row.",
  "derive9.7":
    "Mod 32, these 32 numbers hit every remainder exactly once. The column only rotates them: here by **{index|scrub}**.",
  "derive9.8":
    "Every lane has a drawer of its own. The degree is gcd(1, 32) = 1: {padded_passes} pass, for the price of one unused column.",
} as const;
