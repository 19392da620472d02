// The self-check: one block of texts a template of exercise_table.ts, and the misconception cards.

export const selfcheck = {
  "exercise.title": "Self-check",
  "exercise.lead":
    "Guess, look, and let the page judge. What you miss comes back two questions later, or soon after.",
  "exercise.again": "One like this comes back two questions later, or soon after.",
  "exercise.large": "That does reach the ideal, but a smaller padding is enough.",
  "exercise.parts": "Kinds of questions",
  "exercise.done": "All done. Take one of your own kernels next.",
  "exercise.progress": "Question {number}",
  "exercise.part.predict": "Predict",
  "exercise.part.witness": "Find the witness",
  "exercise.part.build": "Build it",
  "exercise.part.repair": "Repair it",
  "exercise.part.two": "Two accesses at once",
  "exercise.input.passes": "How many passes?",
  "exercise.input.lanes": "Which lanes? Tap them.",
  "exercise.input.bank": "Which bank?",
  "exercise.input.gap": "How many lanes apart?",
  "exercise.input.build": "Drag a lane onto a word, or choose both here.",
  "exercise.input.write": "Type the access; the array is declared already.",
  "exercise.input.pad": "How much padding?",
  "exercise.witness": "lanes {lane_a} and {lane_b}: both in bank {bank}, different words",
  "exercise.illegal": "This can’t be counted: {message}",

  "exercise.stride.ask": "Lane i reads `s[{stride} * lane]`. How many passes?",
  "exercise.stride.right": "Yes: gcd({stride}, 32) = {passes}.",
  "exercise.stride.high":
    "Too many: it is {passes}. Only the twos in {stride} count, because 32 is made of twos: gcd({stride}, 32).",
  "exercise.stride.low":
    "Too few: it is {passes}. {stride} and 32 share a factor; gcd({stride}, 32) lanes stand at each drawer in use.",
  "exercise.odd_stride.ask": "Stride {stride}. How many passes?",
  "exercise.odd_stride.right": "Yes: {stride} is odd and has no 2 in common with 32. Passes: {passes}.",
  "exercise.odd_stride.high":
    "It is {passes}. An odd stride shares no factor with 32, so every lane finds a drawer of its own.",
  "exercise.odd_stride.low": "Fewer than {passes} can’t be: somebody has to be served.",
  "exercise.same_word.ask": "All 32 lanes read `s[{word}]`. How many passes?",
  "exercise.same_word.right": "Yes: one word, one read, a broadcast to everyone. Passes: {passes}.",
  "exercise.same_word.high":
    "Not {guess}, but {passes}. All want the same word: the bank reads it once and hands it to all.",
  "exercise.same_word.low": "Fewer than {passes} can’t be: the word has to be read.",
  "exercise.one_stranger.ask":
    "31 lanes read word 0. Lane {lane} alone reads word 32. How many passes?",
  "exercise.one_stranger.right":
    "Yes, {passes}: two different words in bank 0. How many lanes want each doesn’t matter.",
  "exercise.one_stranger.high":
    "It is {passes}. Words are counted, not lanes, and bank 0 is asked for just two different ones.",
  "exercise.one_stranger.low":
    "It is {passes}. Word 32 lives in bank 0 too, and it is another word: lane {lane} has to wait its turn.",
  "exercise.shared_words.ask": "Lane i reads `s[lane / {share}]`: {share} lanes share each word. How many passes?",
  "exercise.shared_words.right":
    "Yes, {passes}: the different words lie in different banks, and each is broadcast.",
  "exercise.shared_words.high":
    "It is {passes}. Several broadcasts in different banks fit into the same pass.",
  "exercise.shared_words.low": "Fewer than {passes} can’t be.",
  "exercise.write_one_word.ask": "Now all 32 lanes *write* `s[{word}]`. How many passes?",
  "exercise.write_one_word.right":
    "Yes, {passes}: one of the values stays, nobody says which, and no pass is added.",
  "exercise.write_one_word.high":
    "It is {passes}. One word is written once; one lane’s value wins, and nobody queues.",
  "exercise.write_one_word.low": "Fewer than {passes} can’t be.",
  "exercise.different_words.ask":
    "Lane i reads `s[32 * (lane % {different})]`. How many passes?",
  "exercise.different_words.right":
    "Yes, {passes}: so many different words in bank 0, each read once for all who want it.",
  "exercise.different_words.high":
    "It is {passes}. Lanes that want the same word are served together; only {different} words are different.",
  "exercise.different_words.low":
    "It is {passes}. All these words live in bank 0, and {different} of them are different.",
  "exercise.few_lanes.ask":
    "Stride 32, but only lanes below {count} take part: `if (lane < {count}) s[32 * lane]`. How many passes?",
  "exercise.few_lanes.right": "Yes, {passes}: one for each active lane. The others ask for nothing.",
  "exercise.few_lanes.high": "It is {passes}. A lane that isn’t active asks for no word and stands in no queue.",
  "exercise.few_lanes.low":
    "It is {passes}. All {count} active lanes want different words of bank 0.",
  "exercise.hot_banks.ask":
    "`s[32 * (lane / {group}) + lane % {group}]`: {group} banks are busy, the rest idle. How many passes?",
  "exercise.hot_banks.right": "Yes, {passes}. The busy banks work side by side; the longest queue decides.",
  "exercise.hot_banks.high":
    "It is {passes}. Queues at different banks are not added: they get shorter at the same time.",
  "exercise.hot_banks.low": "It is {passes}. Look at one busy bank and count its different words.",
  "exercise.struct_field.ask":
    "A struct of {floats} floats; each lane reads the first float of its own struct. How many passes?",
  "exercise.struct_field.right":
    "Yes: the stride is {floats} words, and gcd({floats}, 32) = {passes}.",
  "exercise.struct_field.high":
    "It is {passes}. The struct’s size is the stride: {floats} words. What counts is gcd({floats}, 32).",
  "exercise.struct_field.low":
    "It is {passes}. The struct’s size is the stride, and {floats} shares a factor with 32.",
  "exercise.half_column.ask":
    "`half h[32][32]`, read down column {column}. A half has 2 bytes. How many passes?",
  "exercise.half_column.right":
    "Yes, {passes}: a row is only 16 words long, so the column alternates between two banks.",
  "exercise.half_column.high":
    "It is {passes}. 32 halves make 16 words, so the stride is 16 words, not 32.",
  "exercise.half_column.low":
    "It is {passes}. In words the stride is 16, and gcd(16, 32) lanes stand at each of two banks.",
  "exercise.squares.ask": "Lane i reads `s[lane * lane]`. How many passes?",
  "exercise.squares.right":
    "Yes, {passes}. Squares leave only few rests mod 32, so many lanes meet.",
  "exercise.squares.high": "It is {passes}. Squares do meet often, but not as often as that.",
  "exercise.squares.low":
    "It is {passes}. Squares leave only few different rests mod 32: think of lanes 0, 8, 16, 24.",
  "exercise.triangular.ask": "And `s[lane * (lane + 1) / 2]`: words 0, 1, 3, 6, 10 … How many passes?",
  "exercise.triangular.right":
    "Yes, {passes}. The gaps grow 1, 2, 3 …, and mod 32 these numbers hit every bank once.",
  "exercise.triangular.high":
    "Surprising, but it is {passes}: 0, 1, 3, 6, 10 … leave all 32 rests mod 32, each once.",
  "exercise.triangular.low": "Fewer than {passes} can’t be.",
  "exercise.xor_lane.ask": "Lane i reads `s[lane ^ {mask}]`. How many passes?",
  "exercise.xor_lane.right":
    "Yes, {passes}. XOR with a fixed number only swaps places: 32 lanes, still 32 different words.",
  "exercise.xor_lane.high":
    "It is {passes}. XOR with a fixed number shuffles the lanes and never sends two to one place.",
  "exercise.xor_lane.low": "Fewer than {passes} can’t be.",
  "exercise.antidiagonal.ask":
    "`float s[32][{width}]; s[lane][31 - lane]`: the anti-diagonal. How many passes?",
  "exercise.antidiagonal.right":
    "Yes, {passes}: from row to row the word moves on by {width} − 1. So gcd({width} − 1, 32) decides.",
  "exercise.antidiagonal.high":
    "It is {passes}. One row down is {width} words on, one column left is 1 back: the stride is {width} − 1.",
  "exercise.antidiagonal.low":
    "It is {passes}. The stride is {width} − 1, and that shares a factor with 32.",
  "exercise.vector.ask": "`float4 v[32]; v[lane]`: 16 bytes a lane. How many passes?",
  "exercise.vector.right":
    "Yes, {passes}, and that is its ideal: 512 bytes at 128 bytes a pass. Wide, not conflicted.",
  "exercise.vector.high":
    "It is {passes}. Eight lanes fill one pass of 128 bytes, and no two of them meet.",
  "exercise.vector.low": "It is {passes}. 32 lanes × 16 bytes are 512 bytes; a pass carries 128.",
  "exercise.vector_pairs.ask": "`float4 v[16]; v[lane / 2]`: neighbours share a float4. How many passes?",
  "exercise.vector_pairs.right":
    "Yes, {passes}: every lane has a partner with its address, so the phases merge in pairs.",
  "exercise.vector_pairs.high":
    "It is {passes}. Every lane shares its address with lane xor 1; then two trays slide into one.",
  "exercise.vector_pairs.low":
    "It is {passes}. A merged 16-byte load never goes below that.",
  "exercise.vector_strangers.ask":
    "`float4 v[8]; v[lane % 8]`: each float4 is shared by four lanes. How many passes?",
  "exercise.vector_strangers.right":
    "Yes, {passes}: those who share are 8 lanes apart. Only lane xor 1 and lane xor 2 merge.",
  "exercise.vector_strangers.high": "It is {passes}: four phases of eight lanes, and no conflict in any.",
  "exercise.vector_strangers.low":
    "It is {passes}. Words are shared, but with the wrong partners: phases merge for lane xor 1 or xor 2 only.",
  "exercise.double_column.ask": "`double s[32][33]; s[lane][0]`: 8 bytes a lane. How many passes?",
  "exercise.double_column.right":
    "Yes, {passes}: two phases of 16 lanes, each without a conflict. It is the ideal.",
  "exercise.double_column.high":
    "It is {passes}. Count by phases of 16 lanes; in each, all banks are different.",
  "exercise.double_column.low": "It is {passes}. 32 × 8 bytes need two passes of 128 bytes at least.",
  "exercise.block_tile.ask":
    "The first warp of a 16 × 16 block reads `t[threadIdx.x][threadIdx.y]` of `float t[16][17]`. The pad is 1. How many passes?",
  "exercise.block_tile.right":
    "Yes, {passes}. A warp covers two columns here, and they meet in one bank: “+1” isn’t a law.",
  "exercise.block_tile.high": "It is {passes}. Write down the 32 words: only one bank is asked for two.",
  "exercise.block_tile.low":
    "It is {passes}. The warp walks down two columns at once, and the ends of both meet in one bank.",
  "exercise.block_row.ask":
    "The same tile along its rows: `t[threadIdx.y][threadIdx.x]` of `float t[16][17]`. How many passes?",
  "exercise.block_row.right":
    "Yes, {passes}. Two rows of 16 words, 17 apart: the last word of the second meets the first of the first.",
  "exercise.block_row.high": "It is {passes}. Only one bank is asked for two words; all the others for one or none.",
  "exercise.block_row.low":
    "It is {passes}. Without the pad the two rows would follow each other; the pad pushes one word round to bank 0.",

  "exercise.bank_of_word.ask": "In which bank does word {word} live?",
  "exercise.bank_of_word.right": "Yes: {word} = 32 · {row} + {bank}, so bank {bank}.",
  "exercise.bank_of_word.wrong":
    "It is bank {bank}: {word} = 32 · {row} + {bank}. Take away full rounds of 32; the rest is the bank.",
  "exercise.gap.ask": "Stride {stride}: how far apart are the nearest two lanes that meet?",
  "exercise.gap.right": "Yes: 32 / gcd({stride}, 32) = {gap}.",
  "exercise.gap.wrong":
    "It is {gap}: the smallest k for which k · {stride} is a multiple of 32.",
  "exercise.partners.ask": "Stride {stride}: which lanes meet lane {lane} at its drawer?",
  "exercise.partners.right": "Yes: {partners}. They come every 32 / gcd({stride}, 32) lanes.",
  "exercise.partners.wrong":
    "They are {partners}: go from lane {lane} in steps of 32 / gcd({stride}, 32), both ways.",

  "exercise.build_four.ask":
    "Every lane has a drawer of its own. Send three lanes to other words so that it takes exactly 4 passes.",
  "exercise.build_four.right": "Built: {passes} passes. Four different words now wait at one drawer.",
  "exercise.build_four.wrong":
    "This takes {passes}. You need four *different* words in one bank: words 32 apart share a bank.",
  "exercise.build_slowest.ask":
    "Only {count} lanes take part. Build the slowest access they can make.",
  "exercise.build_slowest.right":
    "Yes: {passes}. It can’t get worse: every lane waits for a pass of its own.",
  "exercise.build_slowest.wrong":
    "This takes {passes}. Send all of them to one bank, each to another word.",
  "exercise.build_one_bank.ask": "Send all {count} lanes into one bank, and still take a single pass.",
  "exercise.build_one_bank.right": "Yes: all at the same word. That’s a broadcast.",
  "exercise.build_one_bank.wrong":
    "This takes {passes}, or it uses more than one bank. Which words don’t queue?",
  "exercise.break_33.ask":
    "Width 33 is said to be safe. Write an access of `s[32][33]` that takes 32 passes.",
  "exercise.break_33.right": "Broken: {passes} passes. Every layout has its weak walk.",
  "exercise.break_33.wrong":
    "This takes {passes}. You want a stride of 32 words: 33 down, and 1 back to the left.",

  "exercise.repair_column.ask":
    "`float s[32][{width}]`, read down a column. What is the smallest pad that makes it one pass?",
  "exercise.repair_column.right": "Yes, a pad of {pad}: {width} + {pad} is odd. Price: {extra_bytes} B.",
  "exercise.repair_column.wrong":
    "With that pad it takes {passes}. The row has to be an odd number of words long, and no longer than needed.",
  "exercise.repair_struct.ask":
    "A struct of {floats} floats, one field read by each lane. How many floats of padding make it one pass?",
  "exercise.repair_struct.right": "Yes, {pad}: the struct’s size is odd now. Price: {extra_bytes} B.",
  "exercise.repair_struct.wrong":
    "With that pad it takes {passes}. Make the size odd, with as few floats as possible.",
  "exercise.repair_vector.ask":
    "A column read as float4: `*(float4*)&s[lane][0]` of `float s[32][32]`. What is the smallest *legal* pad that makes it ideal?",
  "exercise.repair_vector.right":
    "Yes, {pad}: every row still begins at a multiple of 16 bytes, and the phases are clean.",
  "exercise.repair_vector.wrong":
    "Not this one. A float4 must start at a multiple of 16 bytes, so the pad has to keep that.",
  "exercise.row_and_column.ask":
    "`float s[32][{width}]`: a row write and a column read. How many passes do both take together?",
  "exercise.row_and_column.right": "Yes, {passes}: the row takes one, the column gcd({width}, 32).",
  "exercise.row_and_column.high": "It is {passes}: one for the row, gcd({width}, 32) for the column.",
  "exercise.row_and_column.low": "It is {passes}. Count both: one for the row, gcd({width}, 32) for the column.",
  "exercise.column_and_antidiagonal.ask":
    "A column *and* an anti-diagonal of the same tile. With the best pad, how many passes do both take together?",
  "exercise.column_and_antidiagonal.right":
    "Yes, {passes}. One has stride w, the other w − 1, and one of the two is always even.",
  "exercise.column_and_antidiagonal.wrong":
    "The best is {passes}. The strides are w and w − 1; one of them is always even, so both can’t be clean.",

  "card.title": "A common belief",
  "card.same_address.title": "“Reading one address with all lanes is slow.”",
  "card.same_address.text":
    "It’s the fastest there is. The bank reads the word once, and every lane gets it in the same pass. Only *different* words of one bank queue.",
  "card.write_broadcast.title": "“Writing one address with all lanes takes turns.”",
  "card.write_broadcast.text":
    "For plain stores it doesn’t. One lane’s value stays, nobody promises whose, and it takes no extra pass. Atomics are another story.",
  "card.hot_banks.title": "“Two busy banks: their queues add up.”",
  "card.hot_banks.text":
    "Banks work side by side. Two queues of four take four passes, not eight. The longest queue decides.",
  "card.padding_always.title": "“Padding always helps.”",
  "card.padding_always.text":
    "It moves the weak spot. With 33 the column is clean, and the anti-diagonal has stride 32. Pad for the walks you really take.",
  "card.wide_load.title": "“A wide load is a conflict.”",
  "card.wide_load.text":
    "A float4 a lane is 512 bytes, and a pass carries 128. The passes beyond the first carry data; none is lost. Count a conflict only against the ideal.",
  "card.thirty_three.title": "“33 is right for every type.”",
  "card.thirty_three.text":
    "33 is for 4-byte elements and a warp that walks down one column of 32. For halves, doubles, float4 or 16-wide blocks, count again in words.",
} as const;
