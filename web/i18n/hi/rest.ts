// नौ चरणों के बाद: पोस्टर, दोहराना, चार प्रश्न, और आगे का रास्ता।

export const rest = {
  "summary.title": "सब कुछ एक तस्वीर में",
  "summary.text":
    "शुरू से आख़िर तक कहानी एक ही है। word 32 दराज़ों में फेरे से बँटते हैं, और stride तय करता है कि किसी दराज़ पर कौन मिलेगा। अपवाद एक ही है: जो एक ही word चाहें, उन्हें वह साथ-साथ, मुफ़्त मिलता है।",
  "summary.1": "बँटवारा: word w bank w mod 32 में रहता है। (चरण 2)",
  "summary.2": "नियम: s > 0 पर degree gcd(s, 32) है। (चरण 5)",
  "summary.3": "अपवाद: stride 0, सबका एक ही word, broadcast है। (चरण 6)",
  "summary.4": "मुसीबत: [32][32] का कॉलम stride 32 है, सब एक दराज़ पर। (चरण 8)",
  "summary.5": "बचाव: चौड़ाई 33 पर कॉलम तिरछा होकर हर दराज़ से गुज़रता है। (चरण 9)",
  "summary.print": "पोस्टर छापो",

  "recall.title": "अपने शब्दों में कहो",
  "recall.ask":
    "आँखें मूँदो और किसी ऐसे मित्र को सुनाओ जिसने कभी GPU नहीं देखा। फिर इसे खोलो और वाक्य-दर-वाक्य मिलाओ।",
  "recall.1.step1": "shared मेमोरी 32 दराज़ें हैं, और हर दराज़ एक pass में एक word देती है।",
  "recall.2.step2":
    "word उनमें ताश की तरह बँटते हैं, मेज़ के चारों ओर बैठे 32 लोगों में: word 0 दराज़ 0 को, … word 31 दराज़ 31 को, और word 32 फिर दराज़ 0 को।",
  "recall.3.step3":
    "warp की 32 lane का काम एक pass में हो जाता है, अगर हर एक अपनी अलग दराज़ में हाथ डाले।",
  "recall.4.step4":
    "दो lane एक दराज़ से अलग word चाहें तो बारी-बारी से पाती हैं: यही bank conflict है।",
  "recall.5.step6":
    "वे एक ही word चाहें तो दराज़ उसे एक बार पढ़कर सबको मुफ़्त नक़ल देती है: broadcast। इसीलिए stride 0 से डर नहीं, gcd(0, 32) = 32 चाहे जो कहे।",
  "recall.6.step3":
    "lane बराबर फ़ासले पर पढ़ें तो सब कुछ stride तय करता है: पड़ोसी lane के word कितनी दूर हैं।",
  "recall.7.step5":
    "टकराने वाली lane 32 / gcd(s, 32) की दूरी पर आती हैं, इसलिए हर घिरी दराज़ पर ठीक gcd(s, 32) जमा होती हैं। यही conflict degree है।",
  "recall.8.step5": "विषम stride कभी नहीं टकराता।",
  "recall.9.step7":
    "stride 32 बुरा सपना है: सब lane दराज़ 0 पर, और हर एक को अलग word चाहिए।",
  "recall.10.step8": "और 32 चौड़े मैट्रिक्स का कॉलम नीचे तक पढ़ना ठीक यही है।",
  "recall.11.step9":
    "बचाव है 33 चौड़ा मैट्रिक्स। 33, 32 से एक अधिक है, इसलिए हर पंक्ति एक दराज़ आगे पड़ती है और 32 पंक्तियाँ 32 दराज़ों तक पहुँचती हैं। क़ीमत: एक बेकार कॉलम।",
  "recall.12.engineer":
    "ये सब संख्याएँ 4 बाइट वाले 32 bank की हैं। दूसरे हार्डवेयर पर कहानी यही है, संख्याएँ अपनी।",

  "question.title": "चार प्रश्न",
  "question1.ask": "stride 3 की conflict degree क्या है?",
  "question1.answer": "gcd(3, 32) = {stride3_degree}: कोई conflict नहीं।",
  "question2.ask": "`float m[32][32]` का कॉलम पढ़ने में {column_passes} pass क्यों लगते हैं?",
  "question2.answer":
    "stride 32 word है। हर lane के लिए (i · 32 + col) mod 32 = col, और हर lane को अलग word चाहिए। इसलिए सब एक ही bank की कतार में हैं।",
  "question3.ask": "ठीक 33 ही क्यों, 34 क्यों नहीं?",
  "question3.answer":
    "33 ≡ 1 (mod 32) से प्रभावी stride 1 बनता है। 34 ≡ 2 से 2 बनता है: 2-way conflict, {width34_passes} pass। क़ीमत अधिक, इलाज कम।",
  "question4.ask": "32 lane `shared[0]` पढ़ती हैं। कितने pass?",
  "question4.answer":
    "{broadcast_passes}। एक ही पता broadcast है, conflict नहीं, भले ही gcd(0, 32) = 32 हो।",

  "further.title": "आगे कहाँ",
  "further.lead": "इस कहानी के चार पड़ोसी, हर एक की एक तस्वीर।",
  "further.transpose.title": "transpose: यही तरकीब काम पर",
  "further.transpose.text":
    "मैट्रिक्स पलटने के लिए block एक tile को global मेमोरी से पंक्ति-पंक्ति पढ़ता है और shared मेमोरी में लिखता है। फिर shared मेमोरी से कॉलम पढ़ता है और फिर पंक्तियाँ लिखता है। global मेमोरी को केवल पंक्तियाँ दिखती हैं; कॉलम shared मेमोरी के हिस्से आते हैं।\n\nइसीलिए एक बेकार कॉलम यहाँ अपना मोल वसूल करता है: padding के साथ पंक्ति लिखना और कॉलम पढ़ना, दोनों एक-एक pass लेते हैं।",
  "further.transpose.play":
    "padding: **{pad|scrub}**। पंक्ति लिखना और कॉलम पढ़ना, दोनों मिलाकर **{passes}** pass, ideal {ideal}।",
  "further.coalescing.title": "coalescing: वही 32 तीर, global मेमोरी पर",
  "further.coalescing.text":
    "global मेमोरी में मिलने को दराज़ें नहीं होतीं; वह 32 बाइट के sector में आती है, 128 बाइट के टुकड़े में चार। वही 32 तीर, दूसरा प्रश्न: “bank में कौन मिला?” नहीं, बल्कि “कितने sector छुए गए?”\n\nवहाँ stride 2 ही दुगना डेटा मँगाता है, और विषम stride भी नहीं बचाता। जो stride एक मेमोरी के लिए अच्छा है, वह दूसरी के लिए बुरा हो सकता है।",
  "further.coalescing.play": "stride: **{stride|scrub}**। रंगे हुए sector गिनो।",
  "further.occupancy.title": "occupancy: padding सदा मुफ़्त नहीं",
  "further.occupancy.text":
    "block multiprocessor पर चलते हैं, जो GPU में कई होते हैं। वहाँ एक साथ कितने warp हैं, यही *occupancy* है।\n\nshared मेमोरी सीमित है, और हर block अपना हिस्सा लेता है, padding के बाइट भी। जगह बस उतनी ही हो तो एक block कम हो जाता है, और warp भी।",
  "further.occupancy.play":
    "padding: **{pad|scrub}**। देखो, अब कितने block समाते हैं।",
  "further.divergence.title": "divergence: जब lane अलग राहें लें",
  "further.divergence.text":
    "एक warp की lane अलग शाखाओं में जाएँ तो शाखाएँ एक के बाद एक चलती हैं। तस्वीर में आधे बिंदु बुझ जाते हैं। बुझी lane कोई word नहीं माँगती, इसलिए conflict भी नहीं करती। पर काम भी नहीं करती।",
  "further.divergence.play": "आधी lane बुझी हैं। pass: **{passes}**, ideal {ideal}।",
} as const;
