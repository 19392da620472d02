// After the nine steps: the poster, the retelling, four questions, and where to go on.

export const rest = {
  "summary.title": "All of it in one picture",
  "summary.text":
    "It is one story from beginning to end. Words are dealt round 32 drawers, and the stride decides who meets at a drawer. There is one exception: lanes that want the same word are served together, for free.",
  "summary.1": "The deal: word w lives in bank w mod 32. (Step 2)",
  "summary.2": "The law: the degree is gcd(s, 32) for s > 0. (Step 5)",
  "summary.3": "The exception: stride 0, one word for everybody, is a broadcast. (Step 6)",
  "summary.4": "The disaster: a column of [32][32] is stride 32, all at one drawer. (Step 8)",
  "summary.5": "The rescue: 33 wide, and the column is a diagonal through all drawers. (Step 9)",
  "summary.print": "Print the poster",

  "recall.title": "Say it in your own words",
  "recall.ask":
    "Close your eyes and tell it to a friend who has never seen a GPU. Then open this and compare, sentence by sentence.",
  "recall.1.step1": "Shared memory is 32 drawers, and each gives out one word a pass.",
  "recall.2.step2":
    "The words are dealt into them like cards to 32 people round a table: word 0 to drawer 0, … word 31 to drawer 31, and word 32 to drawer 0 again.",
  "recall.3.step3":
    "The 32 lanes of a warp are served in one pass if each reaches into a drawer of its own.",
  "recall.4.step4":
    "If two want different words from one drawer, they take turns: that is a bank conflict.",
  "recall.5.step6":
    "If they want the same word, the drawer reads it once and copies it to all of them for free: a broadcast. That is why stride 0 is harmless, whatever gcd(0, 32) = 32 may claim.",
  "recall.6.step3": "For lanes at even distances the stride decides everything: how far apart the words of neighbouring lanes are.",
  "recall.7.step5":
    "The lanes that meet are 32 / gcd(s, 32) apart, so exactly gcd(s, 32) of them jam each drawer they use. That is the conflict degree.",
  "recall.8.step5": "Odd strides never collide.",
  "recall.9.step7":
    "Stride 32 is the nightmare: all lanes at drawer 0, each for another word.",
  "recall.10.step8": "And it is just what reading down a column of a 32-wide matrix does.",
  "recall.11.step9":
    "The rescue is a matrix 33 wide. 33 is one more than 32, so each row is one drawer further, and 32 rows reach 32 different drawers. The price is one unused column.",
  "recall.12.engineer":
    "All these numbers are for 32 banks of 4 bytes. Other hardware tells the same story with numbers of its own.",

  "question.title": "Four questions",
  "question1.ask": "What is the conflict degree of stride 3?",
  "question1.answer": "gcd(3, 32) = {stride3_degree}: no conflict.",
  "question2.ask": "Why does reading a column of `float m[32][32]` take {column_passes} passes?",
  "question2.answer":
    "The stride is 32 words. (i · 32 + col) mod 32 = col for every lane, and each lane wants another word. So all of them queue at one bank.",
  "question3.ask": "Why exactly 33, and not 34?",
  "question3.answer":
    "33 ≡ 1 (mod 32) makes the effective stride 1. 34 ≡ 2 makes it 2: a 2-way conflict, {width34_passes} passes. It costs more and cures less.",
  "question4.ask": "All 32 lanes read `shared[0]`. How many passes?",
  "question4.answer":
    "{broadcast_passes}. One address is a broadcast, not a conflict, even though gcd(0, 32) = 32.",

  "further.title": "Where to go on",
  "further.lead": "Four neighbours of this story, one picture each.",
  "further.transpose.title": "Transpose: the trick at work",
  "further.transpose.text":
    "To turn a matrix over, a block reads a tile row by row from global memory and writes it to shared memory. Then it reads columns from shared memory, and writes rows again. Global memory sees rows only; shared memory has to take the columns.\n\nSo one unused column is worth it here: with the pad, both the row write and the column read take one pass a request.",
  "further.transpose.play":
    "Padding: **{pad|scrub}**. Passes for the row write and the column read together: **{passes}**, ideal {ideal}.",
  "further.coalescing.title": "Coalescing: the same 32 arrows over global memory",
  "further.coalescing.text":
    "Global memory has no drawers to meet at; it is fetched in sectors of 32 bytes, four to a line. The same 32 arrows, another question: not “who meets in a bank?” but “how many sectors do they touch?”\n\nThere, stride 2 already fetches twice as much, and odd strides are no better. A good stride for one memory may be a bad one for the other.",
  "further.coalescing.play": "Stride: **{stride|scrub}**. Count the sectors that light up.",
  "further.occupancy.title": "Occupancy: padding isn’t always free",
  "further.occupancy.text":
    "Blocks run on multiprocessors, of which a GPU has many. How many warps one of them holds at once is its *occupancy*.\n\nIts shared memory is fixed, and each block takes a share, the pad’s bytes included. Where the room is just enough, a few bytes more mean one block less, and fewer warps to run.",
  "further.occupancy.play":
    "Padding: **{pad|scrub}**. Watch how many blocks still fit.",
  "further.divergence.title": "Divergence: when lanes go different ways",
  "further.divergence.text":
    "Lanes of one warp that take different branches run one branch after the other. In the picture half of the dots go dark. Lanes that are dark ask for no word, so they can’t cause a conflict. But they do no work either.",
  "further.divergence.play": "Half of the lanes are dark. Passes: **{passes}**, ideal {ideal}.",
} as const;
