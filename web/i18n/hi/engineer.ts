// “इंजीनियरों के लिए” वाला दरवाज़ा: phase, merge, swizzle, मुफ़्त कुछ नहीं, ldmatrix, पते की सीढ़ी, दूसरा हार्डवेयर।

export const engineer = {
  "engineer.title": "इंजीनियरों के लिए",
  "engineer.door":
    "ऊपर की कहानी हर lane के एक 4 बाइट वाले word की है। इस दरवाज़े के पीछे: चौड़े load, swizzle, `ldmatrix`, और वह हार्डवेयर जो अलग ढंग से गिनता है।",
  "engineer.open": "दरवाज़ा खोलो",

  "engineer.phases.title": "चौड़े load phase में आते हैं",
  "engineer.phases.ask": "`float4 v[lane]`: एक warp के 512 बाइट। क्या यह conflict है?",
  "engineer.phases.text":
    "एक pass bank की एक पंक्ति ले जाता है: 4 बाइट के 32 खानों वाली थाली, कुल 128 बाइट। हर lane 4 बाइट ले तो 32 lane उसे भरती हैं, 8 बाइट ले तो 16, और 16 बाइट ले तो केवल 8।\n\nइसलिए चौड़ा load lane की टोलियों में पूरा होता है, जिन्हें *phase* कहते हैं, और हर phase की अपनी थाली है। `float4 v[lane]` {wide_passes} pass लेता है, और उसका ideal भी {wide_ideal} है: चौड़ा है, टकराया नहीं। conflict केवल एक phase के भीतर गिना जाता है।",
  "engineer.phases.play":
    "हर lane के बाइट: [4](set:bytes=4), [8](set:bytes=8), [16](set:bytes=16)। pass: **{passes}**, ideal {ideal}।",

  "engineer.merge.title": "merge: दो थालियाँ एक हो जाती हैं",
  "engineer.merge.ask": "`v[lane / 2]`: हर पड़ोसी जोड़े को एक ही float4 चाहिए। फिर भी चार थालियाँ?",
  "engineer.merge.text":
    "नहीं। *हर* lane का उसी पते वाला साथी हो तो दो phase ज़िप की तरह जुड़ जाते हैं: {merged_passes} pass। साथी lane xor 1 है (0 और 1, 2 और 3 …), या सबके लिए lane xor 2।\n\nएक lane अलग हो तो ज़िप खुल जाती है। अकेली lane 17 को दूसरे पते पर भेजो, और फिर सब मिलाकर {broken_merge_passes}। `v[lane % 8]` में भी word साझे हैं, पर साथी ग़लत हैं: {wrong_partner_passes}। और store की ज़िप, जहाँ तक नापा गया है, जुड़ती ही नहीं: {store_merge_passes}।\n\nसिर्फ़ हर lane के 8 या 16 बाइट वाले load मिलते हैं। compute capability 7.0 से 7.5 के लिए NVIDIA ने यह कहा है, 7.5 से 12.0 पर नापा गया है; 5.x और 6.x पर बात खुली है।",
  "engineer.merge.play":
    "आज़माओ: [पड़ोसी जोड़े](set:merge=half), [अकेली lane 17](set:merge=stranger), [हर आठवीं](set:merge=modulo), [store](set:merge=store)। pass: **{passes}**, ideal {ideal}।",

  "engineer.swizzle.title": "XOR swizzle: एक बाइट भी बेकार नहीं",
  "engineer.swizzle.ask": "क्या एक भी बेकार word के बिना कॉलम साफ़ हो सकता है?",
  "engineer.swizzle.text":
    "हाँ। `[row][col]` को `[row][col ^ row]` पर रखो। अपनी पंक्ति में हर word का स्थान अलग बना रहता है; कुछ खोता नहीं और पंक्ति साफ़ रहती है।\n\nपाँच बल्ब पंक्ति की संख्या के पाँच बिट हैं: 16, 8, 4, 2 और 1। बल्ब 4 पड़ोसी 4-4 word के खंडों की अदला-बदली करता है, बाक़ी भी ऐसे ही। एक-एक करके जलाओ: हर बार कॉलम में आधे pass लगते हैं। क़ीमत: बाइट एक भी नहीं, पर हर index पर एक XOR।",
  "engineer.swizzle.play":
    "कितने बल्ब जलाओगे? [0](set:bits=0), [1](set:bits=1), [2](set:bits=3), [3](set:bits=7), [4](set:bits=15) या [5](set:bits=31)? उनका mask: **{bits|scrub}**। pass: **{passes}**, ideal {ideal}।",

  "engineer.lunch.title": "मुफ़्त का इलाज नहीं होता",
  "engineer.lunch.text":
    "तीन ढाँचे, और tile में चलने की चार राहें: पंक्ति, कॉलम, तिरछा, उलटा तिरछा। हर इलाज किसी दूसरी राह को बीमार करता है। ढाँचा उन्हीं राहों के लिए चुनो जिन पर तुम सचमुच चलते हो।\n\nछोटी तस्वीर छुओ, वह मैदान में खुलेगी।",

  "engineer.ldmatrix.title": "ldmatrix: एक बार में आठ पंक्तियाँ",
  "engineer.ldmatrix.ask": "आठ lane आठ पते देती हैं। कौन किससे टकरा सकता है?",
  "engineer.ldmatrix.text":
    "`ldmatrix` 2 बाइट के अवयवों वाले 8 × 8 मैट्रिक्स लाता है। हर मैट्रिक्स के लिए आठ lane उसकी आठ पंक्तियों के पते देती हैं, 16-16 बाइट की। एक पंक्ति चार bank घेरती है, इसलिए आठ पंक्तियाँ थाली को ठीक-ठीक भरती हैं, बशर्ते कोई दो एक ही चार bank न माँगें।\n\n`.x4` ऐसे चार मैट्रिक्स हैं, हर एक की अपनी थाली। सब कुछ pitch पर टिका है: एक पंक्ति से अगली तक के बाइट।",
  "engineer.ldmatrix.play": "pitch: **{pitch|scrub}** B। pass: **{passes}**, ideal {ideal}।",

  "engineer.ladder.title": "पते की सीढ़ी",
  "engineer.ladder.text":
    "किसी lane को छुओ और नीचे उतरो: व्यंजक → बाइट का पता → word → bank → कतार में स्थान। पता बिट के तीन हिस्सों में बँटता है: दो word के भीतर के बाइट के, पाँच bank के, बाक़ी पंक्ति के।\n\npadding जोड़ती है, और हासिल bank के बिट से पंक्ति के बिट में जाता दिखता है। XOR बिट पलटता है, हासिल कुछ नहीं।",
  "engineer.ladder.note":
    "lane **{lane|scrub}**: index {index}, पता {address}, word {word}, bank {bank}, पंक्ति {row}, pass {pass}।",

  "engineer.hardware.title": "दूसरा हार्डवेयर",
  "engineer.hardware.ask": "32 की जगह 16 bank: क्या सब कुछ बस आधा हो जाता है?",
  "engineer.hardware.text":
    "नहीं, 32 की जगह दूसरी संख्या रख देने से काम नहीं चलता। हर बनावट का अपना नियम है।\n\nsm_1x (CC 1.x) में 16 bank हैं और warp दो आधों में निपटता है। हर आधे का नियम gcd(s, 16) है, इसलिए stride 1 भी {sm10_row_passes} pass लेता है, हर आधे का एक।\n\nKepler का bank एक pass में 8 बाइट देता है। वहाँ stride 2 साफ़ है ({kepler_stride2_passes}), [32][32] का कॉलम {kepler_column_passes} लेता है, और padding 1 उसे ठीक करती है ({kepler_pad1_passes})। padding 2 तभी, जब bank 8 बाइट वाले किए जाएँ ({kepler_pad2_passes}; वरना {kepler4_pad2_passes})।",
  "engineer.hardware.play":
    "बनावट: **{arch}**, {word_bytes} B वाले {banks} bank। pass: **{passes}**, ideal {ideal}।",
} as const;
