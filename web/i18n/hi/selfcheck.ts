// अपनी जाँच: exercise_table.ts के हर नमूने के पाठ, और भ्रांतियों के पत्ते।

export const selfcheck = {
  "exercise.title": "अपनी जाँच",
  "exercise.lead": "अनुमान लगाओ, देखो, निर्णय पृष्ठ करेगा। जो चूका, दो प्रश्न बाद लौटेगा।",
  "exercise.again": "ऐसा ही एक प्रश्न दो प्रश्न बाद लौटेगा, या उसके तुरंत बाद।",
  "exercise.large": "ideal तो मिल गया, लेकिन इससे छोटी padding भी काफ़ी है।",
  "exercise.parts": "प्रश्नों के प्रकार",
  "exercise.done": "सब पूरा। अब अपना कोई kernel लाओ।",
  "exercise.progress": "प्रश्न {number}",
  "exercise.part.predict": "अनुमान",
  "exercise.part.witness": "गवाह ढूँढो",
  "exercise.part.build": "बनाओ",
  "exercise.part.repair": "ठीक करो",
  "exercise.part.two": "एक साथ दो access",
  "exercise.input.passes": "कितने pass?",
  "exercise.input.lanes": "कौन-सी lane? उन्हें छुओ।",
  "exercise.input.bank": "कौन-सा bank?",
  "exercise.input.gap": "कितनी lane दूर?",
  "exercise.input.build": "lane को किसी word पर खींचो, या दोनों यहाँ चुनो।",
  "exercise.input.write": "केवल access लिखो; array पहले से बना है।",
  "exercise.input.pad": "कितनी padding?",
  "exercise.witness": "lane {lane_a} और lane {lane_b}: दोनों bank {bank} पर, word अलग",
  "exercise.illegal": "यह नहीं चलेगा: {message}",

  "exercise.stride.ask": "lane i `s[{stride} * lane]` पढ़ती है। कितने pass?",
  "exercise.stride.right": "सही: gcd({stride}, 32) = {passes}।",
  "exercise.stride.high":
    "अधिक कहा, {passes} है। 32 केवल 2 से बना है, इसलिए {stride} के भी केवल 2 गिने जाते हैं: gcd({stride}, 32)।",
  "exercise.stride.low":
    "कम कहा, {passes} है। {stride} और 32 का गुणनखंड साझा है; हर घिरी दराज़ पर gcd({stride}, 32) lane हैं।",
  "exercise.odd_stride.ask": "stride {stride}। कितने pass?",
  "exercise.odd_stride.right": "सही: {stride} विषम है, 32 के साथ कोई 2 साझा नहीं। pass: {passes}।",
  "exercise.odd_stride.high":
    "{passes} है। विषम stride का 32 से कोई साझा गुणनखंड नहीं, इसलिए हर lane को अपनी दराज़ मिलती है।",
  "exercise.odd_stride.low": "{passes} से कम नहीं हो सकता: किसी को तो मिलना ही है।",
  "exercise.same_word.ask": "32 lane `s[{word}]` पढ़ती हैं। कितने pass?",
  "exercise.same_word.right": "सही: एक word, एक बार पढ़ा, सबको broadcast। pass: {passes}।",
  "exercise.same_word.high":
    "{guess} नहीं, {passes}। सबको वही word चाहिए: bank उसे एक बार पढ़कर सबको थमा देता है।",
  "exercise.same_word.low": "{passes} से कम नहीं: word को पढ़ना तो पड़ेगा।",
  "exercise.one_stranger.ask":
    "31 lane word 0 पढ़ती हैं। अकेली lane {lane} word 32 पढ़ती है। कितने pass?",
  "exercise.one_stranger.right":
    "सही, {passes}: bank 0 में दो अलग word। किसे कितनी lane चाहती हैं, इससे अंतर नहीं पड़ता।",
  "exercise.one_stranger.high":
    "{passes} है। गिने word जाते हैं, lane नहीं, और bank 0 से केवल दो अलग word माँगे गए।",
  "exercise.one_stranger.low":
    "{passes} है। word 32 भी bank 0 में रहता है और अलग है: lane {lane} को बारी की राह देखनी होगी।",
  "exercise.shared_words.ask":
    "lane i `s[lane / {share}]` पढ़ती है: {share} lane एक word बाँटती हैं। कितने pass?",
  "exercise.shared_words.right":
    "सही, {passes}: अलग word अलग bank में हैं, और हर एक broadcast होता है।",
  "exercise.shared_words.high": "{passes} है। अलग-अलग bank के कई broadcast एक ही pass में समा जाते हैं।",
  "exercise.shared_words.low": "{passes} से कम नहीं हो सकता।",
  "exercise.write_one_word.ask": "अब 32 lane `s[{word}]` में *लिखती* हैं। कितने pass?",
  "exercise.write_one_word.right":
    "सही, {passes}: किसी एक का मान बचता है, किसका, यह कोई नहीं बताता; pass नहीं बढ़ता।",
  "exercise.write_one_word.high":
    "{passes} है। एक word एक ही बार लिखा जाता है; एक lane जीतती है, कतार नहीं लगती।",
  "exercise.write_one_word.low": "{passes} से कम नहीं हो सकता।",
  "exercise.different_words.ask":
    "lane i `s[32 * (lane % {different})]` पढ़ती है। कितने pass?",
  "exercise.different_words.right":
    "सही, {passes}: bank 0 में इतने ही अलग word हैं, हर एक अपने सब माँगने वालों के लिए एक बार।",
  "exercise.different_words.high":
    "{passes} है। एक ही word चाहने वाली lane साथ निपटती हैं; अलग word केवल {different} हैं।",
  "exercise.different_words.low":
    "{passes} है। ये सारे word bank 0 में रहते हैं, और उनमें से {different} अलग हैं।",
  "exercise.few_lanes.ask":
    "stride 32, पर केवल पहली {count} lane: `if (lane < {count}) s[32 * lane]`। कितने pass?",
  "exercise.few_lanes.right": "सही, {passes}: हर जागती lane का एक। बाक़ी कुछ नहीं माँगतीं।",
  "exercise.few_lanes.high": "{passes} है। सोई lane न word माँगती है, न कतार में लगती है।",
  "exercise.few_lanes.low": "{passes} है। सारी {count} जागती lane को bank 0 के अलग-अलग word चाहिए।",
  "exercise.hot_banks.ask":
    "`s[32 * (lane / {group}) + lane % {group}]`: {group} bank व्यस्त, बाक़ी खाली। कितने pass?",
  "exercise.hot_banks.right":
    "सही, {passes}। व्यस्त bank साथ-साथ काम करते हैं; सबसे लंबी कतार तय करती है।",
  "exercise.hot_banks.high":
    "{passes} है। अलग bank की कतारें जुड़ती नहीं: सब एक साथ घटती हैं।",
  "exercise.hot_banks.low": "{passes} है। किसी एक व्यस्त bank को देखो और उसके अलग word गिनो।",
  "exercise.struct_field.ask":
    "{floats} float का struct; हर lane अपने struct का पहला float पढ़ती है। कितने pass?",
  "exercise.struct_field.right": "सही: stride {floats} word है, और gcd({floats}, 32) = {passes}।",
  "exercise.struct_field.high":
    "{passes} है। struct का आकार ही stride है: {floats} word। बात gcd({floats}, 32) की है।",
  "exercise.struct_field.low":
    "{passes} है। struct का आकार ही stride है, और {floats} का 32 से गुणनखंड साझा है।",
  "exercise.half_column.ask":
    "`half h[32][32]` का कॉलम {column} पढ़ो। half 2 बाइट का है। कितने pass?",
  "exercise.half_column.right":
    "सही, {passes}: पंक्ति केवल 16 word लंबी है, इसलिए कॉलम दो bank के बीच झूलता है।",
  "exercise.half_column.high": "{passes} है। 32 half से 16 word बनते हैं: stride 16 word है, 32 नहीं।",
  "exercise.half_column.low":
    "{passes} है। word में गिनो तो stride 16 है: दो bank, हर एक पर gcd(16, 32) lane।",
  "exercise.squares.ask": "lane i `s[lane * lane]` पढ़ती है। कितने pass?",
  "exercise.squares.right":
    "सही, {passes}। वर्ग mod 32 में गिने-चुने शेषफल देते हैं, इसलिए बहुत lane मिलती हैं।",
  "exercise.squares.high": "{passes} है। वर्ग मिलते अवश्य हैं, पर इतना नहीं।",
  "exercise.squares.low":
    "{passes} है। वर्ग mod 32 में थोड़े ही अलग शेषफल देते हैं: lane 0, 8, 16, 24 को देखो।",
  "exercise.triangular.ask": "और `s[lane * (lane + 1) / 2]`: word 0, 1, 3, 6, 10 … कितने pass?",
  "exercise.triangular.right":
    "सही, {passes}। फ़ासले 1, 2, 3 … बढ़ते हैं, और mod 32 में हर bank एक बार आता है।",
  "exercise.triangular.high":
    "अचरज है, पर {passes} है: 0, 1, 3, 6, 10 … mod 32 में सभी 32 शेषफल देते हैं, हर एक बार।",
  "exercise.triangular.low": "{passes} से कम नहीं हो सकता।",
  "exercise.xor_lane.ask": "lane i `s[lane ^ {mask}]` पढ़ती है। कितने pass?",
  "exercise.xor_lane.right":
    "सही, {passes}। स्थिर संख्या से XOR केवल स्थान बदलता है: 32 lane, फिर भी 32 अलग word।",
  "exercise.xor_lane.high":
    "{passes} है। स्थिर संख्या से XOR lane को फेंटता है, दो को एक जगह कभी नहीं भेजता।",
  "exercise.xor_lane.low": "{passes} से कम नहीं हो सकता।",
  "exercise.antidiagonal.ask":
    "`float s[32][{width}]; s[lane][31 - lane]`: उलटा तिरछा। कितने pass?",
  "exercise.antidiagonal.right":
    "सही, {passes}: हर पंक्ति पर word {width} − 1 आगे बढ़ता है, इसलिए gcd({width} − 1, 32) तय करता है।",
  "exercise.antidiagonal.high":
    "{passes} है। एक पंक्ति नीचे {width} word आगे है, एक कॉलम बाएँ 1 पीछे: stride {width} − 1।",
  "exercise.antidiagonal.low":
    "{passes} है। stride {width} − 1 है, और उसका 32 से गुणनखंड साझा है।",
  "exercise.vector.ask": "`float4 v[32]; v[lane]`: हर lane के 16 बाइट। कितने pass?",
  "exercise.vector.right":
    "सही, {passes}, और यही ideal है: 512 बाइट, हर pass में 128। चौड़ा है, टकराया नहीं।",
  "exercise.vector.high":
    "{passes} है। आठ lane 128 बाइट का एक pass भरती हैं, और उनमें कोई दो नहीं टकरातीं।",
  "exercise.vector.low": "{passes} है। 32 lane × 16 बाइट = 512 बाइट; एक pass 128 ले जाता है।",
  "exercise.vector_pairs.ask": "`float4 v[16]; v[lane / 2]`: पड़ोसी एक float4 बाँटते हैं। कितने pass?",
  "exercise.vector_pairs.right":
    "सही, {passes}: हर lane का उसी पते वाला साथी है, इसलिए phase दो-दो करके जुड़ते हैं।",
  "exercise.vector_pairs.high":
    "{passes} है। हर lane का पता lane xor 1 वाला ही है; तब दो थालियाँ एक हो जाती हैं।",
  "exercise.vector_pairs.low": "{passes} है। जुड़ा हुआ 16 बाइट का load इससे नीचे कभी नहीं जाता।",
  "exercise.vector_strangers.ask":
    "`float4 v[8]; v[lane % 8]`: हर float4 चार lane बाँटती हैं। कितने pass?",
  "exercise.vector_strangers.right":
    "सही, {passes}: बाँटने वाली lane 8 दूर हैं। जुड़ते केवल lane xor 1 और lane xor 2 हैं।",
  "exercise.vector_strangers.high":
    "{passes} है: आठ-आठ lane के चार phase, और किसी में conflict नहीं।",
  "exercise.vector_strangers.low":
    "{passes} है। word साझे हैं, पर साथी ग़लत: phase केवल lane xor 1 या xor 2 पर जुड़ते हैं।",
  "exercise.double_column.ask": "`double s[32][33]; s[lane][0]`: हर lane के 8 बाइट। कितने pass?",
  "exercise.double_column.right":
    "सही, {passes}: 16-16 lane के दो phase, दोनों में कोई conflict नहीं। यही ideal है।",
  "exercise.double_column.high":
    "{passes} है। 16 lane के phase में गिनो; हर एक में सब bank अलग हैं।",
  "exercise.double_column.low": "{passes} है। 32 × 8 बाइट को 128 बाइट के कम से कम दो pass चाहिए।",
  "exercise.block_tile.ask":
    "16 × 16 block का पहला warp `float t[16][17]` का `t[threadIdx.x][threadIdx.y]` पढ़ता है। padding 1 है। कितने pass?",
  "exercise.block_tile.right":
    "सही, {passes}। warp यहाँ दो कॉलम पर चलता है, और वे एक bank में मिलते हैं: “+1” कोई नियम नहीं।",
  "exercise.block_tile.high": "{passes} है। 32 word लिखकर देखो: केवल एक bank से दो माँगे गए।",
  "exercise.block_tile.low":
    "{passes} है। warp एक साथ दो कॉलम में उतरता है, और दोनों के छोर एक bank में मिलते हैं।",
  "exercise.block_row.ask":
    "वही tile, अब पंक्तियों के साथ: `float t[16][17]` का `t[threadIdx.y][threadIdx.x]`। कितने pass?",
  "exercise.block_row.right":
    "सही, {passes}। दूसरी पंक्ति का आख़िरी word bank 0 पर आता है। वहीं पहली पंक्ति का पहला word है।",
  "exercise.block_row.high": "{passes} है। केवल एक bank से दो word माँगे गए, बाक़ी से एक या कुछ नहीं।",
  "exercise.block_row.low":
    "{passes} है। padding न होती तो दोनों पंक्तियाँ जुड़ी रहतीं; उसने एक word को घुमाकर bank 0 पर धकेल दिया।",

  "exercise.bank_of_word.ask": "word {word} किस bank में रहता है?",
  "exercise.bank_of_word.right": "सही: {word} = 32 · {row} + {bank}, यानी bank {bank}।",
  "exercise.bank_of_word.wrong":
    "bank {bank} है: {word} = 32 · {row} + {bank}। 32 के पूरे फेरे हटाओ, जो शेष रहे वही bank है।",
  "exercise.gap.ask": "stride {stride}: टकराने वाली सबसे पास की दो lane कितनी दूर हैं?",
  "exercise.gap.right": "सही: 32 / gcd({stride}, 32) = {gap}।",
  "exercise.gap.wrong": "{gap} है: वह सबसे छोटा k जिससे k · {stride}, 32 का गुणज बने।",
  "exercise.partners.ask": "stride {stride}: lane {lane} की दराज़ पर और कौन-सी lane आती हैं?",
  "exercise.partners.right": "सही: {partners}। वे हर 32 / gcd({stride}, 32) lane पर आती हैं।",
  "exercise.partners.wrong":
    "वे {partners} हैं: lane {lane} से दोनों ओर 32 / gcd({stride}, 32) के क़दम चलो।",

  "exercise.build_four.ask":
    "अभी हर lane की अपनी दराज़ है। तीन lane को दूसरे word पर भेजो, ताकि ठीक 4 pass लगें।",
  "exercise.build_four.right": "बन गया: {passes} pass। अब एक दराज़ पर चार अलग word प्रतीक्षा में हैं।",
  "exercise.build_four.wrong":
    "अभी pass: {passes}। एक bank में चार *अलग* word चाहिए: 32 दूर वाले word एक bank में होते हैं।",
  "exercise.build_slowest.ask": "केवल {count} lane हैं। उनका सबसे धीमा access बनाओ।",
  "exercise.build_slowest.right": "सही: {passes}। इससे बुरा नहीं हो सकता: हर lane को अपना pass चाहिए।",
  "exercise.build_slowest.wrong":
    "अभी pass: {passes}। सबको एक bank पर भेजो, हर एक को अलग word पर।",
  "exercise.build_one_bank.ask": "सभी {count} lane को एक ही bank पर भेजो, फिर भी एक ही pass लगे।",
  "exercise.build_one_bank.right": "सही: सब एक ही word पर। यही broadcast है।",
  "exercise.build_one_bank.wrong":
    "अभी pass: {passes}, या एक से अधिक bank छुए गए। कौन-से word कतार नहीं लगाते?",
  "exercise.break_33.ask":
    "कहते हैं, चौड़ाई 33 सुरक्षित है। `s[32][33]` का ऐसा access लिखो जो 32 pass ले।",
  "exercise.break_33.right": "टूट गया: {passes} pass। हर ढाँचे की कोई कमज़ोर राह होती है।",
  "exercise.break_33.wrong":
    "अभी pass: {passes}। तुम्हें 32 word का stride चाहिए: 33 नीचे, और 1 बाएँ।",

  "exercise.repair_column.ask":
    "`float s[32][{width}]` का कॉलम पढ़ना है। एक pass के लिए सबसे छोटी padding कितनी?",
  "exercise.repair_column.right": "सही, padding {pad}: {width} + {pad} विषम है। क़ीमत: {extra_bytes} B।",
  "exercise.repair_column.wrong":
    "इस padding पर pass: {passes}। पंक्ति की लंबाई विषम चाहिए, और आवश्यकता से अधिक नहीं।",
  "exercise.repair_struct.ask":
    "{floats} float का struct, हर lane एक सदस्य पढ़ती है। एक pass के लिए कितने float की padding?",
  "exercise.repair_struct.right": "सही, {pad}: अब struct का आकार विषम है। क़ीमत: {extra_bytes} B।",
  "exercise.repair_struct.wrong":
    "इस padding पर pass: {passes}। आकार विषम करो, कम से कम float लगाकर।",
  "exercise.repair_vector.ask":
    "कॉलम को float4 में पढ़ो: `float s[32][32]` का `*(float4*)&s[lane][0]`। ideal के लिए सबसे छोटी *वैध* padding कितनी?",
  "exercise.repair_vector.right":
    "सही, {pad}: हर पंक्ति अब भी 16 बाइट के गुणज पर शुरू होती है, और phase साफ़ हैं।",
  "exercise.repair_vector.wrong":
    "यह नहीं। float4 को 16 बाइट के गुणज पर शुरू होना है; padding इसे बिगाड़ न दे।",
  "exercise.row_and_column.ask":
    "`float s[32][{width}]`: पंक्ति लिखना और कॉलम पढ़ना। दोनों मिलाकर कितने pass?",
  "exercise.row_and_column.right": "सही, {passes}: पंक्ति का एक, कॉलम के gcd({width}, 32)।",
  "exercise.row_and_column.high": "{passes} है: पंक्ति का एक, कॉलम के gcd({width}, 32)।",
  "exercise.row_and_column.low": "{passes} है। दोनों गिनो: पंक्ति का एक, कॉलम के gcd({width}, 32)।",
  "exercise.column_and_antidiagonal.ask":
    "एक ही tile का कॉलम *और* उलटा तिरछा। सबसे अच्छी padding पर दोनों मिलाकर कितने pass?",
  "exercise.column_and_antidiagonal.right":
    "सही, {passes}। एक का stride w है, दूसरे का w − 1, और दोनों में से एक सदा सम होता है।",
  "exercise.column_and_antidiagonal.wrong":
    "सबसे अच्छा {passes} है। stride w और w − 1 हैं; एक सदा सम है, इसलिए दोनों साफ़ नहीं हो सकते।",

  "card.title": "एक प्रचलित धारणा",
  "card.same_address.title": "“सारी lane एक ही पता पढ़ें तो धीमा होता है।”",
  "card.same_address.text":
    "इससे तेज़ कुछ है ही नहीं। bank word को एक बार पढ़ता है और उसी pass में हर lane को मिल जाता है। कतार केवल एक bank के *अलग* word लगाते हैं।",
  "card.write_broadcast.title": "“सारी lane एक ही पते पर लिखें तो बारी लगती है।”",
  "card.write_broadcast.text":
    "साधारण store में नहीं। एक lane का मान बचता है, किसका, इसका वादा नहीं, और कोई pass नहीं बढ़ता। atomic की कहानी अलग है।",
  "card.hot_banks.title": "“दो bank व्यस्त हों तो उनकी कतारें जुड़ती हैं।”",
  "card.hot_banks.text":
    "bank साथ-साथ काम करते हैं। चार-चार की दो कतारें चार pass लेती हैं, आठ नहीं। सबसे लंबी कतार तय करती है।",
  "card.padding_always.title": "“padding हमेशा काम आती है।”",
  "card.padding_always.text":
    "वह कमज़ोर जगह को खिसका देती है। 33 पर कॉलम साफ़ है, पर उलटे तिरछे का stride 32 है। padding उन्हीं राहों के लिए लगाओ जिन पर तुम सचमुच चलते हो।",
  "card.wide_load.title": "“चौड़ा load ही conflict है।”",
  "card.wide_load.text":
    "हर lane का float4 मिलाकर 512 बाइट हैं, और एक pass 128 ले जाता है। पहले के बाद के pass भी डेटा ही लाते हैं; कुछ व्यर्थ नहीं। conflict को ideal की तुलना में ही गिनो।",
  "card.thirty_three.title": "“33 हर type के लिए सही है।”",
  "card.thirty_three.text":
    "33 तब सही है जब अवयव 4 बाइट के हों और warp 32 के एक कॉलम में उतरे। half, double, float4 या 16 चौड़े block के लिए word में फिर से गिनो।",
} as const;
