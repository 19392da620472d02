// खेल का मैदान: नियंत्रण, नियम, चालू संख्याओं के साथ गणित, और कोड।

const guide =
  "https://docs.nvidia.com/cuda/cuda-programming-guide/02-basics/writing-cuda-kernels.html#shared-memory-access-patterns";

export const playground = {
  "play.title": "खेल का मैदान",
  "play.lead":
    "array का किनारा खींचो, दो word के बीच का फ़ासला, या कोई एक बिंदु। तुम जो भी बदलो, pass फिर से गिने जाते हैं।",

  "play.preset": "नमूना",
  "play.preset.stride": "stride",
  "play.preset.broadcast": "broadcast, 8 lane का एक word",
  "play.preset.diagonal": "उलटा तिरछा",
  "play.preset.struct": "struct का एक सदस्य",
  "play.preset.vector": "float4, हर lane का एक",
  "play.preset.own": "तुम्हारा अपना",
  "play.more": "दूसरा हार्डवेयर, दूसरी क्रियाएँ",
  "play.bytes": "हर lane के बाइट",
  "play.merge": "कौन साझा करता है",
  "play.merge.half": "जोड़े",
  "play.merge.stranger": "अकेली lane 17",
  "play.merge.modulo": "हर आठवीं",
  "play.merge.store": "store",
  "play.operation": "क्रिया",
  "play.operation.load": "load",
  "play.operation.store": "store",
  "play.operation.atomic": "atomic",
  "play.architecture": "बनावट",
  "play.warp": "warp",
  "play.block": "block",
  "play.block.help": "x, y और z में उसका आकार, जैसे 32,8। खाली छोड़ो तो block एक warp है।",
  "play.let": "मान",
  "play.let.help": "तुम्हारे अपने नामों के लिए, जैसे `k=0..31`।",

  "play.board.memory.help":
    "एक पंक्ति में 32 word हैं, हर bank का एक। यानी word का कॉलम ही उसका bank है।",
  "play.board.time.help":
    "आड़े में bank हैं, खड़े में pass। खाने में उस lane की संख्या है जिसे तब word मिला। धारीदार खाने वह क्षमता हैं जो किसी के काम न आई; रेखा ideal दिखाती है।",
  "play.nsight": "Nsight Compute के नामों में",
  "play.nsight.before": "इलाज से पहले",
  "play.nsight.requests": "अनुरोध",
  "play.nsight.wavefronts": "wavefront",
  "play.nsight.ideal": "ideal",
  "play.nsight.excess": "अतिरिक्त",
  "play.nsight.help":
    "wavefront यानी pass; जोड़े मिलने के बाद हर phase का ideal एक। अतिरिक्त यानी wavefront में से ideal घटाकर; हार्डवेयर का काउंटर इसी को bank conflict कहता है। Source पन्ने का “excessive” जोड़े मिलाए बिना चौड़ाई के 1, 2 या 4 घटाता है, इसलिए मिले हुए load पर कम निकलता है।",
  "play.pair": "tile का store और load, दोनों साथ",
  "play.pair.text": "{store_passes} + {load_passes}, ideal {ideal}",

  "play.own.title": "तुम्हारा अपना access",
  "play.own.lead":
    "वैसे ही लिखो जैसे kernel में: पहले array, फिर access, बीच में `;`। बदले में तस्वीर, नियम और इलाज मिलेगा।",
  "play.own.also":
    "`*(float4*)&s[…]`, `atomicAdd(&s[…], 1)`, `ldmatrix.x4(&h[…])`, `cp.async.16(&s[…])`, struct और `if (lane < 8)` भी चलते हैं। block एक warp का माना जाता है; दूसरा आकार “दूसरा हार्डवेयर, दूसरी क्रियाएँ” में लिखो।",
  "play.own.pattern": "array और access",
  "play.own.second": "उसी array का दूसरा access",
  "play.own.second.help": "जैसे पंक्ति लिखना: इस ढाँचे में वह भी साफ़ है क्या?",
  "play.own.second.clean": "हाँ: {passes}, यही उसका ideal है।",
  "play.own.second.conflict": "नहीं: {passes}, जबकि {ideal} में हो जाता।",
  "play.own.second.clean.fixed": "हाँ, इलाज के बाद: {passes}, यही उसका ideal है।",
  "play.own.second.conflict.fixed": "नहीं, इलाज के बाद: {passes}, जबकि {ideal} में हो जाता।",

  "play.fix.title": "इलाज",
  "play.fix.none": "हर access अपने ideal पर है। ठीक करने को कुछ नहीं।",
  "play.fix.change": "pass {before} → {after}",
  "play.fix.code": "कोड में",

  "play.concept.title": "विचार",
  "play.concept.1": `CUDA की मार्गदर्शिका नियम दो वाक्यों में कहती है: “successive 32-bit words map to successive banks. Each bank has a bandwidth of 32 bits per clock cycle.” ([CUDA Programming Guide, 2.3.4.2 Shared Memory Access Patterns](${guide}))\n\nयानी word w bank w mod 32 में रहता है। इसीलिए यहाँ मेमोरी 32 word की पंक्तियों में बनी है: word का कॉलम ही उसका bank है।`,
  "play.concept.2":
    "warp की 32 lane 32 अलग bank से word माँगें? तो एक pass में सबका काम हो जाता है। कई lane एक ही bank से अलग word माँगें? तो वह bank उन्हें बारी-बारी से देता है, एक pass में एक: bank conflict। सब वही word माँगें? तो वह सबको broadcast होता है, ऊपर से कुछ नहीं लगता।",
  "play.concept.3":
    "मैदान float की 32 × 32 tile पर खुलता है, जिसे transpose की तरह कॉलम में पढ़ा जाता है: lane i `s[i][0]` पढ़ती है। सारे 32 word कॉलम 0 में हैं, सारी lane bank 0 की कतार में: {column_passes} pass, 32-way conflict।\n\nअब [padding 1](set:pad=1) करो। array `s[32][33]` हो गया, हर पंक्ति एक word लंबी, और पंक्ति i का पहला word bank i पर पहुँच गया। कॉलम तिरछा हो गया: {padded_passes} pass। क़ीमत: {pad_words} बेकार word, {pad_bytes} B।",
  "play.concept.4":
    "और आज़माओ: [पंक्ति](set:preset=row) साफ़ है। [stride](set:preset=stride) [2](set:stride=2) मार्गदर्शिका वाला 2-way conflict है; [3](set:stride=3), हर विषम stride की तरह, साफ़ है। [broadcast](set:preset=broadcast) में आठ-आठ lane एक word बाँटती हैं, फिर भी {shared_passes} pass।",

  "play.maths.title": "गणित",
  "play.maths.1":
    "lane i को bank w_i mod 32 में रखा word w_i चाहिए। bank को हर अलग माँगा हुआ word देना है, एक pass में एक। इसलिए सबसे व्यस्त bank पर जितने अलग word, warp को उतने ही pass चाहिए:",
  "play.maths.2.now":
    "अभी: bank {bank} सबसे व्यस्त है, {degree} अलग word के साथ। pass: {passes}। इस access को अपनी संभव क्षमता का {ideal}/{passes} मिलता है।",
  "play.maths.3":
    "stride d पर w_i = i · d। lane i और j तब मिलती हैं जब (i − j) · d ≡ 0 (mod 32)। तब हर घिरे bank पर gcd(d, 32) lane होती हैं, इसलिए pass = gcd(d, 32): हर विषम stride पर 1, d = 2 पर {stride2_degree}, d = 32 पर {stride32_passes}।",
  "play.maths.3.now": "अभी: d = {stride}, gcd({stride}, 32) = {passes}।",
  "play.maths.4":
    "`float s[32][32 + p]` के कॉलम में w_i = i · (32 + p), इसलिए w_i mod 32 = (i · p) mod 32। प्रभावी stride p है। p = 0 पर सारी lane bank 0 पर: {column_passes} pass। p = 1 पर lane i bank i पर: {padded_passes}। p = 2 पर: {width34_passes}।",
  "play.maths.4.now": "अभी: p = {pad}। lane {lane} का bank ({lane} · {pad}) mod 32 = {bank} है।",

  "play.code.title": "कोड",
  "play.code.cuda": "CUDA",
  "play.code.cuda.caption":
    "पूरा transpose: पंक्तियाँ लिखो, block की राह देखो, कॉलम पढ़ो। यही पाठ परियोजना की जाँच में clang से compile होता है।",
  "play.code.cuda.passes": "// pass: {passes}, ideal {ideal}",
  "play.code.model": "मॉडल",
  "play.code.model.caption":
    "`schedule` के असली स्रोत से काटा हुआ: bank की कतार में word का जो स्थान है, lane को उसी pass में मिलता है। चालू pass का कोड चमक रहा है।",
} as const;
